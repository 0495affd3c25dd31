// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostType;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Cost maps (RFC 7285 §11.2.3).
final class CostMapChecks {
    private CostMapChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("M01", "routingcost is offered; one cost map per cost type", CostMapChecks::routing),
                new Check("M02", "a GET cost map has one cost type and uses its network map", CostMapChecks::entries),
                new Check("M03", "cost type, exactly one dependent tag, all defined pairs", CostMapChecks::documents));
    }

    private static String routing(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        boolean hasCosts = false;
        boolean isOffered = false;
        Set<String> maps = new HashSet<>();
        for (Service service : subject.services()) {
            for (CostType type : service.costTypes()) {
                hasCosts |= !type.isPathVector();
                isOffered |= type.metric().equals("routingcost");
                if (service.kind() == ServiceKind.COST_MAP) {
                    String key = service.uses() + " " + type.metric() + " " + type.mode();
                    Outcome.require(maps.add(key), "two cost maps of " + type.metric() + " on " + service.uses());
                }
            }
        }
        if (!hasCosts) {
            throw Outcome.notOffered("no costs at all");
        }
        Outcome.require(isOffered, "there are costs, but no routingcost among them");
        return "routingcost is offered; " + maps.size() + " cost maps, each of another type";
    }

    private static String entries(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        subject.need(ServiceKind.COST_MAP);
        List<Service> maps = subject.client().directory().ofKind(ServiceKind.COST_MAP);
        for (Service map : maps) {
            int types = map.capabilities().costTypeNames().size();
            Outcome.require(types == 1, map.id() + " has " + types + " cost-type-names");
            Outcome.require(networkMaps(subject, map) == 1, map.id() + " uses " + map.uses() + ", not one network map");
        }
        return maps.size() + " cost maps";
    }

    static int networkMaps(Subject subject, Service service) throws AltoException, InterruptedException {
        int count = 0;
        for (String used : service.uses()) {
            Optional<Service> other = subject.client().directory().find(used);
            count += other.isPresent() && other.get().kind() == ServiceKind.NETWORK_MAP ? 1 : 0;
        }
        return count;
    }

    private static String documents(Subject subject)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        Service map = subject.need(ServiceKind.COST_MAP);
        ObjectNode document = subject.get(map).json();
        CostType type = map.costTypes().getFirst();
        Outcome.require(
                type.metric().equals(Look.text(document, "meta", "cost-type", "cost-metric"))
                        && type.mode().equals(Look.text(document, "meta", "cost-type", "cost-mode")),
                map.id() + " answered with another cost type than announced");
        dependsOn(subject, document, map);
        JsonNode costs = Look.object(document, "cost-map");
        int pairs = 0;
        for (String row : Look.names(costs)) {
            pairs += costs.get(row).size();
        }
        Outcome.require(pairs > 0, map.id() + " has no pair");
        return map.id() + ": " + pairs + " pairs of " + type.metric() + ", on the tag of the network map";
    }

    /// Exactly one dependent tag, that of the network map.
    static void dependsOn(Subject subject, ObjectNode document, Service service)
            throws Outcome, AltoFormatException, AltoException, IOException, InterruptedException {
        JsonNode dependent = Look.at(document, "meta", "dependent-vtags");
        Outcome.require(
                dependent.isArray() && dependent.size() == 1,
                service.id() + ": dependent-vtags has " + dependent.size() + " entries, not one");
        Optional<Service> map = subject.client().directory().networkMapOf(service);
        if (map.isPresent()) {
            JsonNode vtag = Look.at(NetworkMapChecks.read(subject, map.get()), "meta", "vtag");
            Outcome.require(
                    Look.isSame(dependent.get(0), vtag),
                    service.id() + ": the dependent tag " + dependent.get(0) + " is not that of the network map, "
                            + vtag);
        }
    }
}
