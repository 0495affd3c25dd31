// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.loop.LoopFence;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.port.NetworkMapChange;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.ControlState;
import io.tcn.core.state.StateSnapshot;
import io.tcn.core.state.TransportControlState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The control loop: once per control interval it observes, lets the optimizer decide, and publishes n.
///
/// One thread, given as a scheduler. A step that throws is counted and reported; n stays and the loop goes on. After
/// [LoopFence#FAILURES_TO_UNHEALTHY] such steps in a row the loop is unhealthy, until a step succeeds.
public final class ControlLoop {
    private final TransportControlState state;
    private final Optimizer optimizer;
    private final LoopScheduler loop;
    private final TimeSource time;
    private final ControlSettings settings;
    private final Consumer<ControlState> publisher;
    private final DecisionListener listener;
    private final LoopFence fence;
    private final IntervalMeter meter;
    private final Constraints constraints = new Constraints();
    private final Feasibility feasibility = new Feasibility();
    private final RefutedCapacities refuted = new RefutedCapacities();
    private final RelativeShares shares = new RelativeShares();
    private final SteadyRates rates = new SteadyRates();
    private NetworkMapSnapshot mapSeen;
    private long interval;
    private int samplesTaken;
    private LoopScheduler.Cancellation next = () -> {};
    private boolean stopped;

    /// @param publisher takes a new n to the dispatch loop
    /// @param listener hears every decision
    public ControlLoop(
            TransportControlState state,
            Optimizer optimizer,
            DataPlane dataPlane,
            LoopScheduler loop,
            TimeSource time,
            ControlSettings settings,
            Consumer<ControlState> publisher,
            DecisionListener listener,
            ControlEvents events) {
        this.state = state;
        this.optimizer = optimizer;
        this.loop = loop;
        this.time = time;
        this.settings = settings;
        this.publisher = publisher;
        this.listener = listener;
        this.fence = new LoopFence("control", events);
        this.mapSeen = state.snapshot().map();
        this.meter = new IntervalMeter(state, dataPlane, time.nanoTime());
    }

    /// Begins: the first decision follows at once, so that new pipes get their first n, the next one an interval
    /// later.
    public void start() {
        loop.execute(() -> {
            fenced(this::begin);
            scheduleSample();
        });
    }

    /// Ends; n stays as it is.
    public void stop() {
        loop.execute(() -> {
            stopped = true;
            next.cancel();
        });
    }

    /// Whether the last steps worked.
    public boolean isHealthy() {
        return fence.isHealthy();
    }

    private void begin() {
        StateSnapshot snapshot = state.snapshot();
        List<PipeObservation> pipes = meter.begin(snapshot, time.nanoTime());
        List<Pipe> order = pipesOf(pipes);
        // What is known of before may ask for many connections at once. Shares follow from what was measured.
        Feasibility.Result controls = feasibility.check(
                order, snapshot.map(), constraints.of(snapshot, order).constraints());
        decide(new Observation(
                0,
                time.now(),
                settings.interval(),
                pipes,
                snapshot.map(),
                controls.constraints(),
                ConnectionLimits.of(snapshot, order),
                snapshot.users(),
                controls.conflicts(),
                changeOf(snapshot)));
    }

    private void scheduleSample() {
        if (!stopped) {
            Duration untilNext = settings.interval().dividedBy(settings.samples());
            next = loop.schedule(untilNext, this::onSample);
        }
    }

    /// The next sample follows whatever this one does.
    private void onSample() {
        try {
            samplesTaken++;
            if (samplesTaken < settings.samples()) {
                sample();
            } else {
                samplesTaken = 0;
                fenced(this::step);
            }
        } finally {
            scheduleSample();
        }
    }

    /// One that worked says nothing of the steps before.
    private void sample() {
        if (!fence.run(() -> meter.sample(state.snapshot(), time.nanoTime()))) {
            fence.endStep();
        }
    }

    private void fenced(Runnable step) {
        fence.run(step);
        fence.endStep();
    }

