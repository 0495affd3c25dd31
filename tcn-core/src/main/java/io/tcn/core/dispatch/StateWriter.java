// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.TransportControlState;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The only writer of the run-time transport-control state, but for the map, which the map loop publishes there: users,
/// pipes, resource-sets, controls, limits and n, and what each pipe does. What changes there is at once what pipes are
/// held to: their n, their limits, their bounds.
///
/// Every public method may be called from any thread: it becomes an event of the dispatch loop, in the order of the
/// calls.
public final class StateWriter {
    private final TransportControlState state;
    private final PipeQueues pipes;
    private final Holds holds;
    private final Gates gates;
    private final Predicate<TransferId> runs;
    private final TimeSource time;
    private final Consumer<Runnable> events;
    private final Map<UserId, ActivityWeights> activityWeights = new HashMap<>();
    private NetworkMapSnapshot adopted;
    private SortedMap<PipeId, List<GroupId>> groupOrder = new TreeMap<>();

    /// @param runs whether a transfer runs
    /// @param events runs something as an event of the dispatch loop
    StateWriter(
            TransportControlState state,
            PipeQueues pipes,
            Holds holds,
            Gates gates,
            Predicate<TransferId> runs,
            TimeSource time,
            Consumer<Runnable> events) {
        this.state = state;
        this.pipes = pipes;
        this.holds = holds;
        this.gates = gates;
        this.runs = runs;
        this.time = time;
        this.events = events;
        this.adopted = state.snapshot().map();
    }

    /// Makes a user known.
    public void userDeclared(User user) {
        events.accept(() -> state.putUser(user));
    }

    /// Forgets a user, who has no pipe any more.
    public void userRemoved(UserId user) {
        events.accept(() -> state.removeUser(user));
    }

    // --- pipes

    /// Makes a pipe known, or changes its limits.
    public void pipeDeclared(Pipe pipe) {
        pipesDeclared(List.of(pipe));
    }

    /// Makes pipes known, or changes their limits.
    public void pipesDeclared(Collection<Pipe> declared) {
        List<Pipe> copy = List.copyOf(declared);
        events.accept(() -> {
            state.putPipes(copy);
            copy.forEach(this::adopt);
        });
    }

    private void adopt(Pipe pipe) {
        PipeQueue known = pipes.find(pipe.id());
        if (known == null) {
            known = new PipeQueue(
                    pipe,
                    state.snapshot().control().tuningOf(pipe),
                    gates.usageOf(pipe),
                    runs,
                    state.liveActivityOf(pipe.id()),
                    time.nanoTime());
            holds.declared(known);
            known.window().setActivityWeights(activityWeights.getOrDefault(pipe.user(), ActivityWeights.NONE));
            known.window().setGroupOrder(groupOrder.getOrDefault(pipe.id(), List.of()));
            pipes.add(known);
            gates.declared(known);
        } else {
            known.setPipe(pipe);
            tune(
                    known,
                    known.tuning()
                            .within(pipe.limits())
                            .withConnections(pipe.limits().clamp(known.tuning().connections())));
        }
        pipes.touch(known);
    }

    /// The data plane hears of threads at once: copies that run follow them.
    private void tune(PipeQueue pipe, PipeTuning tuning) {
        PipeTuning before = pipe.tuning();
        pipe.setTuning(tuning);
        if (tuning.readThreads() != before.readThreads() || tuning.writeThreads() != before.writeThreads()) {
            gates.tuned(pipe);
        }
    }

    /// Forgets a pipe on which nothing is open; one that is not known is forgotten already.
    ///
    /// @param answer hears whether it is forgotten; not if something is queued, waits or runs there
    public void pipeRemoved(PipeId id, Consumer<Boolean> answer) {
        events.accept(() -> answer.accept(forget(id)));
    }

    private boolean forget(PipeId id) {
        PipeQueue pipe = pipes.find(id);
        if (pipe == null) {
            return true;
        }
        if (!pipe.isUnused()) {
            return false;
        }
        pipes.remove(pipe);
        gates.forget(pipe);
        holds.forget(id);
        state.removePipe(id);
        return true;
    }

    /// Sets how the activities of a user share each of its pipes; an empty map ends that. The user's pipes need
    /// not be known yet.
    ///
    /// @param weights zero or more per activity; those without one count as `default`
    public void activityShares(UserId user, Map<String, Double> weights) {
        ActivityWeights shares = ActivityWeights.of(weights);
        events.accept(() -> {
            activityWeights.put(user, shares);
            for (PipeQueue pipe : pipes.all()) {
                if (pipe.pipe().user().equals(user)
                        && !pipe.window().activityWeights().equals(shares)) {
                    pipe.window().setActivityWeights(shares);
                    pipe.window().noteReordered();
                    pipes.touch(pipe);
                }
            }
        });
    }

