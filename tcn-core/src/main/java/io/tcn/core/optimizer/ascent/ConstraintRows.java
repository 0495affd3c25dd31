// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.ConnectionLimit;
import io.tcn.core.optimizer.Constraint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Bounds, guarantees, shares and connection limits as rows of the step, and what is remembered of each: its price,
/// and by how much its prediction is off.
///
/// The throughput of a pipe after the step is predicted by its throughput per connection now. Where that is too
/// optimistic a bound would be exceeded for good; so each constraint aims below its limit by an offset that grows
/// while it is broken: the integral part of the control, with the measured excess as input.
final class ConstraintRows {
    /// Part of a measured relative excess that is added to the offset, or of what is left that is taken off.
    private static final double INTEGRAL = 0.3;

    /// Part of what a guarantee moves more than its limit that is taken off its offset. What is moved differs by some
    /// per cent from interval to interval: one that gives back at once what it has too much is short half of the
    /// time.
    private static final double RELEASED = 0.04;

    private static final double MOST_OFFSET = 0.3;

    /// A guarantee is short that has less than this part of what it asks for: what is missing is no noise.
    private static final double SHORT = 0.95;

    /// What is broken by this part of its limit less is clearly less broken. A bound of which less than the other part
    /// is used was not given way to: its pipes have lost what they moved.
    private static final double LESS_BROKEN = 0.05;

    private static final double STILL_USED = 0.8;

    private record Key(ConstraintKind kind, UserId user, ResourceId resource) {}

    private static final class Memory {
        private double price;
        private double offset;
        private long seen;
        private Constraint last;
        /// What was asked when that was last clearly something else, in bit/s.
        private double sinceBps;
        /// By what part of its limit it was broken at the best; NaN while that is not known.
        private double brokenAtBest = Double.NaN;

        private Memory(Constraint first) {
            last = first;
        }
    }

    private final Map<Key, Memory> memories = new HashMap<>();
    private final List<Memory> rowMemories = new ArrayList<>();
    private final List<Constraint> rowConstraints = new ArrayList<>();
    private List<Constraint> lastConstraints = List.of();
    private List<Memory> aligned = List.of();
    private double[] limitPrices = {};
    private int firstConstraintRow;
    private int firstLimitRow;
    private long round;

    /// Finds what is remembered of each constraint. To be called first in every interval, after the pipes were taken
    /// over. What relative weights let follows from what was measured, so that it is another in each interval.
    ///
    /// @return per pipe whether a constraint of it is new, gone, clearly another one, or clearly less
    ///     broken than at the best; null if none is
    boolean @Nullable [] sync(List<Constraint> constraints, IntervalView view) {
        boolean[] asked = new boolean[view.size()];
        boolean any = takeOver(constraints, view.table(), asked);
        any |= markLessBroken(view, asked);
        return any ? asked : null;
    }

    @SuppressWarnings("ReferenceEquality") // the same list again is the usual case
    private boolean takeOver(List<Constraint> constraints, PipeTable table, boolean[] asked) {
        if (constraints == lastConstraints) {
            return false;
        }
        round++;
        boolean any = false;
        List<Memory> now = new ArrayList<>(constraints.size());
        for (Constraint constraint : constraints) {
            Memory memory = memories.computeIfAbsent(
                    new Key(constraint.kind(), constraint.user(), constraint.resource()),
                    key -> new Memory(constraint));
            boolean another = constraint.kind() == ConstraintKind.SHARE
                    || memory.seen == 0
                    || !Resource.isHardlyChanged(memory.sinceBps, constraint.limitBps());
            if (another) {
                memory.sinceBps = constraint.limitBps();
                memory.brokenAtBest = Double.NaN;
            }
            for (int k = 0; another && k < constraint.size(); k++) {
                asked[constraint.pipe(k)] = true;
            }
            any |= another;
            memory.seen = round;
            memory.last = constraint;
            now.add(memory);
        }
        any |= markGone(table, asked);
        memories.values().removeIf(memory -> memory.seen != round);
        lastConstraints = constraints;
        aligned = now;
        return any;
    }

    private boolean markGone(PipeTable table, boolean[] asked) {
        boolean any = false;
        for (Memory memory : memories.values()) {
            boolean gone = memory.seen != round;
            for (int k = 0; gone && k < memory.last.size(); k++) {
                int pipe = table.after(memory.last.pipe(k));
                if (pipe >= 0) {
                    asked[pipe] = true;
                    any = true;
                }
            }
        }
        return any;
    }

