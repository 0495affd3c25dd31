// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Reason;

/// The step of one interval as it is made: per pipe what is wanted, between what it has to stay, and what came out, in
/// connections. The parts of the optimizer fill it one after the other.
final class StepDraft {
    final Observation observation;
    final IntervalView view;

    /// da/dT per pipe.
    final double[] slope;

    /// What pipes move, or would move on the connections that were decided, in bit/s.
    final double[] wouldMove;

    final int size;
    final double[] gamma;
    final double[] wanted;

    /// Connections before the step, as limits count them.
    final double[] counted;

    /// What a deviation from what is wanted costs, in the unit of the utility per square of a connection.
    final double[] stiffness;

    final double[] least;
    final double[] most;

    /// The least connections of the pipe.
    final double[] floor;

    /// What came out.
    final double[] step;

    final Reason[] reasons;

    StepDraft(Observation observation, IntervalView view, double[] slope, double[] wouldMove) {
        this.observation = observation;
        this.view = view;
        this.slope = slope;
        this.wouldMove = wouldMove;
        this.size = view.size();
        this.gamma = new double[size];
        this.wanted = new double[size];
        this.counted = new double[size];
        this.stiffness = new double[size];
        this.least = new double[size];
        this.most = new double[size];
        this.floor = new double[size];
        this.step = new double[size];
        this.reasons = new Reason[size];
    }

    /// Begins with a pipe: all between its floor and its maximum is open to it.
    void open(int i, double n, int maxConnections) {
        least[i] = floor[i] - n;
        most[i] = maxConnections - n;
        counted[i] = n;
        stiffness[i] = 1;
    }

    /// Whether more connections would not be used: nothing more is to start, or may start.
    boolean usesNoMore(int i) {
        return reasons[i] == Reason.NO_BACKLOG || reasons[i] == Reason.NOT_ADMITTED;
    }

    /// Ends with a pipe: where its room is empty, the upper end of it counts.
    void close(int i) {
        if (least[i] > most[i]) {
            least[i] = most[i];
        }
    }
}
