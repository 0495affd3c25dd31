// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.Bound;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.NoisyDataPlane;
import io.tcn.sim.run.ControlPlane;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A replay of which a server would know a part only: four sites, some links, three users. Hidden from the server are
/// what a connection of each pipe carries, what too many connections cost, and the capacity of one resource in half of
/// the worlds; what it measures has an error of 3 %.
final class ReplayWorld implements ControlEvents {
    static final String JOB = "job";
    static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final double NOISE = 0.03;
    private static final int REMEMBERED = 120;
    private static final int SITES = 4;
    private static final int USERS = 3;

    final Engine engine = new Engine();
    final List<Pipe> pipes = new ArrayList<>();
    final List<UserId> users = new ArrayList<>();
    final List<ResourceControl> controls = new ArrayList<>();
    private final SplittableRandom random;
    private SplittableRandom errors;
    private final SortedMap<ResourceId, Resource> told = new TreeMap<>();
    private final SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
    private final FluidDataPlane real;
    private final WatchedPlane watched;
    private final OptimizerFactory optimizer;
    private final ControlPlane plane;
    private final Map<PipeId, Deque<Double[]>> seen = new TreeMap<>();
    private final Map<PipeId, List<Transfer>> queues = new TreeMap<>();
    private final Map<TransferId, Transfer> open = new LinkedHashMap<>();
    private final Set<TransferId> jobFiles = new HashSet<>();
    private double jobEndSeconds = -1;
    private List<ConstraintReport> reports = List.of();
    private long lastId;

