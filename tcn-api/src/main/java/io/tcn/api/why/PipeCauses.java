// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.agent.transfer.EndpointPause;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.dispatch.Hold;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.state.PipeActivity;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/// Why a pipe starts nothing, or nothing more. Everything is in memory: no question to the store.
@Component
public class PipeCauses {
    private final ControlPlane controlPlane;
    private final Directory directory;
    private final Bans bans;
    private final ConnectionCauses connections;

    PipeCauses(ControlPlane controlPlane, Directory directory, Bans bans, ConnectionCauses connections) {
        this.controlPlane = controlPlane;
        this.directory = directory;
        this.bans = bans;
        this.connections = connections;
    }

    /// Why a pipe does not move more than it does.
    public Cause of(Pipe pipe) {
        PipeActivity activity = controlPlane.state().activityOf(pipe.id());
        return held(pipe.id())
                .or(() -> limited(pipe.id()))
                .orElseGet(() -> activity.activeTransfers() == 0 && activity.queuedTransfers() == 0
                        ? idle(activity)
                        : connections.of(pipe))
                .with("connectionsInUse", activity.activeConnections())
                .with("activeTransfers", activity.activeTransfers())
                .with("queuedTransfers", activity.readyTransfers());
    }

    private static Cause idle(PipeActivity activity) {
        return Cause.of(
                CauseCode.IDLE,
                activity.waitingForOthers() == 0
                        ? "nothing is queued and nothing runs"
                        : "nothing is queued: " + activity.waitingForOthers() + " transfers wait for others to finish");
    }

    /// Why nothing starts on a pipe at all.
    public Optional<Cause> held(PipeId pipe) {
        return controlPlane.dispatch().holdOf(pipe).map(hold -> cause(hold, pipe));
    }

    /// The limit of connections or the bound that lets a pipe start nothing more of what it has queued.
    Optional<Cause> limited(PipeId pipe) {
        return controlPlane.dispatch().limitOf(pipe).map(limit -> {
            boolean isBound = limit.startsWith(ConnectionCauses.BOUND_OF);
            Cause cause = Cause.of(
                            isBound ? CauseCode.BOUND : CauseCode.CONNECTION_LIMIT, "it waits for room under " + limit)
                    .with("limit", limit);
            return isBound ? connections.withNumbers(cause, limit) : cause;
        });
    }

    private Cause cause(Hold hold, PipeId pipe) {
        return switch (hold) {
            case ENDING -> Cause.of(CauseCode.STOPPING, "the server is being stopped; it goes on after the next start");
            case PAUSED -> Cause.of(CauseCode.DRAINED, "this server is drained (PUT /tcn/v1/drain) and starts nothing");
            case HELD -> banned(pipe);
            case STORAGE_PAUSED -> storagePaused(pipe);
            case NO_AGENT -> Cause.of(CauseCode.NO_AGENT, nobody(pipe, "no agent can move its files"));
            case NO_CREDENTIAL ->
                Cause.of(CauseCode.NO_CREDENTIAL, nobody(pipe, "no agent has what opens its storages"));
            case CLOSED -> Cause.of(CauseCode.CLOSED, "a resource on its way has the capacity 0");
        };
    }

    private String nobody(PipeId pipe, String words) {
        return controlPlane.dispatch().holdInWords(pipe).orElse(words) + "; that is looked at again every few seconds";
    }

    private Cause storagePaused(PipeId pipe) {
        Cause unnamed =
                Cause.of(CauseCode.STORAGE_PAUSED, "one of its storages is in trouble and is left alone for a while");
        return directory
                .findPipe(pipe)
                .flatMap(this::pause)
                .map(PipeCauses::paused)
                .orElse(unnamed);
    }

    /// The longest pause of the two ends.
    private Optional<EndpointPause> pause(Pipe pipe) {
        return controlPlane.storagePauses().stream()
                .filter(pause -> pause.endpoint().equals(pipe.source())
                        || pause.endpoint().equals(pipe.destination()))
                .max(Comparator.comparing(EndpointPause::until));
    }

    private static Cause paused(EndpointPause pause) {
        return Cause.of(
                        CauseCode.STORAGE_PAUSED,
                        "one of its storages is in trouble: " + pause.endpoint() + " is left alone until "
                                + pause.until().truncatedTo(ChronoUnit.SECONDS) + "; the last failure there: "
                                + pause.reason())
                .with("endpoint", pause.endpoint().toString())
                .with("since", pause.since())
                .with("until", pause.until());
    }

    private Cause banned(PipeId pipe) {
        return directory
                .findPipe(pipe)
                .flatMap(known -> bans(known).findFirst())
                .map(PipeCauses::banned)
                .orElseGet(() -> Cause.of(CauseCode.HELD, "an operator holds its pipe"));
    }

    private static Cause banned(SeBan ban) {
        return Cause.of(
                        CauseCode.BANNED,
                        "the storage " + ban.storageElement() + " is banned"
                                + (ban.message().isBlank() ? "" : ": " + ban.message()))
                .with("storage", ban.storageElement())
                .with("user", ban.user().value())
                .with("since", ban.added());
    }

    private Stream<SeBan> bans(Pipe pipe) {
        return Stream.<Endpoint>of(pipe.source(), pipe.destination())
                .flatMap(end -> bans.find(StorageElements.of(end), pipe.user()).stream());
    }
}
