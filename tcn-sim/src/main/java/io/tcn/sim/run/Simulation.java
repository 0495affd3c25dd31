// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.port.DataPlane;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FailingDataPlane;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.NoisyDataPlane;
import io.tcn.sim.network.TransferPhysics;
import io.tcn.sim.scenario.ArrivalProcess;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioDetails;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;

/// One run of a scenario: core's loops on the virtual clock, the fluid network as data plane, and a recorder. It
/// ends with the last transfer, or at the horizon.
///
/// The seed feeds the optimizer's random numbers; the chance of the scenario comes from the scenario's own seed,
/// unless the settings let the seed change that too. One object is one run.
public final class Simulation {
    /// A run of more transfers keeps figures of them, not each by itself.
    public static final long MAX_KEPT_TRANSFERS = 100_000;

    /// A fluid without noise has no spread worth sampling within an interval.
    private static final int SAMPLES = 1;

    /// More would take days: a mistake in units.
    private static final long MAX_INTERVALS = 5_000_000;

    /// Transfers of one moment are submitted in requests of at most so many.
    private static final int MAX_REQUEST = 10_000;

    /// The ends of all files of a pipe: which file it is does not matter here, and a million addresses are much
    /// memory.
    private record Ends(URI source, URI destination) {}

    private final Scenario scenario;
    private final SimulationSettings settings;
    private final String optimizerName;
    private final long seed;
    private final DoubleConsumer progress;
    private final Engine engine = new Engine();
    private final List<Pipe> pipes;
    private final Map<PipeId, Ends> ends = new HashMap<>();
    private final TransferOptions options;
    private final FluidDataPlane dataPlane;
    private final CoflowQueue coflows;
    private final TransferLog log;
    private final TransferFeed feed;
    private final Recorder recorder;
    private final AltoView view;
    private final ControlPlane plane;
    private final Troubles troubles;
    private final SplittableRandom backgroundRandom;
    private final long expectedTransfers;
    private long submitted;
    private long lastArrivalNanos;

    /// @param optimizerName the name that results carry
    /// @param progress hears after every interval which part of the run is done, 0 to 1
    /// @throws IllegalArgumentException if nothing limits a pipe, or if it would take too many control intervals
    public Simulation(
            Scenario scenario,
            String optimizerName,
            OptimizerFactory optimizer,
            SimulationSettings settings,
            long seed,
            DoubleConsumer progress) {
        this.scenario = scenario;
        this.settings = settings;
        this.optimizerName = optimizerName;
        this.seed = seed;
        this.progress = progress;
        this.expectedTransfers = scenario.expectedTransfers();
        checkLength();
        ScenarioDetails details = scenario.details();
        long varied = settings.variesScenario() ? new SplittableRandom(seed).nextLong() : 0;
        // One generator for each purpose, so that what one draws does not move the others.
        SplittableRandom chance = new SplittableRandom(details.seed() ^ varied);
        this.backgroundRandom = chance.split();
        SplittableRandom failureRandom = chance.split();
        SplittableRandom noiseRandom = chance.split();
        SplittableRandom costRandom = chance.split();
        this.options = new TransferOptions(
                false,
                null,
                ChecksumMode.WHEN_OBTAINABLE,
                details.settings().maxRetries(),
                Duration.ofNanos(Math.round(details.settings().retryDelaySeconds() * 1e9)),
                null);
        this.pipes = ScenarioNetwork.pipesOf(scenario, settings);
        for (int i = 0; i < pipes.size(); i++) {
            ends.put(pipes.get(i).id(), new Ends(URI.create("sim:///from/" + i), URI.create("sim:///to/" + i)));
        }
        ScenarioNetwork world = new ScenarioNetwork(scenario, engine);
        FluidNetwork network = world.fluid(pipes, settings.physics());
        this.dataPlane = new FluidDataPlane(engine, network, physicsOf(details.physics()), costRandom);
        this.view = new AltoView(
                scenario, world.storageBps(), network, settings.knowledge(), settings.mapUpdates(), engine);
        this.troubles = new Troubles(engine, dataPlane, view::capacityChanged, network, details);
        this.coflows = new CoflowQueue(details.coflows());
        this.log = new TransferLog(expectedTransfers <= MAX_KEPT_TRANSFERS, coflows::ended);
        this.feed = new TransferFeed(
                scenario,
                varied,
                scenario.transfers().size() + scenario.infiniteBacklog().size());
        this.recorder = new Recorder(engine, network, log, this::afterInterval);
        this.plane = new ControlPlane(
                engine,
                seenByLoops(failureRandom, noiseRandom),
                view.map(),
                ControlPlane.MAP_PERIOD,
                optimizer.create(new SplittableRandom(seed)),
                new ControlSettings(settings.interval(), SAMPLES),
                settings.bounds(),
                recorder,
                recorder);
    }

