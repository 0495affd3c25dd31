// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.MediaType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Events of update streams as a server writes them, and what one asks to get them.
final class Sse {
    static final String CONTROL = control("\"updates/c/0f7e\"");
    static final String KEEP_ALIVE = ": keep-alive\n\n";

    private Sse() {}

    static String event(String name, String data) {
        return "event: " + name + "\ndata: " + data.replace("\n", "\ndata: ") + "\n\n";
    }

    static String control(String uri) {
        return event("application/alto-updatestreamcontrol+json", "{\"control-uri\":" + uri + "}");
    }

    static String networkMap(String id, String tag) {
        return event(
                "application/alto-networkmap+json," + id,
                "{\"meta\":{\"vtag\":{\"resource-id\":\"netmap\",\"tag\":\"" + tag
                        + "\"}},\"network-map\":{\"pid-a\":{\"ipv4\":[\"192.0.2.0/24\"]}}}");
    }

    static String costMap(String id, String tag, int cost) {
        return event(
                "application/alto-costmap+json," + id,
                "{\"meta\":{\"dependent-vtags\":[{\"resource-id\":\"netmap\",\"tag\":\"" + tag
                        + "\"}]},\"cost-map\":{\"pid-a\":{\"pid-b\":" + cost + "}}}");
    }

    static String merge(String dataId, String patch) {
        return event("application/merge-patch+json," + dataId, patch);
    }

    /// A path vector of one path over one element, in two parts.
    static String pathVector(String id, String tag, String ane, long capacity) {
        return event(
                "multipart/related;boundary=s1;type=\"application/alto-endpointcost+json\"," + id,
                "--s1\nContent-ID: <pv@alto.example>\nContent-Type: application/alto-endpointcost+json\n\n"
                        + root(tag, ane)
                        + "\n--s1\nContent-ID: <propmap@alto.example>\nContent-Type: application/alto-propmap+json\n\n"
                        + "{\"meta\":{\"dependent-vtags\":[{\"resource-id\":\"ecs-pv.pv\",\"tag\":\"" + tag
                        + "\"}]},\"property-map\":{\".ane:" + ane + "\":{\"max-reservable-bandwidth\":" + capacity
                        + "}}}\n--s1--");
    }

    private static String root(String tag, String ane) {
        return "{\"meta\":{\"vtag\":{\"resource-id\":\"ecs-pv.pv\",\"tag\":\"" + tag + "\"},\"cost-type\":"
                + "{\"cost-mode\":\"array\",\"cost-metric\":\"ane-path\"}},\"endpoint-cost-map\":"
                + "{\"ipv4:192.0.2.10\":{\"ipv4:192.0.2.70\":[\"" + ane + "\"]}}}";
    }

    static SubstreamRequest request(String resource, String type, @Nullable JsonNode input) {
        return new SubstreamRequest(resource, MediaType.of(type), true, input);
    }

    static final SubstreamRequest NETWORK_MAP = request("netmap", "application/alto-networkmap+json", null);
    static final SubstreamRequest COST_MAP = request("cm", "application/alto-costmap+json", null);
    static final SubstreamRequest PATHS = request("ecs-pv", "multipart/related", null);
}
