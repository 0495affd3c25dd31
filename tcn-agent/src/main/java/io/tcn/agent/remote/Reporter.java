// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.transfer.EndTrouble;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ExistingFile;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.AttemptListener;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Turns the answers of the data plane about one order into reports.
///
/// @param trouble tells what the attempt, when it fails, has seen of an endpoint in trouble
record Reporter(
        OrderKey key,
        String instance,
        Consumer<Report> reports,
        Consumer<OrderKey> onPrepared,
        Supplier<Optional<EndTrouble>> trouble)
        implements AttemptListener {
    private Origin origin() {
        return new Origin(key.epoch(), instance, key.order());
    }

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        onPrepared.accept(key);
        reports.accept(new Message.Prepared(origin(), sizeBytes, connections, true));
    }

    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        reports.accept(new Message.Finished(origin(), sizeBytes, Work.text(checksum)));
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        ExistingFile existing = failure.existing();
        Duration pause = failure.pause();
        EndTrouble seen = trouble.get().orElse(null);
        reports.accept(new Message.Failed(
                origin(),
                failure.code(),
                failure.message(),
                existing == null ? null : (Long) existing.sizeBytes(),
                existing == null ? null : Work.text(existing.checksum()),
                pause == null ? null : (Long) pause.toMillis(),
                destinationClean,
                seen == null ? null : seen.end(),
                seen == null ? null : (Boolean) seen.unreached()));
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        reports.accept(new Message.Canceled(origin(), destinationClean));
    }
}
