// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.GroupId;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.ActivityWeights;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// How many queued transfers of a pipe go before one of them, by the rules by which the dispatch loop takes them: the
/// highest priority first; of the same priority, where activities have shares, each activity in turn and first come
/// within it; else groups in their order, in turn with what is in no group. What the loop knows beside that is left
/// out: credentials that end soon go first, and what waits for a destination or a limit is passed over.
@Repository
public class QueuePlaces {
    /// So many groups that go before are looked at.
    private static final int MOST_GROUPS = 100;

    private static final String OF_GROUP = "group_id = ? and priority = ?";

    private final JdbcTemplate jdbc;

    QueuePlaces(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /// Where a transfer stands in the queue of its pipe.
    ///
    /// @param group that it is in, or none
    public record Asked(PipeId pipe, long transfer, int priority, String activity, GroupId group) {}

    /// How the queue is ordered.
    ///
    /// @param activities whether and how activities have shares; then groups have no say
    /// @param groups those of the pipe in their order
    public record Order(ActivityWeights activities, List<GroupId> groups) {}

    /// What goes before a transfer.
    ///
    /// @param ahead transfers that start before it, come what may
    /// @param inTurn others of its priority that it takes turns with
    public record Place(int ahead, int inTurn) {}

    /// @param most no more are counted of either
    @Transactional(readOnly = true)
    public Place of(Asked asked, Order order, int most) {
        return order.activities().isEmpty()
                ? amongGroups(asked, order.groups(), most)
                : amongActivities(asked, order.activities(), most);
    }

    private Place amongGroups(Asked asked, List<GroupId> groups, int most) {
        boolean single = asked.group().isNone();
        List<GroupId> looked = groups.stream().limit(MOST_GROUPS).toList();
        int ahead = count(asked, most, "group_id = 0 and priority > ?", asked.priority());
        int inTurn = 0;
        boolean before = true;
        for (GroupId group : looked) {
            before &= !group.equals(asked.group());
            ahead += count(asked, most - ahead, "group_id = ? and priority > ?", group.value(), asked.priority());
            if (single) {
                inTurn += count(asked, most - inTurn, OF_GROUP, group.value(), asked.priority());
            } else if (before) {
                ahead += count(asked, most - ahead, OF_GROUP, group.value(), asked.priority());
            }
        }
        ahead += count(
                asked,
                most - ahead,
                OF_GROUP + " and id < ?",
                asked.group().value(),
                asked.priority(),
                asked.transfer());
        return new Place(ahead, single ? inTurn : count(asked, most, OF_GROUP, 0, asked.priority()));
    }

    private Place amongActivities(Asked asked, ActivityWeights weights, int most) {
        String own = weights.classOf(asked.activity());
        int ahead = count(asked, most, "priority > ?", asked.priority());
        ahead += ofClass(asked, most - ahead, own, weights, true);
        int inTurn = 0;
        List<String> classes = new ArrayList<>(weights.weights().keySet());
        String others = weights.classOf("");
        if (!classes.contains(others)) {
            classes.add(others);
        }
        for (String other : classes) {
            if (other.equals(own)) {
                continue;
            }
            if (weights.isLast(own) && !weights.isLast(other)) {
                ahead += ofClass(asked, most - ahead, other, weights, false);
            } else if (weights.isLast(own) == weights.isLast(other)) {
                inTurn += ofClass(asked, most - inTurn, other, weights, false);
            }
        }
        return new Place(ahead, inTurn);
    }

    /// Those of a class of activities, of the same priority.
    ///
    /// @param earlier only those that came before
    private int ofClass(Asked asked, int most, String activityClass, ActivityWeights weights, boolean earlier) {
        List<Object> arguments = new ArrayList<>();
        String which = "priority = ?";
        arguments.add(asked.priority());
        if (weights.weights().containsKey(activityClass) && !activityClass.equals(weights.classOf(""))) {
            which += " and activity = ?";
            arguments.add(activityClass);
        } else {
            List<String> named = weights.weights().keySet().stream()
                    .filter(name -> !name.equals(activityClass))
                    .toList();
            which += named.isEmpty()
                    ? ""
                    : " and activity not in (" + String.join(", ", Collections.nCopies(named.size(), "?")) + ")";
            arguments.addAll(named);
        }
        if (earlier) {
            which += " and id < ?";
            arguments.add(asked.transfer());
        }
        return count(asked, most, which, arguments.toArray());
    }

    private int count(Asked asked, int most, String which, Object... arguments) {
        if (most <= 0) {
            return 0;
        }
        List<Object> all = new ArrayList<>(List.of(asked.pipe().value()));
        all.addAll(List.of(arguments));
        Integer found = jdbc.queryForObject(
                "select count(*) from (select id from transfer where pipe_id = ? and state = 'QUEUED'"
                        + " and delayed = false and " + which + " limit " + most + ") ahead",
                Integer.class,
                all.toArray());
        return found == null ? 0 : found;
    }
}
