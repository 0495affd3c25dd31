// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An information resource (RFC 7285 §9.2).
///
/// @param id its id, the same for ever
/// @param path below the directory's own
/// @param mediaType of the answer, as the directory says it
/// @param accepts media type of the request, null for what is asked by GET
/// @param capabilities what it can do, null if there is nothing to say
/// @param uses ids of what one needs to understand it, in this order
/// @param service answers
record ServedResource(
        String id,
        String path,
        String mediaType,
        @Nullable String accepts,
        @Nullable ObjectNode capabilities,
        List<String> uses,
        Service service) {
    /// Answers requests to one resource.
    @FunctionalInterface
    interface Service {
        /// @param body null for GET
        AnswerContent answer(Call call, @Nullable RequestBody body) throws RequestException;
    }

    /// What a request comes with.
    ///
    /// @param edition what to answer it from
    /// @param caller where it came from, null if nobody knows
    record Call(Edition edition, @Nullable String caller) {}

    ServedResource {
        if (!AltoNames.isResourceId(id) || id.indexOf('.') >= 0) {
            throw new IllegalArgumentException(id + " is no resource id");
        }
        uses = List.copyOf(uses);
    }

    /// Method that asks for it.
    String method() {
        return accepts == null ? "GET" : "POST";
    }

    /// Type of the answer without parameters.
    String essence() {
        int end = mediaType.indexOf(';');
        return MediaType.of(end < 0 ? mediaType : mediaType.substring(0, end)).essence();
    }

    /// Its entry in the directory.
    ObjectNode entry() {
        ObjectNode entry = JsonBytes.object().put("uri", path).put("media-type", mediaType);
        if (accepts != null) {
            entry.put("accepts", accepts);
        }
        if (capabilities != null) {
            entry.set("capabilities", capabilities);
        }
        if (!uses.isEmpty()) {
            var ids = entry.putArray("uses");
            uses.forEach(ids::add);
        }
        return entry;
    }
}
