// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.core.model.AttemptId;
import io.tcn.core.port.DataPlane;
import java.util.Optional;

/// A data plane that reaches into other processes.
public interface RemotePlane extends DataPlane, AutoCloseable {
    /// Begins; called when this server leads. Goes on where nobody answers.
    default void begin() {}

    /// How far a running attempt has come; empty if it does not run in another process.
    Optional<AttemptProgress> progressOf(AttemptId attempt);

    /// Stops all attempts, those of this process too, and waits a while until they have answered.
    @Override
    void close();
}
