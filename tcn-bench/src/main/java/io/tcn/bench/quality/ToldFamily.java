// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeTable;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.Physics;
import io.tcn.sim.network.TransferPhysics;
import io.tcn.sim.oracle.GroupBound;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A family of scenarios on ESnet6 that are as the paper has them: one ceiling for all connections, deterioration
/// that begins where a resource is full, and a map that tells all of it, or nothing. Pipes lead between sites of 100
/// Gbit/s or more, drawn by the seed; families of the same size have the same pipes for the same seed.
///
/// @param name its name
/// @param describes what it is about, in a few words
/// @param pipes how many pipes
/// @param physics how the network behaves
/// @param knowledge what the map tells
/// @param traits what else is special
record ToldFamily(String name, String describes, int pipes, Physics physics, Knowledge knowledge, Set<Trait> traits)
        implements Family {
    /// What may be special about a family.
    enum Trait {
        /// Three users; each may use a fifth of every link, 60 % of an even share.
        BOUNDED,
        /// Storages of 20 to 120 Gbit/s per side that the map does not know.
        HIDDEN_STORAGE,
        /// All links lose half of their capacity after [#HALVED_AFTER] intervals.
        HALVED,
        /// The map tells a change of the network at once.
        TOLD,
        /// What is measured over an interval is off by 2 % (standard deviation).
        NOISE_2,
        /// The same by 10 %.
        NOISE_10,
        /// Pipes become busy and idle.
        ARRIVALS,
        /// Backlogs are files for all contestants.
        FILES
    }

    static final PipeLimits LIMITS = new PipeLimits(1, 100);
    static final int HALVED_AFTER = 60;
    static final double BOUND_SHARE = 0.2;
    private static final int USERS = 3;
    private static final double LEAST_SITE_GBPS = 100;
    private static final double MEAN_BUSY_INTERVALS = 10;

    /// Loss of the whole capacity at 40 connections per pipe.
    private static final Physics STRONG = new Physics(Physics.DEFAULT.ceilingBps(), 1.0, 40);

    /// All families.
    static final List<ToldFamily> ALL = List.of(
            of("unbounded-30", "30 pipes, no bounds, everything known"),
            of("bounded-30", "3 users x 10 pipes, each user bounded at 0.2 of every link", Trait.BOUNDED),
            of(
                    "hidden-storage-30",
                    "storages of 20-120 Gbit/s per side that the map does not know",
                    Trait.HIDDEN_STORAGE),
            new ToldFamily(
                    "blackbox-30",
                    "as unbounded-30; the map tells paths only",
                    30,
                    Physics.DEFAULT,
                    Knowledge.NONE,
                    Set.of()),
            new ToldFamily(
                    "non-convex-30",
                    "all capacity lost at 40 connections per pipe",
                    30,
                    STRONG,
                    Knowledge.FULL,
                    Set.of()),
            of("halved-30", "all links halve after interval 60, the map does not tell", Trait.HALVED),
            of("halved-told-30", "all links halve after interval 60, the map tells at once", Trait.HALVED, Trait.TOLD),
            of("noise-2-30", "as unbounded-30; what an interval shows is off by 2 %", Trait.NOISE_2),
            of("noise-10-30", "as unbounded-30; what an interval shows is off by 10 %", Trait.NOISE_10),
            new ToldFamily("unbounded-300", "300 pipes, no bounds", 300, Physics.DEFAULT, Knowledge.FULL, Set.of()),
            of("files-30", "as unbounded-30; deep queues of files of 5 GB instead of one without end", Trait.FILES),
            of("arrivals-30", "30 pipes, each busy half of the time", Trait.ARRIVALS));

    private static ToldFamily of(String name, String describes, Trait... traits) {
        return new ToldFamily(name, describes, 30, Physics.DEFAULT, Knowledge.FULL, Set.of(traits));
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /// What decides an optimum.
    private record Key(int pipes, Physics physics, boolean bounded, boolean storages, boolean halved) {}

    @Override
    public Object optimumKey() {
        return new Key(pipes, physics, has(Trait.BOUNDED), has(Trait.HIDDEN_STORAGE), has(Trait.HALVED));
    }

    @Override
    public boolean isBounded() {
        return has(Trait.BOUNDED);
    }

    @Override
    public boolean hasManyOptima() {
        return has(Trait.ARRIVALS);
    }

    @Override
    public int changeAfter() {
        return has(Trait.HALVED) ? HALVED_AFTER : 0;
    }

    /// Deep queues for the optimizer of FTS, which would stand still without; the others get transfers without end.
    @Override
    public Backlog backlog(boolean needsQueue) {
        return has(Trait.FILES) ? Backlog.FILES : needsQueue ? Backlog.LARGE_FILES : Backlog.ENDLESS;
    }

    @Override
    public World world(long seed, int intervals) {
        Topology topology = Esnet.topology();
        // One source per purpose, so that families differ in nothing but what makes them special.
        SplittableRandom forPipes = new SplittableRandom(seed);
        SplittableRandom forStorages = new SplittableRandom(seed ^ 0x5704a6e5L);
        SplittableRandom forArrivals = new SplittableRandom(seed ^ 0xa441fa15L);
        List<UserId> users = new ArrayList<>();
        for (int u = 0; u < USERS; u++) {
            users.add(UserId.of("user-" + (char) ('a' + u)));
        }
        List<Pipe> drawn = draw(topology, users, forPipes);
        NetworkMapSnapshot map = mapOf(topology, drawn, 1);
        Set<ResourceId> hidden = new HashSet<>();
        @Nullable SortedMap<ResourceId, Double> storages = null;
        if (has(Trait.HIDDEN_STORAGE)) {
            storages = new TreeMap<>();
            for (Resource resource : map.resources().values()) {
                if (resource.kind() != Resource.Kind.LINK) {
                    hidden.add(resource.id());
                    storages.put(resource.id(), (20 + 100 * forStorages.nextDouble()) * 1e9);
                }
            }
            map = withCapacities(map, storages);
        }
        FluidNetwork network = FluidNetwork.of(map, drawn, physics);
        List<World.Change> changes = List.of();
        if (has(Trait.HALVED)) {
            FluidNetwork halved = FluidNetwork.of(withHalfLinks(map), drawn, physics);
            changes = List.of(new World.Change(HALVED_AFTER, halved, has(Trait.TOLD)));
        }
        return new World(
                drawn,
                users,
                has(Trait.BOUNDED) ? controls(users) : List.of(),
                has(Trait.BOUNDED) ? bounds(network, drawn) : List.of(),
                Claims.NONE,
                map,
                network,
                network,
                knowledge,
                hidden,
                changes,
                has(Trait.NOISE_10) ? 0.1 : has(Trait.NOISE_2) ? 0.02 : 0,
                has(Trait.ARRIVALS)
                        ? Activity.poisson(pipes, intervals, MEAN_BUSY_INTERVALS, forArrivals)
                        : Activity.all(pipes),
                LIMITS,
                TransferPhysics.NONE,
                List.of(),
                QualityRun.INTERVAL);
    }

    /// ESnet6, read once.
    private static final class Esnet {
        private static final Topology READ = read();

        static Topology topology() {
            return READ;
        }

        private static Topology read() {
            try {
                return new ScenarioReader().readTopology("esnet6-2026");
            } catch (InvalidScenarioException missing) {
                throw new IllegalStateException("the topology of ESnet6 cannot be read", missing);
            }
        }
    }

    private List<Pipe> draw(Topology topology, List<UserId> users, SplittableRandom random) {
        List<String> sites = topology.allSites().stream()
                .filter(site -> site.capacityGbps() != null && site.capacityGbps() >= LEAST_SITE_GBPS)
                .map(Topology.Site::id)
                .sorted()
                .toList();
        Set<String> taken = new HashSet<>();
        List<Pipe> drawn = new ArrayList<>();
        while (drawn.size() < pipes) {
            String from = sites.get(random.nextInt(sites.size()));
            String to = sites.get(random.nextInt(sites.size()));
            UserId user = users.get(drawn.size() % users.size());
            if (from.equals(to) || !taken.add(from + ">" + to + ">" + user)) {
                continue;
            }
            PipeId id = PipeId.of(String.format(Locale.ROOT, "p%03d-%s-%s", drawn.size() + 1, from, to));
            drawn.add(new Pipe(id, Scenario.endpointOf(from), Scenario.endpointOf(to), user, LIMITS));
        }
        return List.copyOf(drawn);
    }

    private static NetworkMapSnapshot mapOf(Topology topology, List<Pipe> pipes, int version) {
        Map<io.tcn.core.model.Endpoint, String> sites = new TreeMap<>();
        topology.allSites().forEach(site -> sites.put(Scenario.endpointOf(site.id()), site.id()));
        NetworkMapSnapshot map =
                new TopologyNetworkMap(topology, sites, StorageAssumption.ESNET, new Engine()).map(PipeTable.of(pipes));
        return new NetworkMapSnapshot(
                new io.tcn.core.model.MapVersion(version), map.asOf(), map.resources(), map.pipeResources());
    }

    private static NetworkMapSnapshot withHalfLinks(NetworkMapSnapshot map) {
        SortedMap<ResourceId, Double> halves = new TreeMap<>();
        for (Resource resource : map.resources().values()) {
            if (resource.kind() == Resource.Kind.LINK && resource.capacityBps() != null) {
                halves.put(resource.id(), resource.capacityBps() / 2);
            }
        }
        return withCapacities(map, halves);
    }

    private static NetworkMapSnapshot withCapacities(NetworkMapSnapshot map, SortedMap<ResourceId, Double> capacities) {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>(map.resources());
        capacities.forEach((id, capacityBps) ->
                resources.computeIfPresent(id, (same, before) -> new Resource(same, before.kind(), capacityBps)));
        return new NetworkMapSnapshot(map.version(), map.asOf(), resources, map.pipeResources());
    }

    private static List<ResourceControl> controls(List<UserId> users) {
        List<ResourceControl> controls = new ArrayList<>();
        for (UserId user : users) {
            controls.add(new Bound(user, ResourceSet.ALL_LINKS.name(), new Bound.CapacityShare(BOUND_SHARE)));
        }
        return controls;
    }

    /// What [#controls] means, worked out by ourselves: a bound per user and link.
    private static List<GroupBound> bounds(FluidNetwork network, List<Pipe> pipes) {
        SortedMap<String, List<Integer>> members = new TreeMap<>();
        SortedMap<String, Double> limits = new TreeMap<>();
        for (int i = 0; i < pipes.size(); i++) {
            for (int r : network.path(i)) {
                Resource resource = network.resources().get(r);
                if (resource.kind() == Resource.Kind.LINK) {
                    String key = pipes.get(i).user() + " " + resource.id();
                    members.computeIfAbsent(key, absent -> new ArrayList<>()).add(i);
                    limits.put(key, BOUND_SHARE * network.flows().capacityBps(r, 0));
                }
            }
        }
        List<GroupBound> bounds = new ArrayList<>();
        members.forEach((key, list) -> bounds.add(new GroupBound(list, limits.getOrDefault(key, 0.0))));
        return bounds;
    }
}
