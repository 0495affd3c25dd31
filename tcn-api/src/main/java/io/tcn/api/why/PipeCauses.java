// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.why;

import io.tcn.agent.transfer.EndpointPause;
import io.tcn.api.policy.Bans;
import io.tcn.api.policy.StorageElements;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.HostName;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.dispatch.Hold;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.state.PipeActivity;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/// Why a pipe starts nothing, or nothing more. Everything is in memory: no question to the store.
@Component
public class PipeCauses {
    private final ControlPlane controlPlane;
    private final Directory directory;
    private final Bans bans;
    private final ConnectionCauses connections;
    private final HostName host;

    PipeCauses(ControlPlane controlPlane, Directory directory, Bans bans, ConnectionCauses connections, HostName host) {
        this.host = host;
        this.controlPlane = controlPlane;
        this.directory = directory;
        this.bans = bans;
        this.connections = connections;
    }

    /// Why a pipe does not move more than it does.
    public Cause of(Pipe pipe) {
        PipeActivity activity = controlPlane.state().activityOf(pipe.id());
        Cause cause = held(pipe.id())
                .or(() -> limited(pipe.id()))
                .orElseGet(() -> activity.activeTransfers() == 0 && activity.queuedTransfers() == 0
                        ? idle(activity)
                        : connections.of(pipe))
                .with("connectionsInUse", activity.activeConnections())
                .with("activeTransfers", activity.activeTransfers())
                .with("queuedTransfers", activity.readyTransfers());
        return UnreachedEnds.add(cause, pipe, controlPlane.unreached());
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
            case PAUSED -> drained(pipe);
            case HELD -> banned(pipe);
            case STORAGE_PAUSED -> storagePaused(pipe);
            case NO_AGENT -> Cause.of(CauseCode.NO_AGENT, nobody(pipe, "no agent can move its files"));
            case NO_CREDENTIAL ->
                Cause.of(CauseCode.NO_CREDENTIAL, nobody(pipe, "no agent has what opens its storages"));
            case CLOSED -> closed(pipe);
        };
    }

    private Cause drained(PipeId pipe) {
        return Cause.of(
                        CauseCode.DRAINED,
                        "the server " + host.value() + " is drained and starts nothing here" + since(pipe)
                                + "; \"./tcn drain off\" (PUT /tcn/v1/drain) lets it go on")
                .with("server", host.value())
                .with("since", controlPlane.dispatch().heldSince(pipe).orElse(null));
    }

    /// The map says of a resource on the way that it carries nothing.
    private Cause closed(PipeId pipe) {
        NetworkMapSnapshot map = controlPlane.state().snapshot().map();
        List<Resource> closed = map.pipeResources().getOrDefault(pipe, List.of()).stream()
                .flatMap(id -> Stream.ofNullable(map.resources().get(id)))
                .filter(Resource::isClosed)
                .toList();
        String names = closed.isEmpty()
                ? "a resource"
                : closed.stream().map(ConnectionCauses::name).collect(Collectors.joining(" and "));
        return Cause.of(
                        CauseCode.CLOSED,
                        names + " on its way " + (closed.size() > 1 ? "have" : "has")
                                + " the capacity 0, by the network map: nothing starts here" + since(pipe))
                .with(
                        "resource",
                        closed.isEmpty() ? null : closed.getFirst().id().value())
                .with(
                        "resources",
                        closed.size() < 2
                                ? null
                                : closed.stream()
                                        .map(resource -> resource.id().value())
                                        .toList())
                .with("since", controlPlane.dispatch().heldSince(pipe).orElse(null));
    }

    private String since(PipeId pipe) {
        return controlPlane
                .dispatch()
                .heldSince(pipe)
                .map(at -> " since " + at.truncatedTo(ChronoUnit.SECONDS))
                .orElse("");
    }

    private String nobody(PipeId pipe, String words) {
        return controlPlane.dispatch().holdInWords(pipe).orElse(words) + "; that is looked at again every few seconds";
    }

    private Cause storagePaused(PipeId pipe) {
        Cause unnamed =
                Cause.of(CauseCode.STORAGE_PAUSED, "one of its storages is in trouble and is left alone for a while");
        return directory
                .findPipe(pipe)
                .flatMap(known -> EndpointPause.longest(known, controlPlane.storagePauses()))
                .map(PipeCauses::paused)
                .orElse(unnamed);
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
