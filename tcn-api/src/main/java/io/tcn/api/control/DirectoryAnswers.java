// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.api.timetable.Timetables;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers about what operators have declared: users, pipes, resource-sets, resource controls, the configuration.
final class DirectoryAnswers {
    private DirectoryAnswers() {}

    @About("A user: an organisation or experiment.")
    record UserAnswer(
            @About("Name of the user.") String id,
            @About("Weight in the utility.") double weight,

            @About("Names of certificates that act for the user.")
            List<String> dns,

            @About("Version of what is declared, for If-Match.")
            String version) {}

    @About("A user, with the sums over its pipes.")
    record UserSumsAnswer(
            @About("Name of the user.") String id,
            @About("Weight in the utility.") double weight,

            @About("Names of certificates that act for the user.")
            List<String> dns,

            @About("Version of what is declared of it, for If-Match.")
            String version,

            @About("How many pipes it has.") int pipes,
            @About("Transfers that run.") long activeTransfers,

            @About("Transfers that wait for a connection, those included that wait because nothing may start.")
            long queuedTransfers,

            @About("Transfers that wait for others.") long waitingTransfers,
            @About("Connections in use.") long activeConnections,

            @About("What its pipes moved in the last interval, in bit/s.")
            double throughputBps,

            @About("What was asked for by \"include\".") @JsonInclude(JsonInclude.Include.NON_NULL)
            Includes.@Nullable IncludedAnswer included) {}

    @About("A pipe: source, destination and user; what is decided for it, and what goes on there.")
    record PipeAnswer(
            @About("Its name; in a path, slashes are written as %2F.")
            String id,

            @About("Source endpoint.") String source,
            @About("Destination endpoint.") String destination,
            @About("Whose pipe it is.") String user,

            @About("m: the least connections while there is work.")
            int minConnections,

            @About("M: the most connections.") int maxConnections,

            @About("Weight in the utility, beside that of its user.")
            double weight,

            @About("Version of what is declared of it, for If-Match; of a single pipe only.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            String version,

            @About("n: the connections that it may use now.")
            int connections,

            @About("Connections in use.") int activeConnections,
            @About("Transfers that run.") int activeTransfers,

            @About("Transfers that wait for a connection, those included that wait because nothing may start.")
            int queuedTransfers,

            @About("Bytes of those of them that dispatch holds in memory, the next ones: at least so many wait.")
            long queuedBytes,

            @About("Transfers that wait for others.") int waitingTransfers,

            @About("Finished since the start of the server.")
            long finishedTransfers,

            @About("Bytes of those.") long finishedBytes,

            @About("Given up since the start of the server.")
            long failedTransfers,

            @About("Tries that failed since the start of the server.")
            long failedAttempts,

            @About("Cancelled since the start of the server.")
            long canceledTransfers,

            @About("Bytes moved since the start of the server, those of unfinished files among them.")
            long movedBytes,

            @About("The resources of the network that it uses.")
            List<String> resources,

            @About("Why nothing starts here at all; null if nothing is in the way.") @Nullable
            String held,

            @About("n as the optimizer keeps it; connections is a rounding of it.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Double realConnections,

            @About("What it moved in the last interval, in bit/s.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double throughputBps,

            @About("Connections that were in use in the last interval, on average.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Double meanActiveConnections,

            @About("Connections in use that moved bytes in the last interval; missing where nobody tells.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Integer movingConnections,

            @About("Round-trip time of the connections of its streamed copies, in seconds; missing where not known.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Double rttSeconds,

            @About("Part of the segments of its streamed copies that were lost and sent again to the destination in the"
                    + " last interval, 0 to 1; missing where not known.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Double lossRatio,

            @About("Why n is what it is, in words.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String rationale,

            @About("What was asked for by \"include\".") @JsonInclude(JsonInclude.Include.NON_NULL)
            Includes.@Nullable IncludedAnswer included) {}

    @About("A named set of resources.")
    record ResourceSetAnswer(
            @About("Its name.") String name,
            @About("Patterns of resources that are in it.") List<String> resources,

            @About("How many resources of the present map are in it.")
            int matches,

            @About("What is in it for nothing.") List<String> warnings,

            @About("Version of what is declared, for If-Match.")
            String version) {}

    @About("What a user may take of a resource-set, at most, at least, and against others.")
    record ResourceControlAnswer(
            @About("Whom it holds.") String user,

            @About("Where it holds: on every resource of the set by itself.")
            String resourceSet,

            @About("The most, in bit/s.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double boundBps,

            @About("The most, as a part of each resource's capacity.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Double boundShare,

            @About("The least, in bit/s.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double minBps,

            @About("Weight against other users where a resource is contended.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Double relativeWeight,

            @About("When it is in force; not there: always.") @JsonInclude(JsonInclude.Include.NON_NULL)
            Timetables.@Nullable Written when,

            @About("Whether it is in force now.") boolean inForce,
            @About("When that changes next.") @Nullable Instant nextChange,
            @About("Where it binds nothing, and why.") List<String> warnings,

            @About("What cannot be kept, of one that was set by force.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            String contradiction,

            @About("True: nothing was changed.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Boolean dryRun,

            @About("Version of all controls that stand for this user on this set, for If-Match; of a dry run of those"
                    + " that stand now.")
            String version) {}

    @About("One thing that changes when a configuration is put.")
    record ChangeAnswer(
            @About(
                    value = "What it is.",
                    oneOf = {"user", "resource-set", "pipe", "resource-control", "endpoint-limit"})
            String what,

            @About("Its name.") String name,

            @About(
                    value = "What is done.",
                    oneOf = {"ADD", "CHANGE", "REMOVE"})
            String change,

            @About("As it was; null if it is new.") Requests.@Nullable Declared before,
            @About("As it will be; null if it goes.") Requests.@Nullable Declared after) {}

    @About("What a configuration that is put changes.")
    record ConfigurationChangesAnswer(
            @About("In the order in which they are made.") List<ChangeAnswer> changes,

            @About("False: nothing was changed, this was asked with dryRun.")
            boolean applied,

            @About("Version of the whole configuration as it is now, for If-Match.")
            String version) {}
}