    /// Subtracts from each pipe's worth of a bit/s what the constraints charge for it, and adds what guarantees
    /// pay.
    ///
    /// @param paid per pipe what guarantees pay it; added to
    void charge(double[] v, double[] paid) {
        for (int c = 0; c < aligned.size(); c++) {
            double price = aligned.get(c).price;
            if (price > 0) {
                Constraint constraint = lastConstraints.get(c);
                double signed = constraint.kind().isUpper() ? price : -price;
                for (int k = 0; k < constraint.size(); k++) {
                    v[constraint.pipe(k)] -= signed;
                    paid[constraint.pipe(k)] += signed < 0 ? price : 0;
                }
            }
        }
    }

    /// Adds the rows of constraints on the throughput.
    ///
    /// @param n per pipe the real-valued connections that the last step gave
    /// @param freeBps per pipe what a connection may carry as soon as others give way, for bounds; else 0
    /// @param relievedBps per pipe what its connections will carry when others have given way; else 0
    void addConstraints(
            StepRows rows,
            IntervalView view,
            double[] n,
            IntToDoubleFunction freeBps,
            IntToDoubleFunction relievedBps) {
        firstConstraintRow = rows.size();
        rowMemories.clear();
        rowConstraints.clear();
        boolean[] guaranteed = guaranteed(view.size());
        for (int c = 0; c < aligned.size(); c++) {
            Constraint constraint = lastConstraints.get(c);
            Memory memory = aligned.get(c);
            boolean measured = false;
            for (int k = 0; k < constraint.size(); k++) {
                int i = constraint.pipe(k);
                measured |= view.busy()[i] && view.perConnectionBps()[i] > 0;
            }
            if (!measured) {
                memory.price = 0;
                continue;
            }
            double usedBps = usedBps(constraint, view, n);
            boolean isShort = usedBps < SHORT * constraint.limitBps();
            updateOffset(memory, constraint, usedBps);
            double sign = constraint.kind().isUpper() ? 1 : -1;
            // What a guarantee costs is found anew: it would begin with what it needed against prices of before.
            rows.begin(sign * constraint.limitBps() * (1 - sign * memory.offset), sign > 0 ? memory.price : 0);
            rowMemories.add(memory);
            rowConstraints.add(constraint);
            for (int k = 0; k < constraint.size(); k++) {
                int i = constraint.pipe(k);
                if (view.busy()[i] && view.perConnectionBps()[i] > 0) {
                    double laterBps = switch (constraint.kind()) {
                        case BOUND -> guaranteed[i] ? 0 : freeBps.applyAsDouble(i);
                        case GUARANTEE -> relievedBps.applyAsDouble(i);
                        case SHARE -> 0;
                    };
                    rows.add(i, sign * Math.max(view.perConnectionBps()[i], laterBps));
                    if (sign < 0 && memory.offset > 0) {
                        rows.owe(i, isShort);
                    }
                }
            }
        }
    }

    /// Who is guaranteed something: there the connections that a bound lets have to do for what arrives now.
    private boolean[] guaranteed(int size) {
        boolean[] guaranteed = new boolean[size];
        for (Constraint constraint : lastConstraints) {
            for (int k = 0; constraint.kind() == ConstraintKind.GUARANTEE && k < constraint.size(); k++) {
                guaranteed[constraint.pipe(k)] = true;
            }
        }
        return guaranteed;
    }

    private static void updateOffset(Memory memory, Constraint constraint, double usedBps) {
        double signed = constraint.kind().isUpper() ? usedBps - constraint.limitBps() : constraint.limitBps() - usedBps;
        double excess = Math.clamp(signed / constraint.limitBps(), -1, 1);
        double part = excess < 0 && !constraint.kind().isUpper() ? RELEASED : INTEGRAL;
        memory.offset = finiteOrNone(Math.clamp(memory.offset + part * excess, 0, MOST_OFFSET));
    }

