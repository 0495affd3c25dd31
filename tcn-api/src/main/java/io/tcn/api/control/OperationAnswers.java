// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.api.store.policy.SeBan;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers about how the server and the storages do, and what operators did about it.
final class OperationAnswers {
    private static final String UP = "UP";
    private static final String DOWN = "DOWN";
    private static final String DEGRADED = "DEGRADED";

    private OperationAnswers() {}

    @About("A loop that fails while the others go on.")
    record LoopAnswer(
            @About("Its name.") String loop,

            @About(
                    value = "How it is.",
                    oneOf = {DEGRADED})
            String status,

            @About("What is wrong.") String reason,
            @About("Since when.") Instant since,
            @About("How often it failed since then.") long failures) {}

    @About("How the server is.")
    record HealthAnswer(
            @About(
                    value = "DOWN: it does not serve. DEGRADED: a loop fails and the others go on.",
                    oneOf = {UP, DEGRADED, DOWN})
            String status,

            @About("Version of TCN.") String version,

            @About(
                    value = "What it is among the servers of its database: alone, or the one that leads, or one that"
                            + " passes on to it. All of them serve.",
                    oneOf = {"alone", "follower", "taking", "leader", "handing-over"})
            String role,

            @About("Why it does not serve as a follower: it does not reach the server that leads.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            String leaderReason,

            @About(
                    value = "The loop that decides about connections.",
                    oneOf = {UP, DOWN})
            String controlLoop,

            @About(
                    value = "The loop that starts transfers.",
                    oneOf = {UP, DOWN})
            String dispatchLoop,

            @About(
                    value = "Whether the database answers.",
                    oneOf = {UP, DOWN})
            String database,

            @About("What is wrong with it.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String databaseReason,

            @About(
                    value = "DEGRADED: the map is old.",
                    oneOf = {UP, DEGRADED})
            String networkMap,

            @About("Loops that fail.") List<LoopAnswer> loops,

            @About("Destinations at which something may have been left.")
            long leftovers,

            @About("Steps of loops that failed since the start.")
            long failedSteps) {}

    @About("A server of those that share a database.")
    record ServerAnswer(
            @About("Where the others reach it.") String name,

            @About("Its machine, as drains know it.") String host,

            @About("Whether it leads.") boolean leads,

            @About("Whether it has signed within the last 5 s that it lives.")
            boolean alive,

            @About("Whether its machine is drained; null while nobody leads who knows it.") @Nullable
            Boolean drained,

            @About("Version of TCN.") String version,

            @About("When it was started.") Instant started,

            @About("When it signed last that it lives.") Instant lastSign) {}

    @About("The servers that share a database. All times are the database's.")
    record ClusterAnswer(
            @About("Whether several servers may share the database.")
            boolean enabled,

            @About("The server that answers.") String answeredBy,

            @About(
                    value = "What it is.",
                    oneOf = {"alone", "follower", "taking", "leader", "handing-over"})
            String role,

            @About("The server that leads; null if none does.") @Nullable
            String leader,

            @About("How often the lead has changed hands; every change of transfers carries it.")
            long epoch,

            @About("Since when it leads.") @Nullable Instant since,

            @About("Seconds until its lease ends if it is not renewed; null if nobody leads.") @Nullable
            Double leaseLeftSeconds,

            @About("The servers, by name.") List<ServerAnswer> servers) {}

    @About("The lead is handed over.")
    record HandoverAnswer(
            @About("The server that gives it back.") String from,

            @About("Its epoch; the next one is higher.") long epoch) {}

    @About("A change that an operator made.")
    record AuditEntryAnswer(
            @About("Its number: a later one is larger.") long number,
            @About("When.") Instant at,
            @About("Distinguished name of who made it.") String dn,
            @About("One word, as in set-rc.") String action,
            @About("What was set, in one line.") String config,

            @About("Why, in the words of who made it; null if nothing was said.") @Nullable
            String reason,

            @About("What there was, with the keys of the interface that has it; null if there was nothing.") @Nullable
            JsonNode before,

            @About("What there is since then, with the same keys; null if nothing is left.") @Nullable
            JsonNode after,

            @About("Whether the caller made it who asks.") boolean own) {}

    @About("A storage that is banned.")
    record StorageBanAnswer(
            @About("Storage element, scheme://host.") String storage,
            @About("For whose transfers.") String user,

            @About("CANCEL: what is open is cancelled; WAIT: it waits; WAIT_AS: it waits, and submissions are taken.")
            SeBan.Status status,

            @About("Why, for users.") String message,
            @About("Since when.") Instant since,
            @About("Distinguished name of who banned it.") String by) {}

    @About("A person who is banned.")
    record PersonBanAnswer(
            @About("Distinguished name.") String dn,
            @About("Why.") String message,
            @About("Since when.") Instant since,
            @About("Distinguished name of who banned it.") String by) {}

    @About("All bans.")
    record BansAnswer(
            @About("Storages.") List<StorageBanAnswer> storages,
            @About("People.") List<PersonBanAnswer> people) {}

    @About("A storage was banned.")
    record StorageBannedAnswer(
            @About("The ban; null if it was taken back meanwhile.") @Nullable
            StorageBanAnswer ban,

            @About("Jobs of which something was cancelled.") List<String> jobs) {}

    @About("A person was banned.")
    record PersonBannedAnswer(
            @About("The ban; null if it was taken back meanwhile.") @Nullable
            PersonBanAnswer ban,

            @About("Jobs that were cancelled.") List<String> jobs) {}

    @About("Whether a server starts nothing more.")
    record DrainAnswer(
            @About("Host name of the server.") String host,
            @About("Whether it starts nothing more.") boolean drained) {}

    @About("How often attempts at an endpoint failed for one reason, since the start of the server.")
    record FailureCountAnswer(
            @About("Code of the reason.") String reason,
            @About("How often.") long count,
            @About("The first one.") Instant firstAt,
            @About("The last one.") Instant lastAt,

            @About("The text of one of them; for administrators.") @Nullable
            String sample) {}

    @About("A storage: what goes on there, and how well. Sums are over pipes that the caller may see.")
    record EndpointAnswer(
            @About("The endpoint, scheme://host[:port].") String endpoint,
            @About("How many pipes read or write there.") int pipes,
            @About("Connections that read there.") long readingConnections,
            @About("Connections that write there.") long writingConnections,

            @About("Transfers that wait for a connection, those included that wait because nothing may start.")
            long queuedTransfers,

            @About("What was read there in the last interval, in bit/s.")
            double outboundBps,

            @About("What was written there in the last interval, in bit/s.")
            double inboundBps,

            @About("The most connections that read there; null: no limit.") @Nullable
            Integer maxOutbound,

            @About("The most connections that write there; null: no limit.") @Nullable
            Integer maxInbound,

            @About("Attempts since the start of the server.")
            long attempts,

            @About("Those that failed.") long failures,

            @About("Since when all of them fail; null: the last one did not.") @Nullable
            Instant failingSince,

            @About("The last one that did not fail.") @Nullable
            Instant lastSuccess,

            @About("Failures by reason.") List<FailureCountAnswer> failuresByReason,

            @About("Until when it is left alone; null: it is not.") @Nullable
            Instant pausedUntil,

            @About("Bans of this storage.") List<StorageBanAnswer> bans) {}

    @About("The most connections of all pipes together at an endpoint. What is not there has no limit.")
    record EndpointLimitAnswer(
            @About("The endpoint, scheme://host[:port].") String endpoint,

            @About("The most connections that read there.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Integer maxOutbound,

            @About("The most connections that write there.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Integer maxInbound,

            @About("Version of what is declared, for If-Match.")
            String version) {}

    @About("A destination that may hold a part of a file.")
    record LeftoverAnswer(
            @About("URL without what servers do not look at.")
            String destination,

            @About("Number of the transfer that wrote there.")
            long transfer,

            @About(
                    value = "What becomes of it.",
                    oneOf = {"TRIED_AGAIN", "GIVEN_UP", "OF_RUNNING_TRANSFER"})
            String state,

            @About("Why it could not be removed.") String reason,
            @About("When writing began.") @Nullable Instant writtenFrom,
            @About("When writing ended.") @Nullable Instant writtenUntil,

            @About("How much can have been written, in bytes; null if unknown.") @Nullable
            Long sizeBytes,

            @About("How often its removal was tried.") int tries,
            @About("When it is tried again.") @Nullable Instant nextTry) {}

    @About("A page of leftovers.")
    record LeftoversAnswer(
            @About("In the order of their destinations.") List<LeftoverAnswer> leftovers,

            @About("The \"after\" of the next page; null: this is the last one.") @Nullable
            String next,

            @About("How many there are in all.") long total) {}

    @About("How the sending of monitoring messages goes. Only \"on\" is there when it is switched off.")
    record MessagesAnswer(
            @About("Whether it is switched on.") boolean on,

            @About("Messages that wait in the database.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long waiting,

            @About("Messages sent since the start.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long sent,

            @About("Messages put aside since the start.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long unsendable,

            @About("Messages put aside that are still there.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long keptUnsendable,

            @About("What is wrong now.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String lastError) {}
}
