// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.EndpointPairs;
import io.tcn.alto.client.OnNetworkMap;
import io.tcn.alto.client.PidPairs;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AneProperties;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.MetricUnits;
import io.tcn.alto.model.NumericalCosts;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.PidMatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Costs where a server has no path vectors: each pair gets a resource of its own with the least capacity on its path.
/// What pairs share stays unknown.
final class CostQuery {
    private final AltoClient client;
    private final FeedSettings settings;

    CostQuery(AltoClient client, FeedSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    PathQueries.Outcome ask(ServiceDirectory directory, String service, SortedSet<AddressPair> pairs)
            throws AltoException, InterruptedException {
        Map<AddressPair, Double> capacitiesBps = new HashMap<>();
        Map<AddressPair, String> silent = new HashMap<>();
        ServiceKind kind = directory.find(service).map(Service::kind).orElse(ServiceKind.ENDPOINT_COST);
        if (kind == ServiceKind.ENDPOINT_COST) {
            byEndpoint(service, pairs, capacitiesBps);
        } else {
            byPid(service, kind, pairs, capacitiesBps, silent);
        }
        SortedMap<AddressPair, List<String>> paths = new TreeMap<>();
        SortedMap<String, AneProperties> anes = new TreeMap<>();
        Map<AddressPair, String> coarse = new HashMap<>();
        capacitiesBps.forEach((pair, bps) -> {
            String name = "pair:" + pair.source() + ">" + pair.destination();
            paths.put(pair, List.of(name));
            SortedMap<String, JsonNode> values = new TreeMap<>();
            values.put(AneProperties.MAX_RESERVABLE_BANDWIDTH, JsonNodeFactory.instance.numberNode(bps));
            anes.put(name, new AneProperties(values));
            coarse.put(pair, "private");
        });
        return new PathQueries.Outcome(
                Plan.Kind.COARSE.text(), new PathAnswer(paths, anes, true), coarse, silent, true, Optional.empty());
    }

    private void byEndpoint(String service, SortedSet<AddressPair> pairs, Map<AddressPair, Double> capacitiesBps)
            throws AltoException, InterruptedException {
        SortedSet<Address> sources = new TreeSet<>();
        SortedSet<Address> destinations = new TreeSet<>();
        for (AddressPair pair : pairs) {
            sources.add(pair.source());
            destinations.add(pair.destination());
        }
        // In parts of whole sources: nothing is joined across them.
        List<Address> all = List.copyOf(sources);
        int step = Math.max(1, settings.maxPairs() / destinations.size());
        for (int from = 0; from < all.size(); from += step) {
            List<Address> part = all.subList(from, Math.min(from + step, all.size()));
            CostMapDocument<Address> document = client.endpointCosts(
                            service, List.of(Plan.CAPACITY), EndpointPairs.of(part, destinations), List.of())
                    .document();
            Optional<NumericalCosts<Address>> costs = document.numerical(Plan.CAPACITY);
            for (AddressPair pair : pairs) {
                if (costs.isPresent()) {
                    put(pair, costs.get().cost(pair.source(), pair.destination()), capacitiesBps);
                }
            }
        }
    }

    private void byPid(
            String service,
            ServiceKind kind,
            SortedSet<AddressPair> pairs,
            Map<AddressPair, Double> capacitiesBps,
            Map<AddressPair, String> silent)
            throws AltoException, InterruptedException {
        OnNetworkMap<CostMapDocument<String>> answer = kind == ServiceKind.COST_MAP
                ? client.costMap(service)
                : client.filteredCostMap(service, List.of(Plan.CAPACITY), map -> PidPairs.ALL, List.of());
        PidMapDocument map = answer.networkMap().document();
        Optional<NumericalCosts<String>> costs = answer.answer().document().numerical(Plan.CAPACITY);
        for (AddressPair pair : pairs) {
            Optional<PidMatch> from = map.find(pair.source());
            Optional<PidMatch> to = map.find(pair.destination());
            if (from.isEmpty() || to.isEmpty()) {
                silent.put(pair, "no-pid");
            } else if (!settings.acceptDefaultPid()
                    && (from.get().prefixLength() == 0 || to.get().prefixLength() == 0)) {
                silent.put(pair, "default-pid");
            } else if (costs.isPresent()) {
                put(pair, costs.get().cost(from.get().pid(), to.get().pid()), capacitiesBps);
            }
        }
    }

    private static void put(AddressPair pair, OptionalDouble cost, Map<AddressPair, Double> capacitiesBps) {
        if (cost.isPresent() && cost.getAsDouble() >= 0) {
            MetricUnits.bitsPerSecond(Plan.CAPACITY.metric(), cost.getAsDouble())
                    .ifPresent(bps -> capacitiesBps.put(pair, bps));
        }
    }
}
