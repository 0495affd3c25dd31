// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.api.runtime.Unreached;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is said of agents.
final class AgentAnswers {
    private AgentAnswers() {}

    @About(
            "The agents, in the order of their names. Only \"on\" and an empty list are there when they are switched off.")
    record AgentsAnswer(
            @About("Whether this server gives work to agents.")
            boolean on,

            @About("Whether Kafka answers; while it does not, agents get nothing new.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Boolean kafka,

            @About("Messages of agents that this server could not use, since its start.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Long unreadable,

            @About("The agents that were heard of since the start; lost ones for ten minutes.")
            List<AgentAnswer> agents) {}

    @About("An agent.")
    record AgentAnswer(
            @About("Its name.") String name,

            @About("Which process of that name; null where it speaks another protocol.") @Nullable
            String instance,

            @About(
                    value = "Whether it gets work, and why not.",
                    oneOf = {
                        "READY",
                        "NO_LEASE",
                        "NOT_FOLLOWING",
                        "LEAVING",
                        "WRONG_CLOCK",
                        "LONG_LEASE",
                        "OTHER_PROTOCOL",
                        "LOST"
                    })
            String state,

            @About("What is wrong, where its state does not say it all.") @Nullable
            String reason,

            @About("Its version of TCN.") @Nullable String version,

            @About("Patterns of the URLs that it reaches.") List<String> reach,

            @About("Patterns of the URLs that it is near to.")
            List<String> near,

            @About("Patterns of the URLs for which it has credentials of its own.")
            List<String> holds,

            @About("How many transfers it takes at once.") int slots,

            @About("Transfers that this server has given to it and that have not ended.")
            int running,

            @About("By how much its clock is ahead of this server's, in seconds.")
            double clockAhead,

            @About("Messages that it could not use, since its start.")
            long unreadable,

            @About("When it was heard of last.") Instant lastHeartbeat,

            @About("The storages that its attempts do not reach, of which others may reach some.")
            List<UnreachedAnswer> unreached) {}

    @About("A storage that an agent does not reach.")
    record UnreachedAnswer(
            @About("The storage.") String endpoint,

            @About("When an attempt there got no answer for the first time.")
            Instant since,

            @About("Attempts that got none since then.") long failures,

            @About(
                    "When the agent may get an attempt there again, even if others reach it; past if none has come since.")
            Instant nextTry,

            @About("The last failure.") String reason) {
        static UnreachedAnswer of(Unreached unreached) {
            return new UnreachedAnswer(
                    unreached.endpoint().toString(),
                    unreached.since(),
                    unreached.failures(),
                    unreached.nextTry(),
                    unreached.reason());
        }
    }
}
