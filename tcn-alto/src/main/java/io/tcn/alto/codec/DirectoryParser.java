// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.DirectoryDocument;
import io.tcn.alto.model.DirectoryEntry;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads directories (RFC 7285 §9.2). An entry or a cost type that cannot be read is skipped alone.
public final class DirectoryParser {
    private static final int MAX_ENTRIES = 10_000;
    private static final int MAX_URI_CHARS = 4096;
    private static final int MAX_SHOWN_CHARS = 64;

    private DirectoryParser() {}

    /// Reads a directory.
    ///
    /// @throws AltoFormatException if it is not JSON or lists no resources
    public static DirectoryDocument parse(byte[] body) throws AltoFormatException {
        ObjectNode root = Json.readObject(body);
        ObjectNode meta = Members.objectOrEmpty(root, "meta");
        ObjectNode resources = Members.object(root, "resources");
        if (resources.size() > MAX_ENTRIES) {
            throw new AltoFormatException(InvalidReason.TOO_LARGE, resources.size() + " entries in a directory");
        }
        List<String> skipped = new ArrayList<>();
        SortedMap<String, CostType> costTypes = new TreeMap<>();
        for (Map.Entry<String, JsonNode> each :
                Members.objectOrEmpty(meta, "cost-types").properties()) {
            try {
                costTypes.put(each.getKey(), Members.costType(each.getValue()));
            } catch (AltoFormatException unreadable) {
                skipped.add(note("cost type", each.getKey(), unreadable));
            }
        }
        List<DirectoryEntry> entries = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : resources.properties()) {
            try {
                entries.add(entry(each.getKey(), each.getValue()));
            } catch (AltoFormatException unreadable) {
                skipped.add(note("resource", each.getKey(), unreadable));
            }
        }
        return new DirectoryDocument(
                costTypes, Members.stringOrNull(meta, "default-alto-network-map"), entries, skipped);
    }

    private static String note(String what, String name, AltoFormatException why) {
        String shown = name.length() > MAX_SHOWN_CHARS ? name.substring(0, MAX_SHOWN_CHARS) + "..." : name;
        return what + " " + shown.replaceAll("\\p{Cc}", "?") + ": " + why.getMessage();
    }

    private static DirectoryEntry entry(String id, JsonNode node) throws AltoFormatException {
        if (!AltoNames.isResourceId(id)) {
            throw new AltoFormatException(InvalidReason.NAME, "not an id of a resource");
        }
        if (!node.isObject()) {
            throw new AltoFormatException(InvalidReason.JSON_TYPE, "no object");
        }
        String uri = Members.string(node, "uri");
        if (uri.length() > MAX_URI_CHARS) {
            throw new AltoFormatException(InvalidReason.URI, "uri of " + uri.length() + " characters");
        }
        return new DirectoryEntry(
                id,
                uri,
                MediaType.parse(Members.string(node, "media-type")),
                accepts(Members.stringOrNull(node, "accepts")),
                CapabilitiesReader.read(Members.objectOrEmpty(node, "capabilities")),
                Members.strings(node, "uses"));
    }

    private static @Nullable MediaType accepts(@Nullable String text) throws AltoFormatException {
        return text == null || text.isBlank() ? null : MediaType.parse(text);
    }
}
