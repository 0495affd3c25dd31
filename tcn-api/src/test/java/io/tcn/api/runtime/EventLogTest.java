// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TransferChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLogTest {
    @Test
    void anObserverThatBreaksCostsNeitherTheLoopNorTheOthers() {
        List<TransferChange> heard = new ArrayList<>();
        EventLog log = new EventLog(
                List.of(
                        (at, changes) -> {
                            throw new StackOverflowError("for a test");
                        },
                        (at, changes) -> heard.addAll(changes)),
                new HandTurnedLoop());

        TransferChange change = new TransferChange(new TransferId(1), TransferState.FINISHED, null);
        log.transfersChanged(Instant.EPOCH, List.of(change));

        assertThat(heard).containsExactly(change);
    }
}
