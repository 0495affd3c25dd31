// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.WeightedMaxMin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A small network in which optimizers live, for tests: interval by interval, pipes get the weighted max-min of
/// the connections that the optimizer has published, and the optimizer sees what they got.
///
/// An interval is one step: connections change at its beginning, transfers end within it, nothing ramps up. What
/// the map tells of a resource is said per resource: all, its existence only ([Link#hidden]), or something wrong.
/// Everything may be changed between two intervals. Same calls, same seed: same numbers.
public final class ModelNetwork {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final double NONE = Double.POSITIVE_INFINITY;

    /// As many transfers as one likes.
    public static final int PLENTY = 1_000_000;

    /// What is measured instead of the truth.
    @FunctionalInterface
    public interface Meter {
        /// @param interval number of the interval
        /// @param pipe name of the pipe
        /// @param throughputBps what it really moved
        double seenBps(long interval, String pipe, double throughputBps);
    }

    /// What relative weights ask for in an interval.
    @FunctionalInterface
    public interface Shares {
        /// @param constraints the bounds and guarantees of the interval
        List<Constraint> of(ModelNetwork network, List<Constraint> constraints, List<PipeObservation> pipes);
    }

    /// One interval, pipes by their names in order; those that were absent are missing.
    ///
    /// @param number from 1
    /// @param connections per pipe what was open
    /// @param throughputBps per pipe what it really moved
    /// @param observation what the optimizer saw at the end
    /// @param decision what it answered
    public record Interval(
            long number,
            Map<String, Integer> connections,
            Map<String, Double> throughputBps,
            Observation observation,
            Decision decision) {
        public double totalBps() {
            return throughputBps.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
        }

        /// Throughput of a pipe, 0 for one that was absent.
        public double of(String pipe) {
            return throughputBps.getOrDefault(pipe, 0.0);
        }

        /// The decision on a pipe.
        public PipeDecision decisionOn(String pipe) {
            return decision.pipes().stream()
                    .filter(decided -> decided.pipe().equals(PipeId.of(pipe)))
                    .findFirst()
                    .orElseThrow();
        }

        /// What was published of a pipe.
        public int published(String pipe) {
            return decisionOn(pipe).tuning().connections();
        }
    }

    /// A resource as it is and as the map tells it.
    public static final class Link {
        private String name;
        private double capacityBps;
        private double ceilingBps = NONE;
        private Deterioration deterioration = Deterioration.NONE;
        private boolean capacityTold = true;
        private boolean ceilingTold = true;
        private double toldFactor = 1;

        private Link(String name, double capacityBps) {
            this.name = name;
            this.capacityBps = capacityBps;
        }

        /// What one connection carries over it at most.
        public Link ceiling(double bps) {
            ceilingBps = bps;
            return this;
        }

        public Link deteriorates(double fromConnections, double bpsPerConnection) {
            deterioration = new Deterioration(fromConnections, bpsPerConnection);
            return this;
        }

        /// The map tells nothing but that it exists.
        public Link hidden() {
            capacityTold = false;
            ceilingTold = false;
            return this;
        }

        /// The map tells the capacity only.
        public Link ceilingHidden() {
            ceilingTold = false;
            return this;
        }

        /// The map tells so many times the capacity.
        public Link toldAs(double factor) {
            toldFactor = factor;
            return this;
        }

        public double capacityBps() {
            return capacityBps;
        }

        private Resource told() {
            return new Resource(
                    ResourceId.of(name),
                    Resource.Kind.LINK,
                    capacityTold ? (Double) (toldFactor * capacityBps) : null,
                    ceilingTold && ceilingBps < NONE ? (Double) ceilingBps : null,
                    ceilingTold ? deterioration : null);
        }
    }

    /// A pipe and what it has to do.
    public static final class Line {
        private Pipe pipe;
        private final List<Link> path;
        private int transfers = PLENTY;
        private boolean present = true;
        private double stays;
        private int lingering;
        private double firstPart = 1;
        private int published;

