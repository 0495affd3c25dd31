// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.alto.map.AddressBook;
import io.tcn.alto.map.Place;
import io.tcn.alto.model.Address;
import io.tcn.alto.server.ExpectedCosts;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.state.PipeActivity;
import io.tcn.core.state.StateSnapshot;
import io.tcn.core.state.TransportControlState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the control plane expects of one more transfer between two endpoints, for those who choose among sources:
///
/// - throughput: what a transfer got there in the last control interval, in bit/s, over all users; of a pair on which
///   nothing moved it is what its transfers got so far;
/// - time in the queue: the transfers that end before it starts, over the rate at which transfers ended so far on as
///   many connections, in seconds; behind a pause of a storage what is left of that comes first. None is told where
///   nothing starts, because of a ban, a drain, a closed resource or for want of an agent, nor where no transfer has
///   ended yet;
/// - price: what one more bit/s costs, the prices of all constraints on the path, of the cheapest user.
///
/// Worked out once per decision of the control loop; a pair without anything to tell is left out.
final class ExpectedView implements Supplier<ExpectedCosts> {
    private record Priced(UserId user, ResourceId resource) {}

    /// What several users' pipes between two endpoints do together.
    private static final class Sum {
        private double throughputBps;
        private long active;
        private boolean startsSomething;
        private double pauseSeconds = Double.POSITIVE_INFINITY;
        private long queued;
        private long inUse;
        private long finished;
        private long finishedBytes;
        private double finishedSeconds;
        private double connections;
        private double price = Double.POSITIVE_INFINITY;

        ExpectedCosts.@Nullable Expectation expectation() {
            Double perTransfer = null;
            if (active > 0 && throughputBps > 0) {
                perTransfer = throughputBps / active;
            } else if (finishedSeconds > 0) {
                perTransfer = 8.0 * finishedBytes / finishedSeconds;
            }
            return perTransfer == null && queued == 0
                    ? null
                    : new ExpectedCosts.Expectation(perTransfer, queueSeconds(), price);
        }

        private @Nullable Double queueSeconds() {
            if (!startsSomething) {
                return null;
            }
            // Where no connection is free, one of those that run ends first.
            long before = queued + (inUse >= connections ? 1 : 0);
            if (before == 0) {
                return pauseSeconds;
            }
            return finished > 0 && connections > 0
                    ? (Double) (pauseSeconds + before * (finishedSeconds / finished) / connections)
                    : null;
        }
    }

    private final TransportControlState state;
    private final ControlBoard board;
    private final AddressBook book;
    private final PipeWaits waits;
    private volatile @Nullable Made last;

    private record Made(Decision decision, ExpectedCosts costs) {}

    ExpectedView(TransportControlState state, ControlBoard board, AddressBook book, PipeWaits waits) {
        this.state = state;
        this.board = board;
        this.book = book;
        this.waits = waits;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // one decision is one object
    public ExpectedCosts get() {
        ControlBoard.Entry entry = board.last().orElse(null);
        if (entry == null) {
            return ExpectedCosts.NONE;
        }
        Made made = last;
        if (made != null && made.decision() == entry.decision()) {
            return made.costs();
        }
        ExpectedCosts costs = of(entry);
        last = new Made(entry.decision(), costs);
        return costs;
    }

    private ExpectedCosts of(ControlBoard.Entry entry) {
        StateSnapshot snapshot = state.snapshot();
        Map<Priced, Double> prices = new HashMap<>();
        for (ConstraintReport report : entry.decision().constraints()) {
            prices.merge(new Priced(report.user(), report.resource()), report.price(), Double::sum);
        }
        Map<EndpointPair, Sum> sums = new HashMap<>();
        for (Pipe pipe : snapshot.pipes().values()) {
            Sum sum = sums.computeIfAbsent(EndpointPair.of(pipe), first -> new Sum());
            add(pipe, entry, prices, snapshot, sum);
        }
        Map<ExpectedCosts.Pair<Address>, ExpectedCosts.Expectation> byAddress = new HashMap<>();
        sums.forEach((pair, sum) -> {
            ExpectedCosts.Expectation expected = sum.expectation();
            if (expected != null) {
                for (Address from : addresses(pair.source())) {
                    for (Address to : addresses(pair.destination())) {
                        byAddress.put(new ExpectedCosts.Pair<>(from, to), expected);
                    }
                }
            }
        });
        return new ExpectedCosts(byAddress, Map.of());
    }

    private void add(Pipe pipe, ControlBoard.Entry entry, Map<Priced, Double> prices, StateSnapshot snapshot, Sum sum) {
        PipeActivity activity = state.activityOf(pipe.id());
        ControlBoard.PipeView seen = entry.pipes().get(pipe.id());
        if (seen != null) {
            sum.throughputBps += seen.observation().throughputBps();
        }
        sum.active += activity.activeTransfers();
        addQueue(pipe, activity, seen, snapshot, sum);
        sum.finished += activity.finishedTransfers();
        sum.finishedBytes += activity.finishedBytes();
        sum.finishedSeconds += activity.finishedSeconds();
        double price = 0;
        for (ResourceId resource : snapshot.map().pipeResources().getOrDefault(pipe.id(), List.of())) {
            price += Objects.requireNonNullElse(prices.get(new Priced(pipe.user(), resource)), 0.0);
        }
        sum.price = Math.min(sum.price, price);
    }

    private void addQueue(
            Pipe pipe, PipeActivity activity, ControlBoard.@Nullable PipeView seen, StateSnapshot snapshot, Sum sum) {
        double pause = waits.secondsUntilOpen(pipe);
        if (Double.isInfinite(pause)) {
            return;
        }
        sum.startsSomething = true;
        sum.pauseSeconds = Math.min(sum.pauseSeconds, pause);
        sum.queued += activity.readyTransfers();
        sum.inUse += activity.activeConnections();
        if (waits.isLimited(pipe.id())) {
            sum.connections += activity.activeConnections();
        } else {
            sum.connections += seen == null
                    ? snapshot.control().tuningOf(pipe).connections()
                    : seen.decision().tuning().connections();
        }
    }

    private List<Address> addresses(Endpoint endpoint) {
        return book.find(endpoint) instanceof Place.At at ? at.addresses() : List.of();
    }
}
