// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.ControlConflict;
import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds guarantees that cannot be kept, whatever n is, and lowers them to what can be: so that prices do not rise
/// for ever against what is impossible, and operators learn which of their controls conflict.
///
/// Guarantees give way, bounds and capacities do not. Given are capacities where they are known, bounds, and what
/// the connections of a pipe can carry, where the ceiling of one is known; throughputs of zero or more must exist
/// that keep them and all guarantees. Where none do:
///
/// - First a guarantee that could not even be kept alone is lowered to what it could have alone.
/// - Then an irreducible conflict is looked for: guarantees and limits that cannot all be kept, but could if any
///   one of them were away. Its guarantees are lowered by one factor, the greatest that works; so are those that
///   could stand in their place (three equal guarantees where two are too much already: all three alike). All
///   others stay whole. This goes on until everything can be kept; the next conflict sees what the ones before
///   have left.
///
/// After that, the result's guarantees and all upper limits can be kept together (the invariant that tests check).
///
/// Cost: nothing but comparisons where the input is that of the last call; O(total path length) where each
/// guarantee can be spread evenly over its pipes; otherwise some tens of linear programmes per conflict. A set of
/// side conditions of more than [#MAX_ROWS] or [#MAX_CELLS] is not solved: there, a guarantee is compared with
/// each limit on all its pipes, and all guarantees within a limit with it; the result says that it is not
/// complete. So it does where the search takes more than about a second: then all guarantees that have to do with
/// each other are lowered by one factor, and what was not found has no name.
///
/// Not looked at: the least connections of pipes (m), the limits on connections of several pipes, deterioration,
/// bottlenecks that the map does not tell, and whether the pipes have anything to move. Used by one thread.
final class Feasibility {
    /// Side conditions that have to do with each other, at most.
    static final int MAX_ROWS = 400;

    /// Side conditions times groups of pipes, at most.
    static final int MAX_CELLS = 400_000;

    /// Cells of tableaus that one look may go through before it stops looking for conflicts: about a second.
    private static final long MAX_WORK = 1_000_000_000L;

    /// Less than this part of a guarantee is nothing.
    private static final double NOTHING = 1e-9;

    /// What can be kept.
    ///
    /// @param constraints those given, guarantees lowered where they must be; one of which nothing can be kept is
    ///     missing
    /// @param conflicts why
    /// @param complete false if there was too much to look at: some conflicts may not have been found
    record Result(List<Constraint> constraints, List<ControlConflict> conflicts, boolean complete) {
        Result {
            constraints = List.copyOf(constraints);
            conflicts = List.copyOf(conflicts);
        }
    }

    private final long maxWork;
    private List<Pipe> lastPipes = List.of();
    private NetworkMapSnapshot lastMap;
    private List<Constraint> lastConstraints = List.of();
    private Result last = new Result(List.of(), List.of(), true);

    Feasibility() {
        this(MAX_WORK);
    }

    /// @param maxWork cells of tableaus that one look may go through
    Feasibility(long maxWork) {
        this.maxWork = maxWork;
        this.lastMap = NetworkMapSnapshot.empty(Instant.EPOCH);
    }

    /// @param pipes the pipes in the order of the observation
    /// @param constraints what bounds and guarantees ask; their indexes are those of `pipes`. Shares are passed on
    Result check(List<Pipe> pipes, NetworkMapSnapshot map, List<Constraint> constraints) {
        // Constraints are equal only if they are the same objects, which they are as long as nothing changes.
        boolean same = constraints.equals(lastConstraints) && pipes.equals(lastPipes) && map.hasSameContent(lastMap);
        if (!same) {
            last = new Search(maxWork).run(pipes, map, constraints);
            lastPipes = List.copyOf(pipes);
            lastConstraints = List.copyOf(constraints);
        }
        lastMap = map;
        return last;
    }

    /// One search.
    private static final class Search {
        private final List<ControlConflict> conflicts = new ArrayList<>();
        private final ConflictSearch search;
        private boolean complete = true;

        Search(long maxWork) {
            this.search = new ConflictSearch(maxWork);
        }

        Result run(List<Pipe> pipes, NetworkMapSnapshot map, List<Constraint> constraints) {
            if (constraints.stream().allMatch(constraint -> constraint.kind().isUpper())) {
                return new Result(constraints, List.of(), true);
            }
            SideConditions.Made made = SideConditions.of(pipes, map, constraints);
            made.components().forEach(this::settle);
            return new Result(lowered(constraints, made.guarantees()), conflicts, complete);
        }

        private static List<Constraint> lowered(List<Constraint> constraints, Map<Integer, SideCondition> guarantees) {
            List<Constraint> lowered = new ArrayList<>();
            for (int c = 0; c < constraints.size(); c++) {
                Constraint constraint = constraints.get(c);
                SideCondition guarantee = guarantees.get(c);
                double kept = guarantee == null ? 1 : guarantee.keptShare();
                if (kept >= 1) {
                    lowered.add(constraint);
                } else if (kept > NOTHING) {
                    lowered.add(constraint.withLimitBps(kept * constraint.limitBps()));
                }
            }
            return lowered;
        }

