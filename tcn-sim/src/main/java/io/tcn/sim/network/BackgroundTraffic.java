// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.ResourceId;
import io.tcn.sim.engine.Engine;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Traffic of others on one resource, in virtual time: it takes its part of the capacity first. One source per
/// resource: a second one would overwrite the first.
///
/// Used once, by one thread.
public final class BackgroundTraffic {
    /// From a moment on there is so much traffic.
    ///
    /// @param seconds since the beginning, zero or more
    /// @param bps in bit/s, zero or more
    public record Step(double seconds, double bps) {
        public Step {
            if (!(seconds >= 0) || Double.isInfinite(seconds) || !(bps >= 0) || Double.isInfinite(bps)) {
                throw new IllegalArgumentException("background traffic has moments and rates of zero or more, given"
                        + " were " + seconds + " s and " + bps + " bit/s");
            }
        }
    }

    private final ResourceId resource;
    private final Iterator<Step> steps;

    private BackgroundTraffic(ResourceId resource, Iterator<Step> steps) {
        this.resource = resource;
        this.steps = steps;
    }

    /// As given, by rising seconds; before the first step there is none, the last one stays.
    ///
    /// @throws IllegalArgumentException if the seconds fall
    public static BackgroundTraffic trace(ResourceId resource, List<Step> trace) {
        List<Step> steps = List.copyOf(trace);
        for (int i = 1; i < steps.size(); i++) {
            if (steps.get(i).seconds() < steps.get(i - 1).seconds()) {
                throw new IllegalArgumentException("the seconds of a trace must rise, given were "
                        + steps.get(i - 1).seconds() + " and then "
                        + steps.get(i).seconds());
            }
        }
        return new BackgroundTraffic(resource, steps.iterator());
    }

    /// On and off for fixed times in turn, beginning with on.
    ///
    /// @param bps in bit/s while it is on
    public static BackgroundTraffic onOff(ResourceId resource, double bps, Duration on, Duration off) {
        return new BackgroundTraffic(resource, new OnOff(bps, on, off, null));
    }

    /// On and off for exponentially distributed times in turn, beginning with on.
    ///
    /// @param bps in bit/s while it is on
    public static BackgroundTraffic randomOnOff(
            ResourceId resource, double bps, Duration meanOn, Duration meanOff, RandomGenerator random) {
        return new BackgroundTraffic(resource, new OnOff(bps, meanOn, meanOff, random));
    }

    /// Begins now. Only the next step is ever pending.
    ///
    /// @throws IllegalArgumentException if the network has no such resource
    public void start(Engine engine, FluidDataPlane dataPlane) {
        dataPlane.setBackgroundBps(resource, 0);
        scheduleNext(engine, dataPlane, engine.nanoTime());
    }

    private void scheduleNext(Engine engine, FluidDataPlane dataPlane, long startNanos) {
        if (!steps.hasNext()) {
            return;
        }
        Step step = steps.next();
        long at = Math.max(engine.nanoTime(), startNanos + Math.round(step.seconds() * 1e9));
        engine.at(at, () -> {
            dataPlane.setBackgroundBps(resource, step.bps());
            scheduleNext(engine, dataPlane, startNanos);
        });
    }

    private static final class OnOff implements Iterator<Step> {
        private final double bps;
        private final double onSeconds;
        private final double offSeconds;
        private final @Nullable RandomGenerator random;
        private double seconds;
        private boolean isOn;

        OnOff(double bps, Duration on, Duration off, @Nullable RandomGenerator random) {
            if (!on.isPositive() || !off.isPositive()) {
                throw new IllegalArgumentException(
                        "on and off times must be positive, given were " + on + " and " + off);
            }
            this.bps = bps;
            this.onSeconds = on.toNanos() / 1e9;
            this.offSeconds = off.toNanos() / 1e9;
            this.random = random;
        }

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public Step next() {
            isOn = !isOn;
            Step step = new Step(seconds, isOn ? bps : 0);
            double mean = isOn ? onSeconds : offSeconds;
            seconds += random == null ? mean : mean * random.nextExponential();
            return step;
        }
    }
}
