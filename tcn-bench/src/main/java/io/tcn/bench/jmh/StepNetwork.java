// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.throughput.FlowNetwork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Pipes on a [Backbone]: what the network map tells of it, what it is in truth, and the bounds of its users.
///
/// A path is the source storage, the site's access link, two to six backbone links, the other access link and the
/// destination storage: 6 to 10 resources. Large sites have more pipes than small ones. The capacity of a resource
/// grows with the pipes on it, as networks are built for their traffic, so that a pipe has its best number of
/// connections between its limits whatever their number. Every user is bounded on every link.
///
/// What the map tells is true but for the storages: of some it knows no capacity, and some do less than it says. So
/// the learnt part of an optimizer has work to do.
final class StepNetwork {
    static final int USERS = 20;
    static final int LEAST_PATH = 6;
    static final int LONGEST_PATH = 10;

    private static final long SEED = 1;
    private static final double GBPS = 1e9;

    /// Capacity per pipe of a resource, between these.
    private static final double LEAST_PER_PIPE_BPS = 3 * GBPS;

    private static final double MOST_PER_PIPE_BPS = 20 * GBPS;

    /// What a connection carries at most over a storage, between these.
    private static final double LEAST_CEILING_BPS = 1 * GBPS;

    private static final double MOST_CEILING_BPS = 3 * GBPS;

    /// Part of a link that one user may fill.
    private static final double BOUND = 0.1;

    /// Part of a link that a user is guaranteed, on each fourth of those that it uses.
    private static final double GUARANTEED = 0.02;

    private static final int ONE_GUARANTEED_OF = 4;

    /// One storage side in this many does less than the map says, and of another one the map knows no capacity.
    private static final int ODD_STORAGES = 10;

    private static final double LESS_THAN_SAID = 0.6;

    private final List<Pipe> pipes;
    private final int[][] paths;
    private final List<Resource> told;
    private final double[] trueCapacityBps;
    private final NetworkMapSnapshot map;
    private final List<Constraint> bounds;
    private final List<Constraint> guarantees;

    private StepNetwork(List<Pipe> pipes, int[][] paths, List<Resource> told, double[] trueCapacityBps) {
        this.pipes = List.copyOf(pipes);
        this.paths = paths;
        this.told = List.copyOf(told);
        this.trueCapacityBps = trueCapacityBps;
        this.map = toMap();
        this.bounds = toBounds();
        this.guarantees = toGuarantees();
    }

    /// Always the same one for a number of pipes.
    static StepNetwork of(int count) {
        RandomGenerator random = newRandom(SEED);
        Backbone backbone = new Backbone(random);
        List<Pipe> pipes = new ArrayList<>(count);
        int[][] paths = new int[count][];
        Set<PipeKey> keys = new HashSet<>();
        while (pipes.size() < count) {
            int from = drawSite(random);
            int to = drawSite(random);
            if (from == to) {
                continue;
            }
            int[] path = backbone.path(from, to);
            Pipe pipe = new Pipe(
                    PipeId.of(String.format(Locale.ROOT, "pipe-%06d", pipes.size())),
                    endpoint(from),
                    endpoint(to),
                    UserId.of(String.format(Locale.ROOT, "user-%02d", random.nextInt(USERS))),
                    PipeLimits.DEFAULT);
            if (path.length >= LEAST_PATH && path.length <= LONGEST_PATH && keys.add(pipe.key())) {
                paths[pipes.size()] = path;
                pipes.add(pipe);
            }
        }
        double[] trueCapacityBps = new double[Backbone.RESOURCES];
        List<Resource> told = tell(paths, random, trueCapacityBps);
        return new StepNetwork(pipes, paths, told, trueCapacityBps);
    }