        private Line(Pipe pipe, List<Link> path) {
            this.pipe = pipe;
            this.path = path;
        }

        /// At most so many transfers at a time; with 0 it is idle.
        public Line transfers(int most) {
            transfers = most;
            return this;
        }

        /// Which part of its connections stays open from one interval to the next whatever is decided: those of
        /// files that have not ended.
        public Line stays(double part) {
            stays = part;
            return this;
        }

        /// For which part of the very first interval its connections were open, as far as the optimizer sees.
        public Line opensFor(double part) {
            firstPart = part;
            return this;
        }

        /// Whether it exists.
        public Line present(boolean is) {
            present = is;
            return this;
        }

        public Line limits(int min, int max) {
            pipe = new Pipe(
                    pipe.id(), pipe.source(), pipe.destination(), pipe.user(), new PipeLimits(min, max), pipe.weight());
            return this;
        }

        public Line weight(double weight) {
            pipe = new Pipe(pipe.id(), pipe.source(), pipe.destination(), pipe.user(), pipe.limits(), weight);
            return this;
        }

        public Pipe pipe() {
            return pipe;
        }

        private int open() {
            return Math.min(Math.max(published, lingering), transfers);
        }
    }

    private record Limit(
            Constraint like, String user, @Nullable Link link) {}

    private record Group(String name, int maxConnections, List<String> pipes) {}

    private final Map<String, Link> links = new LinkedHashMap<>();
    private final SortedMap<String, Line> lines = new TreeMap<>();
    private final Map<UserId, User> users = new TreeMap<>();
    private final List<Limit> limits = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private final RandomGenerator noise;
    private double noisePart;
    private Meter meter = (interval, pipe, throughputBps) -> throughputBps;
    private Shares shares = (network, constraints, pipes) -> List.of();
    private long version = 1;
    private long interval;

    /// @param seed of the measurement noise
    public ModelNetwork(long seed) {
        this.noise = new Random(seed);
    }

    /// Adds a resource.
    public Link link(String name, double capacityBps) {
        Link link = new Link(name, capacityBps);
        links.put(name, link);
        return link;
    }

    /// Adds a pipe with m = 1 and M = 64, with plenty to do, over resources that are there.
    public Line pipe(String name, String user, String... path) {
        Pipe pipe = new Pipe(
                PipeId.of(name),
                Endpoint.parse("https://from-" + name),
                Endpoint.parse("https://to-" + name),
                UserId.of(user),
                PipeLimits.DEFAULT);
        Line line = new Line(pipe, Arrays.stream(path).map(this::linkOf).toList());
        lines.put(name, line);
        users.putIfAbsent(UserId.of(user), User.of(UserId.of(user)));
        version++;
        return line;
    }

    public Link linkOf(String name) {
        Link link = links.get(name);
        if (link == null) {
            throw new IllegalArgumentException("no link " + name);
        }
        return link;
    }

    public Line lineOf(String name) {
        Line line = lines.get(name);
        if (line == null) {
            throw new IllegalArgumentException("no pipe " + name);
        }
        return line;
    }

    public List<String> pipeNames() {
        return List.copyOf(lines.keySet());
    }

    public ModelNetwork userWeight(String user, double weight) {
        users.put(UserId.of(user), new User(UserId.of(user), weight));
        return this;
    }

    /// A bound of a user on a resource.
    public ModelNetwork bound(String user, String link, double maxBps) {
        limits.add(new Limit(Constraint.bound(UserId.of(user), ResourceId.of(link), maxBps), user, linkOf(link)));
        return this;
    }

    /// A guarantee of a user on a resource.
    public ModelNetwork guarantee(String user, String link, double minBps) {
        limits.add(new Limit(Constraint.guarantee(UserId.of(user), ResourceId.of(link), minBps), user, linkOf(link)));
        return this;
    }

    public ModelNetwork withoutBounds() {
        limits.clear();
        return this;
    }

    /// A limit on the connections of some pipes together.
    public ModelNetwork connectionLimit(String name, int maxConnections, String... pipes) {
        groups.add(new Group(name, maxConnections, List.of(pipes)));
        return this;
    }

