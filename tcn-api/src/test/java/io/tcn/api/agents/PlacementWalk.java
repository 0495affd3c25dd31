// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.UrlPattern;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/// The rule of [Placement], read off its words: all agents are looked at for each transfer.
final class PlacementWalk {
    private PlacementWalk() {}

    static Optional<AgentRegistry.Known> choose(
            Collection<AgentRegistry.Known> agents,
            Placement.Wanted wanted,
            ToIntFunction<AgentRegistry.Known> inUse,
            Predicate<AgentRegistry.Known> isCutOff,
            Set<String> tried) {
        List<AgentRegistry.Known> able = agents.stream()
                .filter(agent -> agent.state() == AgentState.READY)
                .filter(agent -> canMove(agent, wanted))
                .toList();
        boolean anyReaches = able.stream().anyMatch(agent -> !isCutOff.test(agent));
        return best(able.stream().filter(agent -> !anyReaches || !isCutOff.test(agent)), wanted, inUse, tried);
    }

    private static boolean canMove(AgentRegistry.Known agent, Placement.Wanted wanted) {
        URI source = wanted.transfer().source();
        URI destination = wanted.transfer().destination();
        return takes(agent.reach(), destination)
                && (wanted.removal() || takes(agent.reach(), source))
                && (wanted.destinationOpens() || takes(agent.holds(), destination))
                && (wanted.removal() || wanted.sourceOpens() || takes(agent.holds(), source));
    }

    private static Optional<AgentRegistry.Known> best(
            Stream<AgentRegistry.Known> agents,
            Placement.Wanted wanted,
            ToIntFunction<AgentRegistry.Known> inUse,
            Set<String> tried) {
        URI source = wanted.transfer().source();
        URI destination = wanted.transfer().destination();
        return agents.filter(agent -> inUse.applyAsInt(agent) < agent.last().slots())
                .min(Comparator.comparing((AgentRegistry.Known agent) ->
                                tried.contains(agent.last().instance()))
                        .thenComparingInt(
                                agent -> takes(agent.near(), destination) ? 0 : takes(agent.near(), source) ? 1 : 2)
                        .thenComparingDouble(agent ->
                                (double) inUse.applyAsInt(agent) / agent.last().slots())
                        .thenComparing(agent -> agent.last().agent())
                        .thenComparing(agent -> agent.last().instance()));
    }

    private static boolean takes(List<UrlPattern> patterns, URI url) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(url));
    }
}
