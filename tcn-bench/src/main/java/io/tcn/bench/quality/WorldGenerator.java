// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Deterioration;
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
import io.tcn.core.port.PipeTable;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.topology.StorageAssumption;
import io.tcn.core.topology.Topology;
import io.tcn.core.topology.TopologyNetworkMap;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.TransferPhysics;
import io.tcn.sim.oracle.GroupBound;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.ScenarioReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/// Makes worlds as [WorldTraits] want them. Each purpose has a source of random numbers of its own, so that one trait
/// does not move what others draw: the worlds of one seed that differ in their noise alone are the same otherwise.
///
/// Lives as long as one world.
final class WorldGenerator {
    static final PipeLimits LIMITS = new PipeLimits(1, 100);

    /// How long background traffic stays the same, in intervals. It changes halfway between those that are looked at.
    private static final int BACKGROUND_STEP = 30;

    private static final int BACKGROUND_FIRST = 15;
    private static final int USERS = 3;
    private static final double LEAST_WRONG = 0.1;
    private static final double LEAST_SITE_GBPS = 1;
    private static final double LEAST_RTT = 0.002;
    private static final double RTT_SPAN = 150;
    private static final List<String> ANYWHERE =
            List.of("random", "random", "random", "esnet6-2026", "zoo-abilene-2005", "zoo-esnet-2007");

    /// What is drawn, each with a source of its own.
    private enum Purpose {
        PLACE(1),
        GRAPH(2),
        PIPES(3),
        HIDDEN(4),
        CEILINGS(5),
        WRONG(6),
        BACKGROUND(7),
        BOUNDS(8),
        RTT(9),
        MARKERS(10),
        CLAIMS(11);

        private final long number;

        Purpose(long number) {
            this.number = number;
        }
    }

    private final WorldTraits traits;
    private final long seed;

    private WorldGenerator(WorldTraits traits, long seed) {
        this.traits = traits;
        this.seed = seed;
    }

    /// The world of a seed.
    ///
    /// @param intervals for how long background traffic is drawn
    static World generate(WorldTraits traits, long seed, int intervals) {
        return new WorldGenerator(traits, seed).world(intervals);
    }

    /// The seed is mixed first. A generator goes on by a constant from number to number, so that seeds which differ by
    /// just that give the same numbers, one place further on: worlds of neighbouring seeds would be kin.
    private SplittableRandom randomFor(Purpose purpose) {
        return new SplittableRandom(new SplittableRandom(seed).nextLong() + purpose.number * 0xD1B54A32D192ED03L);
    }

    private World world(int intervals) {
        List<UserId> users = new ArrayList<>();
        for (int u = 0; u < USERS; u++) {
            users.add(UserId.of("user-" + (char) ('a' + u)));
        }
        Topology topology = topology();
        List<Pipe> pipes = new ArrayList<>();
        NetworkMapSnapshot paths = connect(topology, users, pipes);
        SortedMap<ResourceId, Double> capacityBps = new TreeMap<>();
        paths.pipeResources()
                .values()
                .forEach(path -> path.forEach(id -> {
                    Resource resource = paths.resources().get(id);
                    if (resource != null && resource.capacityBps() != null) {
                        capacityBps.put(id, resource.capacityBps());
                    }
                }));
        Set<ResourceId> hidden = hide(paths, pipes, capacityBps);
        double[] ceilingBps = ceilings(paths, pipes, capacityBps);
        FluidNetwork network = network(paths, pipes, capacityBps, ceilingBps, capacityBps);
        SortedMap<ResourceId, Double> toldBps = told(capacityBps);
        List<World.Change> changes = new ArrayList<>();
        if (traits.background() > 0) {
            SplittableRandom random = randomFor(Purpose.BACKGROUND);
            for (int after = BACKGROUND_FIRST; after < intervals; after += BACKGROUND_STEP) {
                SortedMap<ResourceId, Double> left = withBackground(paths, capacityBps, random);
                changes.add(new World.Change(after, network(paths, pipes, left, ceilingBps, capacityBps), false));
            }
        }
        List<ResourceControl> controls = new ArrayList<>();
        List<GroupBound> bounds = new ArrayList<>();
        bind(users, pipes, network, toldBps, controls, bounds);
        List<FluidNetwork> later = changes.stream().map(World.Change::network).toList();
        Claims claims = new ClaimsGenerator(users, pipes, network, later, LIMITS, bounds, randomFor(Purpose.CLAIMS))
                .draw(traits.guarantee(), traits.weights());
        controls.addAll(claims.controls());
        return new World(
                pipes,
                users,
                controls,
                bounds,
                claims,
                paths,
                network,
                network(paths, pipes, toldBps, ceilingBps, capacityBps),
                Knowledge.CAPACITIES,
                hidden,
                changes,
                traits.noise(),
                Activity.all(pipes.size()),
                LIMITS,
                physics(),
                periods(),
                Duration.ofNanos(Math.round(traits.interval() * 1e9)));
    }