    /// Relative weights of users, as the control loop turns them into constraints.
    public ModelNetwork shares(Shares newShares) {
        shares = newShares;
        return this;
    }

    /// Standard deviation of a sample of the throughput as a part of it; five samples make an interval.
    public ModelNetwork noise(double part) {
        noisePart = part;
        return this;
    }

    public ModelNetwork meter(Meter newMeter) {
        meter = newMeter;
        return this;
    }

    /// Changes the true capacity of a resource; where the map tells it, it tells the new one.
    public ModelNetwork capacity(String link, double capacityBps) {
        linkOf(link).capacityBps = capacityBps;
        version++;
        return this;
    }

    /// Changes the true ceiling of a resource; where the map tells it, it tells the new one.
    public ModelNetwork ceiling(String link, double ceilingBps) {
        linkOf(link).ceilingBps = ceilingBps;
        version++;
        return this;
    }

    /// All resources get new names; nothing else changes.
    public ModelNetwork rename() {
        links.values().forEach(link -> link.name = link.name + "x");
        version++;
        return this;
    }

    /// Connections of the pipes after the decision made last.
    public Map<String, Integer> connections() {
        Map<String, Integer> open = new TreeMap<>();
        lines.forEach((name, line) -> {
            if (line.present) {
                open.put(name, line.open());
            }
        });
        return open;
    }

    /// True throughput of the pipes with these connections.
    public Map<String, Double> throughputBps(Map<String, Integer> connections) {
        List<Link> all = List.copyOf(links.values());
        List<Line> present =
                lines.values().stream().filter(line -> line.present).toList();
        int[][] paths = new int[present.size()][];
        double[] ceilings = new double[present.size()];
        double[] weights = new double[present.size()];
        for (int i = 0; i < paths.length; i++) {
            Line line = present.get(i);
            paths[i] = line.path.stream().mapToInt(all::indexOf).toArray();
            ceilings[i] = line.path.stream()
                    .mapToDouble(link -> link.ceilingBps)
                    .min()
                    .orElse(NONE);
            weights[i] = connections.getOrDefault(line.pipe.id().value(), 0);
        }
        FlowNetwork network = new FlowNetwork(
                paths,
                all.stream().mapToDouble(link -> link.capacityBps).toArray(),
                all.stream()
                        .mapToDouble(link -> link.deterioration.fromConnections())
                        .toArray(),
                all.stream()
                        .mapToDouble(link -> link.deterioration.bpsPerConnection())
                        .toArray(),
                ceilings);
        double[] rates = new double[paths.length];
        new WeightedMaxMin(network).allocate(weights, rates);
        Map<String, Double> result = new TreeMap<>();
        for (int i = 0; i < rates.length; i++) {
            result.put(present.get(i).pipe.id().value(), rates[i]);
        }
        return result;
    }

    /// Runs some intervals; the first one that is ever run begins with the look at the start.
    public List<Interval> run(Optimizer optimizer, int intervals) {
        List<Interval> history = new ArrayList<>(intervals);
        if (interval == 0) {
            publish(optimizer.decide(observe(Map.of(), Map.of())));
        }
        for (int t = 0; t < intervals; t++) {
            interval++;
            Map<String, Integer> connections = connections();
            Map<String, Double> throughputBps = throughputBps(connections);
            Observation observation = observe(connections, throughputBps);
            Decision decision = optimizer.decide(observation);
            publish(decision);
            history.add(new Interval(interval, connections, throughputBps, observation, decision));
        }
        return history;
    }

    /// Runs one interval.
    public Interval step(Optimizer optimizer) {
        return run(optimizer, 1).getFirst();
    }

    private void publish(Decision decision) {
        for (PipeDecision decided : decision.pipes()) {
            Line line = lineOf(decided.pipe().value());
            line.lingering = (int) (line.stays * line.open());
            line.published = line.pipe.limits().cap(decided.tuning().connections());
        }
    }