    /// What the pipes of a constraint moved, for the real-valued connections: what was moved above or below for
    /// rounding's and exploration's sake comes out even by itself, and a pipe below one connection moves all or
    /// nothing.
    private static double usedBps(Constraint constraint, IntervalView view, double[] n) {
        double used = 0;
        for (int k = 0; k < constraint.size(); k++) {
            int i = constraint.pipe(k);
            boolean seen = view.connections()[i] > 0;
            used += seen
                    ? view.throughputBps()[i] * Math.min(1, n[i] / view.connections()[i])
                    : view.busy()[i] ? view.perConnectionBps()[i] * n[i] : 0;
        }
        return used;
    }

    /// Adds the rows of limits on connections.
    void addLimits(StepRows rows, List<ConnectionLimit> limits, IntervalView view) {
        firstLimitRow = rows.size();
        if (limitPrices.length != limits.size()) {
            limitPrices = new double[limits.size()];
        }
        for (int l = 0; l < limits.size(); l++) {
            ConnectionLimit limit = limits.get(l);
            rows.begin(limit.maxConnections(), limitPrices[l]);
            for (int k = 0; k < limit.size(); k++) {
                if (view.busy()[limit.pipe(k)]) {
                    rows.add(limit.pipe(k), 1);
                }
            }
        }
    }

    /// Makes room for guarantees and weights in rows that least connections fill ([FilledByLeast]).
    ///
    /// @param first the first row of the network
    void makeRoom(StepRows rows, int first, StepDraft draft) {
        if (lastConstraints.stream().allMatch(constraint -> constraint.kind() == ConstraintKind.BOUND)) {
            return;
        }
        FilledByLeast filled = new FilledByLeast(rows, first, draft);
        filled.ask(firstConstraintRow, rowConstraints);
        filled.makeRoom();
    }

    /// Remembers the prices that the step has found.
    void remember(StepRows rows) {
        for (int k = 0; k < rowMemories.size(); k++) {
            rowMemories.get(k).price = rows.priceToKeep(firstConstraintRow + k);
        }
        for (int l = 0; l < limitPrices.length; l++) {
            limitPrices[l] = rows.priceToKeep(firstLimitRow + l);
        }
    }

    /// An offset that is no number would be none for ever.
    private static double finiteOrNone(double value) {
        return Double.isFinite(value) ? value : 0;
    }

    /// Sets prices from outside, where constraints are kept by a penalty.
    void penalise(double weight, double[] throughputBps) {
        for (int c = 0; c < aligned.size(); c++) {
            aligned.get(c).price = lastConstraints.get(c).excessBps(throughputBps) > 0 ? weight : 0;
        }
    }

    /// How the constraints stand.
    List<ConstraintReport> reports(double[] throughputBps) {
        List<ConstraintReport> reports = new ArrayList<>(aligned.size());
        for (int c = 0; c < aligned.size(); c++) {
            reports.add(lastConstraints.get(c).report(throughputBps, aligned.get(c).price));
        }
        return reports;
    }

    /// Utility lost to broken limits at their prices.
    double cost(double[] throughputBps) {
        double cost = 0;
        for (int c = 0; c < aligned.size(); c++) {
            cost += aligned.get(c).price * lastConstraints.get(c).excessBps(throughputBps);
        }
        return cost;
    }

    /// How far each is broken now is how far it is at the best.
    ///
    /// @param whose per pipe whether what is now is its best; a constraint counts if all its busy pipes do
    void noteBest(IntervalView view, boolean[] whose) {
        for (int c = 0; c < aligned.size(); c++) {
            if (isOfThese(lastConstraints.get(c), whose, view.busy()) && isAskedFor(lastConstraints.get(c), view)) {
                aligned.get(c).brokenAtBest = brokenPart(lastConstraints.get(c), view);
            }
        }
    }

    /// Marks the pipes of what is clearly less broken than at the best: what was best then is none.
    private boolean markLessBroken(IntervalView view, boolean[] asked) {
        boolean any = false;
        for (int c = 0; c < aligned.size(); c++) {
            Constraint constraint = lastConstraints.get(c);
            Memory memory = aligned.get(c);
            if (!isAskedFor(constraint, view)) {
                continue;
            }
            double broken = brokenPart(constraint, view);
            boolean less = broken < memory.brokenAtBest - LESS_BROKEN && !isHardlyUsed(constraint, view);
            if (less || Double.isNaN(memory.brokenAtBest)) {
                memory.brokenAtBest = broken;
            }
            any |= less;
            for (int k = 0; less && k < constraint.size(); k++) {
                asked[constraint.pipe(k)] = true;
            }
        }
        return any;
    }

