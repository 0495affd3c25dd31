// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A resource to be followed in an update stream. Two requests that are equal are one.
///
/// @param resourceId its id in the directory
/// @param type of its full copies; parameters are not looked at
/// @param patches whether we know all formats of patches that the server announces for it (RFC 8895 §6.5)
/// @param input what a POST resource would be asked; null for GET resources
public record SubstreamRequest(
        String resourceId,
        MediaType type,
        boolean patches,
        @Nullable JsonNode input) {
    /// For a resource, as the stream announces it.
    static SubstreamRequest of(Service stream, Service resource, @Nullable JsonNode input) {
        List<MediaType> formats =
                stream.capabilities().incrementalChangeMediaTypes().getOrDefault(resource.id(), List.of());
        return new SubstreamRequest(
                resource.id(), resource.mediaType(), formats.stream().allMatch(SubstreamRequest::isKnownPatch), input);
    }

    /// Whether we can apply patches of this format.
    static boolean isKnownPatch(MediaType format) {
        return format.is(AltoMediaTypes.MERGE_PATCH) || format.is(AltoMediaTypes.JSON_PATCH);
    }

    @Override
    public String toString() {
        return resourceId + (input == null ? "" : " with input");
    }
}
