// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.InvalidReason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/// Reads `{"meta": {...}, "<data>": {source: {destination: cell}}}` without a tree of the data: an answer may hold
/// 50 000 pairs. What a cell means depends on `meta`, which may stand behind the data, so the document is read
/// twice.
final class MapReader {
    private static final int MAX_PAIRS = 1_000_000;

    /// It becomes a tree, which takes many times the room of its text.
    private static final long MAX_META_BYTES = 4 << 20;

    private final JsonSource source;
    private final ObjectNode meta;
    private final Set<String> members;

    private MapReader(JsonSource source, ObjectNode meta, Set<String> members) {
        this.source = source;
        this.meta = meta;
        this.members = members;
    }

    /// Hears the cells of a map.
    interface Cells<K> {
        /// A cell; the parser stands on its first token, and must be left on its last.
        void cell(K source, K destination, JsonParser cell) throws AltoFormatException;
    }

    /// Reads `meta` and checks that all of it is JSON.
    static MapReader open(JsonSource source) throws AltoFormatException {
        Set<String> members = new HashSet<>();
        boolean hasMeta = false;
        try (JsonParser parser = source.open()) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new AltoFormatException(
                        parser.currentToken() == null ? InvalidReason.JSON : InvalidReason.JSON_TYPE,
                        "body is no object");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                members.add(parser.currentName());
                boolean meta = parser.currentName().equals("meta") && parser.nextToken() == JsonToken.START_OBJECT;
                skip(parser, meta);
                hasMeta |= meta;
            }
            if (parser.nextToken() != null) {
                throw new AltoFormatException(InvalidReason.JSON, "something behind the end of the body");
            }
        } catch (JacksonException broken) {
            throw Json.broken(broken);
        }
        return new MapReader(source, hasMeta ? readMeta(source) : Json.newObject(), members);
    }

    private static void skip(JsonParser parser, boolean bounded) throws AltoFormatException {
        if (parser.currentToken() == JsonToken.PROPERTY_NAME) {
            parser.nextToken();
        }
        long start = parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        if (bounded && parser.currentLocation().getByteOffset() - start > MAX_META_BYTES) {
            throw new AltoFormatException(InvalidReason.TOO_LARGE, "meta of more than " + MAX_META_BYTES + " bytes");
        }
    }

    private static ObjectNode readMeta(JsonSource source) throws AltoFormatException {
        try (JsonParser parser = source.open()) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean meta = parser.currentName().equals("meta");
                parser.nextToken();
                if (meta) {
                    return Json.object(Json.subtree(parser));
                }
                parser.skipChildren();
            }
        } catch (JacksonException broken) {
            throw Json.broken(broken);
        }
        throw new AltoFormatException(InvalidReason.MISSING_MEMBER, "no meta");
    }

    ObjectNode meta() {
        return meta;
    }

    /// The name that the data have here: the right one, or one of those that servers have used for it.
    String member(String right, List<String> others, Faults faults) throws AltoFormatException {
        if (members.contains(right)) {
            return right;
        }
        for (String other : others) {
            if (members.contains(other)) {
                faults.add(Fault.WRONG_MEMBER);
                return other;
            }
        }
        throw new AltoFormatException(InvalidReason.MISSING_MEMBER, "no " + right);
    }

    /// Reads all cells of the member.
    <K extends Comparable<? super K>> void read(String member, Keys<K> keys, Faults faults, Cells<K> cells)
            throws AltoFormatException {
        try (JsonParser parser = source.open()) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean wanted = parser.currentName().equals(member);
                JsonToken value = parser.nextToken();
                if (!wanted) {
                    parser.skipChildren();
                } else if (value == JsonToken.START_OBJECT) {
                    rows(parser, keys, faults, cells);
                } else {
                    throw new AltoFormatException(InvalidReason.JSON_TYPE, member + " is no object");
                }
            }
        } catch (JacksonException broken) {
            throw Json.broken(broken);
        }
    }

    private static <K extends Comparable<? super K>> void rows(
            JsonParser parser, Keys<K> keys, Faults faults, Cells<K> cells) throws AltoFormatException {
        int pairs = 0;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            K from = keys.read(parser.currentName(), faults);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                faults.add(Fault.BAD_ENTRY);
                parser.skipChildren();
                continue;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                K to = keys.read(parser.currentName(), faults);
                parser.nextToken();
                if (from == null || to == null) {
                    parser.skipChildren();
                } else if (++pairs > MAX_PAIRS) {
                    throw new AltoFormatException(InvalidReason.TOO_LARGE, "more than " + MAX_PAIRS + " pairs");
                } else {
                    cells.cell(from, to, parser);
                }
            }
        }
    }
}
