// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import java.time.Duration;
import java.util.Optional;

/// Work that the data plane was given and has not answered yet.
interface Run {
    /// Stops the work; it answers when it has cleaned up.
    void stop(StopSignal.Reason reason);

    /// Stops the work if it has taken too long, and answers for it if its thread is gone; called now and then by the
    /// watchdog.
    ///
    /// @param standstill how long this process itself stood still since the last call
    void checkTime(Duration standstill);

    /// Lets work that waits for it go on.
    default void proceed() {}

    /// How many connections the work uses.
    default int connections() {
        return 1;
    }

    /// How many connections count for the work: more than it uses while it gives some back.
    default int counted() {
        return connections();
    }

    /// Gives the work so many connections, where it can change them.
    ///
    /// @return how many it uses from now on
    default int use(int wanted) {
        return connections();
    }

    /// What was seen of an endpoint in trouble by work that has failed; empty if it was not the fault of one.
    default Optional<EndTrouble> trouble() {
        return Optional.empty();
    }

    /// How far a copy has come; empty for work that copies nothing.
    default Optional<AttemptProgress> progress() {
        return Optional.empty();
    }
}
