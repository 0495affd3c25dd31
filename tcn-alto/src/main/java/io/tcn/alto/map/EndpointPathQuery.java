// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.EndpointPairs;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.PathVectorDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Path vectors between endpoints. One request for all pairs, because names of network elements do not join across
/// answers and pipes without a common end still share links. Only where that is too much it is split:
///
/// 1. by source, if the ids of the last answer outlive it: then the answers can be joined;
/// 2. into flows of one request, for servers that speak that dialect;
/// 3. by sources into answers that cannot be joined.
final class EndpointPathQuery {
    private final AltoClient client;
    private final FeedSettings settings;
    private final int maxPairs;

    EndpointPathQuery(AltoClient client, FeedSettings settings, int maxPairs) {
        this.client = client;
        this.settings = settings;
        this.maxPairs = maxPairs;
    }

    PathQueries.Outcome ask(ServiceDirectory directory, String service, SortedSet<AddressPair> pairs, boolean lasting)
            throws AltoException, InterruptedException {
        List<String> properties = WantedProperties.of(settings.capacities());
        SortedMap<Address, SortedSet<Address>> bySource = new TreeMap<>();
        SortedSet<Address> destinations = new TreeSet<>();
        for (AddressPair pair : pairs) {
            bySource.computeIfAbsent(pair.source(), first -> new TreeSet<>()).add(pair.destination());
            destinations.add(pair.destination());
        }
        if (settings.endpointFlows()) {
            List<EndpointPairs> flows = new ArrayList<>();
            bySource.forEach((source, to) -> flows.add(EndpointPairs.of(List.of(source), to)));
            return outcome(
                    only(
                            pairs,
                            client.endpointPathVectors(service, flows, properties)
                                    .document()),
                    true,
                    null);
        }
        if ((long) bySource.size() * destinations.size() <= maxPairs) {
            EndpointPairs all = EndpointPairs.of(bySource.keySet(), destinations);
            @Nullable
            StreamQuery query = directory
                    .updatesOf(service)
                    .map(stream -> new StreamQuery(stream.id(), service, all, properties))
                    .orElse(null);
            return outcome(
                    only(
                            pairs,
                            client.endpointPathVectors(service, all, properties).document()),
                    true,
                    query);
        }
        PathAnswer joined = PathAnswer.empty();
        int batch = 0;
        for (EndpointPairs part :
                lasting || areIdsLasting(service, bySource, properties) ? bySource(bySource) : batches(bySource)) {
            PathVectorDocument<Address> document =
                    client.endpointPathVectors(service, part, properties).document();
            joined.add(batch++, onlyOf(pairs, document));
        }
        return outcome(joined, false, null);
    }

    /// Asks for one pair to see whether its ids outlive the answer.
    private boolean areIdsLasting(
            String service, SortedMap<Address, SortedSet<Address>> bySource, List<String> properties)
            throws AltoException, InterruptedException {
        Address source = bySource.firstKey();
        Address destination = bySource.getOrDefault(source, new TreeSet<>()).first();
        PathVectorDocument<Address> document = client.endpointPathVectors(
                        service, EndpointPairs.of(List.of(source), List.of(destination)), properties)
                .document();
        PathAnswer answer = only(new TreeSet<>(Set.of(new AddressPair(source, destination))), document);
        return !answer.paths().isEmpty()
                && new ResourceIdentity(settings.name(), settings.identity(), settings.capacities()::capacityBps)
                        .assign(answer, ServerMap.none(Instant.EPOCH))
                        .lasting();
    }

    private static PathQueries.Outcome outcome(PathAnswer answer, boolean joined, @Nullable StreamQuery query) {
        return new PathQueries.Outcome(
                Plan.Kind.ENDPOINT_PATHS.text(), answer, Map.of(), Map.of(), joined, Optional.ofNullable(query));
    }

    private List<EndpointPairs> bySource(SortedMap<Address, SortedSet<Address>> bySource) {
        List<EndpointPairs> parts = new ArrayList<>();
        bySource.forEach((source, to) -> addParts(List.of(source), to, parts));
        return parts;
    }

    /// A product in as many parts as its destinations need.
    private void addParts(List<Address> sources, SortedSet<Address> destinations, List<EndpointPairs> parts) {
        List<Address> all = List.copyOf(destinations);
        for (int from = 0; from < all.size(); from += maxPairs) {
            parts.add(EndpointPairs.of(sources, all.subList(from, Math.min(from + maxPairs, all.size()))));
        }
    }

    /// As many sources in a part as its product of sources and destinations allows; a source by itself may be split.
    private List<EndpointPairs> batches(SortedMap<Address, SortedSet<Address>> bySource) {
        List<EndpointPairs> parts = new ArrayList<>();
        List<Address> sources = new ArrayList<>();
        SortedSet<Address> destinations = new TreeSet<>();
        for (Map.Entry<Address, SortedSet<Address>> entry : bySource.entrySet()) {
            SortedSet<Address> union = new TreeSet<>(destinations);
            union.addAll(entry.getValue());
            if (!sources.isEmpty() && (long) (sources.size() + 1) * union.size() > maxPairs) {
                parts.add(EndpointPairs.of(sources, destinations));
                sources = new ArrayList<>();
                union = new TreeSet<>(entry.getValue());
            }
            sources.add(entry.getKey());
            destinations = union;
            if (destinations.size() > maxPairs) {
                addParts(sources, destinations, parts);
                sources = new ArrayList<>();
                destinations = new TreeSet<>();
            }
        }
        if (!sources.isEmpty()) {
            parts.add(EndpointPairs.of(sources, destinations));
        }
        return parts;
    }

    /// The needed pairs of an answer to a part of the question. Takes time in proportion to the part.
    private static PathAnswer onlyOf(SortedSet<AddressPair> pairs, PathVectorDocument<Address> document) {
        SortedMap<AddressPair, List<String>> paths = new TreeMap<>();
        document.paths()
                .forEach((source, row) -> row.forEach((destination, path) -> {
                    AddressPair pair = new AddressPair(source, destination);
                    if (pairs.contains(pair)) {
                        paths.put(pair, path);
                    }
                }));
        return new PathAnswer(paths, new TreeMap<>(document.anes()));
    }

    /// The needed pairs of an answer.
    static PathAnswer only(SortedSet<AddressPair> pairs, PathVectorDocument<Address> document) {
        SortedMap<AddressPair, List<String>> paths = new TreeMap<>();
        for (AddressPair pair : pairs) {
            SortedMap<Address, List<String>> row = document.paths().get(pair.source());
            List<String> path = row == null ? null : row.get(pair.destination());
            if (path != null) {
                paths.put(pair, path);
            }
        }
        return new PathAnswer(paths, new TreeMap<>(document.anes()));
    }
}
