// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.throughput.WeightedMaxMin;
import io.tcn.sim.engine.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A data plane that moves bytes as a fluid, in virtual time: each pipe has the rate that weighted max-min gives it,
/// its weight being the connections of its active attempts, which share the rate in proportion to their connections.
///
/// Rates change only with the connections and with the network. All changes of one instant are answered by one
/// allocation at its end;
/// between two allocations everything is linear, so that the next end of a transfer is known and is one event. Ends
/// are late by less than a nanosecond.
///
/// What it leaves out: connections reach their rate at once, files cost no set-up, nothing fails, sizes are known. A
/// transfer of unknown size has no end. Cost: O(allocation) per instant with changes, O(log transfers) per transfer.
public final class FluidDataPlane implements DataPlane {
    private final Engine engine;
    private FluidNetwork network;
    private WeightedMaxMin maxMin;
    private final Map<PipeId, FluidPipe> pipesById = new HashMap<>();
    private final FluidPipe[] pipes;
    private final double[] weights;
    private final double[] ratesBps;
    private final Map<AttemptId, FluidTransfer> transfers = new HashMap<>();
    private long integratedNanos;
    private long serial;
    private long allocations;
    private boolean allocationPending;
    private boolean isNewNetwork;
    private LoopScheduler.Cancellation nextEnd = () -> {};

    public FluidDataPlane(Engine engine, FluidNetwork network) {
        this.engine = engine;
        this.network = network;
        this.maxMin = new WeightedMaxMin(network.flows());
        this.pipes = new FluidPipe[network.pipes().size()];
        this.weights = new double[pipes.length];
        this.ratesBps = new double[pipes.length];
        for (int i = 0; i < pipes.length; i++) {
            pipes[i] = new FluidPipe();
            pipesById.put(network.pipes().get(i), pipes[i]);
        }
        this.integratedNanos = engine.nanoTime();
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        FluidTransfer transfer =
                new FluidTransfer(attempt, listener, pipe(attempt.transfer().pipe()), serial++);
        transfers.put(attempt.id(), transfer);
        engine.execute(() -> {
            if (transfers.containsKey(attempt.id())) {
                listener.prepared(attempt.id(), attempt.transfer().sizeBytes(), attempt.connections());
            }
        });
    }

    @Override
    public void proceed(AttemptId attempt) {
        FluidTransfer transfer = transfers.get(attempt);
        if (transfer == null || transfer.active) {
            return;
        }
        integrate();
        transfer.pipe.add(transfer);
        noteChange();
    }

    @Override
    public void cancel(AttemptId attempt) {
        integrate();
        FluidTransfer transfer = transfers.remove(attempt);
        if (transfer == null) {
            return;
        }
        if (transfer.active) {
            transfer.pipe.abandon(transfer);
            noteChange();
        }
        engine.execute(() -> transfer.listener.canceled(attempt, true));
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        int wanted = Math.max(1, connections);
        integrate();
        FluidTransfer transfer = transfers.get(attempt);
        if (transfer == null) {
            return wanted;
        }
        if (transfer.active && transfer.connections != wanted) {
            transfer.pipe.resize(transfer, wanted);
            noteChange();
        } else {
            transfer.connections = wanted;
        }
        return wanted;
    }

    @Override
    public long movedBytes(PipeId pipe) {
        integrate();
        return pipe(pipe).movedBytes();
    }

    /// Puts another network in the place of the present one: the same pipes on the same paths, with other capacities,
    /// ceilings or deterioration. What has moved so far stays as it is; rates follow at this instant.
    ///
    /// @throws IllegalArgumentException if pipes, resources or paths differ
    public void networkChanged(FluidNetwork changed) {
        if (!changed.hasSameShape(network)) {
            throw new IllegalArgumentException("only capacities, ceilings and deterioration may change during a run,"
                    + " given was a network with other pipes, resources or paths");
        }
        integrate();
        network = changed;
        maxMin = new WeightedMaxMin(changed.flows());
        isNewNetwork = true;
        noteChange();
    }

    /// What a pipe moves now, in bit/s.
    public double rateBps(PipeId pipe) {
        return pipe(pipe).rateBps();
    }

    /// How often rates were worked out.
    public long allocations() {
        return allocations;
    }

    private FluidPipe pipe(PipeId id) {
        @Nullable FluidPipe pipe = pipesById.get(id);
        if (pipe == null) {
            throw new IllegalArgumentException("pipe " + id + " is not in the simulated network");
        }
        return pipe;
    }

    /// Brings all pipes to the present moment and lets go the transfers that have ended.
    private void integrate() {
        long now = engine.nanoTime();
        if (now == integratedNanos) {
            return;
        }
        double seconds = (now - integratedNanos) / 1e9;
        integratedNanos = now;
        List<FluidTransfer> finished = new ArrayList<>();
        for (FluidPipe pipe : pipes) {
            pipe.advance(seconds);
            finished.addAll(pipe.takeFinished());
        }
        for (FluidTransfer transfer : finished) {
            transfers.remove(transfer.attempt.id());
            long sizeBytes = transfer.attempt.transfer().sizeBytes();
            engine.execute(() -> transfer.listener.finished(transfer.attempt.id(), sizeBytes, null));
            noteChange();
        }
    }

    /// Connections changed: rates follow once all events of this instant that are known now have run.
    private void noteChange() {
        if (!allocationPending) {
            allocationPending = true;
            nextEnd.cancel();
            engine.execute(this::allocate);
        }
    }

    private void allocate() {
        allocationPending = false;
        allocations++;
        boolean changed = isNewNetwork;
        isNewNetwork = false;
        for (int i = 0; i < pipes.length; i++) {
            int connections = pipes[i].connections();
            changed |= connections != (int) weights[i];
            weights[i] = connections;
        }
        if (changed) {
            maxMin.allocate(weights, ratesBps);
        }
        for (int i = 0; i < pipes.length; i++) {
            pipes[i].setRateBps(ratesBps[i]);
        }
        scheduleNextEnd();
    }

    private void scheduleNextEnd() {
        long soonest = Long.MAX_VALUE;
        for (FluidPipe pipe : pipes) {
            soonest = Math.min(soonest, pipe.nanosToNextEnd());
        }
        if (soonest < Long.MAX_VALUE - integratedNanos) {
            nextEnd = engine.at(integratedNanos + soonest, this::onNextEnd);
        }
    }

    private void onNextEnd() {
        integrate();
        if (!allocationPending) {
            // Rounding put the end a hair later.
            scheduleNextEnd();
        }
    }
}
