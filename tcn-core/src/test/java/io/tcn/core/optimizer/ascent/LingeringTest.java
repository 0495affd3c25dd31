// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Watched;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LingeringTest {
    private final Lingering lingering = new Lingering();
    private final PipeTable table = new PipeTable();

    private static PipeObservation seen(String id, int running) {
        Pipe pipe = new Pipe(
                PipeId.of(id),
                new Endpoint("davs", id + "-from.example", 443),
                new Endpoint("davs", id + "-to.example", 443),
                UserId.of("user"),
                new PipeLimits(1, 100));
        return Watched.running(pipe, 2, running, 50, 1);
    }

    private void observe(PipeObservation... pipes) {
        List<PipeObservation> all = List.of(pipes);
        if (table.sync(all)) {
            lingering.adopt(table);
        }
        double[] published = new double[all.size()];
        Arrays.fill(published, 2);
        lingering.observe(all, published);
    }

    @Test
    void filesThatDidNotEndTakeRoomFromOthers() {
        observe(seen("a", 5), seen("b", 2));
        observe(seen("a", 5), seen("b", 2));
        StepRows rows = new StepRows();
        rows.clear();
        rows.begin(10, 0);
        rows.add(0, 2);
        rows.add(1, 1);
        lingering.reserve(rows, 0, new double[] {2, 2});
        // Three files of the first one are beyond its n, at 2 each.
        assertThat(rows.limit(0)).isEqualTo(4);
    }

    @Test
    void connectionsThatCloseAtOnceTakeNone() {
        observe(seen("a", 5), seen("b", 5));
        observe(seen("a", 2), seen("b", 2));
        assertThat(lingering.staying().open(0, 1)).isEqualTo(1);
        assertThat(lingering.staying().open(1, 1)).isEqualTo(1);
    }

    @Test
    void howMuchStaysIsSeenOverAllPipes() {
        observe(seen("a", 5), seen("b", 4));
        // Of three and two that are not wanted three and one are left, four of five.
        observe(seen("a", 5), seen("b", 3));
        assertThat(lingering.staying().open(0, 2)).isEqualTo(2 + 0.8 * 3, within(1e-9));
        assertThat(lingering.staying().open(1, 2)).isEqualTo(2 + 0.8 * 1, within(1e-9));
        assertThat(lingering.staying().open(1, 4)).isEqualTo(4);
    }

    @Test
    void filesOfTheirOwnAreExpectedToStay() {
        observe(seen("a", 5), seen("b", 1));
        assertThat(lingering.stays()).isEqualTo(1);
    }

    /// Files of seven intervals in the mean, and of a third of an interval; what stays is what is seen to stay.
    @ParameterizedTest
    @CsvSource({"2.5, 0.14", "1.6, 0.14", "7.4, 0.14", "1.6, 0.95"})
    void openConnectionsAreTheRealNumberInTheLongRun(double real, double ends) {
        WholeNumbers numbers = new WholeNumbers(new Random(7));
        table.sync(List.of(seen("a", 0)));
        numbers.adopt(table);
        StepRows rows = new StepRows();
        rows.clear();
        Random random = new Random(3);
        int open = 0;
        double sum = 0;
        int intervals = 4000;
        double[] n = {real};
        for (int interval = 0; interval < intervals; interval++) {
            Staying staying = new Staying(new double[] {open}, 1 - ends);
            List<PipeObservation> pipes = List.of(seen("a", open));
            int[] whole = numbers.round(n, n, rows, List.of(), new int[] {Integer.MAX_VALUE}, staying, pipes);
            int ended = 0;
            for (int file = 0; file < open; file++) {
                ended += random.nextDouble() < ends ? 1 : 0;
            }
            // What ends is followed by the next file as long as n lets.
            open = Math.max(open - ended, whole[0]);
            sum += open;
        }
        assertThat(sum / intervals).isEqualTo(real, within(0.15));
    }
}
