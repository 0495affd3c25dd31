// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.AgentClock;
import io.tcn.agent.FileFacts;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import java.time.Duration;
import java.util.Optional;

/// Looks at a file again when its storage answers that it cannot say for the moment: on one such answer no copy of
/// hours is thrown away, and nothing is left behind. One that does not answer at all is not asked again.
final class PatientLook {
    private static final int TRIES = 3;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final AgentClock clock;
    private final StoredFile file;

    PatientLook(AgentClock clock, StoredFile file) {
        this.clock = clock;
        this.file = file;
    }

    /// One way of looking.
    @FunctionalInterface
    interface Look {
        Optional<FileFacts> once() throws TransferException, InterruptedException;
    }

    Optional<FileFacts> at(Look look) throws TransferException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return look.once();
            } catch (TransferException e) {
                boolean again = e.code() == file.side().unavailable() && e.outlook() != Outlook.NO_ANSWER;
                if (tries == TRIES || !again) {
                    throw e;
                }
            }
            clock.pause(PAUSE);
        }
    }
}
