// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import java.time.Duration;

/// How far to look, and how much may be spent on it.
///
/// @param horizon the virtual time that is looked ahead; figures are means over its second half
/// @param longest how far to look for the end of jobs, at least the horizon
/// @param warmUpIntervals control intervals before the change, in which the optimizer learns what the one in force
/// knows
/// @param maxPipes the most pipes that are simulated each by itself or as groups
/// @param maxFiles about how many files may end within the horizon; more are simulated in bundles
/// @param runs how many pairs of runs there are at most, each with other errors of
///     measurement
/// @param wall the time that all may take together
public record Effort(
        Duration horizon, Duration longest, int warmUpIntervals, int maxPipes, int maxFiles, int runs, Duration wall) {
    /// Ten minutes ahead, a day for jobs, in four seconds. The mean of nine runs is off by a third of how far they lie
    /// apart, that of 25 by a fifth.
    public static final Effort DEFAULT =
            new Effort(Duration.ofMinutes(10), Duration.ofDays(1), 12, 200, 10_000, 25, Duration.ofSeconds(4));

    public Effort {
        if (!horizon.isPositive() || longest.compareTo(horizon) < 0 || !wall.isPositive()) {
            throw new IllegalArgumentException("a horizon is positive and jobs are looked for at least as far, given"
                    + " were " + horizon + ", " + longest + " and " + wall + " of time for it");
        }
        if (warmUpIntervals < 1 || maxPipes < 2 || maxFiles < 1 || runs < 1) {
            throw new IllegalArgumentException(
                    "an effort has an interval to warm up, two pipes, a file and a run at least," + " given were "
                            + warmUpIntervals + ", " + maxPipes + ", " + maxFiles + " and " + runs);
        }
    }

    /// The same for another horizon.
    public Effort withHorizon(Duration other) {
        return new Effort(
                other, longest.compareTo(other) < 0 ? other : longest, warmUpIntervals, maxPipes, maxFiles, runs, wall);
    }

    /// The same in another time.
    public Effort withWall(Duration other) {
        return new Effort(horizon, longest, warmUpIntervals, maxPipes, maxFiles, runs, other);
    }

    /// The same with jobs looked for no farther than the horizon.
    Effort withoutJobs() {
        return new Effort(horizon, horizon, warmUpIntervals, maxPipes, maxFiles, runs, wall);
    }
}