    private static boolean isOfThese(Constraint constraint, boolean[] pipes, boolean[] busy) {
        boolean is = true;
        for (int k = 0; is && k < constraint.size(); k++) {
            int i = constraint.pipe(k);
            is = pipes[i] || !busy[i];
        }
        return is;
    }

    /// Whether it is a bound of which so little is used that something else than its pipes' giving way has done it.
    private static boolean isHardlyUsed(Constraint constraint, IntervalView view) {
        return constraint.kind() == ConstraintKind.BOUND
                && constraint.usedBps(view.throughputBps()) < STILL_USED * constraint.limitBps();
    }

    /// Whether it is a bound or a guarantee of pipes of which one has work at least.
    private static boolean isAskedFor(Constraint constraint, IntervalView view) {
        boolean asked = false;
        for (int k = 0; constraint.kind() != ConstraintKind.SHARE && !asked && k < constraint.size(); k++) {
            asked = view.busy()[constraint.pipe(k)];
        }
        return asked;
    }

    private static double brokenPart(Constraint constraint, IntervalView view) {
        return constraint.excessBps(view.throughputBps()) / constraint.limitBps();
    }

    /// Marks the pipes that an upper limit is about: what they may have depends on what others have.
    void markLimited(List<ConnectionLimit> limits, boolean[] limited) {
        for (Constraint constraint : lastConstraints) {
            if (constraint.kind().isUpper()) {
                for (int k = 0; k < constraint.size(); k++) {
                    limited[constraint.pipe(k)] = true;
                }
            }
        }
        for (ConnectionLimit limit : limits) {
            for (int k = 0; k < limit.size(); k++) {
                limited[limit.pipe(k)] = true;
            }
        }
    }

    /// Gives up to one connection to the pipes of a guarantee that had none, where the others do not keep it: of a pipe
    /// that moved nothing for want of a connection no gradient tells that it needs one.
    ///
    /// @param n per pipe the real-valued connections
    void raiseFloors(double[] floors, IntervalView view, double[] n) {
        for (Constraint constraint : lastConstraints) {
            if (constraint.kind() != ConstraintKind.GUARANTEE) {
                continue;
            }
            double missing = constraint.limitBps() - usedBps(constraint, view, n);
            for (int k = 0; k < constraint.size() && missing > 0; k++) {
                int i = constraint.pipe(k);
                double perConnectionBps = view.perConnectionBps()[i];
                if (view.busy()[i] && !(view.connections()[i] > 0)) {
                    double needed = perConnectionBps > 0 ? n[i] + missing / perConnectionBps : 1;
                    floors[i] = Math.max(floors[i], Math.min(1, needed));
                }
            }
        }
    }

    /// Lowers the least number of connections of each pipe to what its bounds and limits leave room for: they come
    /// before minima. Every pipe of a bound keeps the same part of its minimum. A share leaves minima alone: who is
    /// above it with the least that it has makes the others grow ([#makeRoom]).
    void lowerFloors(double[] floors, List<ConnectionLimit> limits, IntervalView view) {
        double[] factor = new double[floors.length];
        Arrays.fill(factor, 1);
        for (Constraint constraint : lastConstraints) {
            if (constraint.kind() == ConstraintKind.BOUND) {
                double least = 0;
                for (int k = 0; k < constraint.size(); k++) {
                    int i = constraint.pipe(k);
                    least += view.busy()[i] ? floors[i] * view.perConnectionBps()[i] : 0;
                }
                if (least > constraint.limitBps()) {
                    for (int k = 0; k < constraint.size(); k++) {
                        int i = constraint.pipe(k);
                        factor[i] = Math.min(factor[i], constraint.limitBps() / least);
                    }
                }
            }
        }
        for (ConnectionLimit limit : limits) {
            double least = 0;
            for (int k = 0; k < limit.size(); k++) {
                int i = limit.pipe(k);
                least += view.busy()[i] ? floors[i] : 0;
            }
            if (least > limit.maxConnections()) {
                for (int k = 0; k < limit.size(); k++) {
                    int i = limit.pipe(k);
                    factor[i] = Math.min(factor[i], limit.maxConnections() / least);
                }
            }
        }
        for (int i = 0; i < floors.length; i++) {
            floors[i] *= factor[i];
        }
    }
}
