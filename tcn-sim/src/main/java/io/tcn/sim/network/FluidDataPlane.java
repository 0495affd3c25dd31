// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.PathCounts;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A data plane that moves bytes as a fluid, in virtual time: each pipe has the rate that weighted max-min gives
/// it, its weight being the connections of its active attempts, which share the rate in proportion to their
/// connections. What connections and files cost beyond that is told by [TransferPhysics].
///
/// Rates change only with the connections and with the network. All changes of one instant are answered by one
/// allocation at its end, which touches only the pipes that they can reach; between two allocations everything is
/// linear, so that the next end of each pipe is known, and the soonest of all is one event. Ends are late by less
/// than a nanosecond.
///
/// A transfer of unknown size has no end. Cost per instant with changes: [IncrementalMaxMin] and O(log pipes) for
/// each pipe whose rate changed; O(log transfers of the pipe) per transfer.
public final class FluidDataPlane implements DataPlane {
    private static final double SEGMENT_BYTES = 1460;

    private final Engine engine;
    private FluidNetwork network;
    private final FluidRates rates;
    private final FileSetUp setUp;
    private final Map<PipeId, FluidPipe> pipesById = new HashMap<>();
    private final Map<ResourceId, Integer> resourceIndex = new HashMap<>();
    private final FluidPipe[] pipes;
    private final RateSchedule schedule;
    private final Map<AttemptId, FluidTransfer> transfers = new HashMap<>();

    /// What transfers that have ended moved, for those under a limit.
    private final Map<LimitId, Double> bytesOfLimits = new HashMap<>();

    private long serial;

    /// The paper's world: without further details.
    public FluidDataPlane(Engine engine, FluidNetwork network) {
        this(engine, network, TransferPhysics.NONE, new SplittableRandom(0));
    }

    /// @param random for the costs of files that have a spread
    public FluidDataPlane(Engine engine, FluidNetwork network, TransferPhysics details, RandomGenerator random) {
        this.engine = engine;
        this.network = network;
        this.rates = new FluidRates(network, details);
        this.setUp = new FileSetUp(network, details, random);
        this.pipes = new FluidPipe[network.pipes().size()];
        this.schedule = new RateSchedule(engine, rates, pipes, this::bringUp);
        for (int i = 0; i < pipes.length; i++) {
            pipes[i] = new FluidPipe(i, engine.nanoTime());
            pipesById.put(network.pipes().get(i), pipes[i]);
        }
        for (int r = 0; r < network.resources().size(); r++) {
            resourceIndex.put(network.resources().get(r).id(), r);
        }
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        FluidTransfer transfer =
                new FluidTransfer(attempt, listener, pipe(attempt.transfer().pipe()), serial++);
        transfers.put(attempt.id(), transfer);
        engine.execute(() -> {
            if (isRunning(transfer)) {
                listener.prepared(attempt.id(), attempt.transfer().sizeBytes(), attempt.connections());
            }
        });
    }

    @Override
    public void proceed(AttemptId attempt) {
        FluidTransfer transfer = transfers.get(attempt);
        if (transfer == null || transfer.proceeding) {
            return;
        }
        transfer.proceeding = true;
        long now = engine.nanoTime();
        long wait = setUp.nanos(transfer.pipe, transfer.attempt, transfer.connections, now);
        if (wait == 0) {
            activate(transfer);
        } else {
            engine.at(Math.addExact(now, wait), () -> {
                if (isRunning(transfer)) {
                    activate(transfer);
                }
            });
        }
    }

    private void activate(FluidTransfer transfer) {
        bringUp(transfer.pipe);
        transfer.pipe.add(transfer);
        schedule.touch(transfer.pipe);
    }

    @Override
    public void cancel(AttemptId attempt) {
        FluidTransfer transfer = findUpToNow(attempt);
        if (transfer != null) {
            drop(transfer);
            engine.execute(() -> transfer.listener.canceled(attempt, true));
        }
    }

