// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.ConnectionLimits;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.DirectoryChange;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.StrictestLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/// Least connections that pipes are promised and that the limit of their endpoint, or of their pair of endpoints in
/// FTS's terms, does not let them have together.
/// A least of 1 is what every pipe has by itself and promises nothing: only those of 2 and more are added up. The limit
/// goes first where both stand.
@Component
class ConnectionContradictions {
    private static final int MOST_NAMED = 5;
    private static final int PROMISE = 2;

    private static final List<Side> SIDES = List.of(
            new Side("outbound of ", Pipe::source, EndpointLimit::maxOutbound, StrictestLimits::outbound),
            new Side("inbound of ", Pipe::destination, EndpointLimit::maxInbound, StrictestLimits::inbound));

    private final Directory directory;
    private final ConnectionLimits configured;

    ConnectionContradictions(Directory directory, ConnectionLimits configured) {
        this.directory = directory;
        this.configured = configured;
    }

    void refuse(DirectoryChange change) {
        String found = find(change);
        if (found != null) {
            throw new Problem(HttpStatus.CONFLICT, found + "; nothing was changed, \"force\" puts it all the same");
        }
    }

    /// An end of pipes.
    ///
    /// @param words come before the endpoint
    private record Side(
            String words,
            Function<Pipe, Endpoint> end,
            ToIntFunction<EndpointLimit> most,
            Function<Collection<EndpointLimit>, Map<Endpoint, EndpointLimit>> strictest) {
        Endpoint storage(Pipe pipe) {
            return end.apply(pipe).storage();
        }
    }

    private static Map<Endpoint, EndpointLimit> byEndpoint(Collection<EndpointLimit> limits) {
        Map<Endpoint, EndpointLimit> byEndpoint = new TreeMap<>();
        limits.forEach(limit -> byEndpoint.put(limit.endpoint(), limit));
        return byEndpoint;
    }

    /// What a change would bring about, in words; null if nothing. What stands already is as it was allowed.
    @Nullable
    String find(DirectoryChange change) {
        List<Pipe> raised = change.put().pipes().stream().filter(this::isRaised).toList();
        if (raised.isEmpty() && change.put().limits().isEmpty()) {
            return null;
        }
        Map<Endpoint, EndpointLimit> present = byEndpoint(directory.endpointLimits());
        Set<Endpoint> lowered = change.put().limits().stream()
                .filter(limit -> isLowered(present.get(limit.endpoint()), limit))
                .map(EndpointLimit::endpoint)
                .collect(Collectors.toSet());
        Map<Endpoint, EndpointLimit> limits = new TreeMap<>(present);
        change.gone().limits().forEach(limits::remove);
        limits.putAll(byEndpoint(change.put().limits()));
        List<Pipe> promised = pipes(change);
        List<String> found = new ArrayList<>();
        for (Side side : SIDES) {
            Map<Endpoint, List<Pipe>> there = promised.stream().collect(Collectors.groupingBy(side::storage));
            Map<Endpoint, EndpointLimit> strictest = side.strictest.apply(limits.values());
            // By storage, with the first spelling of its address that somebody gave.
            Map<Endpoint, Endpoint> ends = new TreeMap<>();
            lowered.forEach(end -> ends.putIfAbsent(end.storage(), end));
            raised.forEach(pipe -> ends.putIfAbsent(side.storage(pipe), side.end.apply(pipe)));
            ends.forEach((storage, end) -> configured
                    .ofEndpoint(end, Optional.ofNullable(strictest.get(storage)))
                    .ifPresent(limit -> add(
                            found,
                            there.getOrDefault(storage, List.of()),
                            side.words + end,
                            "its limit",
                            side.most.applyAsInt(limit))));
        }
        addPairs(found, raised, promised);
        return Contradictions.inWords(found);
    }

    /// The pipes that are promised something, as they would be then.
    private List<Pipe> pipes(DirectoryChange change) {
        Set<PipeId> others = new HashSet<>();
        change.put().pipes().forEach(pipe -> others.add(pipe.id()));
        change.gone().pipes().forEach(pipe -> others.add(pipe.id()));
        return Stream.concat(
                        directory.pipes().stream().filter(pipe -> !others.contains(pipe.id())),
                        change.put().pipes().stream())
                .filter(pipe -> pipe.limits().minConnections() >= PROMISE)
                .toList();
    }

    private boolean isRaised(Pipe pipe) {
        int least = pipe.limits().minConnections();
        return least >= PROMISE
                && directory
                        .findPipe(pipe.id())
                        .map(present -> present.limits().minConnections() < least)
                        .orElse(true);
    }

    private static boolean isLowered(@Nullable EndpointLimit present, EndpointLimit limit) {
        return present == null
                || limit.maxOutbound() < present.maxOutbound()
                || limit.maxInbound() < present.maxInbound();
    }

    private void addPairs(List<String> found, List<Pipe> raised, List<Pipe> promised) {
        Map<EndpointPair, List<Pipe>> there = promised.stream()
                .collect(Collectors.groupingBy(pipe -> EndpointPair.of(pipe).storages()));
        Map<EndpointPair, EndpointPair> pairs = new TreeMap<>();
        raised.stream().map(EndpointPair::of).forEach(pair -> pairs.putIfAbsent(pair.storages(), pair));
        pairs.forEach((storages, pair) -> configured
                .ofPair(pair)
                .ifPresent(most -> add(
                        found,
                        there.getOrDefault(storages, List.of()),
                        "from " + pair,
                        configured.sourceOf(pair),
                        most)));
    }

    /// @param where as in `inbound of https://a`
    /// @param whose the limit is, in words
    private static void add(List<String> found, List<Pipe> pipes, String where, String whose, int limit) {
        long sum =
                pipes.stream().mapToLong(pipe -> pipe.limits().minConnections()).sum();
        if (sum <= limit) {
            return;
        }
        String named = pipes.stream()
                .sorted(Comparator.comparingInt((Pipe pipe) -> -pipe.limits().minConnections())
                        .thenComparing(Pipe::id))
                .limit(MOST_NAMED)
                .map(pipe -> pipe.id() + " " + pipe.limits().minConnections())
                .collect(Collectors.joining(", "));
        found.add("the least connections of pipes " + where + " come to " + sum + " (" + named
                + (pipes.size() > MOST_NAMED ? " and " + (pipes.size() - MOST_NAMED) + " more" : "")
                + "), and " + whose + " is " + limit
                + ", which goes first: lower a least (PATCH /tcn/v1/pipes) or raise the limit");
    }
}
