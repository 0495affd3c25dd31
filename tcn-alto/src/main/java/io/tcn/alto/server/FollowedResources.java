// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoMediaTypes;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes what substreams follow.
final class FollowedResources {
    private record Kind(
            String mediaType,
            Function<Edition, Document> resource,
            FollowedDocument.PatchSource patches,
            boolean tagged) {}

    private static final Map<String, Kind> DOCUMENTS = Map.of(
            Edition.NETWORK_MAP,
            new Kind(
                    AltoMediaTypes.NETWORK_MAP,
                    Edition::networkMap,
                    FollowedDocument.comparing(Edition::networkMap),
                    true),
            ElementTable.RESOURCE,
            new Kind(
                    AltoMediaTypes.PROPERTY_MAP,
                    edition -> edition.elements().document(),
                    (before, after) -> Optional.of(JsonBytes.of(after.elements().patch(before.elements()))),
                    true),
            Edition.ROUTING_COSTS,
            new Kind(
                    AltoMediaTypes.COST_MAP,
                    Edition::routingCosts,
                    FollowedDocument.comparing(Edition::routingCosts),
                    false));

    private final PathVectors pathVectors;

    FollowedResources(PathVectors pathVectors) {
        this.pathVectors = pathVectors;
    }

    /// What is followed, and whether the client has it already.
    ///
    /// @param current whether the first copy can be left out
    record Start(Followed followed, boolean current) {}

    Start start(StreamParameters.Addition addition, @Nullable String caller, Edition edition) throws RequestException {
        Kind kind = DOCUMENTS.get(addition.resourceId());
        if (kind != null) {
            boolean current = kind.tagged && kind.resource.apply(edition).tag().equals(addition.tag());
            return new Start(
                    new FollowedDocument(kind.mediaType, kind.resource, kind.patches, addition.patches(), edition),
                    current);
        }
        RequestBody input = addition.input();
        if (input == null) {
            throw RequestException.missing(addition.field() + "input");
        }
        PathVectorForm form = addition.resourceId().equals(PathVectorForm.PIDS.resourceId())
                ? PathVectorForm.PIDS
                : PathVectorForm.ENDPOINTS;
        PathVectorQuery query = pathVectors.parse(form, input, caller);
        query.ends(edition);
        AneNaming naming = pathVectors.naming(query);
        return new Start(new FollowedPathVector(query, naming, pathVectors.message(), addition.patches()), false);
    }
}