    /// Sets in which order the groups of each pipe go; pipes that it does not name have no order of their own
    /// any more.
    public void groupsOrdered(SortedMap<PipeId, List<GroupId>> order) {
        SortedMap<PipeId, List<GroupId>> copy = new TreeMap<>(order);
        events.accept(() -> {
            Set<PipeId> concerned = new TreeSet<>(groupOrder.keySet());
            concerned.addAll(copy.keySet());
            groupOrder = copy;
            for (PipeId id : concerned) {
                PipeQueue pipe = pipes.find(id);
                if (pipe != null) {
                    pipe.window().setGroupOrder(copy.getOrDefault(id, List.of()));
                    pipes.touch(pipe);
                }
            }
        });
    }

    // --- resource-sets and controls

    /// Makes a resource-set known.
    public void resourceSetDeclared(ResourceSet set) {
        events.accept(() -> {
            state.putResourceSet(set);
            gates.resourceSetDeclared(set.name());
        });
    }

    /// Forgets a resource-set, on which no resource control hangs any more.
    public void resourceSetRemoved(ResourceSetName set) {
        events.accept(() -> state.removeResourceSet(set));
    }

    /// Sets a resource control.
    public void resourceControlSet(ResourceControl control) {
        events.accept(() -> {
            state.putResourceControl(control);
            gates.controlsChanged();
        });
    }

    /// Takes a resource control back.
    public void resourceControlRemoved(ResourceControl like) {
        events.accept(() -> {
            state.removeResourceControl(like);
            gates.controlsChanged();
        });
    }

    // --- limits of connections

    /// Sets the most connections that pipes may have together at an endpoint.
    public void endpointLimitSet(EndpointLimit limit) {
        endpointLimitsSet(List.of(limit));
    }

    /// Sets limits of endpoints in one event: all pipes are looked at once for all of them.
    public void endpointLimitsSet(Collection<EndpointLimit> limits) {
        List<EndpointLimit> copy = List.copyOf(limits);
        limitsChanged(() -> copy.forEach(state::putEndpointLimit));
    }

    /// Takes the limit of an endpoint back.
    public void endpointLimitRemoved(Endpoint endpoint) {
        limitsChanged(() -> state.removeEndpointLimit(endpoint));
    }

    /// Sets the most connections that the pipes between two endpoints may have together.
    public void pairLimitSet(PairLimit limit) {
        pairLimitsSet(List.of(limit));
    }

    /// Sets limits of pairs in one event: all pipes are looked at once for all of them.
    public void pairLimitsSet(Collection<PairLimit> limits) {
        List<PairLimit> copy = List.copyOf(limits);
        limitsChanged(() -> copy.forEach(state::putPairLimit));
    }

    /// Takes the limit of a pair back.
    public void pairLimitRemoved(EndpointPair pair) {
        limitsChanged(() -> state.removePairLimit(pair));
    }

    /// Sets the most connections that all pipes may have together.
    public void totalLimitSet(int maxConnections) {
        limitsChanged(() -> state.putTotalLimit(maxConnections));
    }

    private void limitsChanged(Runnable change) {
        events.accept(() -> {
            change.run();
            gates.limitsChanged();
        });
    }

    // --- the other loops

    /// Takes over n from the control loop.
    public void controlDecided(ControlState control) {
        events.accept(() -> {
            state.putControl(control);
            for (PipeQueue pipe : pipes.all()) {
                PipeTuning decided = control.tuningOf(pipe.pipe());
                // The limits may have changed since the decision was made.
                PipeTuning tuning = decided.within(pipe.pipe().limits());
                if (!tuning.equals(pipe.tuning())) {
                    tune(pipe, tuning);
                    pipes.touch(pipe);
                }
            }
        });
    }

    /// The map loop has published a map with other content.
    public void mapChanged() {
        events.accept(this::adoptMap);
    }

    /// Takes over the map that is published, if it is not the one that was taken over last. What pipes are held to
    /// follows from it: their bounds and guarantees, and that nothing starts on pipes through resources whose
    /// capacity is 0. Asked before anything starts, so that nothing starts by a map that is not in force any more.
    void adoptMap() {
        NetworkMapSnapshot map = state.snapshot().map();
        if (!map.tellsTheSameAs(adopted)) {
            adopted = map;
            gates.mapChanged();
            holds.mapChanged(map);
        }
    }
}
