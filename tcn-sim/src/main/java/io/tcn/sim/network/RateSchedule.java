// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.port.LoopScheduler;
import io.tcn.sim.engine.Engine;
import java.util.function.Consumer;

/// When rates are worked out anew, and when the next transfer ends by them: once for each instant at which something
/// changed, after all events of that instant that are known then have run.
final class RateSchedule {
    private final Engine engine;
    private final FluidRates rates;
    private final FluidPipe[] pipes;

    /// Brings a pipe to the present moment, and lets go its transfers that have ended.
    private final Consumer<FluidPipe> bringUp;

    private final PipeHeap nextEnds;

    /// Pipes whose transfers have changed since the last allocation.
    private final int[] touched;

    private final boolean[] isTouched;
    private int touchedCount;
    private long allocations;
    private boolean pending;
    private long nextEndNanos = Long.MAX_VALUE;
    private LoopScheduler.Cancellation nextEnd = () -> {};

    RateSchedule(Engine engine, FluidRates rates, FluidPipe[] pipes, Consumer<FluidPipe> bringUp) {
        this.engine = engine;
        this.rates = rates;
        this.pipes = pipes;
        this.bringUp = bringUp;
        this.nextEnds = new PipeHeap(pipes.length);
        this.touched = new int[pipes.length];
        this.isTouched = new boolean[pipes.length];
    }

    /// Whether something changed at this instant that rates do not answer yet.
    boolean isPending() {
        return pending;
    }

    /// How often rates were worked out.
    long allocations() {
        return allocations;
    }

    /// The transfers of a pipe have changed.
    void touch(FluidPipe pipe) {
        int i = pipe.index();
        if (!isTouched[i]) {
            isTouched[i] = true;
            touched[touchedCount++] = i;
        }
        noteChange();
    }

    /// Something changed: rates follow.
    void noteChange() {
        if (!pending) {
            pending = true;
            engine.execute(this::allocate);
        }
    }

    private void allocate() {
        pending = false;
        allocations++;
        for (int k = 0; k < touchedCount; k++) {
            rates.setConnections(touched[k], pipes[touched[k]].connections());
        }
        rates.solve();
        for (int k = 0; k < rates.affectedPipes(); k++) {
            update(rates.affectedPipe(k));
        }
        for (int k = 0; k < touchedCount; k++) {
            isTouched[touched[k]] = false;
            update(touched[k]);
        }
        touchedCount = 0;
        scheduleNextEnd();
    }

    private void update(int i) {
        FluidPipe pipe = pipes[i];
        pipe.advanceTo(engine.nanoTime());
        pipe.setRateBps(rates.rateBps(i));
        pipe.setLossRatio(rates.lossRatio(i));
        nextEnds.set(i, pipe.nextEndNanos());
    }

    private void scheduleNextEnd() {
        long soonest = nextEnds.soonestNanos();
        if (soonest != nextEndNanos) {
            nextEnd.cancel();
            nextEndNanos = soonest;
            if (soonest < Long.MAX_VALUE) {
                nextEnd = engine.at(soonest, this::onNextEnd);
            }
        }
    }

    private void onNextEnd() {
        nextEndNanos = Long.MAX_VALUE;
        long now = engine.nanoTime();
        while (nextEnds.soonestNanos() <= now) {
            FluidPipe pipe = pipes[nextEnds.soonest()];
            bringUp.accept(pipe);
            // Where rounding put the end a hair later, it comes again; a pipe that changed is looked at below.
            nextEnds.set(pipe.index(), pipe.nextEndNanos());
        }
        if (!pending) {
            scheduleNextEnd();
        }
    }
}
