// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.UrlPattern.Target;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which agent gets a transfer: one that is ready, has a free slot, reaches both ends and can open them.
/// Among those first one that is near the destination, then one near the source, then the one with the
/// smallest share of its slots in use, then the first by name.
///
/// Agents that tell the same patterns are a group ([AgentGroup]); which groups can move files between two endpoints
/// is remembered until a group comes or goes. So a choice looks at the first of each group that comes into question,
/// and asks no pattern: with G such groups among A agents it costs O(G), and a change of an agent O(log A). Its owner
/// tells it of each change, and calls it from one thread at a time.
final class Placement {
    /// What a transfer asks of who moves it.
    ///
    /// @param removal whether only the destination is touched
    /// @param sourceOpens whether the source's credential comes with the order, or none is needed
    /// @param destinationOpens as for the source
    record Wanted(Transfer transfer, boolean removal, boolean sourceOpens, boolean destinationOpens) {}

    /// What of [Wanted] tells whether patterns take it in.
    record Ends(Target source, Target destination, boolean removal, boolean sourceOpens, boolean destinationOpens) {
        static Ends of(Wanted wanted) {
            return new Ends(
                    Target.of(wanted.transfer().source()),
                    Target.of(wanted.transfer().destination()),
                    wanted.removal(),
                    wanted.sourceOpens(),
                    wanted.destinationOpens());
        }

        /// Whether other files of the same endpoints ask for the same.
        boolean isOfEndpoints() {
            return source.path().isEmpty() && destination.path().isEmpty();
        }
    }

    private static final int MOST_REMEMBERED = 1000;
    private static final String SEE = " (GET /tcn/v1/agents)";

    private final Map<Patterns, AgentGroup> groups = new HashMap<>();
    private final Map<String, Patterns> patternsOf = new HashMap<>();
    /// The ends that were asked about last, the latest at the end.
    private final LinkedHashMap<Ends, List<Candidates>> remembered = new LinkedHashMap<>(16, 0.75f, true);

    /// A process is there, or something of it has changed.
    ///
    /// @param inUse how many of its slots are in use
    void put(AgentRegistry.Known agent, int inUse) {
        String instance = agent.last().instance();
        Patterns patterns = new Patterns(
                agent.last().reach(), agent.last().near(), agent.last().holds());
        Patterns before = patternsOf.put(instance, patterns);
        if (before != null && !before.equals(patterns)) {
            leave(instance, before);
        }
        AgentGroup group = groups.get(patterns);
        if (group == null) {
            group = new AgentGroup(agent);
            groups.put(patterns, group);
            remembered.clear();
        }
        group.put(agent, inUse);
    }

    /// A process is not known any more.
    void remove(String instance) {
        Patterns patterns = patternsOf.remove(instance);
        if (patterns != null) {
            leave(instance, patterns);
        }
    }

    private void leave(String instance, Patterns patterns) {
        AgentGroup group = groups.get(patterns);
        if (group != null) {
            group.remove(instance);
            if (group.isEmpty()) {
                groups.remove(patterns);
                remembered.clear();
            }
        }
    }

    Optional<AgentRegistry.Known> choose(Wanted wanted) {
        AgentGroup.Place best = null;
        int distance = Integer.MAX_VALUE;
        for (Candidates candidates : candidates(Ends.of(wanted))) {
            if (candidates.distance() > distance) {
                break;
            }
            AgentGroup.Place first = candidates.group().first();
            if (first != null && isBefore(first, best)) {
                best = first;
                distance = candidates.distance();
            }
        }
        return Optional.ofNullable(best).map(AgentGroup.Place::agent);
    }

    private static boolean isBefore(AgentGroup.Place place, AgentGroup.@Nullable Place best) {
        return best == null || place.compareTo(best) < 0;
    }

    /// The groups that can move it, the nearest first.
    private List<Candidates> candidates(Ends ends) {
        List<Candidates> known = remembered.get(ends);
        if (known == null) {
            known = new ArrayList<>();
            for (AgentGroup group : groups.values()) {
                if (group.reaches(ends) && group.opens(ends)) {
                    known.add(new Candidates(group.distance(ends.source(), ends.destination()), group));
                }
            }
            known.sort(Comparator.comparingInt(Candidates::distance));
            if (ends.isOfEndpoints()) {
                remembered.put(ends, known);
                if (remembered.size() > MOST_REMEMBERED) {
                    remembered.pollFirstEntry();
                }
            }
        }
        return known;
    }

    /// Why none of them can get a transfer, where [#choose] finds none.
    TransferFailure lack(Wanted wanted) {
        Ends ends = Ends.of(wanted);
        List<AgentGroup> ready =
                groups.values().stream().filter(AgentGroup::hasReady).toList();
        List<AgentGroup> reaching =
                ready.stream().filter(group -> group.reaches(ends)).toList();
        boolean isOpened = reaching.stream().anyMatch(group -> group.opens(ends));
        if (ready.isEmpty()) {
            return new TransferFailure(ErrorCode.NO_AGENT, "no agent is ready to move files" + SEE);
        }
        if (reaching.isEmpty()) {
            return new TransferFailure(
                    ErrorCode.NO_AGENT, "none of the agents that are ready reaches " + ends(wanted) + SEE);
        }
        return isOpened
                ? new TransferFailure(
                        ErrorCode.NO_AGENT,
                        "all slots are in use of the agents that can move files of " + ends(wanted) + SEE)
                : new TransferFailure(
                        ErrorCode.NO_CREDENTIAL,
                        "no agent that reaches " + ends(wanted) + " has a token of its own for it, and tokens of"
                                + " transfers are not sent to agents in the clear (tcn.agents.key-file)");
    }

    private static String ends(Wanted wanted) {
        Endpoint destination = Endpoint.of(wanted.transfer().destination());
        return wanted.removal()
                ? destination.toString()
                : "both " + Endpoint.of(wanted.transfer().source()) + " and " + destination;
    }

    /// What agents of one group tell alike.
    private record Patterns(List<String> reach, List<String> near, List<String> holds) {}

    /// A group that can move files between two ends.
    private record Candidates(int distance, AgentGroup group) {}
}