    ReplayWorld(long seed) {
        this.random = new SplittableRandom(seed);
        for (int u = 0; u < USERS; u++) {
            users.add(UserId.of("user-" + u));
        }
        SortedMap<ResourceId, Resource> truth = new TreeMap<>();
        drawResources(truth);
        drawPipes();
        this.real = new FluidDataPlane(engine, network(truth));
        this.errors = random.split();
        DataPlane noisy = new NoisyDataPlane(real, engine, NOISE, INTERVAL, () -> errors.nextLong());
        this.watched = new WatchedPlane(noisy, real);
        this.optimizer = new OptimizerCatalog(
                        Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(OptimizerCatalog.DEFAULT)
                .orElseThrow()
                .factory();
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), told, paths);
        this.plane = new ControlPlane(
                engine,
                watched,
                asked -> map,
                optimizer.create(new SplittableRandom(random.nextLong())),
                new ControlSettings(INTERVAL, 2),
                this::decided,
                this);
        if (random.nextBoolean()) {
            controls.add(new Bound(users.get(0), ResourceSet.ALL_LINKS.name(), new Bound.CapacityShare(0.25)));
        }
        drawTransfers();
    }

    /// A world that has a map.
    static ReplayWorld begun(long seed) {
        ReplayWorld world = new ReplayWorld(seed);
        world.begin();
        world.runTo(1);
        return world;
    }

    private void drawResources(SortedMap<ResourceId, Resource> truth) {
        int hidden = random.nextInt(2 * (2 * SITES + 3));
        int number = 0;
        for (int i = 0; i < 2 * SITES + 3; i++) {
            boolean isLink = i >= 2 * SITES;
            ResourceId id =
                    ResourceId.of(isLink ? "link:" + (i - 2 * SITES) : (i % 2 == 0 ? "read:s" : "write:s") + i / 2);
            Resource.Kind kind =
                    isLink ? Resource.Kind.LINK : i % 2 == 0 ? Resource.Kind.STORAGE_READ : Resource.Kind.STORAGE_WRITE;
            double capacity = isLink ? random.nextDouble(8e9, 20e9) : random.nextDouble(10e9, 40e9);
            truth.put(
                    id, new Resource(id, kind, capacity, null, new Deterioration(capacity / 0.7e9, 0.0013 * capacity)));
            told.put(id, new Resource(id, kind, number++ == hidden ? null : (Double) capacity));
        }
    }

    private void drawPipes() {
        int count = random.nextInt(6, 13);
        Set<String> taken = new HashSet<>();
        while (pipes.size() < count) {
            int from = random.nextInt(SITES);
            int to = random.nextInt(SITES);
            UserId user = users.get(pipes.size() % USERS);
            if (from == to || !taken.add(from + ">" + to + user)) {
                continue;
            }
            PipeId id = PipeId.of("p" + pipes.size());
            pipes.add(new Pipe(
                    id, Endpoint.parse("sim://s" + from), Endpoint.parse("sim://s" + to), user, new PipeLimits(1, 40)));
            List<ResourceId> path = new ArrayList<>();
            path.add(ResourceId.of("read:s" + from));
            int first = random.nextInt(3);
            path.add(ResourceId.of("link:" + first));
            if (random.nextBoolean()) {
                path.add(ResourceId.of("link:" + (first + 1) % 3));
            }
            path.add(ResourceId.of("write:s" + to));
            paths.put(id, path);
        }
    }

    private FluidNetwork network(SortedMap<ResourceId, Resource> truth) {
        List<Resource> resources = List.copyOf(truth.values());
        List<ResourceId> ids = resources.stream().map(Resource::id).toList();
        List<PipeId> order = List.copyOf(paths.keySet());
        int[][] flows = new int[order.size()][];
        double[] ceilings = new double[order.size()];
        List<List<Integer>> lists = new ArrayList<>();
        for (int i = 0; i < flows.length; i++) {
            List<Integer> path = paths.getOrDefault(order.get(i), List.of()).stream()
                    .map(ids::indexOf)
                    .sorted()
                    .toList();
            lists.add(path);
            flows[i] = path.stream().mapToInt(Integer::intValue).toArray();
            ceilings[i] = random.nextDouble(0.3e9, 1.2e9);
        }
        double[] capacity = new double[ids.size()];
        double[] from = new double[ids.size()];
        double[] loss = new double[ids.size()];
        for (int r = 0; r < capacity.length; r++) {
            Resource resource = resources.get(r);
            capacity[r] = resource.knownCapacityBps().orElseThrow();
            Deterioration costs = resource.deterioration();
            from[r] = costs == null ? Double.POSITIVE_INFINITY : costs.fromConnections();
            loss[r] = costs == null ? 0 : costs.bpsPerConnection();
        }
        return new FluidNetwork(
                order,
                resources,
                lists,
                new FlowNetwork(flows, capacity, from, loss, ceilings),
                order.stream().map(pipe -> 0.0).toList(),
                Map.of());
    }

    private void drawTransfers() {
        int jobPipe = random.nextInt(pipes.size());
        for (int p = 0; p < pipes.size(); p++) {
            Pipe pipe = pipes.get(p);
            List<Transfer> queue = queues.computeIfAbsent(pipe.id(), first -> new ArrayList<>());
            double medianGb = random.nextDouble(1, 8);
            // Three hours at 4 Gbit/s; on one pipe in six, a few minutes at that rate.
            double bytes = random.nextInt(6) == 0 ? random.nextDouble(0.5e12, 1e12) : 5.4e12;
            double sum = 0;
            int inJob = 0;
            while (sum < bytes) {
                double size = medianGb * 1e9 * Math.exp(0.6 * random.nextGaussian());
                Transfer transfer = new Transfer(
                        TransferId.of(++lastId),
                        pipe.id(),
                        URI.create("sim:///from/" + lastId),
                        URI.create("sim:///to/" + lastId),
                        Math.round(size),
                        Transfer.DEFAULT_PRIORITY,
                        Set.of(),
                        TransferOptions.DEFAULT);
                sum += size;
                queue.add(transfer);
                open.put(transfer.id(), transfer);
                if (p == jobPipe && sum > 0.12 * bytes && inJob < 30) {
                    inJob++;
                    jobFiles.add(transfer.id());
                }
            }
        }
    }

    @Override
    public void transferChanged(TransferId transfer, TransferState state, @Nullable TransferFailure failure) {
        if (state.isTerminal()) {
            open.remove(transfer);
            if (jobFiles.remove(transfer) && jobFiles.isEmpty()) {
                jobEndSeconds = engine.nanoTime() / 1e9;
            }
        }
    }

    private void decided(Observation observation, Decision decision) {
        reports = decision.constraints();
        if (observation.interval() == 0) {
            return;
        }
        for (int i = 0; i < observation.pipes().size(); i++) {
            PipeObservation pipe = observation.pipes().get(i);
            Deque<Double[]> samples = seen.computeIfAbsent(pipe.pipe().id(), first -> new ArrayDeque<>());
            samples.addLast(new Double[] {
                engine.nanoTime() / 1e9,
                (double) decision.pipes().get(i).tuning().connections(),
                pipe.meanActiveConnections(),
                pipe.throughputBps(),
                (double) pipe.queuedTransfers()
            });
            if (samples.size() > REMEMBERED) {
                samples.removeFirst();
            }
        }
    }

    void begin() {
        plane.start(
                users.stream().map(User::of).toList(),
                pipes,
                List.of(ResourceSet.ALL_LINKS, ResourceSet.ALL_STORAGES),
                controls);
        queues.values().forEach(plane::submit);
    }

    /// From now on measurements have other errors.
    void measureAnew(long seed) {
        errors = new SplittableRandom(seed);
    }

    void runTo(double seconds) {
        engine.runUntil(Math.round(seconds * 1e9));
    }

    double nowSeconds() {
        return engine.nanoTime() / 1e9;
    }

    /// When the last file of the job ended; negative if it has not.
    double jobEndSeconds() {
        return jobEndSeconds;
    }

    /// What each user has really moved, in bytes.
    Map<UserId, Double> moved() {
        Map<UserId, Double> moved = new TreeMap<>();
        pipes.forEach(pipe -> moved.merge(pipe.user(), (double) real.movedBytes(pipe.id()), Double::sum));
        return moved;
    }

    /// The change of a case.
    Declared change(Declared present, long kind) {
        Map<UserId, Double> recent = new TreeMap<>();
        pipes.forEach(pipe -> recent.merge(pipe.user(), lastBps(pipe.id()), Double::sum));
        List<UserId> byRate = users.stream()
                .sorted((a, b) -> Double.compare(recent.getOrDefault(b, 0.0), recent.getOrDefault(a, 0.0)))
                .toList();
        List<ResourceControl> wanted = new ArrayList<>(present.controls());
        UserId most = byRate.getFirst();
        UserId least = byRate.getLast();
        switch ((int) (kind % 5)) {
            case 0 -> bind(wanted, new Bound(most, ResourceSet.ALL_LINKS.name(), new Bound.CapacityShare(0.2)));
            case 1 -> {
                if (!wanted.isEmpty()) {
                    wanted.clear();
                } else {
                    bind(wanted, new Bound(most, ResourceSet.ALL_LINKS.name(), new Bound.Rate(2e9)));
                }
            }
            case 2 -> wanted.add(new Guarantee(least, ResourceSet.ALL_LINKS.name(), 3e9));
            case 3 -> wanted.add(new RelativeWeight(most, ResourceSet.ALL_LINKS.name(), 3));
            default -> {
                List<Pipe> fewer = present.pipes().stream()
                        .map(pipe -> pipe.user().equals(most)
                                ? new Pipe(
                                        pipe.id(), pipe.source(), pipe.destination(), pipe.user(), new PipeLimits(1, 4))
                                : pipe)
                        .toList();
                return present.withPipes(fewer);
            }
        }
        return present.withControls(wanted);
    }

    private static void bind(List<ResourceControl> wanted, Bound bound) {
        wanted.removeIf(control -> control instanceof Bound && control.user().equals(bound.user()));
        wanted.add(bound);
    }

    private double lastBps(PipeId pipe) {
        Deque<Double[]> samples = seen.get(pipe);
        return samples == null || samples.isEmpty() ? 0 : samples.getLast()[3];
    }

    /// Makes the change, as an operator does.
    void apply(Declared present, Declared after) {
        present.controls().stream()
                .filter(control -> !after.controls().contains(control))
                .forEach(plane::takeBack);
        after.controls().stream()
                .filter(control -> !present.controls().contains(control))
                .forEach(plane::set);
        after.pipes().stream().filter(pipe -> !present.pipes().contains(pipe)).forEach(plane::declare);
    }

    /// What a server knows at this moment.
    LiveState state() {
        Map<TransferId, Double> left = watched.left();
        List<PipeState> states = new ArrayList<>();
        for (Pipe pipe : pipes) {
            List<Work> running = new ArrayList<>();
            List<Work> queued = new ArrayList<>();
            for (Transfer transfer : queues.getOrDefault(pipe.id(), List.of())) {
                if (!open.containsKey(transfer.id())) {
                    continue;
                }
                String job = jobFiles.contains(transfer.id()) ? JOB : null;
                Double rest = left.get(transfer.id());
                if (rest == null) {
                    queued.add(new Work(1, transfer.sizeBytes(), job));
                } else {
                    running.add(new Work(1, rest, job));
                }
            }
            List<Sample> samples = new ArrayList<>();
            for (Double[] row : seen.getOrDefault(pipe.id(), new ArrayDeque<>())) {
                samples.add(new Sample(nowSeconds() - row[0], INTERVAL.toSeconds(), row[1], row[2], row[3], row[4]));
            }
            int n = plane.state().snapshot().control().tuningOf(pipe).connections();
            states.add(new PipeState(pipe, n, running, queued, 0, 0, samples));
        }
        Declared declared = new Declared(
                users.stream().map(User::of).toList(),
                pipes,
                List.of(ResourceSet.ALL_LINKS, ResourceSet.ALL_STORAGES),
                controls,
                List.of(),
                List.of(),
                plane.state().snapshot().totalLimit());
        return new LiveState(
                declared,
                states,
                plane.state().snapshot().map(),
                reports,
                new Controller(optimizer, new ControlSettings(INTERVAL, 2), BoundSettings.DEFAULT),
                List.of());
    }
}
