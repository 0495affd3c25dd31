// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import io.tcn.core.port.ActivityWeights;
import io.tcn.core.port.QueuedTransfer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/// The head of a pipe's queue where activities have shares: the heads of the activities, each read by an index, merged
/// in memory. The cost follows the window and the number of activities, not the queue.
///
/// Activities that have no share form one class together. They are found one by one through the index; if there are
/// very many, the last of them are read in one go, which may look at more rows.
@Repository
class ActivityQueues {
    private static final String OF_QUEUE = " from transfer where pipe_id = ? and state = 'QUEUED' and delayed = false";
    private static final int MOST_OTHERS = 64;

    /// The first activity that is a text or comes after it; `>=` as in [QueueReader#HEAD_FROM].
    static final String ACTIVITY_FROM =
            "select activity" + OF_QUEUE + " and activity >= ? order by pipe_id, state, delayed, activity limit 1";

    /// Behind an activity it makes the least text after it: activities are printable.
    static final String JUST_AFTER = "\u0001";

    private static final Comparator<Head> BY_QUEUE =
            Comparator.comparingInt(Head::priority).reversed().thenComparingLong(Head::id);

    private final JdbcTemplate jdbc;

    ActivityQueues(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// What is asked for of each activity.
    private record Window(PipeId pipe, int limit, String condition) {}

    /// A transfer at the head of its activity.
    private record Head(long id, int priority) {}

    /// A transfer and its place among those of its priority.
    private record Placed(Head head, double place) {}

    /// Numbers of the next transfers, in order: by priority; of one priority the k-th of a class comes at k / weight.
    ///
    /// @param condition what else must hold of them, in SQL that begins with "and"; "" for nothing
    List<Long> next(PipeId pipe, int limit, ActivityWeights weights, String condition) {
        Window window = new Window(pipe, limit, condition);
        Set<String> named = weights.weights().keySet();
        Map<String, List<Head>> classes = new TreeMap<>();
        named.forEach(activity -> classes.put(activity, heads(window, "activity = ?", activity)));
        classes.computeIfAbsent(QueuedTransfer.DEFAULT_ACTIVITY, none -> new ArrayList<>())
                .addAll(others(window, named));
        List<Placed> placed = new ArrayList<>();
        classes.forEach((activity, heads) -> {
            Map<Integer, Integer> turns = new HashMap<>();
            heads.sort(BY_QUEUE);
            for (Head head : heads.subList(0, Math.min(limit, heads.size()))) {
                int turn = turns.merge(head.priority(), 1, Integer::sum);
                placed.add(new Placed(head, turn / (named.contains(activity) ? weights.weightOf(activity) : 1.0)));
            }
        });
        placed.sort(Comparator.comparingInt((Placed one) -> one.head().priority())
                .reversed()
                .thenComparingDouble(Placed::place)
                .thenComparingLong(one -> one.head().id()));
        return placed.stream().limit(limit).map(one -> one.head().id()).toList();
    }

    private List<Head> others(Window window, Set<String> named) {
        List<Head> heads = new ArrayList<>();
        String last = "";
        for (int step = 0; step < MOST_OTHERS + named.size(); step++) {
            List<String> next = jdbc.queryForList(
                    ACTIVITY_FROM, String.class, window.pipe().value(), step == 0 ? last : last + JUST_AFTER);
            if (next.isEmpty()) {
                return heads;
            }
            last = next.getFirst();
            if (!named.contains(last)) {
                heads.addAll(heads(window, "activity = ?", last));
            }
        }
        heads.addAll(heads(window, "activity >= ?", last + JUST_AFTER));
        return heads;
    }

    private List<Head> heads(Window window, String which, String activity) {
        boolean one = which.endsWith(" = ?");
        return new ArrayList<>(jdbc.query(
                "select id, priority" + OF_QUEUE + window.condition() + " and " + which
                        + " order by pipe_id, state, delayed," + (one ? " activity," : "")
                        + " priority desc, id limit ?",
                (row, number) -> new Head(row.getLong("id"), row.getInt("priority")),
                window.pipe().value(),
                activity,
                window.limit()));
    }
}
