// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.PipeObservation;
import java.util.List;

/// How soon a pipe is to grow beside others that it shares a resource with, where the utility is linear.
///
/// There a connection that carries thirty times as much is worth thirty times as much, and each connection may cost
/// capacity on the way that nobody knows yet. So those grow first that gain most; a pipe that gains less waits for
/// them until limits refuse them more. A concave utility needs no such order: with it, who has much gains little.
///
/// Cost: O(total path length). Used by one thread.
final class Urgency {
    /// Part of the way to the part of the wish that was refused now.
    private static final double NEWEST = 0.5;

    /// The urgency is the ratio of the gains to the power of this, and never less than the other.
    private static final double POWER = 0.7;

    private static final double LEAST = 0.1;

    /// A pipe that uses less of its connections has no work for them.
    static final double FILLED = 0.8;

    private double[] refused = {};

    /// Takes over what is remembered of pipes.
    void adopt(PipeTable table) {
        refused = table.carry(refused, 0);
    }

    /// Per pipe 0 to 1, as a factor of the step.
    ///
    /// @param gradient utility per connection
    double[] of(IntervalView view, List<PipeObservation> pipes, double[] gradient) {
        PathIndex paths = view.paths();
        double[] most = new double[paths.resources()];
        for (int i = 0; i < gradient.length; i++) {
            if (view.usable()[i] && canUseMore(pipes.get(i))) {
                double left = gradient[i] * (1 - refused[i]);
                for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                    most[paths.resourceAt(p)] = Math.max(most[paths.resourceAt(p)], left);
                }
            }
        }
        double[] urgency = new double[gradient.length];
        for (int i = 0; i < urgency.length; i++) {
            double greatest = gradient[i];
            for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                greatest = Math.max(greatest, most[paths.resourceAt(p)]);
            }
            urgency[i] = greatest > 0 ? Math.max(LEAST, Math.pow(Math.max(0, gradient[i]) / greatest, POWER)) : 1;
        }
        return urgency;
    }

    /// Whether a pipe has work for more connections than it has.
    static boolean canUseMore(PipeObservation pipe) {
        return pipe.queuedTransfers() > 0 || pipe.meanActiveConnections() >= FILLED * pipe.decidedConnections();
    }

    /// Remembers which part of what pipes wished for was refused by limits.
    void remember(double[] wanted, double[] step) {
        for (int i = 0; i < wanted.length; i++) {
            double now = wanted[i] > 0 ? Math.clamp(1 - step[i] / wanted[i], 0, 1) : 0;
            refused[i] += NEWEST * (now - refused[i]);
        }
    }
}
