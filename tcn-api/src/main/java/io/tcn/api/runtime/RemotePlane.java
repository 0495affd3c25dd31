// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.agent.transfer.AttemptProgress;
import io.tcn.api.store.GoneOn;
import io.tcn.core.model.AttemptId;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A data plane that reaches into other processes.
public interface RemotePlane extends DataPlane, AutoCloseable {
    /// Takes over attempts that a server before this one has given away, and that may go on; before [#begin].
    ///
    /// @param listener hears what becomes of them
    default void adopt(Collection<GoneOn> attempts, AttemptListener listener) {}

    /// Begins; called when this server leads. Goes on where nobody answers.
    default void begin() {}

    /// How far a running attempt has come; empty if it does not run in another process.
    Optional<AttemptProgress> progressOf(AttemptId attempt);

    /// Whether an attempt was given to another process and has not ended.
    boolean isUnderWay(AttemptId attempt);

    /// Which storages some of the other processes do not reach, by process and storage.
    default List<Unreached> unreached() {
        return List.of();
    }

    /// Stops the attempts of this process, and leaves those elsewhere to the next server.
    @Override
    void close();
}
