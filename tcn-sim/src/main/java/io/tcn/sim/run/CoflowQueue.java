// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.group.GroupLoad;
import io.tcn.core.group.GroupPlan;
import io.tcn.core.group.GroupPlanner;
import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.state.StateSnapshot;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioDetails.CoflowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is left of each coflow, file by file, as the server knows it of its groups. A file counts whole until
/// it has ended. Used by one thread.
final class CoflowQueue {
    private record File(GroupId group, PipeId pipe, double bytes) {}

    private final Map<String, CoflowSpec> said;
    private final Map<String, GroupId> numbers = new HashMap<>();
    private final Map<GroupId, String> names = new HashMap<>();
    private final Map<TransferId, File> files = new HashMap<>();
    private final Map<GroupId, TreeMap<PipeId, Double>> left = new TreeMap<>();
    private final Map<GroupId, Integer> open = new HashMap<>();
    private final Map<String, Double> lateSince = new TreeMap<>();
    private long last;

    /// @param said of coflows in the scenario, by name
    CoflowQueue(Map<String, CoflowSpec> said) {
        this.said = said;
    }

    /// A file has come.
    void add(TransferSpec spec) {
        if (spec.coflow() != null) {
            GroupId group = numbers.computeIfAbsent(spec.coflow(), name -> new GroupId(++last));
            names.put(group, spec.coflow());
            double bytes = Math.max(0, spec.sizeBytes());
            files.put(spec.id(), new File(group, spec.pipe(), bytes));
            left.computeIfAbsent(group, fresh -> new TreeMap<>()).merge(spec.pipe(), bytes, Double::sum);
            open.merge(group, 1, Integer::sum);
        }
    }

    /// A file has ended, well or not.
    void ended(TransferId id) {
        File file = files.remove(id);
        if (file == null) {
            return;
        }
        TreeMap<PipeId, Double> bytes = left.get(file.group());
        if (open.merge(file.group(), -1, Integer::sum) == 0) {
            open.remove(file.group());
            left.remove(file.group());
        } else if (bytes != null) {
            bytes.computeIfPresent(file.pipe(), (pipe, rest) -> Math.max(0, rest - file.bytes()));
        }
    }

    /// The group of a transfer that has come, [GroupId#NONE] if it is in no coflow.
    GroupId groupOf(TransferId id) {
        File file = files.get(id);
        return file == null ? GroupId.NONE : file.group();
    }

    /// Whether nothing is left of any coflow.
    boolean isEmpty() {
        return left.isEmpty();
    }

    /// In which order the coflows should go.
    ///
    /// @param now in virtual seconds
    GroupPlan plan(StateSnapshot state, double now) {
        List<GroupLoad> loads = new ArrayList<>();
        left.forEach((group, bytes) -> {
            CoflowSpec spec = said.getOrDefault(nameOf(group), CoflowSpec.USUAL);
            Double due = spec.deadlineSeconds();
            loads.add(new GroupLoad(group, spec.weight(), due == null ? null : (Double) (due - now), bytes));
        });
        GroupPlan plan = GroupPlanner.plan(loads, state);
        for (GroupPlan.Place place : plan.places()) {
            switch (place.deadline()) {
                case MISSED, IMPOSSIBLE -> lateSince.putIfAbsent(nameOf(place.group()), now);
                case NONE, MET -> lateSince.remove(nameOf(place.group()));
            }
        }
        return plan;
    }

    private String nameOf(GroupId group) {
        return names.getOrDefault(group, "");
    }

    /// Since when coflows are expected to miss their deadlines, in virtual seconds by name.
    Map<String, Double> lateSince() {
        return lateSince;
    }
}
