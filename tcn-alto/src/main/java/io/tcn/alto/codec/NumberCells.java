// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.Calendar;
import io.tcn.alto.model.CostCells;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.Costs;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.NumericalCosts;
import io.tcn.alto.model.OrdinalCosts;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the values of one cost type. A value that is no number never becomes a cost: its cell is left out and
/// counted, the others hold (RFC 7285 §11.2.3.6 advises to fail; one bad cell shall not cost us the map).
final class NumberCells<K extends Comparable<? super K>> {
    private final CostType type;
    private final boolean ordinal;
    private final @Nullable Calendar calendar;
    private final Faults faults;
    private final CostCells<K> cells = new CostCells<>();

    /// One for all cells: an empty cell shall not cost a whole series.
    private final double[] series;

    NumberCells(CostType type, @Nullable Calendar calendar, Faults faults) {
        this.type = type;
        this.ordinal = type.mode().equals(CostType.ORDINAL);
        this.calendar = calendar;
        this.faults = faults;
        this.series = new double[calendar == null ? 0 : calendar.intervals()];
    }

    /// Whether values of this type are numbers at all.
    static boolean reads(CostType type) {
        return type.mode().equals(CostType.NUMERICAL) || type.mode().equals(CostType.ORDINAL);
    }

    Costs<K> costs() {
        return ordinal ? new OrdinalCosts<>(type, cells) : new NumericalCosts<>(type, cells);
    }

    /// Reads a value: a number, or in a calendar one for each interval.
    void read(K from, K to, JsonParser parser) {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            series(from, to, parser);
            return;
        }
        double value = value(parser);
        parser.skipChildren();
        if (Double.isNaN(value)) {
            faults.add(Fault.BAD_CELL);
        } else {
            put(from, to, value);
        }
    }

    private void series(K from, K to, JsonParser parser) {
        if (calendar == null) {
            faults.add(Fault.BAD_CELL);
            parser.skipChildren();
            return;
        }
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            double value = value(parser);
            parser.skipChildren();
            if (count < series.length) {
                series[count] = value;
            }
            count++;
        }
        if (count == series.length) {
            put(from, to, series);
        } else {
            faults.add(Fault.CALENDAR_LENGTH);
        }
    }

    private void put(K from, K to, double... values) {
        if (!cells.put(from, to, values)) {
            faults.add(Fault.REPEATED_KEY);
        }
    }

    /// The number at the parser's token; NaN if there is none, it is not finite, or it is no rank where ranks
    /// are due.
    private double value(JsonParser parser) {
        if (!parser.currentToken().isNumeric()) {
            return Double.NaN;
        }
        double value = parser.getNumberValue().doubleValue();
        boolean usable = Double.isFinite(value) && (!ordinal || (value >= 0 && value == Math.rint(value)));
        return usable ? value : Double.NaN;
    }
}
