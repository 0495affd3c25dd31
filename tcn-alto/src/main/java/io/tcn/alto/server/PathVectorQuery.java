// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.CostType;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A request for path vectors, checked. It can be answered again out of a later edition.
final class PathVectorQuery {
    /// Names an element for longer than one answer (RFC 9275 §6.4.2).
    static final String PERSISTENT_ID = "persistent-entity-id";

    /// All that can be asked of elements here.
    static final List<String> OFFERED =
            List.of(ElementTable.CAPACITY, PERSISTENT_ID, ElementTable.KIND, ElementTable.LABEL);

    private static final String PROPERTIES = "ane-property-names";

    private final PathVectorForm form;
    private final RequestBody body;
    private final @Nullable String caller;
    private final boolean flows;
    private final List<String> properties;

    private PathVectorQuery(
            PathVectorForm form, RequestBody body, @Nullable String caller, boolean flows, List<String> properties) {
        this.form = form;
        this.body = body;
        this.caller = caller;
        this.flows = flows;
        this.properties = properties;
    }

    /// Reads a request.
    ///
    /// @param allowFlows whether `endpoint-flows` may stand for `endpoints`
    static PathVectorQuery parse(PathVectorForm form, RequestBody body, @Nullable String caller, boolean allowFlows)
            throws RequestException {
        for (String member : List.of("multi-cost-types", "constraints", "or-constraints")) {
            if (body.has(member)) {
                throw RequestException.value(body.path(member), "not offered with path vectors");
            }
        }
        RequestBody typeBody = body.object("cost-type");
        CostType type = CostRequest.type(typeBody);
        if (!type.metric().equals(CostType.ANE_PATH)) {
            throw RequestException.value(typeBody.path("cost-metric"), type.metric());
        }
        if (!type.mode().equals(CostType.ARRAY)) {
            throw RequestException.value(typeBody.path("cost-mode"), type.mode());
        }
        List<String> properties = body.findStrings(PROPERTIES).orElse(List.of());
        for (String property : properties) {
            if (!OFFERED.contains(property)) {
                throw RequestException.value(body.path(PROPERTIES), property);
            }
        }
        boolean flows = allowFlows && form == PathVectorForm.ENDPOINTS && body.has("endpoint-flows");
        return new PathVectorQuery(form, body, caller, flows, List.copyOf(new TreeSet<>(properties)));
    }

    PathVectorForm form() {
        return form;
    }

    /// Properties to be told, each once.
    List<String> properties() {
        return properties;
    }

    /// The request in one form, however its JSON was written.
    byte[] canonical() {
        return JsonBytes.canonical(body.tree());
    }

    /// Between what paths are asked for.
    Ends ends(Edition edition) throws RequestException {
        if (form == PathVectorForm.PIDS) {
            return Ends.pids(body, edition);
        }
        return flows ? Ends.flows(body, caller, edition) : Ends.endpoints(body, caller, edition);
    }
}