    private Observation observe(Map<String, Integer> connections, Map<String, Double> throughputBps) {
        List<PipeObservation> pipes = new ArrayList<>();
        lines.forEach((name, line) -> {
            if (line.present) {
                pipes.add(
                        observe(name, line, connections.getOrDefault(name, 0), throughputBps.getOrDefault(name, 0.0)));
            } else {
                line.published = 0;
            }
        });
        List<Constraint> constraints = new ArrayList<>();
        for (Limit limit : limits) {
            int[] members = members(pipes, limit.user(), limit.link());
            if (members.length > 0 && limit.link() != null) {
                constraints.add(new Constraint(
                        limit.like().kind(),
                        limit.like().user(),
                        ResourceId.of(limit.link().name),
                        limit.like().limitBps(),
                        members));
            }
        }
        constraints.addAll(shares.of(this, List.copyOf(constraints), pipes));
        return new Observation(
                interval,
                START.plus(INTERVAL.multipliedBy(interval)),
                INTERVAL,
                pipes,
                map(),
                constraints,
                groups.stream().map(group -> limitOf(group, pipes)).toList(),
                users,
                List.of());
    }

    private static ConnectionLimit limitOf(Group group, List<PipeObservation> pipes) {
        int[] members = indexes(pipes, pipe -> group.pipes().contains(pipe.id().value()));
        return new ConnectionLimit(group.name(), group.maxConnections(), members);
    }

    private PipeObservation observe(String name, Line line, int open, double trueBps) {
        double seen = open == 0 ? 0 : meter.seenBps(interval, name, trueBps);
        // The mean of five samples is off by the deviation of one over the root of five.
        double factor = noisePart > 0 ? Math.max(0, 1 + noisePart / Math.sqrt(5) * noise.nextGaussian()) : 1;
        seen *= factor;
        long moved = (long) (seen * INTERVAL.toSeconds() / 8);
        int active = Math.min(open, line.transfers);
        return PipeObservation.of(line.pipe)
                .decidedConnections(line.published)
                .meanActiveConnections(interval == 1 ? line.firstPart * open : open)
                .activeConnections(open)
                .activeTransfers(active)
                .queuedTransfers(Math.max(0, line.transfers - active))
                .movedBytes(moved)
                .throughputBps(seen)
                .throughputStdBps(noisePart * seen)
                .finishedTransfers(active)
                .finishedBytes(moved)
                .build();
    }

    /// The indexes of a user's pipes over a resource.
    public int[] members(List<PipeObservation> pipes, String user, @Nullable Link link) {
        return indexes(
                pipes,
                pipe -> pipe.user().equals(UserId.of(user))
                        && (link == null || lineOf(pipe.id().value()).path.contains(link)));
    }

    private static int[] indexes(List<PipeObservation> pipes, java.util.function.Predicate<Pipe> wanted) {
        int[] found = new int[pipes.size()];
        int count = 0;
        for (int i = 0; i < found.length; i++) {
            if (wanted.test(pipes.get(i).pipe())) {
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private NetworkMapSnapshot map() {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        links.values().forEach(link -> resources.put(ResourceId.of(link.name), link.told()));
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        lines.values()
                .forEach(line -> paths.put(
                        line.pipe.id(),
                        line.path.stream().map(link -> ResourceId.of(link.name)).toList()));
        return new NetworkMapSnapshot(new MapVersion(version), START, resources, paths);
    }

    /// Mean over some intervals of what some pipes moved together.
    public static double meanBps(List<Interval> history, String... pipes) {
        return history.stream()
                .mapToDouble(interval ->
                        Arrays.stream(pipes).mapToDouble(interval::of).sum())
                .average()
                .orElse(0);
    }

    /// Mean over some intervals of what all pipes moved together.
    public static double meanTotalBps(List<Interval> history) {
        return history.stream().mapToDouble(Interval::totalBps).average().orElse(0);
    }

    /// The last intervals.
    public static List<Interval> last(int count, List<Interval> history) {
        return history.subList(history.size() - count, history.size());
    }
}
