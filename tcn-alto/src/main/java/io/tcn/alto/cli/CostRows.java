// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.codec.Json;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.MetricUnits;
import io.tcn.alto.model.NumericalCosts;
import io.tcn.alto.model.OrdinalCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Costs of one type as rows of a table.
///
/// @param type what the costs mean
/// @param service where they come from
/// @param rows a row for each pair that has a cost
record CostRows(CostType type, String service, List<Row> rows) {
    /// @param value a number in the unit of the metric, or the rank
    record Row(String from, String to, double value) {}

    CostRows {
        rows = List.copyOf(rows);
    }

    static <K extends Comparable<? super K>> CostRows of(CostType type, String service, CostMapDocument<K> document) {
        List<Row> rows = new ArrayList<>();
        Optional<NumericalCosts<K>> numbers = document.numerical(type);
        Optional<OrdinalCosts<K>> ranks = document.ordinal(type);
        if (numbers.isPresent()) {
            NumericalCosts<K> costs = numbers.get();
            for (K from : costs.sources()) {
                for (K to : costs.destinations(from)) {
                    OptionalDouble cost = costs.cost(from, to);
                    if (cost.isPresent()) {
                        rows.add(new Row(from.toString(), to.toString(), cost.getAsDouble()));
                    }
                }
            }
        } else if (ranks.isPresent()) {
            rows.addAll(ranked(ranks.get()));
        }
        return new CostRows(type, service, rows);
    }

    private record Pair<K>(K from, K to) {}

    /// Ranks may only be compared (RFC 7285 §6.1.2), so they are counted anew: 1 is the best pair of this answer.
    private static <K extends Comparable<? super K>> List<Row> ranked(OrdinalCosts<K> costs) {
        List<Pair<K>> pairs = new ArrayList<>();
        for (K from : costs.sources()) {
            for (K to : costs.destinations(from)) {
                if (costs.compare(from, to, from, to).isPresent()) {
                    pairs.add(new Pair<>(from, to));
                }
            }
        }
        pairs.sort((one, other) ->
                costs.compare(one.from(), one.to(), other.from(), other.to()).orElse(0));
        List<Row> rows = new ArrayList<>();
        int rank = 0;
        for (int i = 0; i < pairs.size(); i++) {
            Pair<K> pair = pairs.get(i);
            boolean isTie = i > 0
                    && costs.compare(pairs.get(i - 1).from(), pairs.get(i - 1).to(), pair.from(), pair.to())
                                    .orElse(1)
                            == 0;
            rank = isTie ? rank : rank + 1;
            rows.add(new Row(pair.from().toString(), pair.to().toString(), rank));
        }
        return rows;
    }

    List<String> text() {
        TextTable table = new TextTable("FROM", "TO", heading());
        rows.forEach(row -> table.row(row.from(), row.to(), shown(row.value())));
        List<String> lines = new ArrayList<>(table.lines());
        if (rows.isEmpty()) {
            lines.add("(the server gives no cost for these pairs)");
        }
        lines.add("");
        lines.add(Quantity.count(rows.size(), "pair") + ", from " + service);
        return lines;
    }

    ObjectNode json() {
        ObjectNode root = Json.newObject();
        root.put("metric", type.metric()).put("mode", type.mode()).put("service", service);
        root.put("unit", isOrdinal() ? "rank" : unit());
        ArrayNode all = root.putArray("costs");
        for (Row row : rows) {
            ObjectNode entry = all.addObject()
                    .put("from", row.from())
                    .put("to", row.to())
                    .put(isOrdinal() ? "rank" : "value", row.value());
            OptionalDouble bps = bps(row.value());
            if (bps.isPresent()) {
                entry.put("bps", bps.getAsDouble());
            }
        }
        return root;
    }

    private boolean isOrdinal() {
        return type.mode().equals(CostType.ORDINAL);
    }

    private OptionalDouble bps(double value) {
        return isOrdinal() ? OptionalDouble.empty() : MetricUnits.bitsPerSecond(type.metric(), value);
    }

    private String heading() {
        String unit = unit();
        String metric = type.metric().toUpperCase(Locale.ROOT);
        if (isOrdinal()) {
            return "RANK BY " + metric + " (1 is the best)";
        }
        return unit.isEmpty() || bps(1).isPresent() ? metric : metric + " (" + unit + ")";
    }

    private String shown(double value) {
        OptionalDouble bps = bps(value);
        return bps.isPresent() ? Quantity.rate(bps.getAsDouble()) : Quantity.number(value);
    }

    private String unit() {
        return switch (MetricUnits.unit(type.metric())) {
            case MICROSECONDS -> "microseconds";
            case PERCENT -> "percent";
            case HOPS -> "hops";
            case BYTES_PER_SECOND -> "byte/s";
            case NONE -> "";
        };
    }
}
