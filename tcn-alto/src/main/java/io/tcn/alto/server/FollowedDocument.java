// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.codec.JsonMergePatch;
import io.tcn.alto.model.AltoMediaTypes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// A GET resource in an update stream: remembers the edition that was told last.
final class FollowedDocument implements Followed {
    private final String mediaType;
    private final Function<Edition, Document> resource;
    private final boolean patches;
    private Edition told;

    /// @param patches whether the client takes patches
    /// @param known what the client has, if nothing is copied first
    FollowedDocument(String mediaType, Function<Edition, Document> resource, boolean patches, Edition known) {
        this.mediaType = mediaType;
        this.resource = resource;
        this.patches = patches;
        this.told = known;
    }

    @Override
    public List<StreamEvent> copy(Edition edition) {
        told = edition;
        return List.of(new StreamEvent(mediaType, "", resource.apply(edition).body()));
    }

    @Override
    public List<StreamEvent> changes(Edition edition) {
        Document before = resource.apply(told);
        Document after = resource.apply(edition);
        if (before.etag().equals(after.etag())) {
            told = edition;
            return List.of();
        }
        if (patches) {
            Optional<byte[]> patch = patch(before, after);
            if (patch.isPresent() && patch.get().length < after.body().length) {
                told = edition;
                return List.of(new StreamEvent(AltoMediaTypes.MERGE_PATCH, "", patch.get()));
            }
        }
        return copy(edition);
    }

    /// Empty where a merge patch cannot say it.
    private static Optional<byte[]> patch(Document before, Document after) {
        Optional<JsonNode> patch = JsonMergePatch.diff(JsonBytes.tree(before.body()), JsonBytes.tree(after.body()));
        return patch.map(JsonBytes::of);
    }
}
