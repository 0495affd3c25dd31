// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.Multipart;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a followed resource says now. Immutable; a part that did not change is the same object as before, and within
/// a part that did, so are the subtrees that did not.
///
/// @param request what was asked for
/// @param parts one, or those of a `multipart/related` message in the order in which they came
public record SubstreamContent(SubstreamRequest request, List<Part> parts) {
    private static final byte[] NOTHING = {};

    public SubstreamContent {
        parts = List.copyOf(parts);
    }

    /// One JSON object of the resource.
    ///
    /// @param type its media type
    /// @param contentId its id in a message of several parts
    /// @param json not to be changed by anybody
    public record Part(@Nullable MediaType type, @Nullable String contentId, JsonNode json) {
        boolean matches(String id) {
            return new Multipart.Part(HttpFields.NONE, type, contentId, NOTHING).matches(id);
        }

        boolean isLike(Part other) {
            boolean sameType = type == null ? other.type == null : type.equals(other.type);
            return sameType && (contentId == null ? other.contentId == null : contentId.equals(other.contentId));
        }

        Part with(JsonNode other) {
            return new Part(type, contentId, other);
        }
    }

    /// The content of the first part of this type.
    public Optional<JsonNode> find(String essence) {
        for (Part part : parts) {
            MediaType type = part.type();
            if (type != null && type.is(essence)) {
                return Optional.of(part.json());
            }
        }
        return Optional.empty();
    }

    /// The same content with parts of an older one where those are equal; the older one itself if all are.
    SubstreamContent sharing(@Nullable SubstreamContent older) {
        if (older == null || older.parts.size() != parts.size()) {
            return this;
        }
        List<Part> shared = new ArrayList<>();
        boolean all = true;
        for (int i = 0; i < parts.size(); i++) {
            Part mine = parts.get(i);
            Part theirs = older.parts.get(i);
            boolean same = mine.isLike(theirs) && mine.json().equals(theirs.json());
            shared.add(same ? theirs : mine);
            all &= same;
        }
        return all ? older : new SubstreamContent(request, shared);
    }

    @Override
    public String toString() {
        return request + " in " + parts.size() + " parts";
    }
}
