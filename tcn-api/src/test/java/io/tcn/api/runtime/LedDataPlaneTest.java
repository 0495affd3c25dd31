// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LedDataPlaneTest {
    private static final AttemptId ONE = new AttemptId(TransferId.of(1), 1);
    private static final AttemptId TWO = new AttemptId(TransferId.of(2), 1);

    private final AtomicBoolean leads = new AtomicBoolean(true);
    private final List<String> begun = new ArrayList<>();
    private final LedDataPlane plane = new LedDataPlane(new RecordingPlane(), leads::get);

    private final class RecordingPlane implements DataPlane {
        @Override
        public void start(Attempt attempt, AttemptListener listener) {
            begun.add("start");
        }

        @Override
        public void proceed(AttemptId attempt) {
            begun.add("proceed " + attempt);
        }

        @Override
        public void cancel(AttemptId attempt) {
            begun.add("cancel " + attempt);
        }

        @Override
        public int adjust(AttemptId attempt, int connections) {
            return connections;
        }

        @Override
        public long movedBytes(PipeId pipe) {
            return 5;
        }
    }

    @Test
    void whoLeadsBeginsAtOnce() {
        plane.proceed(ONE);
        plane.cancel(TWO);
        assertThat(begun).containsExactly("proceed " + ONE, "cancel " + TWO);
        assertThat(plane.waiting()).isZero();
    }

    @Test
    void withoutTheLeadNothingIsBegunAndWhatRunsIsSeen() {
        leads.set(false);
        plane.proceed(ONE);
        plane.goOn();
        assertThat(begun).isEmpty();
        assertThat(plane.waiting()).isEqualTo(1);
        assertThat(plane.movedBytes(PipeId.of("p"))).isEqualTo(5);
    }

    @Test
    void whenTheLeaseWasRenewedWhatWaitedIsBegunInItsOrder() {
        leads.set(false);
        plane.proceed(ONE);
        plane.cancel(ONE);
        leads.set(true);
        plane.proceed(TWO);
        plane.goOn();
        assertThat(begun).containsExactly("proceed " + ONE, "cancel " + ONE, "proceed " + TWO);
        assertThat(plane.waiting()).isZero();
    }
}
