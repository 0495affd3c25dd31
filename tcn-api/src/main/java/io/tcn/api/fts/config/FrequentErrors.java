// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import io.tcn.agent.transfer.EndpointHealth;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.Pipe;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The most frequent failure of a pipe in FTS's shape, from how attempts went at its two storages: at the source those
/// that are the source's fault, at the destination those that are the destination's. What was not seen in the last
/// hour, which is what FTS looks at, is left out. Counts are of the storage since the start, over all its pipes.
final class FrequentErrors {
    private static final Duration LOOKED_AT = Duration.ofHours(1);

    private final Map<Endpoint, EndpointHealth> health = new HashMap<>();
    private final Instant since;

    FrequentErrors(Collection<EndpointHealth> health, Instant now) {
        health.forEach(one -> this.health.put(one.endpoint(), one));
        this.since = now.minus(LOOKED_AT);
    }

    /// @param withSample whether the caller may read a message, which names a file of whoever had the failure
    /// @return null if nothing has failed
    @Nullable
    Map<String, Object> of(Pipe pipe, boolean withSample) {
        return Stream.concat(
                        failures(pipe.source(), code -> code.scope() == ErrorCode.Scope.SOURCE),
                        failures(pipe.destination(), code -> code.scope() == ErrorCode.Scope.DESTINATION))
                .max(Comparator.comparingLong(EndpointHealth.FailureCount::count))
                .map(most -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("count", most.count());
                    json.put("reason", withSample ? most.sample() : most.code().name());
                    return json;
                })
                .orElse(null);
    }

    private Stream<EndpointHealth.FailureCount> failures(Endpoint endpoint, Predicate<ErrorCode> which) {
        EndpointHealth known = health.get(endpoint);
        return known == null
                ? Stream.of()
                : known.byReason().stream()
                        .filter(count ->
                                which.test(count.code()) && !count.lastAt().isBefore(since));
    }
}
