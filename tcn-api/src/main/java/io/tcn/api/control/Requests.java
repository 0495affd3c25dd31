// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import io.tcn.api.timetable.Timetables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Bodies of requests under /tcn/v1. What is not given is null; unknown keys are refused, because a misspelt key
/// would otherwise be a silent default.
final class Requests {
    private Requests() {}

    /// What can be declared, as it is written.
    sealed interface Declared permits CreateUser, CreateResourceSet, CreatePipe, SetRc, SetEndpointLimit {}

    /// `POST /tcn/v1/users`.
    @About("A user, as it is declared.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CreateUser(
            @About(value = "Name of the user.", required = true) @Nullable
            String id,

            @About("Weight in the utility, 1 by default.") @Nullable
            Double weight,

            @About("Names of certificates that act for the user, in slash form.") @Nullable
            List<String> dns)
            implements Declared {}

    /// `POST /tcn/v1/pipes`: create-pipe.
    @About("A pipe, as it is declared. What is not given has its default.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CreatePipe(
            @About("A name for the pipe; by default one made from its ends and user.") @Nullable
            String id,

            @About(value = "Source endpoint, scheme://host[:port].", required = true) @Nullable
            String source,

            @About(value = "Destination endpoint, scheme://host[:port].", required = true) @Nullable
            String destination,

            @About(value = "Whose pipe it is.", required = true) @Nullable
            String user,

            @About("m, 0 or more.") @Nullable Integer minConnections,
            @About("M.") @Nullable Integer maxConnections,

            @About("Weight in the utility beside that of the user, 1 by default.") @Nullable
            Double weight)
            implements Declared {}

    /// `PATCH /tcn/v1/pipes/ID`.
    @About("A change of a pipe: what is not given stays, something has to be given.")
    record ChangePipe(
            @About("m, 0 or more.") @Nullable Integer minConnections,
            @About("M.") @Nullable Integer maxConnections,

            @About("Weight in the utility beside that of the user.") @Nullable
            Double weight) {}

    /// `POST /tcn/v1/resource-sets`.
    @About("A resource-set, as it is declared.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CreateResourceSet(
            @About(value = "Name of the set.", required = true) @Nullable
            String name,

            @About("Patterns of resources: ids or labels with * for any text, kind=link, label=..., source=SERVER,"
                    + " PROPERTY=...")
            @Nullable
            List<String> resources)
            implements Declared {}

    /// `PUT /tcn/v1/rc`: set-rc.
    @About("Resource controls of a user on a resource-set. At least one is given, of the two bounds one at most.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SetRc(
            @About(value = "Whom it holds.", required = true) @Nullable
            String user,

            @About(value = "Where it holds: on every resource of the set by itself.", required = true) @Nullable
            String resourceSet,

            @About("The most, in bit/s.") @Nullable Double boundBps,

            @About("The most, as a part (0 to 1) of each resource's capacity.") @Nullable
            Double boundShare,

            @About("The least, in bit/s: a guarantee.") @Nullable
            Double minBps,

            @About("Weight against other users where a resource is contended.") @Nullable
            Double relativeWeight,

            @About("When they are in force; always if it is not given.")
            Timetables.@Nullable Written when)
            implements Declared {}

    /// `PUT /tcn/v1/endpoint-limits`.
    @About("Limits of the connections at an endpoint. What is not given has no limit; at least one is given.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SetEndpointLimit(
            @About(value = "Which endpoint, scheme://host[:port].", required = true) @Nullable
            String endpoint,

            @About("The most connections of pipes that read there.") @Nullable
            Integer maxOutbound,

            @About("The most connections of pipes that write there.") @Nullable
            Integer maxInbound)
            implements Declared {}

    /// `POST /tcn/v1/transfers`: add-transfer.
    @About("Transfers to add: all of them, or none.")
    record AddTransfers(
            @About("Whose transfers they are; by default the caller's user.") @Nullable
            String user,

            @About("The group that they are in: transfers that are of use only together, such as those of a dataset.")
            @Nullable
            InGroup group,

            @About("The rate that they should have together, no less and no more, as in 1Gbit/s; they go first in"
                    + " their pipes.")
            @Nullable
            String rate,

            @About(value = "What to move.", required = true) @Nullable
            List<AddTransfer> transfers) {}

    /// The group of transfers to add.
    @About("A group by name; what is not given stays as an earlier request said.")
    record InGroup(
            @About(value = "What its user calls it, 1 to 255 characters.", required = true) @Nullable
            String name,

            @About("How much it counts, from 0.000001 to 1000000, 1 by default.") @Nullable
            Double weight,

            @About("When it should be done, as in 2026-12-01T12:00:00Z.") @Nullable
            String deadline) {}

    /// A change of a group.
    @About("A change of a group: what is not given stays, something has to be given.")
    record ChangeGroup(
            @About("How much it counts, from 0.000001 to 1000000.") @Nullable
            Double weight,

            @About("When it should be done, as in 2026-12-01T12:00:00Z.") @Nullable
            String deadline,

            @About("true: the deadline is taken back.") @Nullable
            Boolean noDeadline) {}

    /// One transfer to add.
    @About("One transfer to add.")
    record AddTransfer(
            @About("A name by which others of the same request refer to it.") @Nullable
            String name,

            @About(value = "URL to read.", required = true) @Nullable
            String source,

            @About(value = "URL to write.", required = true) @Nullable
            String destination,

            @About("Names in this request, or numbers of transfers that exist, that must finish first.") @Nullable
            List<Object> after,

            @About("Size in bytes, if known.") @Nullable Long sizeBytes,
            @About("ADLER32:..., if known.") @Nullable String checksum,

            @About("1 (last) to 5 (first), 3 by default.") @Nullable
            Integer priority,

            @About("Whether an existing destination may be replaced.") @Nullable
            Boolean overwrite,

            @About("How often a failure that may pass is tried again.") @Nullable
            Integer retries,

            @About("Anything; it is kept as it is.") tools.jackson.databind.@Nullable JsonNode metadata) {}
}
