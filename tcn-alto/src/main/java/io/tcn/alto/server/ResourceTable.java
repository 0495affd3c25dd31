// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.CostType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The resources that the server has, and its directory of them (RFC 7285 §9).
final class ResourceTable {
    static final String DIRECTORY = "ird";
    static final String UPDATES = "updates";

    /// What update streams can follow, what others depend on first (RFC 8895 §6.7.1).
    static final List<String> FOLLOWED = List.of(
            Edition.NETWORK_MAP,
            ElementTable.RESOURCE,
            Edition.ROUTING_COSTS,
            PathVectorForm.PIDS.resourceId(),
            PathVectorForm.ENDPOINTS.resourceId());

    private static final int MAX_PATH_VECTOR_ID = 31;

    private final PathVectors pathVectors;
    private final CostServices costs;
    private final @Nullable Supplier<ExpectedCosts> expected;

    /// @param expected the control plane's own view, null if it is not published
    ResourceTable(PathVectors pathVectors, CostServices costs, @Nullable Supplier<ExpectedCosts> expected) {
        this.pathVectors = pathVectors;
        this.costs = costs;
        this.expected = expected;
        for (PathVectorForm form : PathVectorForm.values()) {
            // The part's id is appended, and the sum may not pass 64 characters (RFC 9275 §6.6).
            if (form.resourceId().length() > MAX_PATH_VECTOR_ID) {
                throw new IllegalStateException(form.resourceId() + " is too long for a resource with parts");
            }
        }
    }

    /// All resources but the directory, by id, in its order.
    ///
    /// @param elementProperties names of the properties that elements have
    Map<String, ServedResource> resources(List<String> elementProperties) {
        List<ServedResource> all = new ArrayList<>();
        addMaps(all);
        addEndpointServices(all);
        addElements(all, elementProperties);
        addPathVectors(all);
        all.add(new ServedResource(
                UPDATES,
                "updates",
                AltoMediaTypes.EVENT_STREAM,
                AltoMediaTypes.UPDATE_STREAM_PARAMS,
                streamCapabilities(),
                List.of(
                        Edition.NETWORK_MAP,
                        Edition.ROUTING_COSTS,
                        ElementTable.RESOURCE,
                        PathVectorForm.PIDS.resourceId(),
                        PathVectorForm.ENDPOINTS.resourceId()),
                (call, body) -> {
                    throw RequestException.value(406, "Accept", "only with a stream");
                }));
        addControlPlaneCosts(all);
        Map<String, ServedResource> byId = new LinkedHashMap<>();
        for (ServedResource resource : all) {
            if (byId.put(resource.id(), resource) != null) {
                throw new IllegalStateException("resource " + resource.id() + " is there twice");
            }
        }
        return byId;
    }

    private void addMaps(List<ServedResource> all) {
        all.add(new ServedResource(
                Edition.NETWORK_MAP,
                "networkmap",
                AltoMediaTypes.NETWORK_MAP,
                null,
                null,
                List.of(),
                (call, body) ->
                        document(AltoMediaTypes.NETWORK_MAP, call.edition().networkMap())));
        all.add(new ServedResource(
                "netmap-f",
                "networkmap/filtered",
                AltoMediaTypes.NETWORK_MAP,
                AltoMediaTypes.NETWORK_MAP_FILTER,
                null,
                List.of(Edition.NETWORK_MAP),
                (call, body) -> PidMapServices.filtered(call.edition(), needed(body))));
        all.add(new ServedResource(
                Edition.ROUTING_COSTS,
                "costmap/routing",
                AltoMediaTypes.COST_MAP,
                null,
                costCapabilities(NetworkCosts.OFFERED.subList(0, 1), false),
                List.of(Edition.NETWORK_MAP),
                (call, body) -> document(AltoMediaTypes.COST_MAP, call.edition().routingCosts())));
        all.add(new ServedResource(
                "cm-f",
                "costmap/filtered",
                AltoMediaTypes.COST_MAP,
                AltoMediaTypes.COST_MAP_FILTER,
                costCapabilities(NetworkCosts.OFFERED, true),
                List.of(Edition.NETWORK_MAP),
                (call, body) -> costs.betweenPids(NetworkCosts.OFFERED, call, needed(body))));
    }

    private void addEndpointServices(List<ServedResource> all) {
        ObjectNode properties = JsonBytes.object();
        properties.putArray("prop-types").add(PidMapServices.PID_PROPERTY);
        all.add(new ServedResource(
                "eps",
                "endpointprop",
                AltoMediaTypes.ENDPOINT_PROPERTY,
                AltoMediaTypes.ENDPOINT_PROPERTY_PARAMS,
                properties,
                List.of(),
                (call, body) -> PidMapServices.endpointProperties(call.edition(), needed(body))));
        all.add(new ServedResource(
                "ecs",
                "endpointcost",
                AltoMediaTypes.ENDPOINT_COST,
                AltoMediaTypes.ENDPOINT_COST_PARAMS,
                costCapabilities(NetworkCosts.OFFERED, true),
                List.of(),
                (call, body) -> costs.betweenEndpoints("ecs", NetworkCosts.OFFERED, call, needed(body))));
    }

