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
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which agent gets a transfer: one that is ready, has a free slot, reaches both ends and can open them.
/// Among those first one at which it has not failed, then one that is near the destination, then one near the source,
/// then the one with the smallest share of its slots in use, then the first by name. One that is seen not to reach a
/// storage of it ([CutOffs]) only where there is no other.
///
/// Agents that tell the same patterns, and are cut off from the same storages, are a group ([AgentGroup]); which groups
/// can move files between two endpoints
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
    private final LinkedHashMap<Ends, Movers> remembered = new LinkedHashMap<>(16, 0.75f, true);

    /// A process is there, or something of it has changed.
    ///
    /// @param inUse how many of its slots are in use
    /// @param closedTo the storages that it is seen not to reach
    void put(AgentRegistry.Known agent, int inUse, Set<Endpoint> closedTo) {
        String instance = agent.last().instance();
        Patterns patterns = new Patterns(
                agent.last().reach(), agent.last().near(), agent.last().holds(), closedTo);
        Patterns before = patternsOf.put(instance, patterns);
        if (before != null && !before.equals(patterns)) {
            leave(instance, before);
        }
        AgentGroup group = groups.get(patterns);
        if (group == null) {
            group = new AgentGroup(agent, closedTo);
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

    /// @param tried at which processes it has failed
    Optional<AgentRegistry.Known> choose(Wanted wanted, Set<String> tried) {
        Movers movers = movers(wanted);
        AgentGroup.Place best = best(movers.reaching(), tried);
        if (best == null && !hasReadyBut(movers.reaching(), Set.of())) {
            best = best(movers.cutOff(), tried);
        }
        return Optional.ofNullable(best).map(AgentGroup.Place::agent);
    }

    /// Whether one that is ready can move it and is not seen cut off, but for some processes; it may be full.
    boolean isMovedByAnyBut(Wanted wanted, Set<String> instances) {
        return hasReadyBut(movers(wanted).reaching(), instances);
    }

    private static boolean hasReadyBut(List<Candidates> all, Set<String> instances) {
        return all.stream().anyMatch(each -> each.group().hasReadyBut(instances));
    }

    private static AgentGroup.@Nullable Place best(List<Candidates> all, Set<String> tried) {
        AgentGroup.Place best = bestBut(all, tried);
        return best == null && !tried.isEmpty() ? bestBut(all, Set.of()) : best;
    }

    private static AgentGroup.@Nullable Place bestBut(List<Candidates> all, Set<String> tried) {
        AgentGroup.Place best = null;
        int distance = Integer.MAX_VALUE;
        for (Candidates candidates : all) {
            if (candidates.distance() > distance) {
                break;
            }
            AgentGroup.Place first = candidates.group().firstBut(tried);
            if (first != null && isBefore(first, best)) {
                best = first;
                distance = candidates.distance();
            }
        }
        return best;
    }

    private static boolean isBefore(AgentGroup.Place place, AgentGroup.@Nullable Place best) {
        return best == null || place.compareTo(best) < 0;
    }

    /// The groups that can move it, the nearest first.
    private Movers movers(Wanted wanted) {
        Ends ends = Ends.of(wanted);
        Movers known = remembered.get(ends);
        if (known == null) {
            known = new Movers(new ArrayList<>(), new ArrayList<>());
            List<Endpoint> storages = storages(wanted.transfer(), wanted.removal());
            for (AgentGroup group : groups.values()) {
                if (group.reaches(ends) && group.opens(ends)) {
                    (group.isClosedTo(storages) ? known.cutOff() : known.reaching())
                            .add(new Candidates(group.distance(ends.source(), ends.destination()), group));
                }
            }
            known.reaching().sort(Comparator.comparingInt(Candidates::distance));
            known.cutOff().sort(Comparator.comparingInt(Candidates::distance));
            if (ends.isOfEndpoints()) {
                remembered.put(ends, known);
                if (remembered.size() > MOST_REMEMBERED) {
                    remembered.pollFirstEntry();
                }
            }
        }
        return known;
    }

    /// The storages that an agent has to reach; files of its own machine are none.
    static List<Endpoint> storages(Transfer transfer, boolean removal) {
        return (removal ? Stream.of(transfer.destination()) : Stream.of(transfer.source(), transfer.destination()))
                .map(Endpoint::of)
                .filter(end -> !end.host().isEmpty())
                .toList();
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
                        "all slots are in use of the agents that can move files of " + ends(wanted)
                                + (movers(wanted).cutOff().isEmpty() ? "" : "; others do not reach a storage of it")
                                + SEE)
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
    private record Patterns(List<String> reach, List<String> near, List<String> holds, Set<Endpoint> closedTo) {}

    /// The groups that can move files between two ends, each in order.
    ///
    /// @param cutOff those that are seen not to reach one of them
    private record Movers(List<Candidates> reaching, List<Candidates> cutOff) {}

    /// A group that can move files between two ends.
    private record Candidates(int distance, AgentGroup group) {}
}
