// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.loop.HandTurnedLoop;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLogTest {
    @Test
    void anObserverThatBreaksCostsNeitherTheLoopNorTheOthers() {
        List<TransferId> heard = new ArrayList<>();
        EventLog log = new EventLog(
                List.of(
                        (transfer, state, failure) -> {
                            throw new StackOverflowError("for a test");
                        },
                        (transfer, state, failure) -> heard.add(transfer)),
                new HandTurnedLoop());

        log.transferChanged(new TransferId(1), TransferState.FINISHED, null);

        assertThat(heard).containsExactly(new TransferId(1));
    }
}
