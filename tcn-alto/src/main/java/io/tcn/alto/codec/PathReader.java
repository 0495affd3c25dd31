// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.FaultCounts;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PathVectorPaths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the cells of a path-vector answer. Equal names are one object: the same few thousand names stand in some
/// hundred thousand places.
final class PathReader<K extends Comparable<? super K>> implements MapReader.Cells<K> {
    private static final int MAX_NAMES = 1_000_000;
    private static final int MAX_PATH = 10_000;

    /// A set that once held more is not used again: emptying it takes as long as it is large.
    private static final int USUAL_PATH = 256;

    private final CostMeta meta;
    private final int column;
    private final boolean lenient;
    private final Faults faults;
    private final Map<String, String> names = new HashMap<>();
    private Set<String> path = new LinkedHashSet<>();
    private final SortedMap<K, SortedMap<K, List<String>>> paths = new TreeMap<>();
    private final List<@Nullable NumberCells<K>> numbers = new ArrayList<>();

    /// @param meta what the answer says of itself; one of its cost types is that of path vectors
    /// @param lenient whether names that are JSON numbers are taken
    PathReader(CostMeta meta, boolean lenient, Faults faults) throws AltoFormatException {
        this.meta = meta;
        this.lenient = lenient;
        this.faults = faults;
        this.column = column(meta);
        for (CostType type : meta.types()) {
            numbers.add(NumberCells.reads(type) ? new NumberCells<>(type, meta.calendar(), faults) : null);
        }
    }

    private static int column(CostMeta meta) throws AltoFormatException {
        for (int i = 0; i < meta.types().size(); i++) {
            if (meta.types().get(i).isPathVector()) {
                return i;
            }
        }
        throw new AltoFormatException(InvalidReason.COST_TYPE, "no path vector in the answer");
    }

    PathVectorPaths<K> result() {
        CostMapDocument<K> costs = null;
        if (meta.multi()) {
            costs = new CostMapDocument<>(
                    meta.vtag(),
                    meta.dependent(),
                    meta.types(),
                    true,
                    numbers.stream()
                            .flatMap(Stream::ofNullable)
                            .map(NumberCells::costs)
                            .toList(),
                    meta.calendar(),
                    FaultCounts.NONE);
        }
        return new PathVectorPaths<>(
                meta.vtag(),
                meta.dependent(),
                meta.types().get(column),
                paths,
                names.keySet(),
                costs,
                meta.calendar(),
                faults.counts());
    }

    @Override
    public void cell(K source, K destination, JsonParser parser) throws AltoFormatException {
        if (!meta.multi()) {
            path(source, destination, parser);
            return;
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            faults.add(Fault.BAD_CELL);
            parser.skipChildren();
            return;
        }
        int index = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            NumberCells<K> number = index < numbers.size() ? numbers.get(index) : null;
            if (index == column) {
                path(source, destination, parser);
            } else if (number != null && parser.currentToken() != JsonToken.VALUE_NULL) {
                number.read(source, destination, parser);
            } else {
                parser.skipChildren();
            }
            index++;
        }
        if (index != numbers.size()) {
            faults.add(Fault.BAD_CELL);
        }
    }

    private void path(K source, K destination, JsonParser parser) throws AltoFormatException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            if (!meta.multi()) {
                faults.add(Fault.BAD_CELL);
            }
            return; // no path was found for this pair
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw notAName();
        }
        clear();
        boolean kept = meta.calendar() == null ? elements(parser, parser.nextToken()) : intervals(parser);
        if (kept
                && paths.computeIfAbsent(source, _ -> new TreeMap<>()).putIfAbsent(destination, List.copyOf(path))
                        != null) {
            faults.add(Fault.REPEATED_KEY);
        }
    }

    /// A calendar has a path for each interval (RFC 9275 §9.3): all are checked, the first is kept. A server
    /// that does not calendar this cost type sends one path.
    private boolean intervals(JsonParser parser) throws AltoFormatException {
        JsonToken first = parser.nextToken();
        if (first != JsonToken.START_ARRAY) {
            return elements(parser, first);
        }
        int count = 0;
        Set<String> kept = new LinkedHashSet<>();
        for (JsonToken token = first; token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token != JsonToken.START_ARRAY) {
                throw notAName();
            }
            clear();
            elements(parser, parser.nextToken());
            kept = count == 0 ? new LinkedHashSet<>(path) : kept;
            count++;
        }
        path = kept;
        if (meta.calendar() != null && count != meta.calendar().intervals()) {
            faults.add(Fault.CALENDAR_LENGTH);
            return false;
        }
        return true;
    }

    private void clear() {
        if (path.size() > USUAL_PATH) {
            path = new LinkedHashSet<>();
        } else {
            path.clear();
        }
    }

    private boolean elements(JsonParser parser, JsonToken first) throws AltoFormatException {
        for (JsonToken token = first; token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (!path.add(name(parser, token))) {
                faults.add(Fault.REPEATED_ANE);
            }
            if (path.size() > MAX_PATH) {
                throw new AltoFormatException(InvalidReason.TOO_LARGE, "a path of more than " + MAX_PATH + " elements");
            }
        }
        return true;
    }

    private String name(JsonParser parser, JsonToken token) throws AltoFormatException {
        boolean number = token == JsonToken.VALUE_NUMBER_INT && lenient;
        if (token != JsonToken.VALUE_STRING && !number) {
            throw notAName();
        }
        String text = parser.getString();
        String known = names.get(text);
        if (known == null) {
            if (!AltoNames.isAneName(text)) {
                throw notAName();
            }
            if (names.size() >= MAX_NAMES) {
                throw new AltoFormatException(InvalidReason.TOO_LARGE, "more than " + MAX_NAMES + " names");
            }
            names.put(text, text);
            known = text;
        }
        if (number) {
            faults.add(Fault.NUMERIC_NAME);
        }
        return known;
    }

    private static AltoFormatException notAName() {
        return new AltoFormatException(InvalidReason.ANE_NAME, "an element of a path is no name");
    }
}
