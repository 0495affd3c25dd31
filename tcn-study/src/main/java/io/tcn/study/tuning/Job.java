// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import java.util.List;

/// A transfer job in a [Replay].
public abstract sealed class Job permits ChannelJob, StagedJob {
    private final String name;
    private final double joinsSeconds;
    private final double leavesSeconds;
    private final JobSeries series = new JobSeries();

    /// @param joinsSeconds when it begins
    /// @param leavesSeconds when it is stopped, infinite for when its files are moved
    Job(String name, double joinsSeconds, double leavesSeconds) {
        this.name = name;
        this.joinsSeconds = joinsSeconds;
        this.leavesSeconds = leavesSeconds;
    }

    /// Its name.
    public String name() {
        return name;
    }

    /// What it did.
    public JobSeries series() {
        return series;
    }

    double joinsSeconds() {
        return joinsSeconds;
    }

    /// Whether it takes part at this time.
    final boolean isThere(double nowSeconds) {
        return nowSeconds >= joinsSeconds && nowSeconds < leavesSeconds && !isOver();
    }

    /// Whether everything has moved.
    abstract boolean isOver();

    /// Asks the tuner where it is time to.
    abstract void tune(double nowSeconds);

    /// What it wants to move in the next step.
    ///
    /// @param readFactor what the read sides give now, as a part of what they give in the mean
    /// @param writeFactor the same of the write sides
    abstract List<Flow> flows(double nowSeconds, double dtSeconds, double readFactor, double writeFactor);

    /// What it got, flow by flow in the same order.
    abstract void moved(double nowSeconds, double dtSeconds, double[] rateBps, double lossRatio);
}
