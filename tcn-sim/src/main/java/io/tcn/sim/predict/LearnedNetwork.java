// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Deterioration;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.sim.network.FluidNetwork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The network as far as a server can know it: capacities that the map tells, and what was measured.
///
/// - **Capacity.** What the map tells. Of a resource of which it tells none, one is believed only where more
///   connections brought nothing more ([UsualLoad]), and no bound held down what went over it; it is then what it
///   carried. And where the optimizer found no reason to move n: n that rests between its limits, with work waiting
///   and under no bound, says that something is full, and if no known resource is, it is taken to be the unknown one;
///   of several the one of the fewest pipes. Otherwise it may carry [#BEYOND] times the most that was seen, and under
///   a bound it is taken not to limit.
/// - **Ceiling of a connection.** What was measured where no resource held it down ([MeasuredCeilings]).
///
/// Not modelled: ramp-up, cost for each file (it is within the measured ceiling), background traffic by itself (it is
/// within a learnt capacity, and makes one that is told too large). Cost: O(samples times path length).
final class LearnedNetwork {
    /// A resource that carries this part of its capacity is full.
    static final double FULL = 0.9;

    /// How much more than the most that was seen a resource may carry that was never full, or a connection that a full
    /// resource always held down.
    static final double BEYOND = 1.25;

    /// n rests if its mean over the newer half of so many intervals differs by no more than this part, or a connection.
    private static final double REST = 0.15;

    private static final int REST_INTERVALS = 30;

    /// The part of what a resource carries that rests, if it is full.
    private static final double MOST = 0.7;

    /// What uses this part of a bound is held down by it.
    private static final double HELD = 0.7;

    /// Over so many intervals it is looked how much of a bound is used.
    private static final int LATELY_INTERVALS = 10;

    /// Fewer intervals tell no slope.
    private static final int LEAST_INTERVALS = 6;

    private final LiveState state;
    private final History history;
    private final Map<PipeId, PipeState> pipes = new TreeMap<>();
    private final Map<ResourceId, List<PipeState>> users = new TreeMap<>();
    private final Map<ResourceId, Double> capacityBps = new HashMap<>();
    private final MeasuredCeilings ceilings;
    private final double measurementError;
    private final List<String> notes = new ArrayList<>();

    private LearnedNetwork(LiveState state) {
        this.state = state;
        this.history = new History(state);
        for (PipeState pipe : state.pipes()) {
            pipes.put(pipe.pipe().id(), pipe);
            pathOf(pipe)
                    .forEach(resource -> users.computeIfAbsent(resource, first -> new ArrayList<>())
                            .add(pipe));
        }
        users.keySet().forEach(id -> {
            Resource resource = resource(id);
            if (resource.capacityBps() != null) {
                capacityBps.put(id, resource.capacityBps());
            }
        });
        findFullOnes();
        this.ceilings = MeasuredCeilings.of(state, history, capacityBps);
        notes.addAll(ceilings.notes());
        this.measurementError = MeasuredChance.of(state, history);
    }

    /// Learns from what a server knows.
    static LearnedNetwork of(LiveState state) {
        return new LearnedNetwork(state);
    }

    /// What had to be guessed, in words.
    List<String> notes() {
        return List.copyOf(notes);
    }

    /// What a resource carries at most, in bit/s; null where nothing is known to limit it.
    @Nullable
    Double capacityBps(ResourceId resource) {
        return capacityBps.get(resource);
    }

    /// What a connection of a pipe carries at most, in bit/s.
    double ceilingBps(PipeId pipe) {
        return ceilings.bps(pipe);
    }

    /// Standard deviation of what a pipe is seen to move in an interval, as a part of it.
    double measurementError() {
        return measurementError;
    }

    private Set<ResourceId> pathOf(PipeState pipe) {
        return new LinkedHashSet<>(
                state.map().pipeResources().getOrDefault(pipe.pipe().id(), List.of()));
    }

