// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.codec.JsonMergePatch;
import io.tcn.alto.model.AltoMediaTypes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A GET resource in an update stream: remembers the edition that was told last.
final class FollowedDocument implements Followed {
    private final String mediaType;
    private final Function<Edition, Document> resource;
    private final PatchSource source;
    private final boolean patches;
    private Edition told;

    /// Makes merge patches.
    @FunctionalInterface
    interface PatchSource {
        /// Empty where a merge patch cannot say it.
        Optional<byte[]> between(Edition before, Edition after);
    }

    /// @param source makes patches
    /// @param patches whether the client takes patches
    /// @param known what the client has, if nothing is copied first
    FollowedDocument(
            String mediaType,
            Function<Edition, Document> resource,
            PatchSource source,
            boolean patches,
            Edition known) {
        this.mediaType = mediaType;
        this.resource = resource;
        this.source = source;
        this.patches = patches;
        this.told = known;
    }

    @Override
    public List<DataEvent> copy(Edition edition) {
        told = edition;
        return List.of(new DataEvent(mediaType, "", resource.apply(edition).body()));
    }

    @Override
    public List<DataEvent> changes(Edition edition) {
        Document before = resource.apply(told);
        Document after = resource.apply(edition);
        if (before.etag().equals(after.etag())) {
            told = edition;
            return List.of();
        }
        if (patches) {
            Optional<byte[]> patch = source.between(told, edition);
            if (patch.isPresent() && patch.get().length < after.body().length) {
                told = edition;
                return List.of(new DataEvent(AltoMediaTypes.MERGE_PATCH, "", patch.get()));
            }
        }
        return copy(edition);
    }

    /// Compares the documents: for those that change rarely.
    static PatchSource comparing(Function<Edition, Document> resource) {
        return (before, after) -> JsonMergePatch.diff(
                        JsonBytes.tree(resource.apply(before).body()),
                        JsonBytes.tree(resource.apply(after).body()))
                .map(JsonBytes::of);
    }
}
