// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds irreducible conflicts: side conditions that cannot all be kept, but could if any one of them were away.
///
/// A deletion filter (Chinneck and Dravnieks, ORSA Journal on Computing 3, 1991): leave one out; if the others
/// still conflict, it is not needed. What has no price in a solution is not needed either and goes at once, so
/// that about as many programmes are solved as there are prices in the first one.
final class ConflictSearch {
    /// Guarantees are left out first, small ones before large ones, so that few of them, the large ones, are named.
    private static final Comparator<SideCondition> BY_TRIAL = Comparator.comparing(SideCondition::isGuarantee)
            .reversed()
            .thenComparing(SideCondition::kind, Comparator.reverseOrder())
            .thenComparingDouble(row -> row.isGuarantee() ? row.limitBps() : 0);

    private final long maxWork;
    private long work;

    /// @param maxWork cells of tableaus to go through before the search is given up
    ConflictSearch(long maxWork) {
        this.maxWork = maxWork;
    }

    /// The search took too long.
    static final class GivenUpException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// A conflict and those beside it over the same bounds and capacities.
    ///
    /// @param conflicts members of each, guarantees first
    /// @param theta the part of all their guarantees that can be kept
    /// @param guarantees the guarantees of them all
    record Found(List<List<SideCondition>> conflicts, double theta, Set<SideCondition> guarantees) {}

    GuaranteeProgram.Solution solve(List<SideCondition> rows) {
        GuaranteeProgram.Solution solution = GuaranteeProgram.solve(rows);
        work += solution.work();
        return solution;
    }

    /// Looks for a conflict among side conditions that cannot all be kept; then, for each guarantee outside that
    /// could stand in the place of one of its guarantees, for the conflict with that one. Otherwise the first of
    /// many equal guarantees would be lowered, and the others later and differently.
    ///
    /// @param solution of `rows`, not whole
    /// @throws GivenUpException if it takes too long; what was found before stays valid
    Found find(List<SideCondition> rows, GuaranteeProgram.Solution solution) {
        List<SideCondition> conflict = reduce(rows, solution);
        Map<SideCondition, Double> prices = solve(conflict).prices();
        List<SideCondition> upper =
                conflict.stream().filter(row -> !row.isGuarantee()).toList();
        Set<SideCondition> guarantees = new LinkedHashSet<>(
                conflict.stream().filter(SideCondition::isGuarantee).toList());
        List<SideCondition> first = List.copyOf(guarantees);
        List<List<SideCondition>> conflicts = new ArrayList<>();
        conflicts.add(conflict);
        for (SideCondition other : rows) {
            if (other.isGuarantee() && !guarantees.contains(other)) {
                for (SideCondition left : first) {
                    if (provesConflict(prices, left, other)) {
                        List<SideCondition> exchanged = without(conflict, left);
                        exchanged.add(other);
                        conflicts.add(reduce(exchanged, solve(exchanged)));
                        guarantees.add(other);
                        break;
                    }
                }
            }
        }
        List<SideCondition> together = new ArrayList<>(guarantees);
        together.addAll(upper);
        return new Found(conflicts, solve(together).theta(), guarantees);
    }

    /// Whether the prices of a conflict prove one still if one guarantee takes the place of another: guarantees at
    /// their prices come to more than the limits at theirs, where the new one gets the highest price that its pipes
    /// have left over.
    private static boolean provesConflict(Map<SideCondition, Double> prices, SideCondition left, SideCondition other) {
        Map<Integer, Double> spare = new HashMap<>();
        double wanted = 0;
        double there = 0;
        for (Map.Entry<SideCondition, Double> priced : prices.entrySet()) {
            SideCondition row = priced.getKey();
            if (!row.equals(left)) {
                double price = row.isGuarantee() ? -priced.getValue() : priced.getValue();
                for (int k = 0; k < row.size(); k++) {
                    spare.merge(row.group(k), price, Double::sum);
                }
                if (row.isGuarantee()) {
                    wanted += priced.getValue() * row.limitBps();
                } else {
                    there += priced.getValue() * row.limitBps();
                }
            }
        }
        double price = Double.POSITIVE_INFINITY;
        for (int k = 0; k < other.size(); k++) {
            price = Math.min(price, spare.getOrDefault(other.group(k), 0.0));
        }
        return price > 0 && (wanted + price * other.limitBps()) * GuaranteeProgram.WHOLE > there * (1 + 1e-6);
    }

    /// An irreducible conflict among side conditions that cannot all be kept.
    private List<SideCondition> reduce(List<SideCondition> rows, GuaranteeProgram.Solution solution) {
        List<SideCondition> kept = priced(rows, solution);
        List<SideCondition> trials = kept.stream().sorted(BY_TRIAL).toList();
        for (SideCondition trial : trials) {
            if (work > maxWork) {
                throw new GivenUpException();
            }
            if (kept.contains(trial)) {
                List<SideCondition> others = without(kept, trial);
                GuaranteeProgram.Solution found = solve(others);
                if (!found.isWhole()) {
                    kept = priced(others, found);
                }
            }
        }
        return kept.stream().sorted(Comparator.comparing(SideCondition::kind)).toList();
    }

    /// Those that have a price, if they still conflict: rounding may have taken a small price away.
    private List<SideCondition> priced(List<SideCondition> rows, GuaranteeProgram.Solution solution) {
        List<SideCondition> binding = solution.binding();
        return binding.size() < rows.size() && !solve(binding).isWhole() ? binding : rows;
    }

    private static List<SideCondition> without(List<SideCondition> rows, SideCondition one) {
        List<SideCondition> others = new ArrayList<>(rows);
        others.remove(one);
        return others;
    }
}