    private Resource resource(ResourceId id) {
        Resource resource = state.map().resources().get(id);
        if (resource == null) {
            throw new IllegalStateException("resource " + id + " is on a path but not in the map");
        }
        return resource;
    }

    /// Gives resources without a known capacity one, where the past shows it.
    private void findFullOnes() {
        List<ResourceId> unknown = users.keySet().stream()
                .filter(id -> !capacityBps.containsKey(id))
                .sorted(Comparator.comparingInt((ResourceId id) ->
                                users.getOrDefault(id, List.of()).size())
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        Set<PipeId> explained = new HashSet<>();
        for (PipeState pipe : pipes.values()) {
            if (isFullBefore(pipe)) {
                explained.add(pipe.pipe().id());
            }
        }
        for (ResourceId id : unknown) {
            List<PipeState> busy = users.getOrDefault(id, List.of()).stream()
                    .filter(pipe -> pipe.lastBps() > 0)
                    .toList();
            boolean isNeeded = busy.stream()
                    .anyMatch(pipe -> !explained.contains(pipe.pipe().id()));
            double full = busy.isEmpty() ? 0 : fullBps(id, busy, isNeeded);
            if (full > 0) {
                capacityBps.put(id, full);
                busy.forEach(pipe -> explained.add(pipe.pipe().id()));
                notes.add("nobody tells the capacity of " + id + ": it is taken to be what it carried when more"
                        + " connections brought nothing more");
            } else {
                believe(id, busy);
            }
        }
    }

    /// Nothing shows that a resource was full: it may carry somewhat more than what was seen. Where a bound held
    /// down what went over it, nothing is known at all, and it is taken not to limit.
    private void believe(ResourceId id, List<PipeState> busy) {
        if (busy.stream().anyMatch(this::isBound)) {
            notes.add("nobody tells the capacity of " + id + ", and under a bound it did not show: it is taken not to"
                    + " limit");
            return;
        }
        double most = history.of(id).values().stream()
                .mapToDouble(History.Load::bps)
                .max()
                .orElse(0);
        if (most > 0) {
            capacityBps.put(id, BEYOND * most);
            notes.add("nobody tells the capacity of " + id + ", and it was never seen full: it is taken to be "
                    + Math.round(100 * BEYOND) + " % of the most that was seen");
        }
    }

    /// Whether a resource of known capacity on its path was full in the newest interval.
    private boolean isFullBefore(PipeState pipe) {
        if (pipe.samples().isEmpty()) {
            return false;
        }
        long slot = history.slotOf(pipe.samples().getLast());
        return pathOf(pipe).stream().anyMatch(id -> history.fullIn(slot, id, capacityBps.get(id)) != null);
    }

    /// What a resource carries when it is full; 0 if it does not look full.
    private double fullBps(ResourceId id, List<PipeState> busy, boolean isNeeded) {
        List<History.Load> loads = history.of(id).values().stream()
                .filter(load -> load.connections() > Sample.LEAST_OPEN)
                .toList();
        if (loads.size() < LEAST_INTERVALS) {
            return 0;
        }
        UsualLoad usual = UsualLoad.of(loads);
        boolean isFull = (usual.isFlat() && !areMostlyBound(busy)) || (isNeeded && mostRest(busy));
        return isFull ? usual.bps() : 0;
    }

    /// Whether n rests between its limits although there is work and no bound: the optimizer climbs where climbing
    /// brings anything.
    private boolean restsFreely(PipeState pipe) {
        List<Sample> samples = pipe.samples();
        if (samples.size() < LEAST_INTERVALS || isBound(pipe)) {
            return false;
        }
        List<Sample> newest = samples.subList(Math.max(0, samples.size() - REST_INTERVALS), samples.size());
        int half = newest.size() / 2;
        double older = meanConnections(newest.subList(0, half));
        double newer = meanConnections(newest.subList(half, newest.size()));
        return newest.stream().allMatch(sample -> sample.queued() >= 1)
                && newer < (1 - REST) * pipe.pipe().limits().maxConnections()
                && Math.abs(newer - older) <= Math.max(1, REST * older);
    }

    /// Whether those rest that carry most of what a resource carries.
    private boolean mostRest(List<PipeState> busy) {
        double all = 0;
        double resting = 0;
        for (PipeState pipe : busy) {
            all += pipe.lastBps();
            resting += restsFreely(pipe) ? pipe.lastBps() : 0;
        }
        return resting >= MOST * all;
    }

    private static double meanConnections(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::connections).average().orElse(0);
    }

