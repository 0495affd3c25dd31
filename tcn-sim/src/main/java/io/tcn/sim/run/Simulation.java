// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.topology.TopologyNetworkMap;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.ToldMap;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;

/// One run of a scenario: core's loops on the virtual clock, the fluid network as data plane, and a recorder. It ends
/// with the last transfer, or at the horizon.
///
/// The seed feeds the optimizer's random numbers and nothing else: scenario and network hold no chance. One object is
/// one run.
public final class Simulation {
    /// A fluid without noise has no spread worth sampling within an interval.
    private static final int SAMPLES = 1;

    /// More would not fit into memory: a mistake in units.
    private static final long MAX_INTERVALS = 5_000_000;

    private final Scenario scenario;
    private final SimulationSettings settings;
    private final String optimizerName;
    private final long seed;
    private final DoubleConsumer progress;
    private final Engine engine = new Engine();
    private final List<Pipe> pipes;
    private final FluidDataPlane dataPlane;
    private final Recorder recorder;
    private final ControlPlane plane;
    private final long horizonNanos;

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
        this.pipes = pipesOf(scenario, settings);
        Map<Endpoint, String> sites = new TreeMap<>();
        scenario.topology().allSites().forEach(site -> sites.put(Scenario.endpointOf(site.id()), site.id()));
        TopologyNetworkMap map = new TopologyNetworkMap(scenario.topology(), sites, scenario.storages(), engine);
        FluidNetwork network = FluidNetwork.of(map.map(pipes), pipes, settings.physics());
        this.dataPlane = new FluidDataPlane(engine, network);
        this.recorder = new Recorder(engine, network, this::reportProgress);
        this.plane = new ControlPlane(
                engine,
                dataPlane,
                new ToldMap(map, network, settings.knowledge(), Set.of()),
                optimizer.create(new SplittableRandom(seed)),
                new ControlSettings(settings.interval(), SAMPLES),
                recorder,
                recorder);
        Duration horizon = horizon();
        if (horizon.dividedBy(settings.interval()) > MAX_INTERVALS) {
            throw new IllegalArgumentException("the run may last " + horizon.toSeconds() + " s, which is more than "
                    + MAX_INTERVALS + " control intervals; choose a longer interval or a nearer horizon");
        }
        this.horizonNanos = horizon.toNanos();
    }

    private static List<Pipe> pipesOf(Scenario scenario, SimulationSettings settings) {
        List<Pipe> pipes = new ArrayList<>();
        for (PipeSpec spec : scenario.pipes()) {
            pipes.add(new Pipe(
                    spec.id(),
                    Scenario.endpointOf(spec.from()),
                    Scenario.endpointOf(spec.to()),
                    spec.user(),
                    settings.limits()));
        }
        return List.copyOf(pipes);
    }

    private Duration horizon() {
        if (settings.horizon() != null) {
            return settings.horizon();
        }
        if (!scenario.infiniteBacklog().isEmpty()) {
            return SimulationSettings.BACKLOG_HORIZON;
        }
        long lastArrival = scenario.transfers().stream()
                .mapToLong(TransferSpec::arrivalNanos)
                .max()
                .orElse(0);
        return Duration.ofNanos(lastArrival).plus(SimulationSettings.PATIENCE);
    }

    /// Runs to the end. To be called once.
    public SimulationResult run() {
        plane.start(scenario.users(), pipes, settings.controls() ? scenario.controls() : List.of());
        submitAtArrival();
        boolean endless = !scenario.infiniteBacklog().isEmpty();
        long total = scenario.transfers().size();
        while ((endless || recorder.ended() < total) && engine.step(horizonNanos)) {
            // The events do it all.
        }
        return result();
    }

    /// All transfers of one moment are one request.
    private void submitAtArrival() {
        Map<Long, List<Transfer>> byArrival = new TreeMap<>();
        for (TransferSpec spec : scenario.transfers()) {
            byArrival
                    .computeIfAbsent(spec.arrivalNanos(), at -> new ArrayList<>())
                    .add(toTransfer(spec));
        }
        long number = scenario.transfers().size();
        for (PipeId pipe : scenario.infiniteBacklog()) {
            TransferSpec endless =
                    new TransferSpec(TransferId.of(++number), "endless", pipe, Transfer.UNKNOWN_SIZE, 0, Set.of());
            byArrival.computeIfAbsent(0L, at -> new ArrayList<>()).add(toTransfer(endless));
        }
        byArrival.forEach((at, transfers) -> engine.at(at, () -> plane.submit(transfers)));
    }

    private static Transfer toTransfer(TransferSpec spec) {
        return new Transfer(
                spec.id(),
                spec.pipe(),
                URI.create("sim:///from/" + spec.id()),
                URI.create("sim:///to/" + spec.id()),
                spec.sizeBytes(),
                Transfer.DEFAULT_PRIORITY,
                spec.after(),
                TransferOptions.DEFAULT);
    }

    private void reportProgress() {
        double byTransfers = scenario.transfers().isEmpty()
                ? 0
                : (double) recorder.ended() / scenario.transfers().size();
        double byTime = scenario.infiniteBacklog().isEmpty() ? 0 : (double) engine.nanoTime() / horizonNanos;
        progress.accept(Math.max(byTransfers, byTime));
    }

    private SimulationResult result() {
        double endSeconds = engine.nanoTime() / 1e9;
        long moved = 0;
        List<PipeId> order = pipes.stream().map(Pipe::id).sorted().toList();
        for (PipeId pipe : order) {
            moved += dataPlane.movedBytes(pipe);
        }
        List<TransferRecord> transfers = new ArrayList<>();
        for (TransferSpec spec : scenario.transfers()) {
            transfers.add(new TransferRecord(
                    spec.name(),
                    spec.pipe(),
                    spec.sizeBytes(),
                    spec.arrivalNanos() / 1e9,
                    recorder.startOf(spec.id()),
                    recorder.finishOf(spec.id()),
                    plane.stateOf(spec.id())));
        }
        return new SimulationResult(
                optimizerName,
                seed,
                order,
                recorder.intervals(),
                transfers,
                endSeconds,
                moved,
                engine.executedEvents(),
                Summary.of(recorder.intervals(), transfers, endSeconds));
    }
}
