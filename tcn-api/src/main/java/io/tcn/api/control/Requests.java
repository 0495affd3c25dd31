// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.timetable.Timetables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Bodies of requests under /tcn/v1. What is not given is null; unknown keys are refused, because a misspelt key
/// would otherwise be a silent default.
final class Requests {
    private Requests() {}

    /// `POST /tcn/v1/users`.
    ///
    /// @param id name of the user
    /// @param weight weight in the utility, 1 by default
    /// @param dns names of certificates that act for the user
    record CreateUser(
            @Nullable String id,
            @Nullable Double weight,
            @Nullable List<String> dns) {}

    /// `POST /tcn/v1/pipes`: create-pipe.
    ///
    /// @param id a name for the pipe; by default one made from its ends and user
    /// @param source source endpoint, `scheme://host[:port]`
    /// @param destination destination endpoint
    /// @param user whose pipe it is
    /// @param minConnections m
    /// @param maxConnections M
    /// @param weight weight in the utility beside that of the user, 1 by default
    record CreatePipe(
            @Nullable String id,
            @Nullable String source,
            @Nullable String destination,
            @Nullable String user,
            @Nullable Integer minConnections,
            @Nullable Integer maxConnections,
            @Nullable Double weight) {}

    /// `PATCH /tcn/v1/pipes/ID`. What is not given stays.
    ///
    /// @param minConnections m
    /// @param maxConnections M
    /// @param weight weight in the utility beside that of the user
    record ChangePipe(
            @Nullable Integer minConnections,
            @Nullable Integer maxConnections,
            @Nullable Double weight) {}

    /// `POST /tcn/v1/resource-sets`.
    ///
    /// @param name name of the set
    /// @param resources names of resources, with `*` for any text
    record CreateResourceSet(
            @Nullable String name, @Nullable List<String> resources) {}

    /// `PUT /tcn/v1/rc`: set-rc. At least one control is given; of the two bounds one at most.
    ///
    /// @param user whom it holds
    /// @param resourceSet where it holds
    /// @param boundBps the most, in bit/s
    /// @param boundShare the most, as a part of each resource's capacity
    /// @param minBps the least, in bit/s: a guarantee
    /// @param relativeWeight weight against other users where a resource is contended
    /// @param when when they are in force; always if it is not given
    record SetRc(
            @Nullable String user,
            @Nullable String resourceSet,
            @Nullable Double boundBps,
            @Nullable Double boundShare,
            @Nullable Double minBps,
            @Nullable Double relativeWeight,
            Timetables.@Nullable Written when) {}

    /// `PUT /tcn/v1/endpoint-limits`. What is not given has no limit; at least one is given.
    ///
    /// @param endpoint which endpoint, `scheme://host[:port]`
    /// @param maxOutbound the most connections of pipes that read there
    /// @param maxInbound the most connections of pipes that write there
    record SetEndpointLimit(
            @Nullable String endpoint,
            @Nullable Integer maxOutbound,
            @Nullable Integer maxInbound) {}

    /// `POST /tcn/v1/transfers`: add-transfer.
    ///
    /// @param user whose transfers they are; by default the caller's user
    /// @param transfers what to move
    record AddTransfers(@Nullable String user, @Nullable List<AddTransfer> transfers) {}

    /// One transfer to add.
    ///
    /// @param name a name by which others of the same request refer to it
    /// @param source URL
    /// @param destination URL
    /// @param after names in this request, or numbers of transfers that exist, that must finish first
    /// @param sizeBytes size, if known
    /// @param checksum `ADLER32:...`, if known
    /// @param priority 1 to 5, 3 by default
    /// @param overwrite whether an existing destination may be replaced
    /// @param retries how often a retryable failure is tried again
    /// @param metadata anything, returned as it is
    record AddTransfer(
            @Nullable String name,
            @Nullable String source,
            @Nullable String destination,
            @Nullable List<Object> after,
            @Nullable Long sizeBytes,
            @Nullable String checksum,
            @Nullable Integer priority,
            @Nullable Boolean overwrite,
            @Nullable Integer retries,
            tools.jackson.databind.@Nullable JsonNode metadata) {}
}
