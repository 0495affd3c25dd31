// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.CostType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Bodies of requests, in the order in which the caller gives their elements. [Json#write] makes bytes of them.
public final class RequestBodies {
    private RequestBodies() {}

    /// Pairs that belong together, for servers that take no product (member `endpoint-flows`, not standardised).
    ///
    /// @param sources source addresses
    /// @param destinations destination addresses
    public record Flow(List<Address> sources, List<Address> destinations) {
        public Flow {
            sources = List.copyOf(sources);
            destinations = List.copyOf(destinations);
        }
    }

    /// A resource to add to an update stream (RFC 8895 §6.5).
    ///
    /// @param resourceId its id in the directory
    /// @param tag version that we hold, null for none
    /// @param incrementalChanges whether patches may be sent
    /// @param input the body that the resource would get, null where it is asked by GET
    public record Addition(
            String resourceId,
            @Nullable String tag,
            boolean incrementalChanges,
            @Nullable JsonNode input) {}

    /// A filtered cost map (RFC 7285 §11.3.2). Empty lists mean all.
    public static ObjectNode filteredCostMap(
            CostType type, Collection<String> sources, Collection<String> destinations) {
        ObjectNode body = Json.newObject();
        body.set("cost-type", costType(type));
        body.set("pids", ends(strings(sources), strings(destinations)));
        return body;
    }

    /// A filtered cost map of several cost types (RFC 8189 §4.1.2).
    public static ObjectNode filteredCostMap(
            List<CostType> types, Collection<String> sources, Collection<String> destinations) {
        ObjectNode body = Json.newObject();
        body.set("multi-cost-types", costTypes(types));
        body.set("pids", ends(strings(sources), strings(destinations)));
        return body;
    }

    /// Costs between addresses (RFC 7285 §11.5.1).
    public static ObjectNode endpointCost(
            CostType type, Collection<Address> sources, Collection<Address> destinations) {
        ObjectNode body = Json.newObject();
        body.set("cost-type", costType(type));
        body.set("endpoints", ends(addresses(sources), addresses(destinations)));
        return body;
    }

    /// Costs of several types between addresses (RFC 8189 §4.2).
    public static ObjectNode endpointCost(
            List<CostType> types, Collection<Address> sources, Collection<Address> destinations) {
        ObjectNode body = Json.newObject();
        body.set("multi-cost-types", costTypes(types));
        body.set("endpoints", ends(addresses(sources), addresses(destinations)));
        return body;
    }

    /// Path vectors between addresses (RFC 9275 §7.3.3).
    public static ObjectNode endpointPathVector(
            Collection<Address> sources, Collection<Address> destinations, Collection<String> propertyNames) {
        ObjectNode body = endpointCost(CostType.PATH_VECTOR, sources, destinations);
        return withProperties(body, propertyNames);
    }

    /// Path vectors between addresses pair by pair, in the dialect `endpoint-flows`.
    public static ObjectNode flowPathVector(Collection<Flow> flows, Collection<String> propertyNames) {
        ObjectNode body = Json.newObject();
        body.set("cost-type", costType(CostType.PATH_VECTOR));
        ArrayNode list = body.putArray("endpoint-flows");
        flows.forEach(flow -> list.add(ends(addresses(flow.sources()), addresses(flow.destinations()))));
        return withProperties(body, propertyNames);
    }

    /// Path vectors between PIDs (RFC 9275 §7.2.3).
    public static ObjectNode pidPathVector(
            Collection<String> sources, Collection<String> destinations, Collection<String> propertyNames) {
        ObjectNode body = filteredCostMap(CostType.PATH_VECTOR, sources, destinations);
        return withProperties(body, propertyNames);
    }

    /// A filtered property map (RFC 9240 §8.3).
    ///
    /// @param properties names, empty for all; null asks only which entities have properties at all
    public static ObjectNode propertyMap(Collection<String> entities, @Nullable Collection<String> properties) {
        ObjectNode body = Json.newObject();
        body.set("entities", strings(entities));
        if (properties != null) {
            body.set("properties", strings(properties));
        }
        return body;
    }

    /// The opening of an update stream, or a change of one (RFC 8895 §6.5, §7.5).
    ///
    /// @param additions by the ids of their substreams; empty for none
    /// @param removals ids of substreams to end; null for none, an empty list ends the whole stream
    public static ObjectNode updateStream(Map<String, Addition> additions, @Nullable Collection<String> removals) {
        ObjectNode body = Json.newObject();
        if (!additions.isEmpty()) {
            ObjectNode add = body.putObject("add");
            additions.forEach((substream, addition) -> add.set(substream, addition(addition)));
        }
        if (removals != null) {
            body.set("remove", strings(removals));
        }
        return body;
    }

    private static ObjectNode addition(Addition addition) {
        ObjectNode node = Json.newObject();
        node.put("resource-id", addition.resourceId());
        if (addition.tag() != null) {
            node.put("tag", addition.tag());
        }
        if (!addition.incrementalChanges()) {
            node.put("incremental-changes", false); // true is what an absent one means
        }
        if (addition.input() != null) {
            node.set("input", addition.input());
        }
        return node;
    }

    private static ObjectNode withProperties(ObjectNode body, Collection<String> propertyNames) {
        if (!propertyNames.isEmpty()) {
            body.set("ane-property-names", strings(propertyNames));
        }
        return body;
    }

    /// Descriptions are for people: they are not sent back.
    private static ObjectNode costType(CostType type) {
        ObjectNode node = Json.newObject();
        node.put("cost-mode", type.mode());
        node.put("cost-metric", type.metric());
        return node;
    }

    private static ArrayNode costTypes(List<CostType> types) {
        ArrayNode list = Json.nodes().arrayNode();
        types.forEach(type -> list.add(costType(type)));
        return list;
    }

    private static ObjectNode ends(ArrayNode sources, ArrayNode destinations) {
        ObjectNode node = Json.newObject();
        node.set("srcs", sources);
        node.set("dsts", destinations);
        return node;
    }

    private static ArrayNode strings(Collection<String> texts) {
        ArrayNode list = Json.nodes().arrayNode();
        texts.forEach(list::add);
        return list;
    }

    private static ArrayNode addresses(Collection<Address> addresses) {
        ArrayNode list = Json.nodes().arrayNode();
        addresses.forEach(address -> list.add(address.typed()));
        return list;
    }
}
