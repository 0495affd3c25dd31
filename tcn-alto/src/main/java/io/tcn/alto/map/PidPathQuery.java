// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.OnNetworkMap;
import io.tcn.alto.client.PidPairs;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.PidMatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Path vectors between groups of addresses: every pair gets the path of the groups that its ends belong to.
final class PidPathQuery {
    private final AltoClient client;
    private final FeedSettings settings;

    PidPathQuery(AltoClient client, FeedSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    PathQueries.Outcome ask(String service, SortedSet<AddressPair> pairs) throws AltoException, InterruptedException {
        OnNetworkMap<PathVectorDocument<String>> answer =
                client.pidPathVectors(service, map -> pidPairs(map, pairs), WantedProperties.of(settings.capacities()));
        PidMapDocument map = answer.networkMap().document();
        PathVectorDocument<String> document = answer.answer().document();
        SortedMap<AddressPair, List<String>> paths = new TreeMap<>();
        Map<AddressPair, String> coarse = new HashMap<>();
        Map<AddressPair, String> silent = new HashMap<>();
        for (AddressPair pair : pairs) {
            Optional<PidMatch> from = map.find(pair.source());
            Optional<PidMatch> to = map.find(pair.destination());
            if (from.isEmpty() || to.isEmpty()) {
                silent.put(pair, "no-pid");
                continue;
            }
            boolean isDefault = from.get().prefixLength() == 0 || to.get().prefixLength() == 0;
            if (isDefault && !settings.acceptDefaultPid()) {
                silent.put(pair, "default-pid");
                continue;
            }
            SortedMap<String, List<String>> row =
                    document.paths().get(from.get().pid());
            List<String> path = row == null ? null : row.get(to.get().pid());
            if (path != null) {
                paths.put(pair, path);
                if (isDefault) {
                    coarse.put(pair, "default-pid");
                }
            }
        }
        return new PathQueries.Outcome(
                Plan.Kind.PID_PATHS.text(),
                new PathAnswer(paths, new TreeMap<>(document.anes())),
                coarse,
                silent,
                true,
                Optional.empty());
    }

    private static PidPairs pidPairs(PidMapDocument map, SortedSet<AddressPair> pairs) {
        NavigableSet<String> sources = new TreeSet<>();
        NavigableSet<String> destinations = new TreeSet<>();
        for (AddressPair pair : pairs) {
            pidOf(map, pair.source()).ifPresent(sources::add);
            pidOf(map, pair.destination()).ifPresent(destinations::add);
        }
        if ((sources.isEmpty() || destinations.isEmpty()) && !map.pids().isEmpty()) {
            // None is known; and no names would ask for all. So the smallest question.
            List<String> any = List.of(map.pids().keySet().iterator().next());
            return new PidPairs(any, any);
        }
        return new PidPairs(List.copyOf(sources), List.copyOf(destinations));
    }

    private static Optional<String> pidOf(PidMapDocument map, Address address) {
        return map.find(address).map(PidMatch::pid);
    }
}
