// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.Bound;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes a state small enough to be simulated in time: idle pipes are left out, and where more pipes are busy than can
/// be simulated, the smaller ones of a user that share the resources that matter become one.
///
/// A group has the summed limits, n, work and throughput of its members, and a weight that is their sum: with
/// proportional utility k equal pipes with T/k each are worth what one pipe of weight k with T is, but for a constant.
/// A resource matters if a bound or guarantee stands on it, or if it is among the fullest of those that several pipes
/// use. In the place of the others a group has a resource of its own, which carries what those would for each member by
/// itself, bounds on them included. Cost: O(P log P + total path length) for each size that is tried.
final class Grouping {
    /// What a pipe has of a group's throughput, as a part.
    record Member(PipeId group, double part) {}

    /// A smaller state.
    ///
    /// @param state what is simulated
    /// @param members where pipes went that are not simulated by themselves
    /// @param notes what was done, in words
    record Small(LiveState state, Map<PipeId, Member> members, List<String> notes) {}

    private static final int FIRST_RESOURCES = 64;
    private static final double LARGEST_WEIGHT = 1e6;
    private static final int MOST_CONNECTIONS = 1_000_000;

    private record Key(UserId user, List<ResourceId> path) {}

    private final LiveState state;
    private final Declared after;
    private final int most;

    /// The map again: with many pipes, looking up in sorted maps is most of the work.
    private final Map<PipeId, List<ResourceId>> paths;

    private final Map<ResourceId, Resource> resources;

    private Grouping(LiveState state, Declared after, int most) {
        this.state = state;
        this.after = after;
        this.most = most;
        this.paths = new HashMap<>(state.map().pipeResources());
        this.resources = new HashMap<>(state.map().resources());
    }

    /// What a pipe is sorted by.
    private record Ranked(PipeState pipe, boolean hasJob, double lastBps, double backlogBytes) {
        static final Comparator<Ranked> ORDER = Comparator.comparing(Ranked::hasJob)
                .thenComparingDouble(Ranked::lastBps)
                .thenComparingDouble(Ranked::backlogBytes)
                .reversed()
                .thenComparing(ranked -> ranked.pipe().pipe().id());

        static Ranked of(PipeState pipe) {
            return new Ranked(pipe, Grouping.hasJob(pipe), pipe.lastBps(), pipe.backlogBytes());
        }
    }

    /// @param after what shall be declared: resources that a control of it names matter too
    /// @param most pipes and groups together
    static Small of(LiveState state, Declared after, int most) {
        return new Grouping(state, after, most).small();
    }

    private Small small() {
        List<PipeState> busy = state.pipes().stream().filter(PipeState::isBusy).toList();
        if (busy.size() <= most) {
            return new Small(reduced(busy, paths, state.map().mappings(), resources), Map.of(), List.of());
        }
        List<PipeState> order = busy.stream()
                .map(Ranked::of)
                .sorted(Ranked.ORDER)
                .map(Ranked::pipe)
                .toList();
        int kept = most / 2;
        List<PipeState> single = order.subList(0, kept);
        List<PipeState> rest = order.subList(kept, order.size());
        for (int count = FIRST_RESOURCES; ; count /= 2) {
            Map<Key, List<PipeState>> groups = grouped(rest, important(count));
            if (groups.size() <= most - kept || count == 0) {
                return together(single, rest.size(), groups);
            }
        }
    }

    private static boolean hasJob(PipeState pipe) {
        return pipe.running().stream().anyMatch(work -> work.job() != null)
                || pipe.queued().stream().anyMatch(work -> work.job() != null);
    }

