// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.VersionTag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The members that ALTO's messages share.
final class Members {
    private static final int MAX_LIST = 100_000;

    private Members() {}

    /// The object of this name; empty if it is absent, null, or something else.
    static ObjectNode objectOrEmpty(JsonNode parent, String name) {
        return parent.get(name) instanceof ObjectNode object ? object : Json.newObject();
    }

    static ObjectNode object(JsonNode parent, String name) throws AltoFormatException {
        JsonNode node = parent.get(name);
        if (node == null || node.isNull()) {
            throw new AltoFormatException(InvalidReason.MISSING_MEMBER, "no " + name);
        }
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new AltoFormatException(InvalidReason.JSON_TYPE, name + " is no object");
    }

    static String string(JsonNode parent, String name) throws AltoFormatException {
        String text = stringOrNull(parent, name);
        if (text == null) {
            throw new AltoFormatException(InvalidReason.MISSING_MEMBER, "no text in " + name);
        }
        return text;
    }

    static @Nullable String stringOrNull(JsonNode parent, String name) {
        JsonNode node = parent.get(name);
        return node == null || !node.isString() ? null : node.stringValue();
    }

    /// The strings of a list; what is no string is left out, and what is no list is an empty one.
    static List<String> strings(JsonNode parent, String name) {
        return strings(parent.get(name));
    }

    static List<String> strings(@Nullable JsonNode list) {
        if (list == null || !list.isArray()) {
            return List.of();
        }
        List<String> found = new ArrayList<>();
        for (JsonNode each : list) {
            if (each.isString() && found.size() < MAX_LIST) {
                found.add(each.stringValue());
            }
        }
        return found;
    }

    /// `vtag`, or `vtags` as one of the RFCs prints it; null if there is none.
    static @Nullable VersionTag vtag(ObjectNode meta, Faults faults) throws AltoFormatException {
        JsonNode node = meta.get("vtag");
        if (node == null && meta.get("vtags") != null) {
            faults.add(Fault.WRONG_VTAG_MEMBER);
            node = meta.get("vtags");
            if (node.isArray() && node.size() == 1) {
                node = node.get(0);
            }
        }
        return node == null || node.isNull() ? null : tag(node);
    }

    static List<VersionTag> dependent(ObjectNode meta) throws AltoFormatException {
        JsonNode list = meta.get("dependent-vtags");
        if (list == null || list.isNull()) {
            return List.of();
        }
        if (!list.isArray() || list.size() > MAX_LIST) {
            throw new AltoFormatException(InvalidReason.VTAG, "dependent-vtags is no list");
        }
        List<VersionTag> tags = new ArrayList<>();
        for (JsonNode each : list) {
            tags.add(tag(each));
        }
        return tags;
    }

    private static VersionTag tag(JsonNode node) throws AltoFormatException {
        String id = stringOrNull(node, "resource-id");
        String tag = stringOrNull(node, "tag");
        if (id == null || tag == null) {
            throw new AltoFormatException(InvalidReason.VTAG, "a version tag without resource-id or tag");
        }
        return VersionTag.parse(id, tag);
    }

    static CostType costType(JsonNode node) throws AltoFormatException {
        String metric = stringOrNull(node, "cost-metric");
        String mode = stringOrNull(node, "cost-mode");
        if (metric == null || mode == null) {
            throw new AltoFormatException(InvalidReason.COST_TYPE, "a cost type without metric or mode");
        }
        return CostType.parse(metric, mode, stringOrNull(node, "description"));
    }
}
