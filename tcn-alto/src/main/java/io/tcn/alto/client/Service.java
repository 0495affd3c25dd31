// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.Capabilities;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.MediaType;
import java.net.URI;
import java.util.List;

/// A resource that a server offers and that we know how to use.
///
/// @param id in the directory
/// @param kind what it is good for
/// @param uri absolute address
/// @param mediaType of its answers, as the directory says
/// @param capabilities as the directory says
/// @param costTypes its cost types of modes that we know, looked up in the directory where it stands
/// @param uses resources needed to understand this one
public record Service(
        String id,
        ServiceKind kind,
        URI uri,
        MediaType mediaType,
        Capabilities capabilities,
        List<CostType> costTypes,
        List<String> uses) {
    public Service {
        costTypes = List.copyOf(costTypes);
        uses = List.copyOf(uses);
    }

    /// Whether it offers this cost type.
    public boolean offers(CostType type) {
        return costTypes.stream().anyMatch(type::sameKey);
    }

    /// Whether constraints on costs may be sent. Those on named types count only if it names some.
    boolean takesConstraints() {
        return capabilities.costConstraints()
                || !capabilities.testableCostTypeNames().isEmpty();
    }
}
