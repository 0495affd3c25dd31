// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.PipeObservation;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/// Splits the connections of a pair over its pipes, one per user, as FTS does without configured shares: each free
/// connection goes to any user with the same chance.
///
/// Each pipe that has transfers gets its least number. Then the smallest shares are raised to a common level, at
/// first none beyond its pipe's number of transfers; should connections be left, none beyond what its transfers can
/// use as streams; should there still be some, up to the pipe's limit. Connections that cannot be split evenly go
/// to the first pipes in the order observed. A pipe without transfers gets its least number on top, for it uses
/// none of them; if no pipe has transfers, all count as if they had.
///
/// Invariants: every share is within its pipe's limits; the shares of the pipes with transfers add up to the pair's
/// connections, as far as these pipes' limits allow. Cost: O(pipes log connections).
final class PairSplit {
    private final List<PipeObservation> pipes;
    private final int[] shares;
    private final boolean[] served;
    private long left;

    private PairSplit(int connections, List<PipeObservation> pipes) {
        this.pipes = pipes;
        this.shares = new int[pipes.size()];
        this.served = new boolean[pipes.size()];
        this.left = connections;
    }

    /// Connections per pipe, in the order of the pipes.
    ///
    /// @param streams connections that a transfer may use
    static int[] of(int connections, int streams, List<PipeObservation> pipes) {
        PairSplit split = new PairSplit(connections, pipes);
        split.giveMinimum();
        split.raise(pipe -> Math.clamp(transfers(pipe), min(pipe), max(pipe)));
        split.raise(pipe -> Math.clamp(streams * transfers(pipe), min(pipe), max(pipe)));
        split.raise(PairSplit::max);
        return split.shares;
    }

    /// Transfers that run or wait for a connection.
    static long transfers(PipeObservation pipe) {
        return (long) pipe.activeTransfers() + pipe.queuedTransfers();
    }

    private static int min(PipeObservation pipe) {
        return limits(pipe).minConnections();
    }

    private static int max(PipeObservation pipe) {
        return limits(pipe).maxConnections();
    }

    private static PipeLimits limits(PipeObservation pipe) {
        return pipe.pipe().limits();
    }

    private void giveMinimum() {
        boolean nobodyHasTransfers = pipes.stream().allMatch(pipe -> transfers(pipe) <= 0);
        for (int i = 0; i < shares.length; i++) {
            PipeObservation pipe = pipes.get(i);
            served[i] = nobodyHasTransfers || transfers(pipe) > 0;
            shares[i] = min(pipe);
            left -= served[i] ? shares[i] : 0;
        }
    }

    /// Raises the lowest shares to a common level, as high as what is left allows, each at most to its ceiling.
    private void raise(ToLongFunction<PipeObservation> ceiling) {
        if (left <= 0) {
            return;
        }
        long[] ceilings = pipes.stream().mapToLong(ceiling).toArray();
        // The greatest level that what is left suffices for, by bisection: low is enough, high is too much.
        long low = 0;
        long high = Arrays.stream(ceilings).max().orElse(0) + 1;
        while (high - low > 1) {
            long level = (low + high) >>> 1;
            if (cost(level, ceilings) <= left) {
                low = level;
            } else {
                high = level;
            }
        }
        for (int i = 0; i < shares.length; i++) {
            long rise = rise(i, low, ceilings);
            shares[i] += (int) rise;
            left -= rise;
        }
        for (int i = 0; i < shares.length && left > 0; i++) {
            long rise = rise(i, low + 1, ceilings);
            shares[i] += (int) rise;
            left -= rise;
        }
    }

    private long cost(long level, long[] ceilings) {
        long sum = 0;
        for (int i = 0; i < shares.length; i++) {
            sum += rise(i, level, ceilings);
        }
        return sum;
    }

    /// What lifts a share to a level: 0 if it is there already.
    private long rise(int i, long level, long[] ceilings) {
        return served[i] ? Math.max(0, Math.min(level, ceilings[i]) - shares[i]) : 0;
    }
}
