// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoMediaTypes;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Filtered cost maps (RFC 7285 §11.3.2) and endpoint costs (§11.5.1).
///
/// @param tagEndpointCosts whether endpoint costs have a tag: no standard asks for it, OpenALTO's client of
///     2023 fails without
record CostServices(boolean tagEndpointCosts) {
    AnswerContent betweenPids(List<OfferedCost> offered, ServedResource.Call call, RequestBody body)
            throws RequestException {
        CostRequest query = CostRequest.parse(body, offered);
        Ends ends = Ends.pids(body, call.edition());
        byte[] data = new CostTable(query, ends, call.edition()).data();
        ObjectNode meta = JsonBytes.object();
        meta.putArray("dependent-vtags").add(call.edition().networkMapTag());
        meta.setAll(query.meta());
        return new AnswerContent(AltoMediaTypes.COST_MAP, JsonBytes.answer(meta, "cost-map", data), null);
    }

    AnswerContent betweenEndpoints(String id, List<OfferedCost> offered, ServedResource.Call call, RequestBody body)
            throws RequestException {
        CostRequest query = CostRequest.parse(body, offered);
        Ends ends = Ends.endpoints(body, call.caller(), call.edition());
        byte[] data = new CostTable(query, ends, call.edition()).data();
        ObjectNode meta = query.meta();
        if (tagEndpointCosts) {
            meta.set("vtag", JsonBytes.versionTag(id, Document.tag(data)));
        }
        return new AnswerContent(AltoMediaTypes.ENDPOINT_COST, JsonBytes.answer(meta, "endpoint-cost-map", data), null);
    }
}
