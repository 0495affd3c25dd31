// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.group;

import io.tcn.core.group.GroupPlan.Deadline;
import io.tcn.core.group.GroupPlan.Place;
import io.tcn.core.model.GroupId;
import io.tcn.core.state.StateSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Makes the plan of all groups. Without deadlines it is [SincroniaOrder]'s. Groups that would miss their
/// deadline in it go first, the earliest deadline first, if that lets them meet it; one that could not meet it
/// even by itself keeps its place, and so does one that only could by making another of an earlier deadline
/// miss its own.
///
/// Whether a deadline is met is estimated as if every bottleneck carried its capacity, less [#MARGIN].
///
/// Cost: groups times bottlenecks, once more for each group that has to go first.
public final class GroupPlanner {
    /// A group counts as late when what is expected takes this much longer than it has: networks carry less
    /// than their capacities say.
    static final double MARGIN = 1.1;

    private GroupPlanner() {}

    /// The plan.
    ///
    /// @param loads what is left of each group; no two of the same number
    /// @param state map, bounds and pipes
    public static GroupPlan plan(Collection<GroupLoad> loads, StateSnapshot state) {
        if (loads.isEmpty()) {
            return GroupPlan.NONE;
        }
        List<GroupLoad> groups =
                loads.stream().sorted(Comparator.comparing(GroupLoad::id)).toList();
        LoadTable table = new LoadTable(groups, state);
        double[] weights = groups.stream().mapToDouble(GroupLoad::weight).toArray();
        int[] order = withDeadlines(groups, table, SincroniaOrder.of(table, weights));
        double[] expected = expected(table, order);
        List<Place> places = new ArrayList<>();
        for (int group : order) {
            places.add(place(groups.get(group), table, group, expected[group]));
        }
        Map<GroupId, GroupLoad> byId = new HashMap<>();
        groups.forEach(group -> byId.put(group.id(), group));
        return GroupPlan.of(places, byId);
    }

    private static Place place(GroupLoad load, LoadTable table, int group, double expected) {
        int[] used = table.usedBy(group);
        double[] seconds = table.secondsOf(group);
        int worst = -1;
        for (int i = 0; i < used.length; i++) {
            if (worst < 0 || seconds[i] > seconds[worst]) {
                worst = i;
            }
        }
        double alone = worst < 0 ? 0 : seconds[worst];
        return new Place(
                load.id(),
                worst < 0 ? null : table.nameOf(used[worst]),
                alone,
                expected,
                deadlineOf(load, alone, expected));
    }

    private static Deadline deadlineOf(GroupLoad load, double alone, double expected) {
        Double due = load.dueSeconds();
        if (due == null) {
            return Deadline.NONE;
        }
        if (alone > due) {
            return Deadline.IMPOSSIBLE;
        }
        return expected > due ? Deadline.MISSED : Deadline.MET;
    }

    /// When each group is done if groups go strictly one before the other on each bottleneck: the latest moment at
    /// which one of its bottlenecks has done it.
    private static double[] expected(LoadTable table, int[] order) {
        double[] busy = new double[table.bottlenecks()];
        double[] expected = new double[order.length];
        for (int group : order) {
            expected[group] = push(busy, table, group);
        }
        return expected;
    }

    private static double push(double[] busy, LoadTable table, int group) {
        int[] used = table.usedBy(group);
        double[] seconds = table.secondsOf(group);
        double end = 0;
        for (int i = 0; i < used.length; i++) {
            busy[used[i]] += seconds[i];
            end = Math.max(end, busy[used[i]]);
        }
        return end;
    }

    // --- deadlines

    private static int[] withDeadlines(List<GroupLoad> groups, LoadTable table, int[] order) {
        SortedSet<Integer> first = new TreeSet<>(Comparator.comparingDouble((Integer group) -> due(groups, group))
                .thenComparing(group -> group));
        Set<Integer> hopeless = new TreeSet<>();
        int[] now = order;
        int late = nextLate(groups, table, now, first, hopeless);
        while (late >= 0) {
            first.add(late);
            if (isMetByAll(groups, table, first)) {
                now = firstThen(first, order);
            } else {
                first.remove(late);
                hopeless.add(late);
            }
            late = nextLate(groups, table, now, first, hopeless);
        }
        return now;
    }

    private static double due(List<GroupLoad> groups, int group) {
        Double due = groups.get(group).dueSeconds();
        return due == null ? Double.POSITIVE_INFINITY : due;
    }

    /// The group with the earliest deadline that would miss it and that nothing has been tried for; -1 if there is
    /// none.
    private static int nextLate(
            List<GroupLoad> groups, LoadTable table, int[] order, Set<Integer> first, Set<Integer> hopeless) {
        double[] expected = expected(table, order);
        return Arrays.stream(order)
                .filter(group -> expected[group] * MARGIN > due(groups, group))
                .filter(group -> !first.contains(group) && !hopeless.contains(group))
                .boxed()
                .min(Comparator.comparingDouble((Integer group) -> due(groups, group))
                        .thenComparing(group -> group))
                .orElse(-1);
    }

    private static boolean isMetByAll(List<GroupLoad> groups, LoadTable table, SortedSet<Integer> first) {
        double[] busy = new double[table.bottlenecks()];
        for (int group : first) {
            if (push(busy, table, group) > due(groups, group)) {
                return false;
            }
        }
        return true;
    }

    private static int[] firstThen(SortedSet<Integer> first, int[] order) {
        List<Integer> all = new ArrayList<>(first);
        Arrays.stream(order).filter(group -> !first.contains(group)).forEach(all::add);
        return all.stream().mapToInt(Integer::intValue).toArray();
    }
}
