// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.ManualTime;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.DestinationKey;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Transition;
import io.tcn.core.state.TransportControlState;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// All that takes part in one history: a clock, a store, a data plane and a loop, and what is known of them besides.
final class HistoryWorld {
    /// A transfer as it was submitted.
    record Submitted(Transfer transfer, String activity, GroupId group) {}

    final HistoryKind kind;
    final Random random;
    final ManualTime time = new ManualTime();
    final Happenings happenings = new Happenings();
    final MemoryTransferStore memory = new MemoryTransferStore();
    final TransportControlState state = new TransportControlState(time);
    final DestinationModel destinations;
    final ConnectionLimitsModel limits = new ConnectionLimitsModel();
    final SortedMap<TransferId, Submitted> transfers = new TreeMap<>();
    final List<HistoryPipe> pipes = new ArrayList<>();
    final int files;
    final LateNews news;
    final LateStore store;
    final RestlessDataPlane dataPlane;
    final DispatchLoop loop;
    boolean paused;

    /// n of each pipe, where it was decided.
    final Map<PipeId, Integer> decided = new HashMap<>();

    /// Pipes on which a start was forced since the last check: one more may be open there than n.
    final Set<PipeId> forced = new HashSet<>();

    HistoryWorld(HistoryKind kind, long seed) {
        this.kind = kind;
        this.random = new Random(seed * 7919 + 13);
        this.news = new LateNews(random);
        this.store = new LateStore(memory, random, happenings, this::recorded);
        this.destinations = new DestinationModel(happenings, this::ownerInLoop, !kind.isUncleanWithoutNeed());
        this.dataPlane = new RestlessDataPlane(random, destinations, happenings, kind);
        int window = kind.hasSmallWindows() ? 1 + random.nextInt(6) : 20 + random.nextInt(180);
        this.loop = new DispatchLoop(
                state,
                store,
                dataPlane,
                time,
                time,
                new NoFailures(),
                new DispatchSettings(window, Duration.ofSeconds(30), Duration.ofSeconds(1)));
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            pipes.add(new HistoryPipe(new Pipe(
                    PipeId.of("p" + i),
                    Endpoint.parse("https://from" + i % 2),
                    Endpoint.parse("https://to" + i / 2 % 2),
                    UserId.of(i == 2 ? "atlas" : "cms"),
                    new PipeLimits(1, 8))));
        }
        this.files = 2 + random.nextInt(8);
    }

    private Optional<TransferId> ownerInLoop(DestinationKey key) {
        return loop.ownerOf(key);
    }

    private void recorded(Transition transition, boolean made) {
        if (made) {
            DestinationKey.find(transfer(transition.transfer()).destination())
                    .ifPresent(key -> destinations.recorded(transition, key));
        } else if (transition instanceof Transition.Claim) {
            happenings.add(Happening.CLAIM_REFUSED);
        }
    }

    HistoryPipe anyPipe() {
        return pipes.get(random.nextInt(pipes.size()));
    }

    HistoryPipe pipeOf(Transfer transfer) {
        return pipes.stream()
                .filter(pipe -> pipe.id().equals(transfer.pipe()))
                .findFirst()
                .orElseThrow();
    }

    void declare(HistoryPipe pipe) {
        loop.writer().pipeDeclared(pipe.declaration());
        pipe.declared();
    }

    Submitted submitted(TransferId id) {
        return Objects.requireNonNull(transfers.get(id), () -> "nobody has submitted transfer " + id);
    }

    Transfer transfer(TransferId id) {
        return submitted(id).transfer();
    }

    TransferState stateOf(Transfer transfer) {
        return memory.stateOf(transfer.id()).orElseThrow();
    }

    List<Transfer> allTransfers() {
        return transfers.values().stream().map(Submitted::transfer).toList();
    }

    /// The destinations that transfers go to, but those that have no key.
    List<DestinationKey> allDestinations() {
        return IntStream.range(0, files)
                .mapToObj(file -> DestinationKey.of(URI.create("https://to/f" + file)))
                .toList();
    }

    /// Whether nothing is under way or on its way.
    boolean isAtRest() {
        return dataPlane.isIdle() && news.isEmpty() && store.isQuiet();
    }

    boolean isOver() {
        return isAtRest()
                && transfers.values().stream()
                        .allMatch(submitted -> stateOf(submitted.transfer()).isTerminal());
    }
}
