// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Side;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Attempts in other processes: what they meet at storages is noted in the health and the pauses of this one, so that a
/// storage in trouble is seen, and left alone, whoever has met the trouble. Safe for all threads.
public final class AttemptsElsewhere {
    private final StorageHealth health;
    private final EndpointPauses pauses;

    AttemptsElsewhere(StorageHealth health, EndpointPauses pauses) {
        this.health = health;
        this.pauses = pauses;
    }

    /// Asks whether an attempt may begin. If it may, its answers have to go through [#noting].
    ///
    /// @return why not, empty if it may
    public Optional<TransferFailure> enter(Attempt attempt) {
        return pauses.enter(attempt);
    }

    /// A listener that notes how an attempt goes, and passes on all that it hears.
    public AttemptListener noting(Attempt attempt, AttemptListener listener) {
        Transfer transfer = attempt.transfer();
        AttemptListener noting = health.noting(transfer, listener);
        return new AttemptListener() {
            @Override
            public void prepared(AttemptId id, long sizeBytes, int connections) {
                pauses.answered(attempt);
                noting.prepared(id, sizeBytes, connections);
            }

            @Override
            public void uses(AttemptId id, int connections) {
                noting.uses(id, connections);
            }

            @Override
            public void finished(AttemptId id, long sizeBytes, @Nullable Checksum checksum) {
                pauses.finished(attempt);
                pauses.left(attempt);
                noting.finished(id, sizeBytes, checksum);
            }

            @Override
            public void failed(AttemptId id, TransferFailure failure, boolean destinationClean) {
                pauses.left(attempt);
                noting.failed(id, failure, destinationClean);
            }

            @Override
            public void canceled(AttemptId id, boolean destinationClean) {
                pauses.left(attempt);
                noting.canceled(id, destinationClean);
            }
        };
    }

    /// An attempt has failed, and counts for the storages that it has met though its listener is told something else.
    ///
    /// @param blamed whose endpoint it has seen in trouble, null if it was not the fault of one
    public void failedUntold(Attempt attempt, @Nullable Side blamed, TransferFailure failure) {
        failed(attempt, blamed, failure);
        health.failed(attempt.transfer(), failure);
    }

    /// An attempt has failed; to be said before its listener is told.
    ///
    /// @param blamed whose endpoint it has seen in trouble, null if it was not the fault of one
    public void failed(Attempt attempt, @Nullable Side blamed, TransferFailure failure) {
        pauses.failed(attempt, Optional.ofNullable(blamed), failure);
    }
}
