// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.DestinationKeys;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.TimeSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Why queued transfers do not start: the first cause that holds, from what the loops know. What the transfers of a
/// pipe
/// share is looked at once for a page of them.
@Component
class QueuedCauses {
    private final ControlPlane controlPlane;
    private final Directory directory;
    private final PipeCauses pipes;
    private final ConnectionCauses connections;
    private final TimeSource time;

    QueuedCauses(
            ControlPlane controlPlane,
            Directory directory,
            PipeCauses pipes,
            ConnectionCauses connections,
            TimeSource time) {
        this.controlPlane = controlPlane;
        this.directory = directory;
        this.pipes = pipes;
        this.connections = connections;
        this.time = time;
    }

    /// For transfers that are looked at together.
    Page page() {
        return new Page();
    }

    /// A page of transfers.
    final class Page {
        private final Map<String, OfPipe> ofPipes = new HashMap<>();
        private final DestinationKeys keys = new DestinationKeys();

        private Page() {}

        /// Why one of them does not start.
        ///
        /// @param credentialsEnd when the first of its credentials ends; null if it has none
        /// @param nextTry when it is tried again; null if it waits for no retry
        /// @param limit the limit of a token or rate that it is under; null for none that is in the way
        Cause of(
                TransferView transfer,
                @Nullable Instant credentialsEnd,
                @Nullable Instant nextTry,
                @Nullable LimitId limit) {
            OfPipe pipe = ofPipes.computeIfAbsent(transfer.pipeId(), id -> new OfPipe(PipeId.of(id)));
            return ended(credentialsEnd)
                    .or(() -> pipe.held)
                    .or(() -> delayed(transfer, nextTry))
                    .or(() -> owned(transfer, keys))
                    .or(() -> limited(limit))
                    .orElseGet(pipe::turn);
        }
    }

    /// What the queued transfers of a pipe share, looked at once.
    private final class OfPipe {
        private final PipeId id;
        private final Optional<Cause> held;
        private @Nullable Cause turn;

        private OfPipe(PipeId id) {
            this.id = id;
            this.held = pipes.held(id);
        }

        /// Why the next of them does not start.
        private Cause turn() {
            Cause known = turn;
            if (known == null) {
                known = pipes.limited(id).orElseGet(() -> connection(id));
                turn = known;
            }
            return known;
        }
    }

    /// The loop gives up what has no good credential when its turn comes, and not before.
    private Optional<Cause> ended(@Nullable Instant credentialsEnd) {
        return Optional.ofNullable(credentialsEnd)
                .filter(at -> !at.isAfter(time.now()))
                .map(at -> Cause.of(
                                CauseCode.NO_CREDENTIAL,
                                "a credential of it ended at " + at.truncatedTo(ChronoUnit.SECONDS)
                                        + ": it is given up when its turn comes; submit it again with a fresh one")
                        .with("endedAt", at));
    }

    private Optional<Cause> delayed(TransferView transfer, @Nullable Instant nextTry) {
        return Optional.ofNullable(nextTry)
                .filter(at -> at.isAfter(time.now()))
                .map(at -> Cause.of(
                                CauseCode.RETRY_LATER,
                                "it is tried again at " + at.truncatedTo(ChronoUnit.SECONDS)
                                        + (transfer.reason() == null
                                                ? ""
                                                : "; the last try ended with: " + transfer.reason()))
                        .with("at", at)
                        .with("attempts", transfer.attempts())
                        .with("lastError", transfer.reason()));
    }

    private Optional<Cause> owned(TransferView transfer, DestinationKeys keys) {
        return controlPlane
                .dispatch()
                .ownerOf(keys.of(transfer.destination().whole()))
                .map(TransferId::value)
                .filter(owner -> owner != transfer.id())
                .map(owner -> Cause.of(
                                CauseCode.DESTINATION_OWNED,
                                "its destination belongs to transfer " + owner
                                        + " until nothing of that is written or cleaned up any more")
                        .with("owner", owner));
    }

    private Optional<Cause> limited(@Nullable LimitId limit) {
        if (limit == null) {
            return Optional.empty();
        }
        return controlPlane
                .dispatch()
                .limitInUse(limit)
                .filter(use -> !use.inTheWay().isEmpty())
                .map(use -> Cause.of(
                                use.limit().wanted() ? CauseCode.RATE : CauseCode.TOKEN_LIMIT,
                                "it waits for " + use.inTheWay() + ", at which " + use.connections()
                                        + (use.connections() == 1 ? " connection is open" : " connections are open"))
                        .with("limit", use.limit().id().value())
                        .with("connectionsInUse", use.connections())
                        .with(
                                "maxConnections",
                                use.limit().limitsConnections() ? use.limit().maxConnections() : null)
                        .with(
                                "maxBps",
                                use.limit().limitsThroughput() ? use.limit().maxBps() : null));
    }

    private Cause connection(PipeId id) {
        Optional<Pipe> pipe = directory.findPipe(id);
        if (pipe.isEmpty()) {
            return Cause.of(CauseCode.STARTING, "its pipe is not known to the loops yet");
        }
        int inUse = controlPlane.state().activityOf(id).activeConnections();
        int queued = controlPlane.state().activityOf(id).queuedTransfers();
        int given =
                controlPlane.state().snapshot().control().tuningOf(pipe.get()).connections();
        if (inUse < given && controlPlane.dispatch().boundOf(id).isEmpty()) {
            return Cause.of(
                            CauseCode.STARTING,
                            "nothing is in its way: " + inUse + " of the " + given
                                    + " connections of its pipe are in use, and the loop is about to come to it")
                    .with("connections", given)
                    .with("connectionsInUse", inUse)
                    .with("queuedTransfers", queued);
        }
        Cause why = connections.of(pipe.get());
        String text = given == 0
                ? why.text()
                : "it waits for one of " + given + " connections of its pipe: " + why.text() + "; " + inUse
                        + " in use, " + queued + " transfers queued";
        return new Cause(why.code(), text, why.details(), why.next())
                .with("connectionsInUse", inUse)
                .with("queuedTransfers", queued);
    }
}