    private void checkLength() {
        if (expectedTransfers > Scenario.MAX_TRANSFERS) {
            throw new IllegalArgumentException(expectedTransfers + " transfers are more than " + Scenario.MAX_TRANSFERS
                    + ", the most of a run; run parts of the scenario one after the other");
        }
        long last = 0;
        for (TransferSpec spec : scenario.transfers()) {
            last = Math.max(last, spec.arrivalNanos());
        }
        for (ArrivalProcess process : scenario.details().arrivals()) {
            last = Math.max(last, process.expectedLastNanos());
        }
        Duration horizon = horizon(last);
        if (horizon.dividedBy(settings.interval()) > MAX_INTERVALS) {
            throw new IllegalArgumentException("the run may last " + horizon.toSeconds() + " s, which is more than "
                    + MAX_INTERVALS + " control intervals; choose a longer interval or a nearer horizon");
        }
    }

    private static TransferPhysics physicsOf(ScenarioDetails.PhysicsSpec given) {
        return new TransferPhysics(
                given.rttBias(),
                given.rampUp(),
                new TransferPhysics.FileCost(given.fileCostSeconds(), given.fileCostRtts(), given.fileCostSpread()),
                given.loss());
    }

    private DataPlane seenByLoops(SplittableRandom failureRandom, SplittableRandom noiseRandom) {
        DataPlane seen = dataPlane;
        if (troubles.hasFailures()) {
            seen = new FailingDataPlane(
                    seen,
                    pipe -> troubles.failureProbability(),
                    new TransferFailure(
                            ErrorCode.INTERRUPTED, "the attempt failed by chance, as the scenario wants it"),
                    failureRandom);
        }
        double noise = scenario.details().physics().noise();
        return noise > 0 ? new NoisyDataPlane(seen, engine, noise, settings.interval(), noiseRandom) : seen;
    }

    private Duration horizon(long lastArrival) {
        if (settings.horizon() != null) {
            return settings.horizon();
        }
        if (!scenario.infiniteBacklog().isEmpty()) {
            return SimulationSettings.BACKLOG_HORIZON;
        }
        return Duration.ofNanos(lastArrival).plus(SimulationSettings.PATIENCE);
    }

    /// Runs to the end. To be called once.
    public SimulationResult run() {
        view.start();
        Map<UserId, Double> weights = scenario.details().userWeights();
        plane.start(
                scenario.users().stream()
                        .map(user -> new User(user, weights.getOrDefault(user, 1.0)))
                        .toList(),
                pipes,
                scenario.details().resourceSets(),
                settings.controls() ? scenario.controls() : List.of());
        if (settings.controls()) {
            new ControlSchedule(engine, plane, scenario).start();
        }
        scenario.transfers().forEach(log::expect);
        submitEndless();
        scheduleArrivals();
        troubles.start(backgroundRandom);
        while (!isDone() && engine.step(horizonNanos())) {
            // The events do it all.
        }
        return result();
    }