    private void addElements(List<ServedResource> all, List<String> properties) {
        ObjectNode capabilities = JsonBytes.object();
        var names = capabilities.putObject("mappings").putArray(".ane");
        properties.forEach(names::add);
        all.add(new ServedResource(
                ElementTable.RESOURCE,
                "anes",
                AltoMediaTypes.PROPERTY_MAP,
                null,
                capabilities,
                List.of(),
                (call, body) -> document(
                        AltoMediaTypes.PROPERTY_MAP, call.edition().elements().document())));
        all.add(new ServedResource(
                "anes-f",
                "anes/filtered",
                AltoMediaTypes.PROPERTY_MAP,
                AltoMediaTypes.PROPERTY_MAP_PARAMS,
                capabilities,
                List.of(),
                (call, body) -> ElementServices.filtered(call.edition(), needed(body))));
    }

    private void addPathVectors(List<ServedResource> all) {
        ObjectNode capabilities = JsonBytes.object();
        capabilities.putArray("cost-type-names").add("path-vector");
        var names = capabilities.putArray("ane-property-names");
        PathVectorQuery.OFFERED.forEach(names::add);
        all.add(new ServedResource(
                PathVectorForm.PIDS.resourceId(),
                "costmap/pv",
                AltoMediaTypes.multipart(PathVectorForm.PIDS.rootType()).toString(),
                AltoMediaTypes.COST_MAP_FILTER,
                capabilities,
                List.of(Edition.NETWORK_MAP, ElementTable.RESOURCE),
                (call, body) -> pathVectors.answer(PathVectorForm.PIDS, call, body)));
        all.add(new ServedResource(
                PathVectorForm.ENDPOINTS.resourceId(),
                "endpointcost/pv",
                AltoMediaTypes.multipart(PathVectorForm.ENDPOINTS.rootType()).toString(),
                AltoMediaTypes.ENDPOINT_COST_PARAMS,
                capabilities,
                List.of(ElementTable.RESOURCE),
                (call, body) -> pathVectors.answer(PathVectorForm.ENDPOINTS, call, body)));
    }

    private void addControlPlaneCosts(List<ServedResource> all) {
        Supplier<ExpectedCosts> source = expected;
        if (source == null) {
            return;
        }
        ObjectNode capabilities = costCapabilities(ControlPlaneCosts.of(ExpectedCosts.NONE), true);
        all.add(new ServedResource(
                "tcn-ecs",
                "tcn/endpointcost",
                AltoMediaTypes.ENDPOINT_COST,
                AltoMediaTypes.ENDPOINT_COST_PARAMS,
                capabilities,
                List.of(),
                (call, body) ->
                        costs.betweenEndpoints("tcn-ecs", ControlPlaneCosts.of(source.get()), call, needed(body))));
        all.add(new ServedResource(
                "tcn-cm",
                "tcn/costmap",
                AltoMediaTypes.COST_MAP,
                AltoMediaTypes.COST_MAP_FILTER,
                capabilities,
                List.of(Edition.NETWORK_MAP),
                (call, body) -> costs.betweenPids(ControlPlaneCosts.of(source.get()), call, needed(body))));
    }

    private static ObjectNode costCapabilities(List<OfferedCost> offered, boolean filtered) {
        ObjectNode capabilities = JsonBytes.object();
        var names = capabilities.putArray("cost-type-names");
        offered.forEach(cost -> names.add(cost.name()));
        return filtered
                ? capabilities.put("cost-constraints", true).put("max-cost-types", offered.size())
                : capabilities;
    }

    private static ObjectNode streamCapabilities() {
        ObjectNode capabilities = JsonBytes.object().put("support-stream-control", true);
        ObjectNode formats = capabilities.putObject("incremental-change-media-types");
        FOLLOWED.forEach(id -> formats.put(id, AltoMediaTypes.MERGE_PATCH));
        return capabilities;
    }

    private static RequestBody needed(@Nullable RequestBody body) throws RequestException {
        if (body == null) {
            throw RequestException.syntax("a body is needed");
        }
        return body;
    }

    private static AnswerContent document(String mediaType, Document document) {
        return new AnswerContent(mediaType, document.body(), "\"" + document.etag() + "\"");
    }

    /// The root directory.
    Document directory(Map<String, ServedResource> resources) {
        ObjectNode directory = JsonBytes.object();
        ObjectNode meta = directory.putObject("meta").put("default-alto-network-map", Edition.NETWORK_MAP);
        ObjectNode types = meta.putObject("cost-types");
        NetworkCosts.OFFERED.forEach(cost -> types.set(cost.name(), cost.describe()));
        types.putObject("path-vector").put("cost-metric", CostType.ANE_PATH).put("cost-mode", CostType.ARRAY);
        if (expected != null) {
            ControlPlaneCosts.of(ExpectedCosts.NONE).forEach(cost -> types.set(cost.name(), cost.describe()));
        }
        ObjectNode entries = directory.putObject("resources");
        resources.values().forEach(resource -> entries.set(resource.id(), resource.entry()));
        byte[] body = JsonBytes.of(directory);
        return Document.of(Document.tag(body), body);
    }
}