    private boolean isBound(PipeState pipe) {
        Set<ResourceId> path = pathOf(pipe);
        for (ConstraintReport report : state.reports()) {
            if (report.kind().isUpper()
                    && report.user().equals(pipe.pipe().user())
                    && path.contains(report.resource())
                    && Math.max(report.usedBps(), latelyBps(report.user(), report.resource()))
                            >= HELD * report.limitBps()) {
                return true;
            }
        }
        return false;
    }

    /// What a user has moved over a resource in the last intervals, in the mean: in a single one files may have ended.
    private double latelyBps(UserId user, ResourceId resource) {
        double bps = 0;
        for (PipeState pipe : users.getOrDefault(resource, List.of())) {
            if (pipe.pipe().user().equals(user)) {
                bps += latelyBps(pipe);
            }
        }
        return bps;
    }

    private static double latelyBps(PipeState pipe) {
        List<Sample> samples = pipe.samples();
        return samples.subList(Math.max(0, samples.size() - LATELY_INTERVALS), samples.size()).stream()
                .mapToDouble(Sample::throughputBps)
                .average()
                .orElse(0);
    }

    /// Whether bounds hold down what goes over a resource: then n says nothing about what it can carry.
    private boolean areMostlyBound(List<PipeState> busy) {
        double all = 0;
        double bound = 0;
        for (PipeState pipe : busy) {
            all += latelyBps(pipe);
            bound += isBound(pipe) ? latelyBps(pipe) : 0;
        }
        return bound > (1 - MOST) * all;
    }

    /// The network that the fluid model works with.
    FluidNetwork network() {
        List<ResourceId> ids = new ArrayList<>(users.keySet());
        Map<ResourceId, Integer> index = new HashMap<>();
        List<Resource> resources = new ArrayList<>();
        double[] capacity = new double[ids.size()];
        double[] from = new double[ids.size()];
        double[] loss = new double[ids.size()];
        for (int r = 0; r < ids.size(); r++) {
            ResourceId id = ids.get(r);
            index.put(id, r);
            Resource told = resource(id);
            Double known = capacityBps.get(id);
            Deterioration costs = known == null ? null : told.deterioration();
            boolean deteriorates = costs != null && costs.bpsPerConnection() > 0;
            capacity[r] = known == null ? Double.POSITIVE_INFINITY : known;
            from[r] = costs != null && deteriorates ? costs.fromConnections() : Double.POSITIVE_INFINITY;
            loss[r] = costs != null && deteriorates ? costs.bpsPerConnection() : 0;
            resources.add(new Resource(id, told.kind(), known, told.connectionCeilingBps(), costs));
        }
        List<PipeId> order = new ArrayList<>(pipes.keySet());
        int[][] paths = new int[order.size()][];
        double[] ceiling = new double[order.size()];
        List<List<Integer>> lists = new ArrayList<>();
        List<Double> rtts = new ArrayList<>();
        for (int i = 0; i < paths.length; i++) {
            PipeState pipe = pipes.get(order.get(i));
            List<Integer> path = pipe == null
                    ? List.of()
                    : pathOf(pipe).stream().map(index::get).toList();
            paths[i] = path.stream().mapToInt(Integer::intValue).toArray();
            ceiling[i] = ceilingBps(order.get(i));
            lists.add(path);
            rtts.add(0.0);
        }
        return new FluidNetwork(
                order, resources, lists, new FlowNetwork(paths, capacity, from, loss, ceiling), rtts, Map.of());
    }
}
