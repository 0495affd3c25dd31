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
        assertThat(lingering.connections()).containsExactly(0, 0);
    }

    @Test
    void howMuchStaysIsSeenOverAllPipes() {
        observe(seen("a", 5), seen("b", 4));
        // Of three and two that are not wanted three and one are left, four of five.
        observe(seen("a", 5), seen("b", 3));
        assertThat(lingering.connections()[0]).isEqualTo(4, within(1e-9));
        assertThat(lingering.connections()[1]).isEqualTo(2.4, within(1e-9));
    }

    @Test
    void filesOfTheirOwnAreExpectedToStay() {
        observe(seen("a", 5), seen("b", 1));
        assertThat(lingering.stays()).isEqualTo(1);
    }

    @Test
    void openConnectionsAreTheRealNumberInTheLongRun() {
        WholeNumbers numbers = new WholeNumbers(new Random(7));
        table.sync(List.of(seen("a", 0)));
        numbers.adopt(table);
        StepRows rows = new StepRows();
        rows.clear();
        int open = 0;
        int sum = 0;
        int intervals = 400;
        double[] n = {2.5};
        for (int interval = 0; interval < intervals; interval++) {
            // In every third interval a file ends.
            open = Math.max(0, open - (interval % 3 == 0 ? 1 : 0));
            double[] lingers = {open};
            List<PipeObservation> pipes = List.of(seen("a", open));
            int[] whole = numbers.round(n, n, rows, List.of(), new boolean[] {true}, lingers, pipes);
            open = Math.max(open, whole[0]);
            sum += open;
        }
        assertThat(sum / (double) intervals).isEqualTo(2.5, within(0.1));
    }
}
