// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.AneProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/// Which properties of a network element are its capacity, and in which unit. A property that is missing leaves the
/// capacity unknown; a capacity of 0 is a statement, the element is closed.
public final class CapacityRule {
    private static final Map<String, Double> UNITS_BPS = Map.ofEntries(
            Map.entry("bit", 1.0),
            Map.entry("kbit", 1e3),
            Map.entry("mbit", 1e6),
            Map.entry("gbit", 1e9),
            Map.entry("tbit", 1e12),
            Map.entry("byte", 8.0),
            Map.entry("kbyte", 8e3),
            Map.entry("mbyte", 8e6),
            Map.entry("gbyte", 8e9));

    /// RFC 9275's own property only, numbers only.
    public static final CapacityRule STANDARD = parse(List.of(AneProperties.MAX_RESERVABLE_BANDWIDTH), false);

    private record Property(String name, double unitBps) {}

    private final List<Property> properties;
    private final boolean lenient;

    private CapacityRule(List<Property> properties, boolean lenient) {
        this.properties = List.copyOf(properties);
        this.lenient = lenient;
    }

    /// Reads the rule of an operator.
    ///
    /// @param texts names of properties, the first that is there decides. Behind the last colon of a name other
    ///     than that of RFC 9275 stands its unit per second: bit, kbit, Mbit, Gbit, Tbit, byte, kbyte, Mbyte, Gbyte
    /// @param lenient whether numbers written as strings count
    /// @throws IllegalArgumentException if a unit is missing or unknown
    public static CapacityRule parse(List<String> texts, boolean lenient) {
        List<Property> properties = new ArrayList<>();
        for (String text : texts) {
            if (text.equals(AneProperties.MAX_RESERVABLE_BANDWIDTH)) {
                properties.add(new Property(text, 1));
                continue;
            }
            int colon = text.lastIndexOf(':');
            Double unit =
                    colon < 1 ? null : UNITS_BPS.get(text.substring(colon + 1).toLowerCase(Locale.ROOT));
            if (unit == null) {
                throw new IllegalArgumentException("capacity property \"" + text
                        + "\" needs a unit behind its last colon: bit, kbit, Mbit, Gbit, Tbit, byte, kbyte, Mbyte or"
                        + " Gbyte, as in bandwidth:Mbit");
            }
            properties.add(new Property(text.substring(0, colon), unit));
        }
        return new CapacityRule(properties, lenient);
    }

    /// Names of the properties that a request has to ask for.
    public List<String> names() {
        return properties.stream().map(Property::name).toList();
    }

    /// The capacity in whole bit/s; empty where it is not known.
    OptionalDouble capacityBps(AneProperties ane) {
        for (Property property : properties) {
            OptionalDouble value = ane.number(property.name(), lenient);
            if (value.isPresent()) {
                double bps = Math.floor(value.getAsDouble() * property.unitBps());
                if (Double.isFinite(bps)) {
                    return OptionalDouble.of(bps);
                }
            }
        }
        return OptionalDouble.empty();
    }
}
