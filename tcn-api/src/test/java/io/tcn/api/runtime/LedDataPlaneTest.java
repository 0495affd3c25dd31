// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.TestAttempts;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LedDataPlaneTest {
    private static final AttemptId ONE = new AttemptId(TransferId.of(1), 1);
    private static final AttemptId TWO = new AttemptId(TransferId.of(2), 1);

    private final AtomicBoolean leads = new AtomicBoolean(true);
    private @Nullable AttemptId refused;
    private final List<String> begun = new ArrayList<>();
    private final LedDataPlane plane = new LedDataPlane(new RecordingPlane(), leads::get);

    private final class RecordingPlane implements DataPlane {
        @Override
        public void start(Attempt attempt, AttemptListener listener) {
            if (attempt.id().equals(refused)) {
                throw new IllegalStateException("no thread left");
            }
            begun.add("start " + attempt.id());
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

    /// Whoever is begun next has nothing to do with it.
    @Test
    void whatCannotBeBegunIsAnsweredToItsOwnListenerAndKeepsNobodyElseFromItsBegin() {
        refused = ONE;
        List<String> answers = new ArrayList<>();
        leads.set(false);
        plane.start(TestAttempts.first(1), new Failures(answers));
        leads.set(true);
        plane.start(TestAttempts.first(2), new Failures(answers));

        assertThat(answers)
                .containsExactly("1/1: the data plane could not begin the transfer:"
                        + " java.lang.IllegalStateException: no thread left");
        assertThat(begun).containsExactly("start 2/1");
        assertThat(plane.waiting()).isZero();
    }

    /// Remembers what has failed, and why.
    private record Failures(List<String> heard) implements AttemptListener {
        @Override
        public void prepared(AttemptId attempt, long sizeBytes, int connections) {}

        @Override
        public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {}

        @Override
        public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
            heard.add(attempt + ": " + failure.message());
        }

        @Override
        public void canceled(AttemptId attempt, boolean destinationClean) {}
    }
}
