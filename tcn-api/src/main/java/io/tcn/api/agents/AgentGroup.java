// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.UrlPattern;
import io.tcn.agent.remote.UrlPattern.Target;
import io.tcn.core.model.Endpoint;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The agents that tell the same patterns, and that are cut off from the same storages: what they reach, are near to
/// and
/// hold credentials for is asked once for all of them, and those with a free slot are in order.
final class AgentGroup {
    private final List<UrlPattern> reach;
    private final List<UrlPattern> near;
    private final List<UrlPattern> holds;
    private final Set<Endpoint> closedTo;
    private final Map<String, Place> members = new HashMap<>();
    private final NavigableSet<Place> free = new TreeSet<>();
    private int ready;

    /// @param first one of them
    /// @param closedTo the storages that they do not reach
    AgentGroup(AgentRegistry.Known first, Set<Endpoint> closedTo) {
        this.reach = first.reach();
        this.near = first.near();
        this.holds = first.holds();
        this.closedTo = closedTo;
    }

    /// @param inUse how many slots of the process are in use
    void put(AgentRegistry.Known agent, int inUse) {
        remove(agent.last().instance());
        boolean isReady = agent.state() == AgentState.READY;
        int slots = agent.last().slots();
        // One that is full, or has no slot at all, is in no order.
        Place place = new Place(inUse < slots ? (double) inUse / slots : Double.POSITIVE_INFINITY, isReady, agent);
        members.put(agent.last().instance(), place);
        if (isReady) {
            ready++;
            if (inUse < slots) {
                free.add(place);
            }
        }
    }

    void remove(String instance) {
        Place place = members.remove(instance);
        if (place != null && place.isReady()) {
            ready--;
            free.remove(place);
        }
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    boolean hasReady() {
        return ready > 0;
    }

    /// Whether one of them is ready, but for some.
    boolean hasReadyBut(Set<String> instances) {
        int left = ready;
        for (String instance : instances) {
            Place place = members.get(instance);
            left -= place != null && place.isReady() ? 1 : 0;
        }
        return left > 0;
    }

    /// The ready one with the smallest share of its slots in use, but for some; null if none has a free slot.
    @Nullable
    Place firstBut(Set<String> instances) {
        if (instances.isEmpty()) {
            return free.isEmpty() ? null : free.first();
        }
        for (Place place : free) {
            if (!instances.contains(place.agent().last().instance())) {
                return place;
            }
        }
        return null;
    }

    /// Whether they are better given nothing of a transfer, because they do not reach a storage of it.
    boolean isClosedTo(List<Endpoint> ends) {
        return !closedTo.isEmpty() && ends.stream().anyMatch(closedTo::contains);
    }

    boolean reaches(Placement.Ends ends) {
        return UrlPattern.any(reach, ends.destination()) && (ends.removal() || UrlPattern.any(reach, ends.source()));
    }

    boolean opens(Placement.Ends ends) {
        return (ends.destinationOpens() || UrlPattern.any(holds, ends.destination()))
                && (ends.removal() || ends.sourceOpens() || UrlPattern.any(holds, ends.source()));
    }

    /// 0 near the destination, 1 near the source, 2 near neither.
    int distance(Target source, Target destination) {
        if (UrlPattern.any(near, destination)) {
            return 0;
        }
        return UrlPattern.any(near, source) ? 1 : 2;
    }

    /// A process among those of its group, the best first.
    ///
    /// @param load the share of its slots that is in use
    record Place(double load, boolean isReady, AgentRegistry.Known agent) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparingDouble(Place::load)
                .thenComparing(place -> place.agent().last().agent())
                .thenComparing(place -> place.agent().last().instance());

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }
}
