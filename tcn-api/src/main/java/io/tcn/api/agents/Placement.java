// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.UrlPattern;
import io.tcn.agent.remote.UrlPattern.Target;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// Which agent gets a transfer: one that is ready, has a free slot, reaches both ends and can open them.
/// Among those first one that is near the destination, then one near the source, then the one with the
/// smallest share of its slots in use, then the first by name. Pure.
final class Placement {
    /// What a transfer asks of who moves it.
    ///
    /// @param removal whether only the destination is touched
    /// @param sourceOpens whether the source's credential comes with the order, or none is needed
    /// @param destinationOpens as for the source
    record Wanted(Transfer transfer, boolean removal, boolean sourceOpens, boolean destinationOpens) {}

    private static final String SEE = " (GET /tcn/v1/agents)";

    private Placement() {}

    /// @param inUse how many slots of a process are in use
    static Optional<AgentRegistry.Known> choose(
            Collection<AgentRegistry.Known> agents, Wanted wanted, ToIntFunction<AgentRegistry.Known> inUse) {
        Target source = Target.of(wanted.transfer().source());
        Target destination = Target.of(wanted.transfer().destination());
        Choice best = null;
        for (AgentRegistry.Known agent : agents) {
            int used = inUse.applyAsInt(agent);
            if (agent.state() == AgentState.READY
                    && used < agent.last().slots()
                    && reaches(agent, wanted, source, destination)
                    && opens(agent, wanted, source, destination)) {
                int distance =
                        UrlPattern.any(agent.near(), destination) ? 0 : UrlPattern.any(agent.near(), source) ? 1 : 2;
                // It has at least one slot, else none would be free.
                Choice choice =
                        new Choice(distance, (double) used / agent.last().slots(), agent);
                best = best == null || choice.compareTo(best) < 0 ? choice : best;
            }
        }
        return Optional.ofNullable(best).map(Choice::agent);
    }

    private static boolean reaches(AgentRegistry.Known agent, Wanted wanted, Target source, Target destination) {
        return UrlPattern.any(agent.reach(), destination)
                && (wanted.removal() || UrlPattern.any(agent.reach(), source));
    }

    private static boolean opens(AgentRegistry.Known agent, Wanted wanted, Target source, Target destination) {
        return (wanted.destinationOpens() || UrlPattern.any(agent.holds(), destination))
                && (wanted.removal() || wanted.sourceOpens() || UrlPattern.any(agent.holds(), source));
    }

    /// Why none of them can get a transfer, where [#choose] finds none.
    static TransferFailure lack(Collection<AgentRegistry.Known> agents, Wanted wanted) {
        Target source = Target.of(wanted.transfer().source());
        Target destination = Target.of(wanted.transfer().destination());
        List<AgentRegistry.Known> ready = agents.stream()
                .filter(agent -> agent.state() == AgentState.READY)
                .toList();
        List<AgentRegistry.Known> reaching = ready.stream()
                .filter(agent -> reaches(agent, wanted, source, destination))
                .toList();
        boolean isOpened = reaching.stream().anyMatch(agent -> opens(agent, wanted, source, destination));
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

    /// An agent that could get it, the best first.
    private record Choice(int distance, double load, AgentRegistry.Known agent) implements Comparable<Choice> {
        private static final Comparator<Choice> ORDER = Comparator.comparingInt(Choice::distance)
                .thenComparingDouble(Choice::load)
                .thenComparing(choice -> choice.agent().last().agent())
                .thenComparing(choice -> choice.agent().last().instance());

        @Override
        public int compareTo(Choice other) {
            return ORDER.compare(this, other);
        }
    }
}
