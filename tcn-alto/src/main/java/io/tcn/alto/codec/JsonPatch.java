// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// JSON Patch (RFC 6902), strictly: all operations, or none. The given tree is never changed, and the outcome
/// shares with it whatever is the same.
public final class JsonPatch {
    private static final int MAX_OPERATIONS = 200_000;

    private final PatchTree tree;

    private JsonPatch(JsonNode target) {
        this.tree = new PatchTree(target);
    }

    /// The tree after the patch.
    ///
    /// @throws AltoFormatException if the patch is none, a target is missing, a test fails, or a bound is passed
    public static JsonNode apply(JsonNode target, JsonNode patch) throws AltoFormatException {
        if (!patch.isArray()) {
            throw refused("a patch that is no list");
        }
        if (patch.size() > MAX_OPERATIONS) {
            throw refused("a patch of " + patch.size() + " operations");
        }
        JsonPatch patching = new JsonPatch(target);
        for (JsonNode operation : patch) {
            patching.run(operation);
        }
        return patching.tree.root();
    }

    private void run(JsonNode operation) throws AltoFormatException {
        List<String> path = pointer(operation, "path");
        switch (text(operation, "op")) {
            case "add" -> tree.add(path, value(operation));
            case "replace" -> tree.replace(path, value(operation));
            case "remove" -> tree.remove(path);
            case "move" -> {
                List<String> from = pointer(operation, "from");
                if (path.size() > from.size() && path.subList(0, from.size()).equals(from)) {
                    throw refused("a move into itself");
                }
                tree.move(from, path);
            }
            case "copy" -> tree.copy(pointer(operation, "from"), path);
            case "test" -> {
                if (!JsonEquality.same(tree.get(path), value(operation))) {
                    throw refused("a test that fails");
                }
            }
            default -> throw refused("an operation that is not known");
        }
    }

    private static List<String> pointer(JsonNode operation, String name) throws AltoFormatException {
        return JsonPointers.parse(text(operation, name));
    }

    private static String text(JsonNode operation, String name) throws AltoFormatException {
        String text = Members.stringOrNull(operation, name);
        if (text == null) {
            throw refused("an operation without " + name);
        }
        return text;
    }

    private static JsonNode value(JsonNode operation) throws AltoFormatException {
        @Nullable JsonNode value = operation.get("value");
        if (value == null) {
            throw refused("an operation without value");
        }
        return value;
    }

    static AltoFormatException refused(String why) {
        return new AltoFormatException(InvalidReason.PATCH, why);
    }
}
