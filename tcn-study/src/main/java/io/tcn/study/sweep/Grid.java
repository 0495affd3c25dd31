// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The points of a sweep: every combination of the values of all varied parameters.
///
/// @param values per parameter its values as text, in the order given; at least one each
public record Grid(Map<Parameter, List<String>> values) {
    /// More points are a mistake or a year.
    private static final long MOST_POINTS = 100_000;

    public Grid {
        EnumMap<Parameter, List<String>> copy = new EnumMap<>(Parameter.class);
        values.forEach((parameter, texts) ->
                copy.put(parameter, texts.stream().distinct().toList()));
        values = Collections.unmodifiableMap(copy);
        long points = 1;
        for (Map.Entry<Parameter, List<String>> axis : values.entrySet()) {
            if (axis.getValue().isEmpty()) {
                throw new IllegalArgumentException(
                        "no value was given for " + axis.getKey().id());
            }
            points *= axis.getValue().size();
            if (points > MOST_POINTS) {
                throw new IllegalArgumentException(
                        "the grid has more than " + MOST_POINTS + " points; vary less at a time");
            }
        }
    }

    /// Reads axes such as `deterioration=0.5,0.75`.
    ///
    /// @throws IllegalArgumentException if a text is something else
    public static Grid parse(List<String> axes) {
        Map<Parameter, List<String>> values = new EnumMap<>(Parameter.class);
        for (String axis : axes) {
            int equals = axis.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "an axis is written as deterioration=0.5,0.75, given was \"" + axis + "\"");
            }
            Parameter parameter = Parameter.parse(axis.substring(0, equals).strip());
            List<String> texts = new ArrayList<>();
            for (String text : axis.substring(equals + 1).split(",", -1)) {
                if (text.isBlank()) {
                    throw new IllegalArgumentException(
                            "a value of " + parameter.id() + " is missing in \"" + axis + "\"");
                }
                texts.add(text.strip());
            }
            if (values.put(parameter, texts) != null) {
                throw new IllegalArgumentException(parameter.id() + " is varied twice; give all its values at once");
            }
        }
        return new Grid(values);
    }

    /// One combination.
    ///
    /// @param values one per varied parameter
    public record Point(Map<Parameter, String> values) {
        public Point {
            EnumMap<Parameter, String> copy = new EnumMap<>(Parameter.class);
            copy.putAll(values);
            values = Collections.unmodifiableMap(copy);
        }

        /// Such as `deterioration=0.5 interval=1`; empty for a grid without axes.
        public String id() {
            return values.entrySet().stream()
                    .map(value -> value.getKey().id() + "=" + value.getValue())
                    .collect(Collectors.joining(" "));
        }

        /// What it runs.
        public Variation apply(Variation base) {
            Variation varied = base;
            for (Map.Entry<Parameter, String> value : values.entrySet()) {
                varied = value.getKey().apply(varied, value.getValue());
            }
            return varied;
        }
    }

    /// All points, the last parameter varying fastest.
    public List<Point> points() {
        List<Map<Parameter, String>> points = new ArrayList<>();
        points.add(Map.of());
        for (Map.Entry<Parameter, List<String>> axis : values.entrySet()) {
            List<Map<Parameter, String>> longer = new ArrayList<>();
            for (Map<Parameter, String> point : points) {
                for (String value : axis.getValue()) {
                    Map<Parameter, String> next = new EnumMap<>(Parameter.class);
                    next.putAll(point);
                    next.put(axis.getKey(), value);
                    longer.add(next);
                }
            }
            points = longer;
        }
        return points.stream().map(Point::new).toList();
    }
}
