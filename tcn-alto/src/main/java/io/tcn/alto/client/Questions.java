// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.model.CostType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Refuses what a service does not offer before it is sent.
final class Questions {
    private Questions() {}

    /// Cost types that one request may ask: one, or as many as the service takes at once (RFC 8189 §4.1.1).
    static List<CostType> costTypes(Service service, List<CostType> asked) throws AltoException {
        if (asked.isEmpty()
                || (asked.size() > 1 && asked.size() > service.capabilities().maxCostTypes())) {
            throw notOffered(service, asked.size() + " cost types in one request");
        }
        for (CostType type : asked) {
            if (!service.offers(type)) {
                throw notOffered(service, "cost type " + type.metric() + " " + type.mode());
            }
        }
        return asked;
    }

    /// Constraints (RFC 7285 §11.3.2): only where they are understood.
    static List<String> constraints(Service service, List<String> asked) throws AltoException {
        if (!asked.isEmpty() && !service.takesConstraints()) {
            throw notOffered(service, "constraints");
        }
        return asked;
    }

    /// Those properties that are offered; to ask for another one would fail the whole request.
    static List<String> offered(List<String> offered, List<String> wanted) {
        return wanted.stream().filter(offered::contains).distinct().toList();
    }

    /// At least one, because an empty list would mean something else.
    static List<String> some(Service service, List<String> properties) throws AltoException {
        if (properties.isEmpty()) {
            throw notOffered(service, "any of the properties");
        }
        return properties;
    }

    /// A resource to be followed: one that the stream brings, with an input where it takes one.
    static SubstreamRequest substream(ServiceDirectory directory, String stream, String id, @Nullable JsonNode input)
            throws AltoException {
        Service updates = DirectoryKeeper.of(directory, stream, ServiceKind.UPDATES);
        Service resource = directory
                .find(id)
                .orElseThrow(() -> new AltoException(Kind.GONE, "the directory has no resource " + id));
        if (!updates.uses().contains(id) || resource.kind().accepts().isEmpty() != (input == null)) {
            throw notOffered(updates, "changes of " + id);
        }
        return SubstreamRequest.of(updates, resource, input);
    }

    private static AltoException notOffered(Service service, String what) {
        return new AltoException(Kind.NOT_OFFERED, service.id() + " does not offer " + what);
    }
}
