// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Makes decisions of a step: n as a real number, varied where the source wants to look around, rounded to whole
/// connections, with the reason of each.
final class StepPublication {
    /// A limit has refused a part of a step if it is shorter than wished by more than this many connections.
    private static final double REFUSED = 0.01;

    private final GradientSource source;
    private final PipeStates pipes;
    private final Exploration exploration;
    private final WholeNumbers wholeNumbers;
    private final Lingering lingering;
    private final Incumbent incumbent;
    private final StepRows rows;

    /// @param rows those that the step was solved with
    StepPublication(
            GradientSource source,
            PipeStates pipes,
            Exploration exploration,
            WholeNumbers wholeNumbers,
            Lingering lingering,
            Incumbent incumbent,
            StepRows rows) {
        this.source = source;
        this.pipes = pipes;
        this.exploration = exploration;
        this.wholeNumbers = wholeNumbers;
        this.lingering = lingering;
        this.incumbent = incumbent;
        this.rows = rows;
    }

    /// Goes the step, and says what is decided for each pipe.
    List<PipeDecision> of(StepDraft draft) {
        double[] varied = new double[draft.size];
        for (int i = 0; i < draft.size; i++) {
            double step = draft.step[i];
            pipes.refused[i] = step < draft.wanted[i] - REFUSED;
            pipes.n[i] += Double.isFinite(step) ? step : 0;
            // What a limit has refused must not come back as momentum.
            if (Math.abs(step) < Math.abs(pipes.momentum[i])) {
                pipes.momentum[i] = step;
            }
            varied[i] = varied(draft, i);
        }
        int[] whole = wholeNumbers.round(
                varied,
                pipes.n,
                rows,
                draft.observation.connectionLimits(),
                used(draft),
                lingering.staying(),
                draft.observation.pipes());
        boolean[] limited = limited(draft);
        List<PipeDecision> decisions = new ArrayList<>(draft.size);
        for (int i = 0; i < draft.size; i++) {
            decisions.add(PipeDecision.of(
                    draft.observation.pipes().get(i), whole[i], pipes.n[i], rationale(draft, i, limited[i])));
        }
        return decisions;
    }

    /// How many connections each pipe can use: none without work, and where more are of no use, so many
    /// that it is still seen that they are.
    private int[] used(StepDraft draft) {
        int[] used = new int[draft.size];
        for (int i = 0; i < used.length; i++) {
            used[i] = !draft.view.busy()[i]
                    ? 0
                    : draft.usesNoMore(i) || isNotStarted(draft, i)
                            ? (int) Math.floor(draft.counted[i] / Urgency.FILLED) + 1
                            : Integer.MAX_VALUE;
        }
        return used;
    }

    /// Whether a bound or a limit has let less of it start than n, or nothing, so that nothing was measured.
    private boolean isNotStarted(StepDraft draft, int i) {
        return draft.reasons[i] == Reason.NOTHING_MEASURED && draft.counted[i] < pipes.n[i];
    }

    private double varied(StepDraft draft, int i) {
        double n = pipes.n[i];
        // Below one connection rounding varies it enough, and a variation cut off at zero would add to it.
        boolean explores = source.wantsExploration() && draft.view.busy()[i] && n >= 1;
        if (!explores || draft.usesNoMore(i)) {
            return n;
        }
        // A floor that a bound has lowered does not cut it off, for what is cut off exceeds the bound.
        int min = draft.observation.pipes().get(i).pipe().limits().minConnections();
        return exploration.vary(n, draft.floor[i] < min ? 0 : Math.min(n, draft.floor[i]));
    }

    /// Which pipes have all that their own maximum, a bound, a capacity or a limit allows.
    private boolean[] limited(StepDraft draft) {
        boolean[] limited = new boolean[draft.size];
        for (int i = 0; i < draft.size; i++) {
            limited[i] = pipes.n[i]
                    > draft.observation.pipes().get(i).pipe().limits().maxConnections() - REFUSED;
        }
        for (int row = 0; row < rows.size(); row++) {
            if (rows.price(row) > 0 && !source.isCaution(row)) {
                for (int k = rows.start(row); k < rows.end(row); k++) {
                    limited[rows.pipe(k)] = true;
                }
            }
        }
        return limited;
    }

    private Rationale rationale(StepDraft draft, int i, boolean limited) {
        Reason reason = draft.reasons[i];
        if (reason == Reason.IDLE || reason == Reason.NOTHING_MEASURED) {
            return Rationale.of(reason);
        }
        boolean held = pipes.refused[i] && !draft.usesNoMore(i);
        // Near a best that is gone back to, the gradient is followed in steps that are trusted.
        boolean nearBest = incumbent.radius(i) < Double.POSITIVE_INFINITY;
        Reason why = limited ? Reason.LIMIT_HELD : nearBest ? reason : Reason.CAREFUL_STEP;
        return Rationale.of(
                held ? why : reason, Map.of("gradient", draft.gamma[i], "step", draft.step[i], "n", pipes.n[i]));
    }
}
