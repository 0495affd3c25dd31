// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.TransferFailure;
import org.jspecify.annotations.Nullable;

/// Hears what becomes of attempts. Implementations take the news to their own thread; they do not block.
public interface AttemptListener {
    /// Both ends were looked at and the copy may begin.
    ///
    /// @param sizeBytes size of the source, or -1 if it could not be learnt
    /// @param connections how many connections the copy could use, at least 1. It begins with as many of them as
    ///     it was offered, or as [DataPlane#adjust] gives it before it may write
    void prepared(AttemptId attempt, long sizeBytes, int connections);

    /// A running attempt uses another number of connections than [DataPlane#adjust] has answered: it cannot do with
    /// what it was given, or follows later than it was asked. By default it is ignored.
    ///
    /// @param connections how many it uses now, at least 1
    default void uses(AttemptId attempt, int connections) {}

    /// The destination holds the whole file and was verified.
    ///
    /// @param sizeBytes size in bytes
    /// @param checksum the checksum that was verified, null if none was obtainable
    void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum);

    /// The attempt failed.
    ///
    /// @param destinationClean false if something that this transfer wrote may still lie at the destination
    ///     because it could not be removed
    void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean);

    /// The attempt was cancelled and has stopped.
    ///
    /// @param destinationClean as for [#failed]
    void canceled(AttemptId attempt, boolean destinationClean);
}
