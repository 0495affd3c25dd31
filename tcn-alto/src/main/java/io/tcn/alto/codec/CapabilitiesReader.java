// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CalendarAttributes;
import io.tcn.alto.model.Capabilities;
import io.tcn.alto.model.JsonNumbers;
import io.tcn.alto.model.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the capabilities of a resource. What is absent or malformed is off.
final class CapabilitiesReader {
    private static final int MAX_COST_TYPES = 64;

    private CapabilitiesReader() {}

    static Capabilities read(ObjectNode node) throws AltoFormatException {
        List<String> propTypes = Members.strings(node, "prop-types");
        return new Capabilities(
                Members.strings(node, "cost-type-names"),
                flag(node.get("cost-constraints")),
                (int) Math.clamp(JsonNumbers.finite(node.get("max-cost-types")).orElse(0), 0, MAX_COST_TYPES),
                Members.strings(node, "testable-cost-type-names"),
                Members.strings(node, "ane-property-names"),
                propTypes.isEmpty() ? Members.strings(node, "properties") : propTypes,
                mappings(node),
                flag(node.get("support-stream-control")),
                patchFormats(node),
                calendars(node.get("calendar-attributes")));
    }

    private static boolean flag(@Nullable JsonNode node) {
        return node != null && node.isBoolean() && node.booleanValue();
    }

    private static SortedMap<String, List<String>> mappings(ObjectNode node) {
        SortedMap<String, List<String>> found = new TreeMap<>();
        Members.objectOrEmpty(node, "mappings")
                .properties()
                .forEach(domain -> found.put(domain.getKey(), Members.strings(domain.getValue())));
        return found;
    }

    /// One type, or several with commas between them (RFC 8895 §6.3). A format that cannot be read makes the entry
    /// unreadable: a client must not use what it cannot patch.
    private static SortedMap<String, List<MediaType>> patchFormats(ObjectNode node) throws AltoFormatException {
        SortedMap<String, List<MediaType>> found = new TreeMap<>();
        for (var resource :
                Members.objectOrEmpty(node, "incremental-change-media-types").properties()) {
            List<String> written = resource.getValue().isString()
                    ? List.of(resource.getValue().stringValue().split(",", -1))
                    : Members.strings(resource.getValue());
            List<MediaType> types = new ArrayList<>();
            for (String each : written) {
                if (!each.isBlank()) {
                    types.add(MediaType.parse(each));
                }
            }
            found.put(resource.getKey(), types);
        }
        return found;
    }

    private static List<CalendarAttributes> calendars(@Nullable JsonNode list) {
        List<CalendarAttributes> found = new ArrayList<>();
        if (list == null || !list.isArray()) {
            return found;
        }
        for (JsonNode each : list) {
            OptionalDouble seconds = JsonNumbers.finite(each.get("time-interval-size"));
            OptionalDouble intervals = JsonNumbers.finite(each.get("number-of-intervals"));
            if (seconds.isPresent() && intervals.isPresent()) {
                found.add(new CalendarAttributes(Members.strings(each, "cost-type-names"), seconds.getAsDouble(), (int)
                        intervals.getAsDouble()));
            }
        }
        return found;
    }
}
