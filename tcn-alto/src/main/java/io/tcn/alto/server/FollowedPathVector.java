// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoMediaTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The answer to one request for path vectors in an update stream. Elements keep their names as long as it lasts.
final class FollowedPathVector implements Followed {
    private final PathVectorQuery query;
    private final AneNaming naming;
    private final PathVectorMessage message;
    private final boolean patches;
    private @Nullable PathVector told;

    /// @param patches whether the client takes patches
    FollowedPathVector(PathVectorQuery query, AneNaming naming, PathVectorMessage message, boolean patches) {
        this.query = query;
        this.naming = naming;
        this.message = message;
        this.patches = patches;
    }

    private PathVector next(Edition edition) throws RequestException {
        return new PathVector(query, edition, naming, told);
    }

    @Override
    public List<DataEvent> copy(Edition edition) throws RequestException {
        return copy(next(edition));
    }

    private List<DataEvent> copy(PathVector vector) {
        told = vector;
        AnswerContent whole = message.write(vector);
        return List.of(new DataEvent(whole.contentType(), "", whole.body()));
    }

    @Override
    public List<DataEvent> changes(Edition edition) throws RequestException {
        PathVector before = told;
        PathVector after = next(edition);
        if (before == null) {
            return copy(after);
        }
        Optional<PathVectorPatch> patch = PathVectorPatch.between(before, after);
        if (patch.isEmpty()) {
            return copy(after);
        }
        boolean same = patch.get().root().isEmpty() && patch.get().properties().isEmpty();
        if (!same && !patches) {
            return copy(after);
        }
        told = after;
        List<DataEvent> events = new ArrayList<>();
        if (!patch.get().root().isEmpty()) {
            events.add(patch(PathVector.ROOT_PART, patch.get().root()));
        }
        if (!patch.get().properties().isEmpty()) {
            events.add(patch(PathVector.PROPERTIES_PART, patch.get().properties()));
        }
        return events;
    }

    private DataEvent patch(String part, JsonNode content) {
        return new DataEvent(AltoMediaTypes.MERGE_PATCH, message.contentId(part), JsonBytes.of(content));
    }
}
