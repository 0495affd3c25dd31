// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.GroupId;
import io.tcn.core.port.QueuedTransfer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whose turn it is on a pipe some of whose transfers are in groups: groups go strictly in their order, so that the
/// first is done soon; transfers in no group and transfers in groups take turns, one each, so that neither kind
/// waits for the other to end. Mutable; owned by the dispatch loop.
final class GroupTurns {
    private List<GroupId> order = List.of();
    private final Map<GroupId, Integer> ranks = new HashMap<>();
    private boolean lastWasGrouped;

    List<GroupId> order() {
        return order;
    }

    /// Sets the order. What is sorted by [#compare] has to be sorted anew.
    void setOrder(List<GroupId> groups) {
        order = List.copyOf(groups);
        ranks.clear();
        for (GroupId group : order) {
            ranks.put(group, ranks.size());
        }
    }

    /// Whether another order puts groups that both name otherwise.
    boolean differsIn(List<GroupId> other) {
        Set<GroupId> others = new HashSet<>(other);
        List<GroupId> both = other.stream().filter(ranks::containsKey).toList();
        return !both.equals(order.stream().filter(others::contains).toList());
    }

    /// Groups in their order, those without a place after them by number, last what is in no group.
    int compare(QueuedTransfer a, QueuedTransfer b) {
        if (a.group().equals(b.group())) {
            return 0;
        }
        int byKind = Boolean.compare(a.group().isNone(), b.group().isNone());
        if (byKind != 0) {
            return byKind;
        }
        int byRank = Integer.compare(rank(a), rank(b));
        return byRank != 0 ? byRank : a.group().compareTo(b.group());
    }

    private int rank(QueuedTransfer queued) {
        return ranks.getOrDefault(queued.group(), Integer.MAX_VALUE);
    }

    /// The transfer whose turn it is; it counts as served. Cost: O(window) where both kinds are there, else O(1).
    ///
    /// @param window in the order of priority, urgency and [#compare], not empty
    /// @param single how many of the window are in no group
    /// @param sooner compares priority and urgency
    QueuedTransfer next(OrderedWindow window, int single, Comparator<QueuedTransfer> sooner) {
        QueuedTransfer first = window.first();
        if (lastWasGrouped && !first.group().isNone() && single > 0) {
            for (QueuedTransfer queued : window) {
                if (sooner.compare(first, queued) != 0) {
                    break;
                }
                if (queued.group().isNone()) {
                    lastWasGrouped = false;
                    return queued;
                }
            }
        }
        lastWasGrouped = !first.group().isNone();
        return first;
    }
}
