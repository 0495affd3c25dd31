// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.EventName;
import io.tcn.alto.codec.Json;
import io.tcn.alto.codec.JsonMergePatch;
import io.tcn.alto.codec.JsonPatch;
import io.tcn.alto.codec.Multipart;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.MediaType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One followed resource within a stream: the copy that events are applied to, and the one that was published. Not
/// for use by several threads.
final class Substream {
    /// Bytes of a full copy and all patches since; beyond it a server could make the copy grow without end.
    private static final long MAX_BYTES = 256L << 20;

    private final SubstreamRequest request;
    private @Nullable SubstreamContent working;
    private @Nullable SubstreamContent published;
    private boolean heard;
    private boolean told;
    private long bytes;

    /// @param held content of before
    /// @param tagged whether the stream was opened with its tag, so that a full copy need not come
    /// @param told whether the held content has been published in this stream
    Substream(SubstreamRequest request, @Nullable SubstreamContent held, boolean tagged, boolean told) {
        this.told = told;
        this.request = request;
        this.working = tagged ? held : null;
        this.published = held;
    }

    SubstreamRequest request() {
        return request;
    }

    @Nullable
    SubstreamContent working() {
        return working;
    }

    @Nullable
    SubstreamContent published() {
        return published;
    }

    /// The copy that counts when others are compared with this one.
    @Nullable
    SubstreamContent best() {
        return working == null ? published : working;
    }

    /// Whether there is something to publish: new content, or the first in this stream.
    @SuppressWarnings("ReferenceEquality") // equal contents share one object
    boolean isChanged() {
        return working != null && (working != published || (heard && !told));
    }

    /// Whether all that came has been published, and the server has had time to send more.
    boolean isSettled() {
        return heard && working != null && !isChanged();
    }

    /// The server is alive: had it something else to say of this resource it would have said it.
    void hear() {
        heard = true;
    }

    void publish() {
        published = working;
        told = true;
    }

    /// Nothing in the copy can be relied on.
    void drop() {
        working = null;
    }

    /// Nor in the published one.
    void dropAll() {
        working = null;
        published = null;
    }

    /// Applies an event, wholly or not at all.
    ///
    /// @throws AltoFormatException if it does not fit what is here; a full copy is needed then
    void apply(EventName name, byte[] data) throws AltoFormatException {
        String contentId = name.dataId() == null ? null : name.dataId().contentId();
        SubstreamContent next;
        if (SubstreamRequest.isKnownPatch(name.type()) || contentId != null) {
            next = patched(name.type(), contentId, Json.read(data));
        } else {
            next = full(name.type(), data);
            bytes = 0;
        }
        bytes += data.length;
        working = next.sharing(working).sharing(published);
        heard = true;
    }

    private SubstreamContent full(MediaType type, byte[] data) throws AltoFormatException {
        if (!type.essence().equals(request.type().essence())) {
            throw new AltoFormatException(InvalidReason.MEDIA_TYPE, "an event of type " + type.essence());
        }
        List<SubstreamContent.Part> parts = new ArrayList<>();
        if (type.is(AltoMediaTypes.MULTIPART_RELATED)) {
            for (Multipart.Part part : Multipart.split(type.toString(), data).parts()) {
                parts.add(new SubstreamContent.Part(part.type(), part.contentId(), Json.readObject(part.content())));
            }
        } else {
            parts.add(new SubstreamContent.Part(type, null, Json.readObject(data)));
        }
        return new SubstreamContent(request, parts);
    }

    private SubstreamContent patched(MediaType type, @Nullable String contentId, JsonNode patch)
            throws AltoFormatException {
        SubstreamContent before = working;
        if (before == null) {
            throw new AltoFormatException(InvalidReason.PATCH, "a change before the full copy");
        }
        if (bytes > MAX_BYTES) {
            throw new AltoFormatException(InvalidReason.TOO_LARGE, "more changes than are taken without a full copy");
        }
        int index = index(before.parts(), contentId);
        SubstreamContent.Part part = before.parts().get(index);
        JsonNode json = applied(type, part, patch);
        if (!json.isObject()) {
            throw new AltoFormatException(InvalidReason.PATCH, "a patch leaves no object");
        }
        List<SubstreamContent.Part> parts = new ArrayList<>(before.parts());
        parts.set(index, part.with(json));
        return new SubstreamContent(request, parts);
    }

    private static JsonNode applied(MediaType type, SubstreamContent.Part part, JsonNode patch)
            throws AltoFormatException {
        if (type.is(AltoMediaTypes.MERGE_PATCH)) {
            return JsonMergePatch.apply(part.json(), patch);
        }
        if (type.is(AltoMediaTypes.JSON_PATCH)) {
            return JsonPatch.apply(part.json(), patch);
        }
        MediaType own = part.type();
        if (own == null || !own.is(type.essence())) {
            throw new AltoFormatException(InvalidReason.MEDIA_TYPE, "a part of type " + type.essence());
        }
        return patch; // a full copy of this part alone
    }

    private static int index(List<SubstreamContent.Part> parts, @Nullable String contentId) throws AltoFormatException {
        if (parts.size() == 1) {
            return 0;
        }
        for (int i = 0; contentId != null && i < parts.size(); i++) {
            if (parts.get(i).matches(contentId)) {
                return i;
            }
        }
        throw new AltoFormatException(InvalidReason.EVENT, "a change of no part that we hold");
    }
}
