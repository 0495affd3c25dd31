// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Reason;

/// The special cases in which a pipe does not go, or not only, where [AscentLaw] leads it. Each is a method that says
/// what is different; [StepWishes] says when.
final class StepCases {
    /// Intervals in which a pipe may have had no turn under a bound or a limit that it shares with others.
    private static final double TURNS = 5;

    private final PipeStates pipes;
    private final Incumbent incumbent;
    private final AscentLaw law;

    StepCases(PipeStates pipes, Incumbent incumbent, AscentLaw law) {
        this.pipes = pipes;
        this.incumbent = incumbent;
        this.law = law;
    }

    // --- instead of the law

    /// Nothing is queued and nothing runs: the pipe keeps its n.
    ///
    /// @param limited whether it is under a limit that it shares with others: its room goes to them meanwhile
    void idle(StepDraft draft, int i, boolean limited) {
        if (limited) {
            pipes.n[i] = Math.min(pipes.n[i], draft.floor[i]);
            draft.least[i] = draft.floor[i] - pipes.n[i];
        }
        pipes.keptOut[i] = 0;
        hold(draft, i, Reason.IDLE);
    }

    /// Open connections and no byte moved, and that is credible by now: half of them go.
    ///
    /// @param unit the slope of a connection
    void stuck(StepDraft draft, int i, double unit) {
        draft.wanted[i] = -pipes.n[i] / 2;
        pipes.momentum[i] = 0;
        draft.reasons[i] = Reason.NOTHING_MOVES;
        draft.stiffness[i] = Math.max(unit, Double.MIN_NORMAL);
    }

    /// Whether a pipe is stuck.
    static boolean isStuck(IntervalView view, int i) {
        return view.usable()[i] && !(view.throughputBps()[i] > 0);
    }

    /// Nothing was measured that a gradient follows from: the pipe keeps its n. Where a bound or a limit of
    /// connections has let nothing of it start for a while, it takes no room of others; pipes that start in turns
    /// do take it.
    ///
    /// @param unit the slope of a connection
    void nothingMeasured(StepDraft draft, int i, PipeObservation pipe, double unit) {
        hold(draft, i, Reason.NOTHING_MEASURED);
        if (pipe.decidedConnections() > 0) {
            // Of none that were decided none can be kept out: that tells nothing.
            pipes.keptOut[i] = isNotAdmitted(pipe) ? pipes.keptOut[i] + 1 : 0;
        }
        if (pipes.keptOut[i] > TURNS) {
            countOpen(draft, i, pipe);
        }
        draft.stiffness[i] = unit > 0 ? unit / pipes.eta[i] : 1;
    }

    private void hold(StepDraft draft, int i, Reason reason) {
        draft.wanted[i] = 0;
        pipes.momentum[i] = 0;
        draft.reasons[i] = reason;
        // Limits may take connections away, nothing gives more. A floor that has risen is followed.
        draft.most[i] = Math.clamp(draft.least[i], 0, Math.max(0, draft.most[i]));
    }

    /// The value was lost on the way: to the best that was seen, instead of along the gradient. Where too many
    /// files stay, what fell short by the loss, a guarantee, asks for no more than there was; and of pipes that
    /// hardly move each file that ends counts: nothing follows it until the way is free. Who had no work
    /// then adds nothing meanwhile.
    void backToBest(StepDraft draft, int i) {
        if (!incumbent.hasBest(i)) {
            addNone(draft, i);
            draft.wanted[i] = Math.min(draft.wanted[i], draft.most[i]);
            return;
        }
        double best = incumbent.connections(i);
        boolean wornOut = incumbent.hasLostMost(i, draft.view.throughputBps()[i]);
        draft.wanted[i] = (wornOut ? Math.min(draft.floor[i], best) : best) - pipes.n[i];
        draft.reasons[i] = Reason.BACK_TO_BEST;
        law.turn(i);
        draft.least[i] = Math.min(draft.least[i], draft.wanted[i]);
        draft.most[i] = Math.max(incumbent.isCrowded() ? draft.least[i] : draft.most[i], draft.wanted[i]);
    }

    // --- beside the law

    /// The pipe cannot use what it has: it gets no more. Others may have what it leaves: to them it counts with what it
    /// uses.
    void noBacklog(StepDraft draft, int i, PipeObservation pipe) {
        useless(draft, i, pipe, Reason.NO_BACKLOG);
    }

    /// A bound or a limit lets no more of its transfers start: the same.
    void notAdmitted(StepDraft draft, int i, PipeObservation pipe) {
        useless(draft, i, pipe, Reason.NOT_ADMITTED);
    }

    /// Whether dispatch was not let open more at the end, and clearly fewer connections are open than were decided, by
    /// one at least, both on average and at the end: bounds let one more open now and then, what grew within the
    /// interval is not held, and what is let again is free at once.
    static boolean isNotAdmitted(PipeObservation pipe) {
        double open = Math.max(pipe.meanActiveConnections(), pipe.activeConnections());
        return pipe.blockedConnections() > 0
                && open < Urgency.FILLED * pipe.decidedConnections()
                && open <= pipe.decidedConnections() - 1;
    }

    private void useless(StepDraft draft, int i, PipeObservation pipe, Reason reason) {
        draft.most[i] = Math.min(draft.most[i], 0);
        draft.wanted[i] = Math.min(draft.wanted[i], 0);
        countOpen(draft, i, pipe);
        draft.reasons[i] = reason;
    }

    /// To others the pipe counts with what is open, and it cannot give more than that.
    private void countOpen(StepDraft draft, int i, PipeObservation pipe) {
        draft.counted[i] = Math.min(pipes.n[i], pipe.meanActiveConnections());
        draft.least[i] = Math.max(draft.least[i], -draft.counted[i]);
    }

    /// The pipe has more open than it is given: running transfers are not ended. Lowering n further has no effect.
    void lagging(StepDraft draft, int i) {
        draft.least[i] = Math.max(draft.least[i], Math.min(0, draft.most[i]));
        draft.wanted[i] = Math.max(draft.wanted[i], 0);
    }

    /// More connections have brought less, and stay: none is added.
    void addNone(StepDraft draft, int i) {
        draft.most[i] = Math.max(draft.least[i], Math.min(draft.most[i], 0));
    }

    /// Not farther from the best that was seen than the step is trusted; but among too many files that stay who is
    /// stuck goes as far as it can.
    void stayNear(StepDraft draft, int i) {
        if (incumbent.isCrowded() && isStuck(draft.view, i)) {
            return;
        }
        double radius = incumbent.radius(i);
        if (draft.view.busy()[i] && radius < Double.POSITIVE_INFINITY && draft.least[i] <= draft.most[i]) {
            double away = incumbent.connections(i) - pipes.n[i];
            draft.most[i] = Math.clamp(away + radius, draft.least[i], draft.most[i]);
            draft.least[i] = Math.clamp(away - radius, draft.least[i], draft.most[i]);
        }
    }
}
