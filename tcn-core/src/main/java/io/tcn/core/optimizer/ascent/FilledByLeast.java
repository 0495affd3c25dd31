// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Constraint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Room for guarantees and weights where connections carry so much that the least ones of all pipes fill a resource.
///
/// Nobody can give way there, and nobody may grow: by what connections carry now, one more does not fit. But a
/// full resource is shared by connections, and one more takes its part from all others. With F what the others move
/// on their least connections and C the capacity, who is to move L needs `L F / (C - L)` of what connections carry
/// now; after the step, when all of them carry less, that is L. So much the limit of the resource gives way, and no
/// more. A guarantee asks for it. So does a share, which is an upper limit, where others are above theirs with the
/// least that they have.
///
/// Where the others can give way nothing is changed. Cost: O(entries of the rows).
final class FilledByLeast {
    /// What is needed is at most so many times what connections carry now would need.
    private static final double MOST_FACTOR = 16;

    /// From this part of its capacity on a resource is filled: what is measured errs by some per cent.
    private static final double FILLED = 0.9;

    /// Who uses more than this part of its share with its least connections has next to nothing to give way with.
    private static final double NEARLY = 0.75;

    /// Connections that carry more than this part of what the fastest of the others carry are held back by the same.
    private static final double HELD_HERE = 0.5;

    /// So much more than what follows is allowed, so that rounding of numbers gives it no price.
    private static final double SLACK = 1e-6;

    /// A guarantee that needs so little of a further connection does without.
    private static final double ROUNDED_DOWN = 0.05;

    /// So many connections a pipe may grow by in an interval, where others are not to lose what they need.
    private static final double AT_ONCE = 4;

    private record Asked(int row, Constraint constraint) {}

    private final StepRows rows;
    private final int first;
    private final StepDraft draft;

    /// Per pipe the connections that a guarantee or share needs by what they carry now; 0 for none.
    private final double[] need;

    private final boolean[] guaranteed;
    private final double[] factor;
    private final boolean[] grows;

    /// Per pipe the least step that it had before it grew.
    private final double[] leastBefore;

    /// The rows of shares.
    private final BitSet shares = new BitSet();

    private final List<Asked> asked = new ArrayList<>();

    FilledByLeast(StepRows rows, int first, StepDraft draft) {
        this.rows = rows;
        this.first = first;
        this.draft = draft;
        this.need = new double[draft.size];
        this.guaranteed = new boolean[draft.size];
        this.factor = new double[draft.size];
        this.grows = new boolean[draft.size];
        this.leastBefore = new double[draft.size];
        Arrays.fill(factor, 1);
    }

    /// Takes in the constraints.
    ///
    /// @param firstRow the row of the first of them; the others follow
    void ask(int firstRow, List<Constraint> constraints) {
        Set<ResourceId> crowded = new HashSet<>();
        for (int c = 0; c < constraints.size(); c++) {
            Constraint constraint = constraints.get(c);
            if (constraint.kind() == ConstraintKind.SHARE) {
                shares.set(firstRow + c);
                double leastBps = usedBps(constraint, draft.floor);
                // What nobody can keep would have a price without end.
                rows.setLimit(firstRow + c, Math.max(rows.limit(firstRow + c), leastBps));
                if (leastBps > NEARLY * constraint.limitBps()) {
                    crowded.add(constraint.resource());
                }
            }
        }
        for (int c = 0; c < constraints.size(); c++) {
            Constraint constraint = constraints.get(c);
            boolean isShort = constraint.kind() == ConstraintKind.SHARE
                    && crowded.contains(constraint.resource())
                    && usedBps(constraint, draft.floor) <= NEARLY * constraint.limitBps();
            if (constraint.kind() == ConstraintKind.GUARANTEE || isShort) {
                need(firstRow + c, constraint);
            }
        }
    }

    /// Who has nothing more to start, or may not start more, needs no more than it has: the others of the constraint
    /// need the rest.
    private void need(int row, Constraint constraint) {
        double used = 0;
        double settled = 0;
        for (int k = 0; k < constraint.size(); k++) {
            int i = constraint.pipe(k);
            double bps = bps(i, draft.counted);
            used += bps;
            settled += draft.usesNoMore(i) ? bps : 0;
        }
        double times = (constraint.limitBps() - settled) / (used - settled);
        if (!(used > settled) || !(times > 0)) {
            return;
        }
        asked.add(new Asked(row, constraint));
        for (int k = 0; k < constraint.size(); k++) {
            int i = constraint.pipe(k);
            if (!draft.usesNoMore(i)) {
                need[i] = Math.max(need[i], draft.counted[i] * times);
                guaranteed[i] |= constraint.kind() == ConstraintKind.GUARANTEE;
            }
        }
    }

    private double usedBps(Constraint constraint, double[] connections) {
        double used = 0;
        for (int k = 0; k < constraint.size(); k++) {
            used += bps(constraint.pipe(k), connections);
        }
        return used;
    }

