// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fstream;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// FStream++ and FStream for one job: streams and files ahead by equation 1 for the files that are there,
/// concurrency by measurement, for as much as possible or for a rate that the job asks for.
///
/// FStream++ finds concurrency by [OnlineProfiling]; for a new target it asks [ProfilingHistory] first. Within
/// 20 % of a target it leaves concurrency and moves the streams of large files, or the files ahead where there
/// are small ones only, one at a time until it is within 10 % (section 4.2). FStream doubles concurrency while
/// throughput rises and goes back to the best; for a new target it takes what it has seen bring that much, and
/// else begins anew.
///
/// A step takes 12 s (section 3.2: five or six steps in 50 to 60 s).
public final class StreamTuner implements JobTuner {
    private static final double STEP_SECONDS = 12;
    private static final double NARROW = 0.1;
    private static final int MOST_EXTRA = 16;

    /// What finds the concurrency.
    public enum Method {
        /// Binary search and regression: FStream++.
        PLUS_PLUS,
        /// Doubling and match-action: FStream.
        DOUBLING
    }

    private final Method method;
    private final ThroughputModel model;
    private final ProfilingHistory history = new ProfilingHistory();
    private final OnlineProfiling profiling = new OnlineProfiling();
    private Doubling doubling = new Doubling();
    private @Nullable PathFacts path;
    private double targetBps = Double.NaN;
    private boolean isTargetNew;
    private int concurrency = 1;
    private int extra;

    /// @param method how concurrency is found
    /// @param model what history is fitted by; FStream does not look at it
    public StreamTuner(Method method, ThroughputModel model) {
        this.method = method;
        this.model = model;
    }

    /// FStream++ as its paper has it.
    public static StreamTuner plusPlus() {
        return new StreamTuner(Method.PLUS_PLUS, ThroughputModel.CUBE_ROOT);
    }

    /// FStream.
    public static StreamTuner fstream() {
        return new StreamTuner(Method.DOUBLING, ThroughputModel.CUBE_ROOT);
    }

    /// The job wants this much from now on, no less and no more.
    ///
    /// @param bps bit/s above zero, or NaN for as much as possible
    public void wants(double bps) {
        if (!Double.isNaN(bps) && !(bps > 0)) {
            throw new IllegalArgumentException("a wanted rate is above zero bit/s, given was " + bps);
        }
        targetBps = bps;
        isTargetNew = true;
    }

    @Override
    public List<Double> classEndsBytes(PathFacts facts) {
        return SmallAndLarge.endsBytes(facts);
    }

    @Override
    public double sampleSeconds(PathFacts facts) {
        return STEP_SECONDS;
    }

    @Override
    public List<ClassTuning> first(PathFacts facts, List<FileClass> classes) {
        path = facts;
        concurrency = 1;
        return tunings(facts, classes);
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        if (path == null) {
            throw new IllegalStateException("a tuner is asked for its first setting first");
        }
        double bps = sample.throughputBps();
        history.add(sample.seconds(), concurrency, bps);
        if (Double.isNaN(targetBps)) {
            concurrency = method == Method.PLUS_PLUS
                    ? profiling.next(sample.seconds(), concurrency, bps)
                    : doubling.next(concurrency, bps);
        } else {
            towardsTarget(sample.seconds(), bps);
        }
        return tunings(path, sample.left());
    }

    private void towardsTarget(double seconds, double bps) {
        double off = bps / targetBps - 1;
        if (isTargetNew) {
            isTargetNew = false;
            extra = 0;
            profiling.restart(seconds);
            doubling = new Doubling();
            OptionalInt known = method == Method.PLUS_PLUS
                    ? history.predict(targetBps, model, OnlineProfiling.MOST)
                    : history.match(targetBps, OnlineProfiling.WIDE);
            if (known.isPresent() && Math.abs(off) > NARROW) {
                concurrency = known.getAsInt();
                return;
            }
        }
        if (Math.abs(off) > OnlineProfiling.WIDE) {
            int before = concurrency;
            concurrency = method == Method.PLUS_PLUS
                    ? profiling.nextTowards(seconds, concurrency, bps, targetBps)
                    : off > 0 ? Math.max(1, concurrency - Math.max(1, concurrency / 2)) : 2 * concurrency;
            concurrency = Math.min(concurrency, OnlineProfiling.MOST);
            extra = concurrency == before ? extra - (int) Math.signum(off) : 0;
        } else if (Math.abs(off) > NARROW) {
            extra -= (int) Math.signum(off);
        }
        extra = Math.clamp(extra, -MOST_EXTRA, MOST_EXTRA);
    }

    private List<ClassTuning> tunings(PathFacts facts, List<FileClass> left) {
        List<ClassTuning> shared = SmallAndLarge.shared(facts, left, concurrency);
        if (extra == 0) {
            return shared;
        }
        boolean hasLarge = !left.get(SmallAndLarge.LARGE).isEmpty();
        List<ClassTuning> moved = new ArrayList<>(shared);
        int fine = hasLarge ? SmallAndLarge.LARGE : 0;
        ClassTuning tuning = shared.get(fine);
        moved.set(
                fine,
                hasLarge
                        ? new ClassTuning(
                                tuning.concurrency(), Math.max(1, tuning.parallelism() + extra), tuning.pipelining())
                        : new ClassTuning(
                                tuning.concurrency(), tuning.parallelism(), Math.max(0, tuning.pipelining() + extra)));
        return moved;
    }

    /// FStream's search: twice as many while that brings more, then the best for good.
    private static final class Doubling {
        private static final double NOTICEABLE = 0.01;

        private int best = 1;
        private double bestBps;
        private boolean isOver;

        int next(int tried, double bps) {
            if (isOver) {
                return best;
            }
            if (bps > (1 + NOTICEABLE) * bestBps) {
                best = tried;
                bestBps = bps;
                if (2 * tried <= OnlineProfiling.MOST) {
                    return 2 * tried;
                }
            }
            isOver = true;
            return best;
        }
    }
}
