// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.api.loop.Loops;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TransferChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private final HandTurnedLoop time = new HandTurnedLoop();
    private final Loops loops = new Loops(time);

    @Test
    void anObserverThatBreaksCostsNeitherTheLoopNorTheOthers() {
        List<TransferChange> heard = new ArrayList<>();
        EventLog log = new EventLog(
                List.of(
                        (at, changes, failure) -> {
                            throw new StackOverflowError("for a test");
                        },
                        (at, changes, failure) -> heard.addAll(changes)),
                time,
                loops);

        TransferChange change = new TransferChange(new TransferId(1), TransferState.FINISHED, null);
        log.transfersChanged(Instant.EPOCH, List.of(change));

        assertThat(heard).containsExactly(change);
    }

    @Test
    void changesAreCountedByStateAndFailuresByKind() {
        EventLog log = new EventLog(List.of(), time, loops);
        TransferFailure timeout = new TransferFailure(ErrorCode.TIMEOUT, "for a test");
        log.transfersChanged(
                Instant.EPOCH,
                List.of(
                        new TransferChange(new TransferId(1), TransferState.CLAIMED, null),
                        new TransferChange(new TransferId(2), TransferState.CLAIMED, null),
                        new TransferChange(new TransferId(3), TransferState.QUEUED, timeout),
                        new TransferChange(new TransferId(4), TransferState.CLAIMED, null)));
        log.transfersChanged(
                Instant.EPOCH, List.of(new TransferChange(new TransferId(5), TransferState.FAILED, timeout)));

        assertThat(log.changes(TransferState.CLAIMED)).isEqualTo(3);
        assertThat(log.changes(TransferState.QUEUED)).isEqualTo(1);
        assertThat(log.changes(TransferState.FAILED)).isEqualTo(1);
        assertThat(log.changes(TransferState.FINISHED)).isZero();
        assertThat(log.failures(ErrorCode.TIMEOUT)).isEqualTo(2);
    }

    @Test
    void aLoopWhoseStepFailedFailsForAMinuteInHealthAndMetrics() {
        EventLog log = new EventLog(List.of(), time, loops);
        log.stepFailed("control", new StackOverflowError("for a test"));

        assertThat(log.failedSteps()).isEqualTo(1);
        assertThat(loops.troubles())
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.loop()).isEqualTo("control"));
        time.pass(Duration.ofSeconds(59));
        log.stepFailed("control", new StackOverflowError("for a test"));
        time.pass(Duration.ofSeconds(59));
        assertThat(loops.troubles())
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.failures()).isEqualTo(2));
        time.pass(Duration.ofSeconds(1));
        assertThat(loops.troubles()).isEmpty();
    }
}