    /// The resources that matter: the fullest of those that controls stand on or several pipes use.
    private Set<ResourceId> important(int count) {
        Map<ResourceId, Integer> users = new HashMap<>();
        Map<ResourceId, Double> load = new HashMap<>();
        for (PipeState pipe : state.pipes()) {
            for (ResourceId id : new HashSet<>(pathOf(pipe))) {
                users.merge(id, 1, Integer::sum);
                load.merge(id, pipe.lastBps(), Double::sum);
            }
        }
        Set<ResourceId> controlled = new HashSet<>();
        Set<ResourceControl> changed = new HashSet<>(after.controls());
        changed.addAll(state.declared().controls());
        for (ResourceControl control : changed) {
            for (ResourceId id : users.keySet()) {
                if (contains(control, id)) {
                    controlled.add(id);
                }
            }
        }
        Map<ResourceId, Double> fullness = new HashMap<>();
        users.forEach((id, number) -> {
            Resource resource = resources.get(id);
            Double capacity = resource == null ? null : resource.capacityBps();
            double full = capacity == null || capacity <= 0 ? 0 : load.getOrDefault(id, 0.0) / capacity;
            if (number > 1 || controlled.contains(id)) {
                fullness.put(id, full + (controlled.contains(id) ? 1 : 0) + (number > 1 ? 1e-3 * Math.log(number) : 0));
            }
        });
        return fullness.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<ResourceId, Double> entry) -> -entry.getValue())
                        .thenComparing(Map.Entry::getKey))
                .limit(count)
                .map(Map.Entry::getKey)
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
    }

    private boolean contains(ResourceControl control, ResourceId id) {
        for (ResourceSet set : after.sets()) {
            if (set.name().equals(control.resourceSet())) {
                Resource resource = resources.get(id);
                return resource == null ? set.contains(id) : set.contains(resource);
            }
        }
        return false;
    }

    private List<ResourceId> pathOf(PipeState pipe) {
        return paths.getOrDefault(pipe.pipe().id(), List.of());
    }

    private Map<Key, List<PipeState>> grouped(List<PipeState> rest, Set<ResourceId> important) {
        Map<Key, List<PipeState>> groups = new java.util.LinkedHashMap<>();
        for (PipeState pipe : rest) {
            List<ResourceId> path = pathOf(pipe).stream()
                    .filter(important::contains)
                    .distinct()
                    .sorted()
                    .toList();
            groups.computeIfAbsent(new Key(pipe.pipe().user(), path), first -> new ArrayList<>())
                    .add(pipe);
        }
        return groups;
    }

    private Small together(List<PipeState> single, int grouped, Map<Key, List<PipeState>> groups) {
        List<PipeState> pipes = new ArrayList<>(single);
        Map<PipeId, List<ResourceId>> used = new HashMap<>();
        single.forEach(pipe -> used.put(pipe.pipe().id(), pathOf(pipe)));
        Map<PipeId, PipeMapping> mappings = new HashMap<>(state.map().mappings());
        Map<ResourceId, Resource> all = new HashMap<>(resources);
        Map<PipeId, Member> members = new HashMap<>();
        int number = 0;
        for (Map.Entry<Key, List<PipeState>> group : groups.entrySet()) {
            number++;
            PipeId id = PipeId.of("group:" + number);
            List<ResourceId> path = new ArrayList<>(group.getKey().path());
            double own = ownBps(group.getValue(), new HashSet<>(path));
            if (!Double.isInfinite(own)) {
                ResourceId ownId = ResourceId.of("group:" + number);
                all.put(ownId, new Resource(ownId, Resource.Kind.STORAGE_READ, own));
                path.add(ownId);
            }
            PipeState merged = merged(id, group.getKey().user(), group.getValue());
            pipes.add(merged);
            used.put(id, path);
            PipeMapping mapping = mappingOf(group.getValue());
            if (mapping != null) {
                mappings.put(id, mapping);
            }
            double moved =
                    group.getValue().stream().mapToDouble(PipeState::lastBps).sum();
            int size = group.getValue().size();
            group.getValue()
                    .forEach(pipe -> members.put(
                            pipe.pipe().id(), new Member(id, moved > 0 ? pipe.lastBps() / moved : 1.0 / size)));
        }
        List<String> notes = List.of(grouped + " of " + (single.size() + grouped) + " busy pipes, the smaller ones, are"
                + " simulated as " + groups.size() + " groups by user and the resources that matter most; limits of"
                + " their endpoints are left out");
        return new Small(reduced(pipes, used, mappings, all), members, notes);
    }

    /// How the map came to what a group uses: as for its members, where that is the same for all. Links that do not
    /// matter are not on its path, but are known all the same.
    private @Nullable PipeMapping mappingOf(List<PipeState> pipes) {
        PipeMapping first = state.map().mappings().get(pipes.getFirst().pipe().id());
        boolean isOfAll = pipes.stream()
                .allMatch(pipe -> Objects.equals(
                        first, state.map().mappings().get(pipe.pipe().id())));
        boolean hasLink = pipes.stream()
                .flatMap(pipe -> pathOf(pipe).stream())
                .map(resources::get)
                .anyMatch(resource -> resource != null && !resource.kind().isStorage());
        return !isOfAll || (first == null && hasLink) ? PipeMapping.MAPPED : first;
    }

    /// What the resources that do not count carry for each member, summed over the members.
    private double ownBps(Collection<PipeState> pipes, Set<ResourceId> counted) {
        double sum = 0;
        for (PipeState pipe : pipes) {
            double least = Double.POSITIVE_INFINITY;
            for (ResourceId id : pathOf(pipe)) {
                Resource resource = resources.get(id);
                if (!counted.contains(id) && resource != null) {
                    double capacityBps =
                            resource.capacityBps() == null ? Double.POSITIVE_INFINITY : resource.capacityBps();
                    least = Math.min(least, Math.min(capacityBps, boundBps(pipe, id, capacityBps)));
                }
            }
            sum += least;
        }
        return sum;
    }

    private double boundBps(PipeState pipe, ResourceId id, double capacityBps) {
        double least = Double.POSITIVE_INFINITY;
        for (ResourceControl control : after.controls()) {
            if (control instanceof Bound bound
                    && bound.user().equals(pipe.pipe().user())
                    && contains(bound, id)) {
                least = Math.min(
                        least,
                        switch (bound.limit()) {
                            case Bound.Rate rate -> rate.maxBps();
                            case Bound.CapacityShare share -> share.share() * capacityBps;
                        });
            }
        }
        return least;
    }

    private static PipeState merged(PipeId id, UserId user, List<PipeState> members) {
        double weight = 0;
        long least = 0;
        long most = 0;
        long n = 0;
        double arrivalBps = 0;
        double arrivalBytes = 0;
        long queuedFiles = 0;
        double queuedBytes = 0;
        long runningFiles = 0;
        double runningBytes = 0;
        TreeMap<Double, Sample> samples = new TreeMap<>(Comparator.reverseOrder());
        for (PipeState pipe : members) {
            weight += pipe.pipe().weight();
            least += pipe.pipe().limits().minConnections();
            most += pipe.pipe().limits().maxConnections();
            n += pipe.connections();
            arrivalBps += pipe.arrivalBps();
            arrivalBytes = Math.max(arrivalBytes, pipe.arrivalBytes());
            for (Work work : pipe.queued()) {
                queuedFiles += work.files();
                queuedBytes += work.bytes();
            }
            for (Work work : pipe.running()) {
                runningFiles += work.files();
                runningBytes += work.bytes();
            }
            for (Sample sample : pipe.samples()) {
                samples.merge(sample.agoSeconds(), sample, Grouping::sum);
            }
        }
        int largest = Math.clamp(most, 1, MOST_CONNECTIONS);
        Pipe pipe = new Pipe(
                id,
                new Endpoint("group", "from-" + id.value().replace(':', '-'), -1),
                new Endpoint("group", "to-" + id.value().replace(':', '-'), -1),
                user,
                new PipeLimits((int) Math.min(least, largest), largest),
                Math.min(weight, LARGEST_WEIGHT));
        return new PipeState(
                pipe,
                (int) Math.min(n, largest),
                runningFiles > 0 ? List.of(new Work(runningFiles, runningBytes / runningFiles, null)) : List.of(),
                queuedFiles > 0 ? List.of(new Work(queuedFiles, queuedBytes / queuedFiles, null)) : List.of(),
                arrivalBps,
                arrivalBytes,
                List.copyOf(samples.values()));
    }

    private static Sample sum(Sample one, Sample other) {
        return new Sample(
                one.agoSeconds(),
                one.lengthSeconds(),
                one.connections() + other.connections(),
                one.openConnections() + other.openConnections(),
                one.throughputBps() + other.throughputBps(),
                one.queued() + other.queued());
    }

    /// The same with fewer pipes, and a map of what they use only.
    private LiveState reduced(
            List<PipeState> pipes,
            Map<PipeId, List<ResourceId>> given,
            Map<PipeId, PipeMapping> told,
            Map<ResourceId, Resource> all) {
        SortedMap<PipeId, List<ResourceId>> used = new TreeMap<>();
        SortedMap<PipeId, PipeMapping> mappings = new TreeMap<>();
        SortedMap<ResourceId, Resource> on = new TreeMap<>();
        for (PipeState pipe : pipes) {
            List<ResourceId> path = given.getOrDefault(pipe.pipe().id(), List.of());
            used.put(pipe.pipe().id(), path);
            PipeMapping mapping = told.get(pipe.pipe().id());
            if (mapping != null) {
                mappings.put(pipe.pipe().id(), mapping);
            }
            for (ResourceId id : path) {
                Resource resource = all.get(id);
                if (resource != null) {
                    on.put(id, resource);
                }
            }
        }
        NetworkMapSnapshot map =
                new NetworkMapSnapshot(state.map().version(), state.map().asOf(), on, used, mappings);
        List<ConstraintReport> reports = state.reports().stream()
                .filter(report -> on.containsKey(report.resource()))
                .toList();
        return new LiveState(state.declared(), pipes, map, reports, state.controller(), state.notes());
    }
}
