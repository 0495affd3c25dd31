// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.start.FirstConnections;
import java.util.List;
import java.util.random.RandomGenerator;

/// What the ascent keeps of each pipe from one interval to the next, by the pipe's place in the table. Mutable; owned
/// by one optimizer, whose parts read and write the arrays.
final class PipeStates {
    /// Stands for the n of a pipe that is new.
    private static final double NOT_DRAWN = -1;

    /// Part of what a connection was expected to move below which the first value of its pipe was wrong.
    private static final double DISAPPOINTING = 0.5;

    /// A pipe whose open connections are far from those decided is not believed to move as much less or more.
    private static final double MOST_RESCALED = 4;

    private final AscentSettings settings;
    private final FirstConnections first;
    private final RandomGenerator random;

    /// Connections, as a real number.
    double[] n = {};

    /// The mean of the steps that the gradient asked for, in connections.
    double[] momentum = {};

    /// The step size, in connections.
    double[] eta = {};

    /// gamma of the interval before.
    double[] gammaBefore = {};

    /// Whether the gradient has ever changed its sign.
    boolean[] turned = {};

    /// Whether limits have made the last step shorter than wished.
    boolean[] refused = {};

    /// Intervals in a row in which a bound or a limit has let nothing of it start.
    double[] keptOut = {};

    /// What a connection of a pipe is expected to move that began with more than its first value, in bit/s; 0 once that
    /// is known.
    private double[] expectedBps = {};

    PipeStates(AscentSettings settings, FirstConnections first, RandomGenerator random) {
        this.settings = settings;
        this.first = first;
        this.random = random;
    }

    /// Other pipes than before: those that are new begin with their first values.
    ///
    /// @param firstEta step size of a new pipe
    void adopt(PipeTable table, Observation observation, double firstEta) {
        n = table.carry(n, NOT_DRAWN);
        momentum = table.carry(momentum, 0);
        eta = table.carry(eta, -1);
        gammaBefore = table.carry(gammaBefore, 0);
        turned = table.carry(turned, false);
        refused = table.carry(refused, false);
        keptOut = table.carry(keptOut, 0);
        expectedBps = table.carry(expectedBps, 0);
        boolean[] isNew = new boolean[n.length];
        for (int i = 0; i < n.length; i++) {
            if (n[i] < 0) {
                PipeLimits limits = observation.pipes().get(i).pipe().limits();
                n[i] = settings.start().draw(limits, random);
                eta[i] = firstEta;
                isNew[i] = true;
            }
        }
        first.raise(observation, isNew, n, expectedBps);
    }

    /// A first value from elsewhere is taken back where a connection moves far less than it was expected to: then the
    /// network is another one.
    void takeBackWrongStarts(IntervalView view, List<PipeObservation> pipes) {
        for (int i = 0; i < view.size(); i++) {
            double open = view.connections()[i];
            if (expectedBps[i] > 0 && view.usable()[i] && open > 0) {
                if (view.throughputBps()[i] < DISAPPOINTING * expectedBps[i] * open) {
                    n[i] = Math.min(
                            n[i], settings.start().draw(pipes.get(i).pipe().limits(), random));
                }
                expectedBps[i] = 0;
            }
        }
    }

    /// What pipes would move on the connections that were decided, in bit/s: files that stay keep more open,
    /// and what those move is no reason to take still more from their pipe.
    double[] asDecided(IntervalView view, List<PipeObservation> pipes) {
        double[] throughput = view.throughputBps().clone();
        for (int i = 0; i < throughput.length; i++) {
            double open = view.connections()[i];
            if (view.usable()[i] && open > 0 && n[i] > 0) {
                double more = Urgency.canUseMore(pipes.get(i)) ? MOST_RESCALED : 1;
                throughput[i] *= Math.clamp(n[i] / open, 1 / MOST_RESCALED, more);
            }
        }
        return throughput;
    }

    /// A pipe whose numbers have become none begins anew at its least number of connections.
    void resetUnlessFinite(int i, double floor) {
        if (!Double.isFinite(n[i]) || !Double.isFinite(momentum[i]) || !Double.isFinite(eta[i])) {
            n[i] = floor;
            momentum[i] = 0;
            eta[i] = settings.stepMax();
            gammaBefore[i] = 0;
        }
    }
}
