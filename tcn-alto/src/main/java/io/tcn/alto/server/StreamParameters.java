// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a client asks of an update stream (RFC 8895 §6.5).
///
/// @param add resources to follow
/// @param remove substreams to end; null if the request does not speak of it, empty for all
record StreamParameters(List<Addition> add, @Nullable List<String> remove) {
    private static final String ADD = "add";
    private static final String REMOVE = "remove";

    /// A resource to follow.
    ///
    /// @param substreamId how the client calls it
    /// @param tag what the client has already, null if nothing
    /// @param patches whether it takes patches
    /// @param input the body that a request to the resource would have, null for GET
    /// @param field path of this in the request
    record Addition(
            String substreamId,
            String resourceId,
            @Nullable String tag,
            boolean patches,
            @Nullable RequestBody input,
            String field) {}

    /// Reads what opens a stream.
    static StreamParameters opening(RequestBody body) throws RequestException {
        RequestBody add = body.object(ADD);
        if (add.tree().isEmpty()) {
            throw RequestException.missing(ADD);
        }
        return new StreamParameters(additions(add), null);
    }

    /// Reads what changes one.
    static StreamParameters control(RequestBody body) throws RequestException {
        Optional<RequestBody> add = body.findObject(ADD);
        Optional<List<String>> remove = body.findStrings(REMOVE);
        if (add.isEmpty() && remove.isEmpty()) {
            throw RequestException.missing(ADD);
        }
        List<Addition> additions = add.isPresent() ? additions(add.get()) : List.of();
        if (!additions.isEmpty() && remove.isPresent() && remove.get().isEmpty()) {
            throw RequestException.value(REMOVE, "[]");
        }
        return new StreamParameters(additions, remove.orElse(null));
    }

    private static List<Addition> additions(RequestBody add) throws RequestException {
        List<Addition> all = new ArrayList<>();
        for (Map.Entry<String, RequestBody> member : add.objects().entrySet()) {
            String id = member.getKey();
            RequestBody wanted = member.getValue();
            if (!AltoNames.isSubstreamId(id)) {
                throw RequestException.value(ADD, id);
            }
            String resourceId = wanted.string("resource-id");
            if (!ResourceTable.FOLLOWED.contains(resourceId)) {
                throw RequestException.value(wanted.path("resource-id"), resourceId);
            }
            all.add(new Addition(
                    id,
                    resourceId,
                    wanted.findString("tag").orElse(null),
                    wanted.flag("incremental-changes", true),
                    wanted.findObject("input").orElse(null),
                    wanted.path("")));
        }
        return List.copyOf(all);
    }
}
