// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import java.util.function.IntToDoubleFunction;

/// One control interval, as arrays over the pipes, and the one before it. What gradients are worked out from.
///
/// Arrays belong to the optimizer and are valid during the call only.
///
/// @param table where each pipe was in the interval before
/// @param resources where each resource was in the paths before
/// @param paths which pipe uses which resource
/// @param pathsChanged whether `paths` is new: whatever was remembered by resource must be looked up again
/// @param busy per pipe whether it had work
/// @param usable per pipe whether its measurement can be learnt from: it had work and open connections, and what was
///     seen is credible
/// @param connections per pipe the mean number of open connections
/// @param throughputBps per pipe the throughput
/// @param spreadBps per pipe the standard error of the throughput, 0 where it is not known
/// @param perConnectionBps per pipe the throughput per connection, smoothed; 0 where nothing was seen yet
/// @param bestPerConnectionBps per pipe the most that it has carried per connection, as far as known its own ceiling
/// @param comparable per pipe whether this interval and the one before can be compared
/// @param connectionsBefore per pipe the mean number of open connections in the interval before
/// @param throughputBeforeBps per pipe the throughput in the interval before
/// @param stays part of the connections taken back that stays open, because running transfers are not ended; 0 to 1
/// @param seconds its length; 0 before the first
@SuppressWarnings("ArrayRecordComponent") // a view of arrays for one call; never compared or kept
public record IntervalView(
        PipeTable table,
        ResourceTable resources,
        PathIndex paths,
        boolean pathsChanged,
        boolean[] busy,
        boolean[] usable,
        double[] connections,
        double[] throughputBps,
        double[] spreadBps,
        double[] perConnectionBps,
        double[] bestPerConnectionBps,
        boolean[] comparable,
        double[] connectionsBefore,
        double[] throughputBeforeBps,
        double stays,
        double seconds) {
    /// What is too many is taken back after one interval, however long; what is too few, all files that come meanwhile
    /// wait for. So in intervals longer than this steps may lead farther, up to so many times.
    private static final double SHORT_SECONDS = 10;

    private static final double MOST_LONGER = 3.2;

    /// Files keep their connections to their end, for all that a step can do about it, where more than this part
    /// of what is taken back stays open.
    private static final double MUCH_STAYS = 0.3;

    /// Connections cost something where they carry less than this part of what they would carry by themselves.
    private static final double SUFFERS = 0.8;

    /// The view of no pipes, as before the first interval.
    public static IntervalView none() {
        double[] nothing = {};
        boolean[] never = {};
        return new IntervalView(
                new PipeTable(),
                new ResourceTable(),
                PathIndex.none(),
                true,
                never,
                never,
                nothing,
                nothing,
                nothing,
                nothing,
                nothing,
                never,
                nothing,
                nothing,
                0,
                0);
    }

    /// How many times as far a step may lead as in an interval of [#SHORT_SECONDS] or less.
    public double reach() {
        return Math.clamp(seconds / SHORT_SECONDS, 1, MOST_LONGER);
    }

    /// Whether a step too far cannot be taken back at once, because files stay.
    public boolean filesStay() {
        return stays > MUCH_STAYS;
    }

    /// Whether there are clearly too many files that stay: all together carry much less than they would by themselves.
    ///
    /// @param aloneBps per pipe what a connection carries by itself, in bit/s
    boolean isCrowdedByFiles(IntToDoubleFunction aloneBps) {
        if (!filesStay()) {
            return false;
        }
        double moved = 0;
        double alone = 0;
        for (int i = 0; i < size(); i++) {
            moved += throughputBps[i];
            alone += aloneBps.applyAsDouble(i) * connections[i];
        }
        return moved < SUFFERS * alone;
    }

    /// How many pipes.
    public int size() {
        return busy.length;
    }
}
