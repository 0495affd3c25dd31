// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.AneProperties;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceDescription;
import io.tcn.core.model.ResourceId;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Makes a resource out of what a server says of a network element.
///
/// A change of a capacity by less than [#LEAST_CHANGE] of what was published is held back. It adds up against what was
/// published, so a drift gets through; and nothing of it holds for 0, which closes a resource, and for a capacity that
/// comes or goes.
final class ResourceFacts {
    /// Least change that is published, as part of the capacity that was published.
    static final double LEAST_CHANGE = 0.01;

    /// Property that keeps the capacity which a server has withdrawn, in bit/s.
    static final String LAST_CAPACITY = "last-capacity-bps";

    static final String KIND = "priv:tcn-kind";
    static final String LABEL = "priv:tcn-label";
    private static final int MAX_PROPERTIES = 32;
    private static final int MAX_TEXT = 256;

    /// Kept elsewhere in the resource.
    private static final Set<String> NOT_SHOWN =
            Set.of(AneProperties.MAX_RESERVABLE_BANDWIDTH, AneProperties.PERSISTENT_ENTITY_ID, KIND, LABEL);

    private final String server;
    private final CapacityRule rule;
    private final boolean zeroCloses;

    /// @param server name of the server
    /// @param zeroCloses whether a capacity of 0 closes a resource; else it counts as not known
    ResourceFacts(String server, CapacityRule rule, boolean zeroCloses) {
        this.server = server;
        this.rule = rule;
        this.zeroCloses = zeroCloses;
    }

    /// @param before the resource as it was published; null if it is new
    Resource resource(ResourceId id, AneProperties ane, @Nullable Resource before) {
        OptionalDouble told = capacityBps(ane);
        Double capacityBps = told.isPresent() ? (Double) told.getAsDouble() : null;
        Double published = before == null ? null : before.capacityBps();
        if (capacityBps != null && published != null && isSmall(published, capacityBps)) {
            capacityBps = published;
        }
        SortedMap<String, String> shown = texts(ane);
        if (capacityBps == null && before != null) {
            String last = published == null
                    ? before.description().properties().get(LAST_CAPACITY)
                    : String.valueOf(published.longValue());
            if (last != null) {
                shown.put(LAST_CAPACITY, last);
            }
        }
        return new Resource(
                id, kind(ane), capacityBps, null, null, new ResourceDescription(text(ane, LABEL), server, shown));
    }

    /// The capacity as the server tells it, in bit/s.
    OptionalDouble capacityBps(AneProperties ane) {
        OptionalDouble told = rule.capacityBps(ane);
        return told.isPresent() && told.getAsDouble() == 0 && !zeroCloses ? OptionalDouble.empty() : told;
    }

    private static boolean isSmall(double published, double now) {
        return published > 0 && now > 0 && Math.abs(now - published) < LEAST_CHANGE * published;
    }

    private static Resource.Kind kind(AneProperties ane) {
        String text = text(ane, KIND);
        if (text != null) {
            for (Resource.Kind kind : Resource.Kind.values()) {
                if (kind.text().equals(text.toLowerCase(Locale.ROOT))) {
                    return kind;
                }
            }
        }
        return Resource.Kind.LINK;
    }

    private static @Nullable String text(AneProperties ane, String name) {
        JsonNode node = ane.values().get(name);
        return node == null || !node.isString() || node.stringValue().length() > MAX_TEXT ? null : node.stringValue();
    }

    private static SortedMap<String, String> texts(AneProperties ane) {
        SortedMap<String, String> texts = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : ane.values().entrySet()) {
            JsonNode node = entry.getValue();
            if (texts.size() < MAX_PROPERTIES
                    && node.isValueNode()
                    && !node.isNull()
                    && !isKeptElsewhere(entry.getKey())) {
                String text = node.asString();
                texts.put(entry.getKey(), text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
            }
        }
        return texts;
    }

    private static boolean isKeptElsewhere(String property) {
        return NOT_SHOWN.contains(property);
    }
}
