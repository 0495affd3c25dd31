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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is left of each coflow, file by file, as the server knows it of its groups. A file counts whole until
/// it has ended. Used by one thread.
final class CoflowQueue {
    private record File(GroupId group, PipeId pipe, double bytes) {}

    private final Map<String, GroupId> numbers = new HashMap<>();
    private final Map<TransferId, File> files = new HashMap<>();
    private final Map<GroupId, TreeMap<PipeId, Double>> left = new TreeMap<>();
    private final Map<GroupId, Integer> open = new HashMap<>();
    private long last;

    /// A file has come.
    void add(TransferSpec spec) {
        if (spec.coflow() != null) {
            GroupId group = numbers.computeIfAbsent(spec.coflow(), name -> new GroupId(++last));
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
    GroupPlan plan(StateSnapshot state) {
        List<GroupLoad> loads = new ArrayList<>();
        left.forEach((group, bytes) -> loads.add(new GroupLoad(group, 1, null, bytes)));
        return GroupPlanner.plan(loads, state);
    }
}