    private double bps(int i, double[] connections) {
        return draft.view.busy()[i] ? draft.view.perConnectionBps()[i] * connections[i] : 0;
    }

    /// Fixes the steps of those who grow and of those who give way, and raises the limits that would not allow them.
    void makeRoom() {
        if (asked.isEmpty()) {
            return;
        }
        for (int row = first; row < rows.size(); row++) {
            if (rows.isCarried(row) && !rows.isHard(row)) {
                look(row);
            }
        }
        for (int i = 0; i < draft.size; i++) {
            if (grows[i]) {
                grow(i);
            }
        }
        for (Asked one : asked) {
            allow(one);
        }
        for (int row = 0; row < first; row++) {
            if (!rows.pullsUp(row)) {
                keep(row);
            }
        }
        for (int row = first; row < rows.size(); row++) {
            if (rows.isCarried(row)) {
                raise(row);
            }
        }
    }

    /// Bounds and limits on connections come before guarantees, and all of them before weights: where steps would break
    /// one, it takes back what is too much.
    private void keep(int row) {
        if (sumAfter(row) <= rows.limit(row)) {
            return;
        }
        boolean isShare = shares.get(row);
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            if (grows[i] && !(isShare && guaranteed[i])) {
                draft.least[i] = leastBefore[i];
            }
        }
    }

    private void grow(int i) {
        double connections = need[i] * factor[i];
        if (guaranteed[i]) {
            // Rounded down it would be short in every other interval.
            connections = Math.ceil(connections - ROUNDED_DOWN);
        }
        int max = draft.observation.pipes().get(i).pipe().limits().maxConnections();
        double most =
                draft.most[i] > 0 ? Math.max(draft.most[i], Math.min(AT_ONCE, max - draft.counted[i])) : draft.most[i];
        double step = Math.clamp(connections - draft.counted[i], draft.least[i], most);
        draft.wanted[i] = step;
        leastBefore[i] = draft.least[i];
        draft.least[i] = step;
        draft.most[i] = step;
    }

    /// What follows from the steps keeps the constraint, which has no price in this interval.
    private void allow(Asked one) {
        double after = 0;
        boolean all = true;
        for (int k = 0; k < one.constraint().size(); k++) {
            int i = one.constraint().pipe(k);
            all &= grows[i] || !draft.view.busy()[i];
            after += draft.view.busy()[i]
                    ? draft.view.perConnectionBps()[i] * (draft.counted[i] + (grows[i] ? draft.wanted[i] : 0))
                    : 0;
        }
        if (all) {
            boolean share = one.constraint().kind() == ConstraintKind.SHARE;
            double slack = SLACK * after;
            rows.setLimit(
                    one.row(),
                    share
                            ? Math.max(rows.limit(one.row()), after + slack)
                            : Math.max(rows.limit(one.row()), slack - after));
        }
    }

    /// Finds whether least connections and what is needed fill a row, and by how much more is needed because all
    /// connections of the row will carry less.
    private void look(int row) {
        double least = 0;
        double needed = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            least += need[i] > 0 ? 0 : bps(i, draft.floor);
            needed += need[i] > 0 ? bps(i, need) : 0;
        }
        double capacity = rows.carriedBps(row);
        if (!(needed > 0 && needed < capacity && least + needed > FILLED * capacity)) {
            return;
        }
        double times = Math.clamp(least / (capacity - needed), 1, MOST_FACTOR);
        double fastest = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            if (!(need[i] > 0)) {
                giveWay(i);
                fastest = Math.max(fastest, draft.view.perConnectionBps()[i]);
            }
        }
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            if (need[i] > 0 && draft.view.perConnectionBps()[i] > HELD_HERE * fastest) {
                factor[i] = Math.max(factor[i], times);
                grows[i] = true;
            } else if (need[i] > 0) {
                // Slower connections are held back by something else: more of them carry as much each, and take it from
                // the others.
                grows[i] |= guaranteed[i];
            }
        }
    }

    /// To the least, at once: what is needed was worked out with that.
    private void giveWay(int i) {
        draft.most[i] = Math.max(draft.least[i], Math.min(draft.most[i], draft.floor[i] - draft.counted[i]));
    }

    private void raise(int row) {
        boolean asks = false;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            asks |= grows[rows.pipe(k)];
        }
        if (asks) {
            rows.setLimit(row, Math.max(rows.limit(row), (1 + SLACK) * sumAfter(row)));
        }
    }

    /// The sum of a row when those who grow have grown, and all others have their least.
    private double sumAfter(int row) {
        double sum = 0;
        for (int k = rows.start(row); k < rows.end(row); k++) {
            int i = rows.pipe(k);
            sum += rows.coefficient(k) * (grows[i] ? draft.counted[i] + draft.wanted[i] : draft.floor[i]);
        }
        return sum;
    }
}
