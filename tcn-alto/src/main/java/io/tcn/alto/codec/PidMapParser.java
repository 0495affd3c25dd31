// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.Family;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.Prefix;
import io.tcn.alto.model.VersionTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads network maps (RFC 7285 §11.2.1). Address types that are not known are passed over; their PID stays.
public final class PidMapParser {
    private static final int MAX_PREFIXES = 500_000;

    private PidMapParser() {}

    /// Reads a network map.
    ///
    /// @throws AltoFormatException if it is not JSON, has no version tag or no map
    public static PidMapDocument parse(byte[] body) throws AltoFormatException {
        return parse(Json.readObject(body));
    }

    /// Reads a network map that is JSON already, as one that updates have changed.
    ///
    /// @throws AltoFormatException if it has no version tag or no map
    public static PidMapDocument parse(JsonNode document) throws AltoFormatException {
        ObjectNode root = Json.object(document);
        Faults faults = new Faults();
        VersionTag vtag = Members.vtag(Members.object(root, "meta"), faults);
        if (vtag == null) {
            throw new AltoFormatException(InvalidReason.VTAG, "a network map without vtag");
        }
        SortedMap<String, List<Prefix>> pids = new TreeMap<>();
        long count = 0;
        for (Map.Entry<String, JsonNode> pid :
                Members.object(root, "network-map").properties()) {
            if (AltoNames.isPidName(pid.getKey()) && pid.getValue().isObject()) {
                List<Prefix> prefixes = prefixes(pid.getValue(), faults);
                count += prefixes.size();
                if (count > MAX_PREFIXES) {
                    throw new AltoFormatException(InvalidReason.TOO_LARGE, "more than " + MAX_PREFIXES + " prefixes");
                }
                pids.put(pid.getKey(), prefixes);
            } else {
                faults.add(Fault.BAD_ENTRY);
            }
        }
        return new PidMapDocument(vtag, pids, faults.counts());
    }

    private static List<Prefix> prefixes(JsonNode groups, Faults faults) {
        List<Prefix> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> group : groups.properties()) {
            Family family = Family.find(group.getKey()).orElse(null);
            if (family == null) {
                faults.add(Fault.UNKNOWN_ADDRESS_TYPE);
            } else if (group.getValue().isArray()) {
                for (JsonNode each : group.getValue()) {
                    Prefix prefix = prefix(each, family, faults);
                    if (prefix != null) {
                        found.add(prefix);
                    }
                }
            } else {
                faults.add(Fault.BAD_ENTRY);
            }
        }
        return found;
    }

    private static @Nullable Prefix prefix(JsonNode node, Family family, Faults faults) {
        try {
            Prefix.Reading reading = Prefix.parse(node.isString() ? node.stringValue() : "");
            if (reading.prefix().base().family() == family) {
                if (reading.masked()) {
                    faults.add(Fault.HOST_BITS);
                }
                return reading.prefix();
            }
        } catch (AltoFormatException unreadable) {
            // counted below, as a prefix of the wrong family is
        }
        faults.add(Fault.BAD_PREFIX);
        return null;
    }
}
