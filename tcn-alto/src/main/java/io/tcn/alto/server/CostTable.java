// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.Arrays;
import java.util.BitSet;
import tools.jackson.core.JsonGenerator;

/// The costs of all pairs of a request, and how they are written (RFC 7285 §11.2.3.6, RFC 8189 §4.1.3).
final class CostTable {
    private final CostRequest query;
    private final Ends ends;

    /// By cost type, then by pair, row after row; NaN where there is none.
    private final double[][] values;

    /// Pairs that are left out.
    private final BitSet hidden = new BitSet();

    CostTable(CostRequest query, Ends ends, Edition edition) {
        this.query = query;
        this.ends = ends;
        int columns = ends.destinations().size();
        this.values = new double[query.costs().size()][ends.sources().size() * columns];
        for (int row = 0; row < ends.sources().size(); row++) {
            End source = ends.sources().get(row);
            for (int column = 0; column < columns; column++) {
                End destination = ends.destinations().get(column);
                int cell = row * columns + column;
                boolean shown = source.reaches(destination) && query.admits(edition, source, destination);
                boolean defined = false;
                for (int type = 0; type < values.length; type++) {
                    double value =
                            shown ? query.costs().get(type).value().of(edition, source, destination) : Double.NaN;
                    values[type][cell] = value;
                    defined |= !Double.isNaN(value);
                }
                hidden.set(cell, !defined);
            }
        }
        for (int type = 0; type < values.length; type++) {
            if (query.costs().get(type).isOrdinal()) {
                values[type] = ranks(values[type]);
            }
        }
    }

    /// Places in the order of the values, from 0; equal values share one (RFC 7285 §6.1.2.2).
    private static double[] ranks(double[] values) {
        double[] distinct = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .distinct()
                .toArray();
        double[] ranks = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            ranks[i] = Double.isNaN(values[i]) ? Double.NaN : Arrays.binarySearch(distinct, values[i]);
        }
        return ranks;
    }

    /// The data of the answer.
    byte[] data() {
        return JsonBytes.write(this::write);
    }

    private void write(JsonGenerator out) {
        int columns = ends.destinations().size();
        out.writeStartObject();
        for (int row = 0; row < ends.sources().size(); row++) {
            int first = row * columns;
            if (hidden.nextClearBit(first) >= first + columns) {
                continue;
            }
            out.writeName(ends.sources().get(row).key());
            out.writeStartObject();
            for (int column = 0; column < columns; column++) {
                if (!hidden.get(first + column)) {
                    out.writeName(ends.destinations().get(column).key());
                    writeCell(out, first + column);
                }
            }
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private void writeCell(JsonGenerator out, int cell) {
        if (!query.multi()) {
            JsonBytes.number(out, values[0][cell]);
            return;
        }
        out.writeStartArray();
        for (double[] ofType : values) {
            if (Double.isNaN(ofType[cell])) {
                out.writeNull();
            } else {
                JsonBytes.number(out, ofType[cell]);
            }
        }
        out.writeEndArray();
    }
}
