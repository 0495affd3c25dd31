// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.control.SideCondition.Kind;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.port.NetworkMapSnapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// From pipes, map and constraints to the side conditions that [Feasibility] works on, no more than matter:
///
/// - Only pipes that serve a guarantee can help to keep one; all others may stand still.
/// - No pipe needs to carry more than the largest of its guarantees, so that an upper limit of at least the sum of
///   all guarantees whose pipes it concerns limits nothing.
/// - Pipes with the same guarantees and the same upper limits are one group.
///
/// Cost: O(total path length + summed sizes of the constraints).
final class SideConditions {
    private static final int NAMED_PIPES = 3;

    /// An upper limit or a guarantee before pipes are put into groups.
    private record Draft(Kind kind, String name, double limitBps, List<Integer> pipes) {}

    /// Pipes that nothing tells apart.
    private record Group(int index, List<Integer> pipes) {}

    private final List<Pipe> pipes;
    private final NetworkMapSnapshot map;
    private final List<Constraint> constraints;
    /// The guarantees of each pipe that has some, by their index in the list of constraints.
    private final SortedMap<Integer, List<Integer>> guaranteesOf = new TreeMap<>();

    private SideConditions(List<Pipe> pipes, NetworkMapSnapshot map, List<Constraint> constraints) {
        this.pipes = pipes;
        this.map = map;
        this.constraints = constraints;
    }

    /// @param guarantees side conditions made of guarantees, by their index in the list of constraints
    /// @param components side conditions that have to do with each other, guarantees first; those of a guarantee
    ///     that nothing limits are left out
    record Made(Map<Integer, SideCondition> guarantees, List<List<SideCondition>> components) {}

    static Made of(List<Pipe> pipes, NetworkMapSnapshot map, List<Constraint> constraints) {
        return new SideConditions(pipes, map, constraints).make();
    }

    private Made make() {
        Map<Integer, Draft> guarantees = new LinkedHashMap<>();
        for (int c = 0; c < constraints.size(); c++) {
            Constraint constraint = constraints.get(c);
            if (constraint.kind() == ConstraintKind.GUARANTEE && constraint.size() > 0) {
                guarantees.put(c, draft(constraint, Kind.GUARANTEE));
                for (int k = 0; k < constraint.size(); k++) {
                    guaranteesOf
                            .computeIfAbsent(constraint.pipe(k), pipe -> new ArrayList<>())
                            .add(c);
                }
            }
        }
        List<Draft> uppers = new ArrayList<>();
        constraints.stream()
                .filter(constraint -> constraint.kind() == ConstraintKind.BOUND)
                .map(constraint -> draft(constraint, Kind.BOUND))
                .filter(this::mayLimit)
                .forEach(uppers::add);
        capacities().stream().filter(this::mayLimit).forEach(uppers::add);

        List<Draft> drafts = new ArrayList<>(guarantees.values());
        drafts.addAll(uppers);
        List<Group> groups = groups(drafts);
        int[] groupOf = new int[pipes.size()];
        groups.forEach(group -> group.pipes().forEach(pipe -> groupOf[pipe] = group.index()));

        Map<Integer, SideCondition> lower = new LinkedHashMap<>();
        guarantees.forEach((index, draft) -> lower.put(index, grouped(draft, groupOf)));
        List<SideCondition> all = new ArrayList<>(lower.values());
        uppers.forEach(draft -> all.add(grouped(draft, groupOf)));
        for (Group group : groups) {
            Draft connections = connections(group);
            if (connections != null && mayLimit(connections)) {
                all.add(grouped(connections, groupOf));
            }
        }
        return new Made(lower, components(all, groups.size()));
    }

    /// The part of a constraint that concerns pipes with guarantees.
    private Draft draft(Constraint constraint, Kind kind) {
        List<Integer> members = new ArrayList<>();
        for (int k = 0; k < constraint.size(); k++) {
            if (kind == Kind.GUARANTEE || guaranteesOf.containsKey(constraint.pipe(k))) {
                members.add(constraint.pipe(k));
            }
        }
        String what = kind == Kind.GUARANTEE ? "guarantee" : "bound";
        return new Draft(
                kind,
                what + " of " + constraint.user() + " on " + constraint.resource(),
                constraint.limitBps(),
                members);
    }

    private List<Draft> capacities() {
        SortedMap<ResourceId, List<Integer>> users = new TreeMap<>();
        for (int pipe : guaranteesOf.keySet()) {
            for (ResourceId resource : Set.copyOf(path(pipe))) {
                users.computeIfAbsent(resource, id -> new ArrayList<>()).add(pipe);
            }
        }
        List<Draft> drafts = new ArrayList<>();
        users.forEach((id, members) -> resource(id)
                .knownCapacityBps()
                .ifPresent(capacity -> drafts.add(new Draft(Kind.CAPACITY, "capacity of " + id, capacity, members))));
        return drafts;
    }