    /// Ends an interval: observes, decides, publishes.
    private void step() {
        StateSnapshot snapshot = state.snapshot();
        long now = time.nanoTime();
        long length = meter.lengthNanos(now);
        if (length <= 0) {
            return;
        }
        List<PipeObservation> measured = meter.endInterval(snapshot, now);
        List<Pipe> order = pipesOf(measured);
        Feasibility.Result controls = constraintsOf(snapshot, order, measured);
        List<PipeObservation> pipes = rates.raise(measured, controls.constraints(), state.rates());
        interval++;
        decide(new Observation(
                interval,
                time.now(),
                Duration.ofNanos(length),
                pipes,
                snapshot.map(),
                controls.constraints(),
                ConnectionLimits.of(snapshot, order),
                snapshot.users(),
                controls.conflicts(),
                changeOf(snapshot)));
    }

    /// How the map differs from the one that the interval before has seen: whatever came meanwhile is one change.
    private @Nullable NetworkMapChange changeOf(StateSnapshot snapshot) {
        NetworkMapSnapshot before = mapSeen;
        mapSeen = snapshot.map();
        return snapshot.mapChangeSince(before).orElse(null);
    }

    /// Bounds and guarantees, and the shares that follow from relative weights and what was measured.
    private Feasibility.Result constraintsOf(StateSnapshot snapshot, List<Pipe> order, List<PipeObservation> pipes) {
        Constraints.WorkedOut workedOut = constraints.of(snapshot, order);
        NetworkMapSnapshot believed = refuted.on(snapshot.map());
        Feasibility.Result kept = feasibility.check(order, believed, workedOut.constraints());
        List<Constraint> present =
                shares.of(sharesOn(snapshot.map(), believed, workedOut.shares()), kept.constraints(), pipes);
        if (present.isEmpty()) {
            return kept;
        }
        List<Constraint> all = new ArrayList<>(kept.constraints());
        all.addAll(present);
        return new Feasibility.Result(all, kept.conflicts(), kept.complete());
    }

    /// Resources that carry more than is told are shared as what they carry.
    @SuppressWarnings("ReferenceEquality") // the map itself where nothing is refuted
    private static List<ShareGroup> sharesOn(
            NetworkMapSnapshot told, NetworkMapSnapshot believed, List<ShareGroup> groups) {
        return told == believed
                ? groups
                : groups.stream().map(group -> group.believed(told, believed)).toList();
    }

    private static List<Pipe> pipesOf(List<PipeObservation> observations) {
        return observations.stream().map(PipeObservation::pipe).toList();
    }

    private void decide(Observation observation) {
        Decision decision = optimizer.decide(observation);
        List<PipeObservation> observed = observation.pipes();
        if (decision.pipes().size() != observed.size()) {
            throw new IllegalStateException("the optimizer decided on "
                    + decision.pipes().size() + " pipes, observed" + " were " + observed.size());
        }
        PipeTuning[] decidedTunings = new PipeTuning[observed.size()];
        for (int i = 0; i < observed.size(); i++) {
            PipeDecision decided = decision.pipes().get(i);
            Pipe pipe = observed.get(i).pipe();
            if (!decided.pipe().equals(pipe.id())) {
                throw new IllegalStateException(
                        "the optimizer decided on pipe " + decided.pipe() + " in the place of pipe " + pipe.id());
            }
            decidedTunings[i] = decided.tuning().within(pipe.limits());
        }
        refuted.note(decision.doubts());
        ReadCaps.apply(decidedTunings, observation.connectionLimits());
        SortedMap<PipeId, PipeTuning> tunings = new TreeMap<>();
        for (int i = 0; i < decidedTunings.length; i++) {
            tunings.put(observed.get(i).pipe().id(), decidedTunings[i]);
        }
        publisher.accept(
                new ControlState(observation.interval(), tunings, decision.constraints(), observation.conflicts()));
        listener.decided(observation, decision);
    }
}