    private boolean isDone() {
        return scenario.infiniteBacklog().isEmpty() && log.ended() == submitted && feed.nextNanos() == Long.MAX_VALUE;
    }

    /// While transfers are still to come nobody knows the last arrival: then the next one is waited for.
    private long horizonNanos() {
        boolean isOpen =
                settings.horizon() == null && scenario.infiniteBacklog().isEmpty();
        long next = feed.nextNanos();
        return horizon(isOpen && next != Long.MAX_VALUE ? next : lastArrivalNanos)
                .toNanos();
    }

    private void submitEndless() {
        List<Transfer> endless = new ArrayList<>();
        long number = scenario.transfers().size();
        for (PipeId pipe : scenario.infiniteBacklog()) {
            endless.add(toTransfer(
                    new TransferSpec(TransferId.of(++number), "endless", pipe, Transfer.UNKNOWN_SIZE, 0, Set.of())));
        }
        if (!endless.isEmpty()) {
            engine.at(0, () -> plane.submit(endless));
        }
    }

    /// The transfers of one moment are one request; those of the next moment are made when this one has come.
    private void scheduleArrivals() {
        long at = feed.nextNanos();
        if (at != Long.MAX_VALUE) {
            engine.at(at, () -> {
                lastArrivalNanos = at;
                while (feed.nextNanos() == at) {
                    submit(feed.take(at, MAX_REQUEST));
                }
                scheduleArrivals();
            });
        }
    }

    private void submit(List<TransferSpec> arrived) {
        List<Transfer> request = new ArrayList<>(arrived.size());
        for (TransferSpec spec : arrived) {
            if (spec.id().value() > scenario.transfers().size()) {
                log.expect(spec);
            }
            coflows.add(spec);
            request.add(toTransfer(spec));
        }
        submitted += request.size();
        plane.submit(request, coflows::groupOf);
        orderCoflows();
    }

    /// When coflows come and at every interval, as the server does.
    private void orderCoflows() {
        if (settings.groupOrder() && !coflows.isEmpty()) {
            plane.order(coflows.plan(plane.state().snapshot(), engine.nanoTime() / 1e9)
                    .byPipe());
        }
    }

    private void afterInterval() {
        orderCoflows();
        reportProgress();
    }

    private Transfer toTransfer(TransferSpec spec) {
        Ends file = ends.get(spec.pipe());
        if (file == null) {
            throw new IllegalArgumentException(
                    "transfer " + spec.name() + " is on pipe " + spec.pipe() + ", which the scenario does not have");
        }
        return new Transfer(
                spec.id(),
                spec.pipe(),
                file.source(),
                file.destination(),
                spec.sizeBytes(),
                spec.priority(),
                spec.after(),
                options);
    }

    private void reportProgress() {
        double byTransfers = expectedTransfers == 0 ? 0 : (double) log.ended() / expectedTransfers;
        double byTime = scenario.infiniteBacklog().isEmpty() ? 0 : (double) engine.nanoTime() / horizonNanos();
        progress.accept(Math.max(byTransfers, byTime));
    }

    private SimulationResult result() {
        double endSeconds = engine.nanoTime() / 1e9;
        long moved = 0;
        List<PipeId> order = pipes.stream().map(Pipe::id).sorted().toList();
        for (PipeId pipe : order) {
            moved += dataPlane.movedBytes(pipe);
        }
        List<IntervalRecord> intervals = recorder.intervals().points();
        CompletionSummary completions = log.completions();
        return new SimulationResult(
                optimizerName,
                seed,
                order,
                intervals,
                log.records(plane::stateOf),
                endSeconds,
                moved,
                engine.executedEvents(),
                Summary.of(intervals, completions, endSeconds),
                completions,
                log.coflows(scenario.details().coflows(), coflows.lateSince()),
                recorder.intervals().perPoint(),
                recorder.busiest());
    }
}
