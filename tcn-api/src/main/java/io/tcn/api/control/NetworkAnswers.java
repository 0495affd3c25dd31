// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.Resource;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.PipeMapping;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers about the network: its map, what was moved over it, and what was decided for it.
final class NetworkAnswers {
    private NetworkAnswers() {}

    @About("How more connections than a resource likes take capacity away.")
    record DeteriorationAnswer(
            @About("Connections from which it begins.") double fromConnections,

            @About("Capacity that each one more takes, in bit/s.")
            double bpsPerConnection) {}

    @About("A resource of the network map: a link, or one side of a storage.")
    record MapResourceAnswer(
            @About("What resource controls hang on.") String id,

            @About("Its name where it comes from.") @Nullable
            String label,

            @About("What it is.") Resource.Kind kind,

            @About("Capacity in bit/s; null where unknown.") @Nullable
            Double capacityBps,

            @About("Which server tells of it.") String source,

            @About("What its server says of it.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, String> properties,

            @About("The most that one connection carries, in bit/s.")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Double connectionCeilingBps,

            @About("What more connections cost.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            DeteriorationAnswer deterioration) {}

    @About("Of how many resources a server knows the capacity.")
    record CapacityCountsAnswer(
            @About("Known.") int known, @About("Unknown.") int unknown) {}

    @About("How an ALTO server is doing.")
    record MapServerAnswer(
            @About("Its name.") String name,
            @About("Which of its services is used.") String service,
            @About("Version of what it told last.") long version,
            @About("Whether it was heard lately.") MapFreshness freshness,
            @About("When it was heard last.") Instant confirmedAt,
            @About("Seconds since then.") long ageSeconds,
            @About("Whether it has ever answered.") boolean answered,
            @About("Whether it tells changes by itself.") boolean pushed,

            @About("Whether what it tells is part of the map.")
            boolean joined,

            @About("Why it was not heard at the last try.") @Nullable
            String trouble,

            @About("Pipes by how they are mapped.") Map<String, Integer> pairs,
            @About("Capacities that it knows.") CapacityCountsAnswer resources,
            @About("What happened since the start.") Map<String, Long> counters) {}

    @About("The network map.")
    record MapAnswer(
            @About("Goes up with each change.") long version,

            @About("When the oldest of its parts was confirmed.")
            Instant confirmedAt,

            @About("Seconds since then.") long ageSeconds,
            @About("That of the worst of its servers.") MapFreshness freshness,
            @About("Where it comes from.") List<MapServerAnswer> servers,
            @About("What pipes share.") List<MapResourceAnswer> resources) {}

    @About("What is known of a pipe's way.")
    record PipeMappingAnswer(
            @About("Name of the pipe.") String pipe,

            @About("How it is mapped; null before the first answer.")
            PipeMapping.@Nullable State state,

            @About("Why it is not.") String reason,

            @About("Whether the last answer left it out and an earlier path is in force.")
            boolean omitted,

            @About("Whether there are several paths.") boolean severalPaths,

            @About("The same for pipes that use the same resources.")
            String resourceSet,

            @About("The resources that it uses.") List<String> resources) {}

    @About("What a user moved over a resource.")
    record ResourceUserAnswer(
            @About("Name of the user.") String user,
            @About("In the last interval, in bit/s.") double usedBps) {}

    @About("A constraint on one resource.")
    record ResourceConstraintAnswer(
            @About("What kind of limit it is.") ConstraintKind kind,
            @About("Whose.") String user,

            @About("The most, or of a guarantee the least, in bit/s.")
            double limitBps,

            @About("What the user moved there in the interval, in bit/s.")
            double usedBps,

            @About("What one bit/s of the limit is worth, in utility per bit/s.")
            double price) {}

    @About("A resource with what was moved over it in the last interval.")
    record ResourceAnswer(
            @About("What resource controls hang on.") String id,

            @About("Its name where it comes from.") @Nullable
            String label,

            @About("What it is.") Resource.Kind kind,
            @About("Which server tells of it.") String source,

            @About("Capacity in bit/s; null where unknown.") @Nullable
            Double capacityBps,

            @About(
                    "What it carries by measurement, in bit/s, where that refutes the capacity: more is moved, or it is full with less; null elsewhere.")
            @Nullable
            Double measuredBps,

            @About("What all pipes moved over it in the last interval, in bit/s.")
            double usedBps,

            @About("By whom, of those that the caller may see.")
            List<ResourceUserAnswer> users,

            @About("Under which limits, of users that the caller may see.")
            List<ResourceConstraintAnswer> constraints) {}

    @About("How a resource control stands on one resource.")
    record ConstraintAnswer(
            @About("What kind of limit it is.") ConstraintKind kind,
            @About("Whose.") String user,
            @About("Where.") String resource,

            @About("The most, or of a guarantee the least, in bit/s.")
            double limitBps,

            @About("Of a bound: limitBps.") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double boundBps,

            @About("What the user moved there in the interval, in bit/s.")
            double usedBps,

            @About("What is left to the limit, in bit/s; negative: broken.")
            double slackBps,

            @About("What one bit/s of the limit is worth, in utility per bit/s; 0: it costs nothing now.")
            double price) {}

    @About("Resource controls that cannot all be kept.")
    record ConflictAnswer(
            @About("In words; none is superfluous.") List<String> members,

            @About("The part of the guarantees that is kept, 0 to 1.")
            double keptShare,

            @About("All of it in one line.") String inWords) {}

    @About("A limit on the connections of several pipes.")
    record ConnectionLimitAnswer(
            @About("As in \"outbound of davs://a\" or \"total\".")
            String name,

            @About("The limit.") int maxConnections,

            @About("Connections that were decided under it.")
            int connections) {}

    @About("How the control loop decides, and its last decision; before the first nothing of that is there.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ControlAnswer(
            @About("The optimizer that decides: setting tcn.control.optimizer.")
            String optimizer,

            @About("What it makes as large as it can: setting tcn.control.utility. Not each optimizer looks at it.")
            String utilityName,

            @About("How often it decides, in seconds: setting tcn.control.interval.")
            double intervalSeconds,

            @About("Number of the control interval.") @Nullable
            Long interval,

            @About("When it was decided.") @Nullable Instant at,

            @About("Length of the interval, in seconds.") @Nullable
            Double lengthSeconds,

            @About("Utility of what was moved.") @Nullable Double utility,
            @About("Utility minus prices.") @Nullable Double objective,

            @About("How each resource control stands.") @Nullable
            List<ConstraintAnswer> constraints,

            @About("Resource controls that bind nothing, and why.") @Nullable
            List<String> withoutEffect,

            @About("Controls that cannot all be kept.") @Nullable
            List<ConflictAnswer> conflicts,

            @About("Limits of endpoints and in total.") @Nullable
            List<ConnectionLimitAnswer> connectionLimits) {}

    @About("What limits a pipe.")
    record PipeBottleneckAnswer(
            @About("Name of the pipe.") String pipe,
            @About("Connections in use.") double connections,

            @About("What it moved, in bit/s; null where unknown.") @Nullable
            Double throughputBps,

            @About("The resource that limits it, or what else does.")
            String limitedBy,

            @About("What one connection more would bring it, in bit/s.") @Nullable
            Double ownGainBps,

            @About("What that would bring all pipes together, in bit/s.") @Nullable
            Double totalGainBps,

            @About("What keeps it from more connections, in words; null where something else limits it.") @Nullable
            String connectionsHeldBy,

            @About("All of it in one sentence.") String inWords) {}

    @About("What a resource carries, and which pipes it limits.")
    record ResourceLoadAnswer(
            @About("Id of the resource.") String resource,
            @About("Connections over it.") double connections,

            @About("Capacity in bit/s; null where unknown.") @Nullable
            Double capacityBps,

            @About("What it carries, in bit/s.") @Nullable Double loadBps,
            @About("Names of pipes.") List<String> limits) {}

    @About("The bottleneck structure of the last interval.")
    record BottlenecksAnswer(
            @About("Number of the control interval.") long interval,
            @About("Each pipe and what limits it.") List<PipeBottleneckAnswer> pipes,
            @About("Each resource and what it limits.") List<ResourceLoadAnswer> resources) {}
}