    /// Connections that join a running transfer take part when they have opened up, if they are still wanted then.
    @Override
    public int adjust(AttemptId attempt, int connections) {
        int wanted = Math.max(1, connections);
        FluidTransfer transfer = findUpToNow(attempt);
        if (transfer == null || transfer.wantedConnections == wanted) {
            return wanted;
        }
        transfer.wantedConnections = wanted;
        transfer.adjustments++;
        int adjustment = transfer.adjustments;
        if (!transfer.active) {
            transfer.connections = wanted;
            return wanted;
        }
        long wait = wanted > transfer.connections ? setUp.rampUpNanos(transfer.pipe) : 0;
        if (wait == 0) {
            resize(transfer, wanted);
        } else {
            engine.at(Math.addExact(engine.nanoTime(), wait), () -> {
                bringUp(transfer.pipe);
                if (transfer.active && transfer.adjustments == adjustment) {
                    resize(transfer, wanted);
                }
            });
        }
        return wanted;
    }

    private void resize(FluidTransfer transfer, int connections) {
        if (transfer.connections != connections) {
            transfer.pipe.resize(transfer, connections);
            schedule.touch(transfer.pipe);
        }
    }

    @Override
    public long movedBytes(PipeId pipe) {
        FluidPipe found = pipe(pipe);
        bringUp(found);
        return found.movedBytes();
    }

    /// All connections of a pipe that moves move: they share its rate.
    @Override
    public int movingConnections(PipeId pipe, Duration within) {
        FluidPipe found = pipe(pipe);
        return found.rateBps() > 0 ? found.connections() : 0;
    }

    /// The round trip of the network and the loss of [TransferPhysics], where they have them: as far as the pipe has
    /// been looked at, so that a question changes nothing.
    @Override
    public PathCounts pathCounts(PipeId pipe) {
        FluidPipe found = pipe(pipe);
        found.setLossRatio(rates.lossRatio(found.index()));
        double rttSeconds = network.rttSeconds().get(found.index());
        return new PathCounts(
                found.sentBytes() / SEGMENT_BYTES,
                found.resentBytes() / SEGMENT_BYTES,
                rttSeconds > 0 ? rttSeconds : Double.NaN);
    }

    /// Cost: O(running transfers).
    @Override
    public long movedBytes(LimitId limit) {
        for (FluidTransfer running : List.copyOf(transfers.values())) {
            if (isUnder(running, limit)) {
                bringUp(running.pipe);
            }
        }
        double bytes = bytesOfLimits.getOrDefault(limit, 0.0);
        for (FluidTransfer running : transfers.values()) {
            bytes += isUnder(running, limit) ? running.pipe.movedBytes(running) : 0;
        }
        return (long) bytes;
    }

    @Override
    public void forget(LimitId limit) {
        bytesOfLimits.remove(limit);
    }

    private static boolean isUnder(FluidTransfer transfer, LimitId limit) {
        TransferLimit own = transfer.attempt.transfer().options().limit();
        return own != null && own.id().equals(limit);
    }

    private void countAtLimit(FluidTransfer ended, double bytes) {
        TransferLimit limit = ended.attempt.transfer().options().limit();
        if (limit != null) {
            bytesOfLimits.merge(limit.id(), bytes, Double::sum);
        }
    }

    /// Bytes that a running attempt has moved so far; empty if it has ended, told or not, or never was.
    public OptionalDouble movedBytes(AttemptId attempt) {
        FluidTransfer transfer = findUpToNow(attempt);
        return transfer == null ? OptionalDouble.empty() : OptionalDouble.of(transfer.pipe.movedBytes(transfer));
    }

    /// Puts another network in the place of the present one: the same pipes on the same paths, with other
    /// capacities, ceilings, deterioration, curves or round-trip times. What has moved so far and background
    /// traffic stay; rates follow at this instant. Capacities set with [#setCapacityBps] are replaced.
    ///
    /// @throws IllegalArgumentException if pipes, resources or paths differ
    public void networkChanged(FluidNetwork changed) {
        if (!changed.hasSameShape(network)) {
            throw new IllegalArgumentException("only what resources and connections carry may change during a run,"
                    + " given was a network with other pipes, resources or paths");
        }
        network = changed;
        rates.use(changed);
        setUp.use(changed);
        for (FluidPipe pipe : pipes) {
            schedule.touch(pipe);
        }
    }

    /// Sets the capacity of a resource, before deterioration and background traffic; under a curve it is an upper
    /// bound. At 0 the link is down or the storage stalled: its transfers stand still, none fails.
    ///
    /// @param capacityBps in bit/s, zero or more; infinite where the resource does not limit
    /// @throws IllegalArgumentException if the network has no such resource
    public void setCapacityBps(ResourceId resource, double capacityBps) {
        if (!(capacityBps >= 0)) {
            throw new IllegalArgumentException(
                    "the capacity of " + resource + " must be zero or more bit/s, given was " + capacityBps);
        }
        rates.setCapacityBps(indexOf(resource), capacityBps);
        schedule.noteChange();
    }

