// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A tree while a patch runs over it. An object or array is copied before its first change, and then changed in
/// place: a patch of thousands of operations on one large object copies it once. Work and depth are bounded,
/// because a few operations can copy a tree into itself again and again.
final class PatchTree {
    private static final long MAX_WORK = 100_000_000;

    private final Set<JsonNode> owned = Collections.newSetFromMap(new IdentityHashMap<>());
    private JsonNode root;
    private long work;

    PatchTree(JsonNode root) {
        this.root = root;
    }

    JsonNode root() {
        return root;
    }

    JsonNode get(List<String> path) throws AltoFormatException {
        JsonNode node = root;
        for (String name : path) {
            node = child(node, name);
        }
        return node;
    }

    void add(List<String> path, JsonNode value) throws AltoFormatException {
        measure(value, path.size());
        put(path, value);
    }

    private void put(List<String> path, JsonNode value) throws AltoFormatException {
        if (path.isEmpty()) {
            root = value;
            return;
        }
        String name = path.getLast();
        JsonNode parent = own(path.subList(0, path.size() - 1));
        if (parent instanceof ObjectNode object) {
            object.set(name, value);
        } else if (parent instanceof ArrayNode array) {
            spend(array.size());
            array.insert(name.equals("-") ? array.size() : index(name, array.size()), value);
        } else {
            throw JsonPatch.refused("an addition to neither object nor array");
        }
    }

    void replace(List<String> path, JsonNode value) throws AltoFormatException {
        measure(value, path.size());
        JsonNode old = get(path);
        if (old.equals(value)) {
            return; // what did not change stays the same object
        }
        if (path.isEmpty()) {
            root = value;
            return;
        }
        String name = path.getLast();
        JsonNode parent = own(path.subList(0, path.size() - 1));
        if (parent instanceof ObjectNode object) {
            object.set(name, value);
        } else if (parent instanceof ArrayNode array) {
            array.set(index(name, array.size() - 1), value);
        }
    }

    JsonNode remove(List<String> path) throws AltoFormatException {
        if (path.isEmpty()) {
            throw JsonPatch.refused("a removal of everything");
        }
        JsonNode old = get(path);
        String name = path.getLast();
        JsonNode parent = own(path.subList(0, path.size() - 1));
        if (parent instanceof ObjectNode object) {
            object.remove(name);
        } else if (parent instanceof ArrayNode array) {
            spend(array.size());
            array.remove(index(name, array.size() - 1));
        }
        return old;
    }

    void move(List<String> from, List<String> to) throws AltoFormatException {
        JsonNode value = get(from);
        if (from.equals(to)) {
            return;
        }
        measure(value, to.size());
        remove(from);
        put(to, value);
    }

    void copy(List<String> from, List<String> to) throws AltoFormatException {
        JsonNode value = get(from);
        measure(value, to.size());
        owned.clear(); // the copied subtree now stands in two places
        put(to, value);
    }

    /// The node at the path, ready to be changed in place.
    private JsonNode own(List<String> path) throws AltoFormatException {
        root = owned(root);
        JsonNode node = root;
        for (String name : path) {
            JsonNode next = child(node, name);
            JsonNode mine = owned(next);
            if (node instanceof ObjectNode object) {
                object.set(name, mine);
            } else if (node instanceof ArrayNode array) {
                array.set(index(name, array.size() - 1), mine);
            }
            node = mine;
        }
        return node;
    }

    private JsonNode owned(JsonNode node) throws AltoFormatException {
        if (!node.isContainer() || owned.contains(node)) {
            return node;
        }
        spend(node.size());
        JsonNode copy;
        if (node instanceof ObjectNode object) {
            copy = JsonMergePatch.shallow(object);
        } else {
            ArrayNode elements = Json.nodes().arrayNode(node.size());
            node.forEach(elements::add);
            copy = elements;
        }
        owned.add(copy);
        return copy;
    }

    private static JsonNode child(JsonNode node, String name) throws AltoFormatException {
        @Nullable JsonNode found = null;
        if (node.isObject()) {
            found = node.get(name);
        } else if (node.isArray()) {
            found = node.get(index(name, node.size() - 1));
        }
        if (found == null) {
            throw JsonPatch.refused("a target that is not there");
        }
        return found;
    }

    /// An index without sign and leading zeros (RFC 6901 §4).
    private static int index(String name, int max) throws AltoFormatException {
        boolean digits = !name.isEmpty()
                && name.length() <= 9
                && name.chars().allMatch(c -> c >= '0' && c <= '9')
                && (name.length() == 1 || name.charAt(0) != '0');
        int index = digits ? Integer.parseInt(name) : -1;
        if (index < 0 || index > max) {
            throw JsonPatch.refused("an index that is not there");
        }
        return index;
    }

    /// Counts the nodes that a value brings in, and refuses what would stand too deep.
    private void measure(JsonNode value, int depth) throws AltoFormatException {
        spend(1);
        if (!value.isContainer()) {
            return;
        }
        if (depth >= Json.MAX_DEPTH) {
            throw JsonPatch.refused("a tree of more than " + Json.MAX_DEPTH + " levels");
        }
        for (JsonNode child : value) {
            measure(child, depth + 1);
        }
    }

    private void spend(long units) throws AltoFormatException {
        work += units;
        if (work > MAX_WORK) {
            throw JsonPatch.refused("a patch that does too much");
        }
    }
}