        private void settle(List<SideCondition> component) {
            if (canBeSpreadEvenly(component)) {
                return;
            }
            int rows = component.size();
            Set<Integer> groups = new HashSet<>();
            component.forEach(row -> row.addGroupsTo(groups));
            if (rows > MAX_ROWS || (long) rows * groups.size() > MAX_CELLS) {
                complete = false;
                simpleChecks(component);
                return;
            }
            try {
                aloneFirst(component);
                together(component);
            } catch (DenseSimplex.UnsolvedException | ConflictSearch.GivenUpException givenUp) {
                complete = false;
                simpleChecks(component);
            }
        }

        /// Whether it is enough that each pipe carries its part of its largest guarantee.
        private static boolean canBeSpreadEvenly(List<SideCondition> rows) {
            Map<Integer, Double> carried = new HashMap<>();
            for (SideCondition row : rows) {
                if (row.isGuarantee()) {
                    for (int k = 0; k < row.size(); k++) {
                        carried.merge(row.group(k), row.limitBps() / row.size(), Math::max);
                    }
                }
            }
            return rows.stream().filter(row -> !row.isGuarantee()).allMatch(row -> {
                double sum = 0;
                for (int k = 0; k < row.size(); k++) {
                    sum += carried.getOrDefault(row.group(k), 0.0);
                }
                return sum <= row.limitBps();
            });
        }

        private void aloneFirst(List<SideCondition> rows) {
            for (SideCondition guarantee : rows) {
                if (guarantee.isGuarantee()) {
                    List<SideCondition> alone = new ArrayList<>(List.of(guarantee));
                    rows.stream()
                            .filter(row -> !row.isGuarantee()
                                    && row.limitBps() < guarantee.limitBps()
                                    && row.touches(guarantee))
                            .forEach(alone::add);
                    if (alone.size() > 1) {
                        GuaranteeProgram.Solution found = search.solve(alone);
                        if (!found.isWhole()) {
                            lower(search.find(alone, found));
                        }
                    }
                }
            }
        }

        private void together(List<SideCondition> rows) {
            List<SideCondition> left = something(rows);
            GuaranteeProgram.Solution found = search.solve(left);
            try {
                while (!found.isWhole()) {
                    lower(search.find(left, found));
                    left = something(left);
                    found = search.solve(left);
                }
            } catch (ConflictSearch.GivenUpException tooMany) {
                // All that is left gives way by one factor, and the conflicts get no names.
                complete = false;
                double theta = found.theta();
                left.stream().filter(SideCondition::isGuarantee).forEach(row -> row.lower(theta));
            }
        }

        /// All but guarantees of which nothing is left.
        private static List<SideCondition> something(List<SideCondition> rows) {
            return rows.stream()
                    .filter(row -> !row.isGuarantee() || row.keptShare() > NOTHING)
                    .toList();
        }

        private void lower(ConflictSearch.Found found) {
            for (List<SideCondition> members : found.conflicts()) {
                report(members, found.theta());
            }
            found.guarantees().forEach(guarantee -> guarantee.lower(found.theta()));
        }

        private void report(List<SideCondition> members, double theta) {
            conflicts.add(new ControlConflict(
                    members.stream().map(SideCondition::inWords).toList(), theta));
        }

        /// A guarantee against each limit on all its pipes; all within a limit together with it.
        private void simpleChecks(List<SideCondition> rows) {
            for (SideCondition upper : rows) {
                if (!upper.isGuarantee()) {
                    List<SideCondition> within = rows.stream()
                            .filter(row -> row.isGuarantee() && row.isWithin(upper))
                            .sorted(Comparator.comparingDouble(SideCondition::limitBps)
                                    .reversed())
                            .toList();
                    within.forEach(guarantee -> lowerTo(upper, List.of(guarantee), within));
                    lowerTo(upper, apart(within), within);
                }
            }
        }

        /// The largest guarantees that share no pipes.
        private static List<SideCondition> apart(List<SideCondition> falling) {
            List<SideCondition> apart = new ArrayList<>();
            for (SideCondition guarantee : falling) {
                if (apart.stream().noneMatch(guarantee::touches)) {
                    apart.add(guarantee);
                }
            }
            return apart;
        }

        /// Lowers guarantees that share no pipe, alike, if their sum is above an upper limit on all their pipes,
        /// and with each of them those that share its pipes.
        private void lowerTo(SideCondition upper, List<SideCondition> guarantees, List<SideCondition> within) {
            double sum =
                    guarantees.stream().mapToDouble(SideCondition::limitBps).sum();
            if (sum <= upper.limitBps() * (1 + NOTHING)) {
                return;
            }
            double theta = upper.limitBps() / sum;
            report(largest(guarantees, upper), theta);
            for (SideCondition guarantee : guarantees) {
                double most = theta * guarantee.limitBps();
                for (SideCondition beside : within) {
                    if (beside.limitBps() > most && beside.touches(guarantee)) {
                        beside.lower(most / beside.limitBps());
                    }
                }
            }
        }

        /// The first guarantees, as many as are too much, and the limit: an irreducible conflict, for the last one
        /// is the smallest, and without it they were not too much.
        private static List<SideCondition> largest(List<SideCondition> falling, SideCondition upper) {
            List<SideCondition> members = new ArrayList<>();
            double sum = 0;
            for (SideCondition guarantee : falling) {
                if (sum <= upper.limitBps()) {
                    sum += guarantee.limitBps();
                    members.add(guarantee);
                }
            }
            members.add(upper);
            return members;
        }
    }
}