    private Topology topology() {
        String place = traits.topology();
        if (place.equals("any")) {
            place = ANYWHERE.get(randomFor(Purpose.PLACE).nextInt(ANYWHERE.size()));
        }
        if (place.equals("random")) {
            return RandomGraph.draw(randomFor(Purpose.GRAPH));
        }
        if (place.equals("link")) {
            return new Topology(
                    "link",
                    List.of(new Topology.Node("a", "site", null, null), new Topology.Node("b", "site", null, null)),
                    List.of(new Topology.Link("a--b", "a", "b", 10, 10.0, 1.0)),
                    null);
        }
        try {
            return new ScenarioReader().readTopology(place);
        } catch (InvalidScenarioException missing) {
            throw new IllegalStateException("the topology " + place + " cannot be read", missing);
        }
    }

    /// Draws pipes between sites that have a way to each other. Each has storages of its own name at both sites, so
    /// that several may lead the same way; what a site can read and write they share.
    private NetworkMapSnapshot connect(Topology topology, List<UserId> users, List<Pipe> pipes) {
        SplittableRandom random = randomFor(Purpose.PIPES);
        List<String> sites = topology.allSites().stream()
                .filter(site -> site.capacityGbps() != null && site.capacityGbps() >= LEAST_SITE_GBPS)
                .map(Topology.Site::id)
                .sorted()
                .toList();
        Map<Endpoint, String> siteOf = new HashMap<>();
        TopologyNetworkMap ways = new TopologyNetworkMap(topology, Map.of(), StorageAssumption.ESNET, new Engine());
        while (pipes.size() < traits.pipes()) {
            String from = sites.get(random.nextInt(sites.size()));
            String to = sites.get(random.nextInt(sites.size()));
            if (from.equals(to) || ways.routes().find(from, to).isEmpty()) {
                continue;
            }
            int number = pipes.size() + 1;
            Endpoint source = new Endpoint("sim", "from-" + number, -1);
            Endpoint destination = new Endpoint("sim", "to-" + number, -1);
            siteOf.put(source, from);
            siteOf.put(destination, to);
            PipeId id = PipeId.of(String.format(Locale.ROOT, "p%05d", number));
            pipes.add(new Pipe(id, source, destination, users.get(pipes.size() % users.size()), LIMITS));
        }
        return new TopologyNetworkMap(topology, siteOf, StorageAssumption.ESNET, new Engine()).map(PipeTable.of(pipes));
    }

    private Set<ResourceId> hide(
            NetworkMapSnapshot paths, List<Pipe> pipes, SortedMap<ResourceId, Double> capacityBps) {
        SplittableRandom random = randomFor(Purpose.HIDDEN);
        Set<ResourceId> hidden = new HashSet<>();
        SortedMap<ResourceId, Double> before = new TreeMap<>(capacityBps);
        for (Pipe pipe : pipes) {
            double draw = random.nextDouble();
            double part = 0.2 + 0.4 * random.nextDouble();
            List<ResourceId> path = paths.pipeResources().getOrDefault(pipe.id(), List.of());
            if (draw < traits.hidden() && hidden.add(path.getLast())) {
                capacityBps.put(path.getLast(), part * narrowestBps(path, before));
            }
        }
        return hidden;
    }

