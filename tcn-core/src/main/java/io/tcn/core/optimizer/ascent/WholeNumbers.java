// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.ConnectionLimit;
import io.tcn.core.optimizer.PipeObservation;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// From the real n to the published whole numbers, and what rounding owes each pipe.
///
/// [CarryRounding] pays an error back in the next intervals. Where transfers linger it is the error of what is open
/// that is carried: a pipe whose n was rounded up once has one connection too many until a file ends, however often n
/// is rounded down meanwhile, and owes that. Used by one thread.
final class WholeNumbers {
    /// A pipe owes at most so many connections and intervals.
    private static final double MOST_OWED = 4;

    /// A number that is so near to a whole one is meant to be that.
    private static final double NEARLY = 1e-6;

    private final CarryRounding rounding;
    private double[] carry = {};
    private double[] published = {};

    WholeNumbers(RandomGenerator random) {
        this.rounding = new CarryRounding(random);
    }

    /// Takes over what is remembered of pipes.
    void adopt(PipeTable table) {
        carry = table.carry(carry, Double.NaN);
        published = table.carry(published, 0);
        for (int i = 0; i < carry.length; i++) {
            if (Double.isNaN(carry[i])) {
                carry[i] = rounding.draw();
            }
        }
    }

    /// What was published last.
    double[] published() {
        return published;
    }

    /// The connections that were in force: those published, or more where transfers lingered.
    double[] inForce(List<PipeObservation> pipes) {
        double[] inForce = published.clone();
        for (int i = 0; i < inForce.length; i++) {
            PipeObservation pipe = pipes.get(i);
            double lingered = Math.min(Math.rint(pipe.meanActiveConnections()), pipe.activeTransfers());
            inForce[i] = Math.max(inForce[i], lingered);
        }
        return inForce;
    }

    /// Rounds.
    ///
    /// @param varied the real n, as they are to be tried
    /// @param n the real n, which keep the rows
    /// @param used how many connections each pipe can use at most
    /// @param staying what is open where transfers stay
    int[] round(
            double[] varied,
            double[] n,
            StepRows rows,
            List<ConnectionLimit> limits,
            int[] used,
            Staying staying,
            List<PipeObservation> pipes) {
        int[] whole = new int[n.length];
        for (int i = 0; i < whole.length; i++) {
            int max = pipes.get(i).pipe().limits().maxConnections();
            whole[i] = Math.clamp(round(i, Math.max(0, varied[i]), staying), 0, max);
        }
        WholeLimits.keepRows(rows, n, whole, carry, staying);
        WholeLimits.keep(limits, used, whole, carry);
        published = Arrays.stream(whole).asDoubleStream().toArray();
        return whole;
    }

    private int round(int i, double x, Staying staying) {
        double sum = x + carry[i];
        int rounded = rounding.round(x, carry, i);
        int least = Math.max(rounded, (int) Math.floor(x + NEARLY));
        double open = Math.min(staying.open(i, least), Math.ceil(x - NEARLY));
        if (open <= least) {
            return rounded;
        }
        carry[i] = Math.max(-MOST_OWED, sum - open);
        return least;
    }
}