    /// What the connections of a group's pipes can carry; null where that is not known of all of them.
    private @Nullable Draft connections(Group group) {
        double sum = 0;
        int connections = 0;
        for (int pipe : group.pipes()) {
            double ceiling = path(pipe).stream()
                    .map(id -> resource(id).connectionCeilingBps())
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .min()
                    .orElse(Double.POSITIVE_INFINITY);
            int most = pipes.get(pipe).limits().maxConnections();
            sum += most * ceiling;
            connections += most;
        }
        if (Double.isInfinite(sum)) {
            return null;
        }
        String names = group.pipes().stream()
                .limit(NAMED_PIPES)
                .map(pipe -> pipes.get(pipe).id().value())
                .collect(Collectors.joining(", "));
        int more = group.pipes().size() - NAMED_PIPES;
        return new Draft(
                Kind.CONNECTIONS,
                "the " + connections + " connections at most of " + names + (more > 0 ? " and " + more + " more" : ""),
                sum,
                group.pipes());
    }

    private List<ResourceId> path(int pipe) {
        return map.pipeResources().getOrDefault(pipes.get(pipe).id(), List.of());
    }

    private Resource resource(ResourceId id) {
        Resource resource = map.resources().get(id);
        if (resource == null) {
            throw new IllegalStateException("the map has no resource " + id + ", though a pipe uses it");
        }
        return resource;
    }

    /// Whether an upper limit is less than all guarantees that it concerns.
    private boolean mayLimit(Draft upper) {
        Set<Integer> concerned = new HashSet<>();
        double sum = 0;
        for (int pipe : upper.pipes()) {
            for (int guarantee : guaranteesOf.getOrDefault(pipe, List.of())) {
                if (concerned.add(guarantee)) {
                    sum += constraints.get(guarantee).limitBps();
                }
            }
        }
        return upper.limitBps() < sum;
    }

    private List<Group> groups(List<Draft> drafts) {
        Map<Integer, List<Integer>> rowsOf = new HashMap<>();
        for (int row = 0; row < drafts.size(); row++) {
            for (int pipe : drafts.get(row).pipes()) {
                rowsOf.computeIfAbsent(pipe, key -> new ArrayList<>()).add(row);
            }
        }
        Map<List<Integer>, Group> byRows = new LinkedHashMap<>();
        for (int pipe : guaranteesOf.keySet()) {
            byRows.computeIfAbsent(
                            rowsOf.getOrDefault(pipe, List.of()), rows -> new Group(byRows.size(), new ArrayList<>()))
                    .pipes()
                    .add(pipe);
        }
        return List.copyOf(byRows.values());
    }

    private static SideCondition grouped(Draft draft, int[] groupOf) {
        return new SideCondition(
                draft.kind(),
                draft.name(),
                draft.limitBps(),
                draft.pipes().stream()
                        .mapToInt(pipe -> groupOf[pipe])
                        .distinct()
                        .sorted()
                        .toArray());
    }

    /// Side conditions that are connected by groups, those with an upper limit only.
    private static List<List<SideCondition>> components(List<SideCondition> rows, int groups) {
        List<List<SideCondition>> rowsOf = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            rowsOf.add(new ArrayList<>());
        }
        for (SideCondition row : rows) {
            for (int k = 0; k < row.size(); k++) {
                rowsOf.get(row.group(k)).add(row);
            }
        }
        Set<SideCondition> seen = new HashSet<>();
        List<List<SideCondition>> components = new ArrayList<>();
        for (SideCondition start : rows) {
            if (!seen.contains(start)) {
                Set<SideCondition> component = connected(start, rowsOf);
                seen.addAll(component);
                if (component.stream().anyMatch(row -> !row.isGuarantee())) {
                    components.add(rows.stream().filter(component::contains).toList());
                }
            }
        }
        return components;
    }

    private static Set<SideCondition> connected(SideCondition start, List<List<SideCondition>> rowsOf) {
        Set<SideCondition> component = new HashSet<>(Set.of(start));
        Deque<SideCondition> next = new ArrayDeque<>(component);
        Set<Integer> groupsSeen = new HashSet<>();
        while (!next.isEmpty()) {
            SideCondition row = next.remove();
            for (int k = 0; k < row.size(); k++) {
                if (groupsSeen.add(row.group(k))) {
                    for (SideCondition beside : rowsOf.get(row.group(k))) {
                        if (component.add(beside)) {
                            next.add(beside);
                        }
                    }
                }
            }
        }
        return component;
    }
}
