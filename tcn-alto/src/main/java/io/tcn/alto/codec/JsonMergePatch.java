// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON Merge Patch (RFC 7396): objects merge, null deletes, everything else replaces. Trees are never changed: the
/// outcome shares with the given tree whatever is the same, and is that tree itself where nothing changed.
public final class JsonMergePatch {
    private JsonMergePatch() {}

    /// The tree after the patch.
    public static JsonNode apply(JsonNode target, JsonNode patch) {
        return merged(target, patch);
    }

    @SuppressWarnings("ReferenceEquality") // what did not change is the same object
    private static JsonNode merged(@Nullable JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return target != null && target.equals(patch) ? target : patch;
        }
        ObjectNode before = target instanceof ObjectNode object ? object : null;
        ObjectNode after = before == null ? Json.newObject() : before;
        boolean own = before == null;
        for (Map.Entry<String, JsonNode> member : patch.properties()) {
            JsonNode old = after.get(member.getKey());
            JsonNode fresh = member.getValue().isNull() ? null : merged(old, member.getValue());
            if (fresh == old) {
                continue;
            }
            if (!own) {
                after = shallow(after);
                own = true;
            }
            if (fresh == null) {
                after.remove(member.getKey());
            } else {
                after.set(member.getKey(), fresh);
            }
        }
        return after;
    }

    static ObjectNode shallow(ObjectNode node) {
        ObjectNode copy = Json.newObject();
        node.properties().forEach(member -> copy.set(member.getKey(), member.getValue()));
        return copy;
    }

    /// A patch that makes the new tree of the old one; `{}` if they are equal. Empty if no merge patch can: a
    /// member that is null cannot be said (RFC 8895 §6.3).
    public static Optional<JsonNode> diff(JsonNode before, JsonNode after) {
        if (!after.isObject()) {
            return Optional.of(after);
        }
        if (!before.isObject()) {
            return hasNullMember(after) ? Optional.empty() : Optional.of(after);
        }
        ObjectNode patch = Json.newObject();
        for (String name : before.propertyNames()) {
            if (after.get(name) == null) {
                patch.putNull(name);
            }
        }
        for (Map.Entry<String, JsonNode> member : after.properties()) {
            JsonNode old = before.get(member.getKey());
            JsonNode fresh = member.getValue();
            if (fresh.equals(old)) {
                continue;
            }
            if (fresh.isNull()) {
                return Optional.empty();
            }
            Optional<JsonNode> inner = diff(old == null ? Json.nodes().nullNode() : old, fresh);
            if (inner.isEmpty()) {
                return Optional.empty();
            }
            patch.set(member.getKey(), inner.get());
        }
        return Optional.of(patch);
    }

    /// Nulls inside arrays are no matter: an array is replaced whole.
    private static boolean hasNullMember(JsonNode node) {
        return node.isObject()
                && node.properties().stream()
                        .anyMatch(member -> member.getValue().isNull() || hasNullMember(member.getValue()));
    }
}