    private static double narrowestBps(List<ResourceId> path, Map<ResourceId, Double> capacityBps) {
        return path.stream()
                .mapToDouble(id -> capacityBps.getOrDefault(id, Double.POSITIVE_INFINITY))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private double[] ceilings(NetworkMapSnapshot paths, List<Pipe> pipes, Map<ResourceId, Double> capacityBps) {
        SplittableRandom random = randomFor(Purpose.CEILINGS);
        double[] ceilingBps = new double[pipes.size()];
        for (int i = 0; i < ceilingBps.length; i++) {
            List<ResourceId> path =
                    paths.pipeResources().getOrDefault(pipes.get(i).id(), List.of());
            ceilingBps[i] =
                    narrowestBps(path, capacityBps) * traits.most() * Math.pow(traits.ratio(), -random.nextDouble());
        }
        return ceilingBps;
    }

    /// @param realBps what resources have when nobody else uses them, of which deterioration takes a part
    private FluidNetwork network(
            NetworkMapSnapshot paths,
            List<Pipe> pipes,
            SortedMap<ResourceId, Double> capacityBps,
            double[] ceilingBps,
            Map<ResourceId, Double> realBps) {
        List<ResourceId> used = new ArrayList<>(new TreeSet<>(
                paths.pipeResources().values().stream().flatMap(List::stream).toList()));
        Map<ResourceId, Integer> index = new HashMap<>();
        used.forEach(id -> index.put(id, index.size()));
        double[] most = new double[used.size()];
        double[] lossBps = new double[used.size()];
        double[] from = new double[used.size()];
        Arrays.fill(from, traits.knee());
        List<Resource> resources = new ArrayList<>();
        for (int r = 0; r < most.length; r++) {
            ResourceId id = used.get(r);
            Double known = capacityBps.get(id);
            most[r] = known == null ? Double.POSITIVE_INFINITY : known;
            lossBps[r] = known == null ? 0 : traits.loss() * realBps.getOrDefault(id, known);
            Resource before = paths.resources().get(id);
            if (before == null) {
                throw new IllegalStateException("resource " + id + " is on a path but not in the map");
            }
            Deterioration worn = lossBps[r] > 0 ? new Deterioration(from[r], lossBps[r]) : Deterioration.NONE;
            resources.add(new Resource(id, before.kind(), known, null, worn));
        }
        List<List<Integer>> pathOf = new ArrayList<>();
        int[][] flows = new int[pipes.size()][];
        for (int i = 0; i < flows.length; i++) {
            pathOf.add(paths.pipeResources().getOrDefault(pipes.get(i).id(), List.of()).stream()
                    .map(id -> index.getOrDefault(id, -1))
                    .toList());
            flows[i] = pathOf.get(i).stream().mapToInt(Integer::intValue).toArray();
        }
        SplittableRandom random = randomFor(Purpose.RTT);
        return new FluidNetwork(
                pipes.stream().map(Pipe::id).toList(),
                resources,
                pathOf,
                new FlowNetwork(flows, most, from, lossBps, ceilingBps),
                pipes.stream()
                        .map(pipe -> LEAST_RTT * Math.pow(RTT_SPAN, random.nextDouble()))
                        .toList(),
                Map.of());
    }

    private SortedMap<ResourceId, Double> told(SortedMap<ResourceId, Double> capacityBps) {
        SplittableRandom random = randomFor(Purpose.WRONG);
        SortedMap<ResourceId, Double> told = new TreeMap<>(capacityBps);
        if (traits.wrong() > 0) {
            told.replaceAll((id, bps) -> {
                double error = LEAST_WRONG + (traits.wrong() - LEAST_WRONG) * random.nextDouble();
                return bps * (random.nextBoolean() ? 1 + error : 1 - error);
            });
        }
        return told;
    }

    private SortedMap<ResourceId, Double> withBackground(
            NetworkMapSnapshot paths, SortedMap<ResourceId, Double> capacityBps, SplittableRandom random) {
        SortedMap<ResourceId, Double> left = new TreeMap<>(capacityBps);
        left.replaceAll((id, bps) -> {
            boolean taken = random.nextInt(3) == 0;
            double part = traits.background() * (0.2 + 0.8 * random.nextDouble());
            Resource resource = paths.resources().get(id);
            return taken && resource != null && resource.kind() == Resource.Kind.LINK ? bps * (1 - part) : bps;
        });
        return left;
    }

    /// A part of what the map tells of each link, another one for each user.
    private void bind(
            List<UserId> users,
            List<Pipe> pipes,
            FluidNetwork network,
            Map<ResourceId, Double> toldBps,
            List<ResourceControl> controls,
            List<GroupBound> bounds) {
        if (!(traits.bound() > 0)) {
            return;
        }
        SplittableRandom random = randomFor(Purpose.BOUNDS);
        for (UserId user : users) {
            double share = traits.bound() * (0.5 + random.nextDouble());
            controls.add(new Bound(user, ResourceSet.ALL_LINKS.name(), new Bound.CapacityShare(share)));
            SortedMap<Integer, List<Integer>> members = new TreeMap<>();
            for (int i = 0; i < pipes.size(); i++) {
                if (pipes.get(i).user().equals(user)) {
                    for (int r : network.path(i)) {
                        members.computeIfAbsent(r, absent -> new ArrayList<>()).add(i);
                    }
                }
            }
            members.forEach((r, list) -> {
                Resource resource = network.resources().get(r);
                Double told = toldBps.get(resource.id());
                if (resource.kind() == Resource.Kind.LINK && told != null) {
                    bounds.add(new GroupBound(list, share * told));
                }
            });
        }
    }

    private TransferPhysics physics() {
        return new TransferPhysics(
                traits.rttBias(),
                traits.rttBias() > 0,
                traits.setUp() > 0
                        ? new TransferPhysics.FileCost(traits.setUp(), 4, 0.5)
                        : TransferPhysics.FileCost.NONE,
                0);
    }

    /// Seconds between two reports of each pipe; empty where every look sees everything.
    private List<Double> periods() {
        if (!(traits.markers() > 0)) {
            return List.of();
        }
        SplittableRandom random = randomFor(Purpose.MARKERS);
        double least = Math.min(1, traits.markers());
        List<Double> periods = new ArrayList<>();
        for (int i = 0; i < traits.pipes(); i++) {
            periods.add(least + (traits.markers() - least) * random.nextDouble());
        }
        return periods;
    }
}
