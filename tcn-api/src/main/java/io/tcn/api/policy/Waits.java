// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.api.runtime.Directory;
import io.tcn.api.store.TransferView;
import io.tcn.api.store.WaitReader;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.dispatch.Hold;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.PipeActivity;
import java.net.URI;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/// Why transfers that are queued or wait do not run, as of now, in words. What is in memory is looked at first; the
/// store is asked twice for a page of transfers, never per transfer.
@Component
public class Waits {
    private static final int MOST_NAMED = 10;

    private final ControlPlane controlPlane;
    private final ControlBoard board;
    private final Directory directory;
    private final Bans bans;
    private final WaitReader reader;
    private final TimeSource time;

    Waits(
            ControlPlane controlPlane,
            ControlBoard board,
            Directory directory,
            Bans bans,
            WaitReader reader,
            TimeSource time) {
        this.controlPlane = controlPlane;
        this.board = board;
        this.directory = directory;
        this.bans = bans;
        this.reader = reader;
        this.time = time;
    }

    /// The reasons of those of some transfers that wait, by number.
    public Map<Long, String> of(Collection<TransferView> page) {
        Map<Long, List<Long>> predecessors = reader.predecessors(numbers(page, TransferState.WAITING));
        Map<Long, Instant> tries = reader.nextTries(numbers(page, TransferState.QUEUED));
        Map<Long, String> reasons = new HashMap<>();
        for (TransferView transfer : page) {
            if (transfer.state() == TransferState.WAITING) {
                reasons.put(transfer.id(), waiting(predecessors.getOrDefault(transfer.id(), List.of())));
            } else if (transfer.state() == TransferState.QUEUED) {
                reasons.put(transfer.id(), queued(transfer, Optional.ofNullable(tries.get(transfer.id()))));
            }
        }
        return reasons;
    }

    private static List<Long> numbers(Collection<TransferView> page, TransferState state) {
        return page.stream()
                .filter(transfer -> transfer.state() == state)
                .map(TransferView::id)
                .toList();
    }

    private static String waiting(List<Long> predecessors) {
        if (predecessors.isEmpty()) {
            return "it is used if the source before it fails, or its predecessors have just finished";
        }
        String named =
                predecessors.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return "it comes after transfer " + named
                + (predecessors.size() > MOST_NAMED ? " and " + (predecessors.size() - MOST_NAMED) + " more" : "");
    }

    private String queued(TransferView transfer, Optional<Instant> nextTry) {
        PipeId pipe = PipeId.of(transfer.pipeId());
        return held(pipe)
                .or(() -> delayed(transfer, nextTry))
                .or(() -> owned(transfer))
                .or(() -> limited(pipe))
                .orElseGet(() -> connection(pipe));
    }

    /// Why nothing starts on a pipe at all.
    public Optional<String> held(PipeId pipe) {
        return controlPlane.dispatch().holdOf(pipe).map(hold -> inWords(hold, pipe));
    }

    private String inWords(Hold hold, PipeId pipe) {
        return switch (hold) {
            case ENDING -> "the server is being stopped; it goes on after the next start";
            case PAUSED -> "this server is drained (POST /config/drain) and starts nothing";
            case HELD -> banned(pipe);
            case STORAGE_PAUSED -> "one of its storages is in trouble and is left alone for a while";
            case CLOSED -> "a resource on its way has the capacity 0";
        };
    }

    private String banned(PipeId pipe) {
        return directory
                .findPipe(pipe)
                .flatMap(known -> bans(known).findFirst())
                .map(ban -> "the storage " + ban.storageElement() + " is banned"
                        + (ban.message().isBlank() ? "" : ": " + ban.message()))
                .orElse("an operator holds its pipe");
    }

    private Stream<SeBan> bans(Pipe pipe) {
        return Stream.<Endpoint>of(pipe.source(), pipe.destination())
                .flatMap(end -> bans.find(StorageElements.of(end), pipe.user()).stream());
    }

    private Optional<String> delayed(TransferView transfer, Optional<Instant> nextTry) {
        return nextTry.filter(at -> at.isAfter(time.now()))
                .map(at -> "it is tried again at " + at.truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                        + (transfer.reason() == null ? "" : "; the last try ended with: " + transfer.reason()));
    }

    private Optional<String> owned(TransferView transfer) {
        return controlPlane
                .dispatch()
                .ownerOf(DestinationKey.of(URI.create(transfer.destination())))
                .map(TransferId::value)
                .filter(owner -> owner != transfer.id())
                .map(owner -> "its destination belongs to transfer " + owner
                        + " until nothing of that is written or cleaned up any more");
    }

    private Optional<String> limited(PipeId pipe) {
        return controlPlane.dispatch().limitOf(pipe).map(limit -> "it waits for room under " + limit);
    }

    private String connection(PipeId pipe) {
        PipeActivity activity = controlPlane.state().activityOf(pipe);
        int connections = directory
                .findPipe(pipe)
                .map(known -> controlPlane
                        .state()
                        .snapshot()
                        .control()
                        .tuningOf(known)
                        .connections())
                .orElse(0);
        String why = board.last(pipe)
                .map(last -> " (" + last.decision().rationale().inWords() + ")")
                .orElse("");
        return connections == 0
                ? "its pipe has no connection in this interval" + why
                : "it waits for one of " + connections + " connections of its pipe" + why + ", "
                        + activity.activeConnections() + " in use, " + activity.queuedTransfers() + " transfers queued";
    }
}
