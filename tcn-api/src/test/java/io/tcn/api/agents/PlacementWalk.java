// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.UrlPattern;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// The rule of [Placement], read off its words: all agents are looked at for each transfer.
final class PlacementWalk {
    private PlacementWalk() {}

    static Optional<AgentRegistry.Known> choose(
            Collection<AgentRegistry.Known> agents, Placement.Wanted wanted, ToIntFunction<AgentRegistry.Known> inUse) {
        URI source = wanted.transfer().source();
        URI destination = wanted.transfer().destination();
        return agents.stream()
                .filter(agent -> agent.state() == AgentState.READY)
                .filter(agent -> inUse.applyAsInt(agent) < agent.last().slots())
                .filter(agent -> takes(agent.reach(), destination))
                .filter(agent -> wanted.removal() || takes(agent.reach(), source))
                .filter(agent -> wanted.destinationOpens() || takes(agent.holds(), destination))
                .filter(agent -> wanted.removal() || wanted.sourceOpens() || takes(agent.holds(), source))
                .min(Comparator.comparingInt((AgentRegistry.Known agent) ->
                                takes(agent.near(), destination) ? 0 : takes(agent.near(), source) ? 1 : 2)
                        .thenComparingDouble(agent ->
                                (double) inUse.applyAsInt(agent) / agent.last().slots())
                        .thenComparing(agent -> agent.last().agent())
                        .thenComparing(agent -> agent.last().instance()));
    }

    private static boolean takes(List<UrlPattern> patterns, URI url) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(url));
    }
}