    /// A source of random numbers that is the same on every machine.
    static RandomGenerator newRandom(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    List<Pipe> pipes() {
        return pipes;
    }

    /// Per pipe the indexes of its resources.
    int[][] paths() {
        return paths;
    }

    /// What the optimizers' costs are about.
    int totalPathLength() {
        return Arrays.stream(paths).mapToInt(path -> path.length).sum();
    }

    NetworkMapSnapshot map() {
        return map;
    }

    List<Constraint> bounds() {
        return bounds;
    }

    /// Guarantees beside the bounds.
    List<Constraint> guarantees() {
        return guarantees;
    }

    /// The network as it really is.
    FlowNetwork truth() {
        double[] from = new double[Backbone.RESOURCES];
        double[] lossBps = new double[Backbone.RESOURCES];
        for (int r = 0; r < Backbone.RESOURCES; r++) {
            Deterioration deterioration = told.get(r).deterioration();
            from[r] = deterioration == null ? Double.POSITIVE_INFINITY : deterioration.fromConnections();
            lossBps[r] = deterioration == null ? 0 : deterioration.bpsPerConnection();
        }
        double[] ceilingBps = new double[paths.length];
        for (int i = 0; i < ceilingBps.length; i++) {
            ceilingBps[i] = Double.POSITIVE_INFINITY;
            for (int r : paths[i]) {
                Double ceiling = told.get(r).connectionCeilingBps();
                ceilingBps[i] = ceiling == null ? ceilingBps[i] : Math.min(ceilingBps[i], ceiling);
            }
        }
        return new FlowNetwork(paths, trueCapacityBps, from, lossBps, ceilingBps);
    }

    private static Endpoint endpoint(int site) {
        return Endpoint.parse(String.format(Locale.ROOT, "https://site-%03d.example.org", site));
    }

    /// A site; one of the largest tenth in about half of the cases.
    private static int drawSite(RandomGenerator random) {
        return (int) (Backbone.SITES * Math.pow(random.nextDouble(), 3));
    }

    private static List<Resource> tell(int[][] paths, RandomGenerator random, double[] trueCapacityBps) {
        int[] users = new int[Backbone.RESOURCES];
        for (int[] path : paths) {
            for (int r : path) {
                users[r]++;
            }
        }
        List<Resource> told = new ArrayList<>();
        for (int r = 0; r < users.length; r++) {
            double perPipeBps = random.nextDouble(LEAST_PER_PIPE_BPS, MOST_PER_PIPE_BPS);
            double ceilingBps = random.nextDouble(LEAST_CEILING_BPS, MOST_CEILING_BPS);
            int oddity = random.nextInt(ODD_STORAGES);
            double capacityBps = 10 * GBPS * Math.ceil(Math.max(1, users[r]) * perPipeBps / (10 * GBPS));
            ResourceId name = ResourceId.of(Backbone.nameOf(r));
            Resource.Kind kind = Backbone.kindOf(r);
            if (kind == Resource.Kind.LINK) {
                trueCapacityBps[r] = capacityBps;
                told.add(new Resource(name, kind, capacityBps));
                continue;
            }
            boolean less = oddity == 0;
            boolean unknown = oddity == 1;
            trueCapacityBps[r] = less ? LESS_THAN_SAID * capacityBps : capacityBps;
            // Half as many connections again as fill it cost nothing; the most that pipes can open, about half of it.
            Deterioration deterioration = new Deterioration(1.5 * capacityBps / ceilingBps, 0.01 * ceilingBps);
            told.add(new Resource(name, kind, unknown ? null : (Double) capacityBps, ceilingBps, deterioration));
        }
        return told;
    }

    private NetworkMapSnapshot toMap() {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        told.forEach(resource -> resources.put(resource.id(), resource));
        SortedMap<PipeId, List<ResourceId>> pipeResources = new TreeMap<>();
        for (int i = 0; i < paths.length; i++) {
            pipeResources.put(
                    pipes.get(i).id(),
                    Arrays.stream(paths[i]).mapToObj(r -> told.get(r).id()).toList());
        }
        return new NetworkMapSnapshot(new MapVersion(1), Instant.EPOCH, resources, pipeResources);
    }

    /// In the order of users and resources, as the control loop gives them.
    private List<Constraint> toBounds() {
        SortedMap<UserId, SortedMap<Integer, List<Integer>>> members = new TreeMap<>();
        for (int i = 0; i < paths.length; i++) {
            SortedMap<Integer, List<Integer>> ofUser =
                    members.computeIfAbsent(pipes.get(i).user(), user -> new TreeMap<>());
            for (int r : paths[i]) {
                if (told.get(r).kind() == Resource.Kind.LINK) {
                    ofUser.computeIfAbsent(r, link -> new ArrayList<>()).add(i);
                }
            }
        }
        List<Constraint> constraints = new ArrayList<>();
        members.forEach((user, links) -> links.forEach((link, indexes) -> {
            int[] ofUser = indexes.stream().mapToInt(Integer::intValue).toArray();
            constraints.add(Constraint.bound(user, told.get(link).id(), BOUND * trueCapacityBps[link], ofUser));
        }));
        return List.copyOf(constraints);
    }

    private List<Constraint> toGuarantees() {
        List<Constraint> constraints = new ArrayList<>();
        for (int k = 0; k < bounds.size(); k += ONE_GUARANTEED_OF) {
            Constraint bound = bounds.get(k);
            int[] members = new int[bound.size()];
            for (int m = 0; m < members.length; m++) {
                members[m] = bound.pipe(m);
            }
            double guaranteedBps = GUARANTEED / BOUND * bound.limitBps();
            constraints.add(Constraint.guarantee(bound.user(), bound.resource(), guaranteedBps, members));
        }
        return List.copyOf(constraints);
    }
}