    /// Sets the inelastic traffic of others on a resource, which takes its part of the capacity first.
    ///
    /// @param bps in bit/s, zero or more and finite
    /// @throws IllegalArgumentException if the network has no such resource
    public void setBackgroundBps(ResourceId resource, double bps) {
        if (!(bps >= 0) || Double.isInfinite(bps)) {
            throw new IllegalArgumentException(
                    "the background traffic on " + resource + " must be zero or more bit/s, given was " + bps);
        }
        rates.setBackgroundBps(indexOf(resource), bps);
        schedule.noteChange();
    }

    /// Lets all attempts fail whose pipe uses a resource, first started first, those that have not moved a byte
    /// yet included. What they wrote stays at the destination, which is reported not clean.
    ///
    /// @throws IllegalArgumentException if the network has no such resource
    public void failActive(ResourceId resource, TransferFailure failure) {
        int index = indexOf(resource);
        for (FluidPipe pipe : pipes) {
            if (network.path(pipe.index()).contains(index)) {
                bringUp(pipe);
            }
        }
        List<FluidTransfer> hit = new ArrayList<>();
        for (FluidTransfer transfer : transfers.values()) {
            if (network.path(transfer.pipe.index()).contains(index)) {
                hit.add(transfer);
            }
        }
        hit.sort(Comparator.comparingLong(transfer -> transfer.serial));
        for (FluidTransfer transfer : hit) {
            drop(transfer);
            engine.execute(() -> transfer.listener.failed(transfer.attempt.id(), failure, false));
        }
    }

    /// What a pipe moves now, in bit/s.
    public double rateBps(PipeId pipe) {
        return pipe(pipe).rateBps();
    }

    /// What pipes move over a resource now, in bit/s. Changes of this instant count once its events have run.
    public double carriedBps(ResourceId resource) {
        return rates.carriedBps(indexOf(resource));
    }

    /// What pipes can have of a resource now, in bit/s: after deterioration or curve, background traffic and loss.
    public double capacityBps(ResourceId resource) {
        return rates.capacityBps(indexOf(resource));
    }

    /// Whether something changed at this instant that rates do not answer yet.
    public boolean isAllocationPending() {
        return schedule.isPending();
    }

    /// How often rates were worked out.
    public long allocations() {
        return schedule.allocations();
    }

    private FluidPipe pipe(PipeId id) {
        @Nullable FluidPipe pipe = pipesById.get(id);
        if (pipe == null) {
            throw new IllegalArgumentException("pipe " + id + " is not in the simulated network");
        }
        return pipe;
    }

    private int indexOf(ResourceId id) {
        @Nullable Integer index = resourceIndex.get(id);
        if (index == null) {
            throw new IllegalArgumentException("no pipe of the simulated network uses resource " + id);
        }
        return index;
    }

    private boolean isRunning(FluidTransfer transfer) {
        return transfer.equals(transfers.get(transfer.attempt.id()));
    }

    /// A running attempt whose pipe has been brought to the present moment; null if it has ended by now.
    private @Nullable FluidTransfer findUpToNow(AttemptId attempt) {
        FluidTransfer transfer = transfers.get(attempt);
        if (transfer != null) {
            bringUp(transfer.pipe);
        }
        return transfers.get(attempt);
    }

    private void drop(FluidTransfer transfer) {
        transfers.remove(transfer.attempt.id());
        if (transfer.active) {
            countAtLimit(transfer, transfer.pipe.movedBytes(transfer));
            transfer.pipe.abandon(transfer);
            schedule.touch(transfer.pipe);
        }
    }

    /// Brings a pipe to the present moment and lets go its transfers that have ended.
    private void bringUp(FluidPipe pipe) {
        long now = engine.nanoTime();
        pipe.advanceTo(now);
        for (FluidTransfer transfer : pipe.takeFinished()) {
            AttemptId attempt = transfer.attempt.id();
            transfers.remove(attempt);
            setUp.leave(pipe, transfer.connections, now);
            long sizeBytes = transfer.attempt.transfer().sizeBytes();
            countAtLimit(transfer, (double) sizeBytes);
            engine.execute(() -> transfer.listener.finished(attempt, sizeBytes, null));
            schedule.touch(pipe);
        }
    }
}
