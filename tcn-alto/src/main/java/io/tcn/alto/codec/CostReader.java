// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.Costs;
import io.tcn.alto.model.Fault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the cells of a cost answer, of one cost type or of several (RFC 8189: arrays in the order of the request,
/// null for what is missing).
final class CostReader<K extends Comparable<? super K>> implements MapReader.Cells<K> {
    private final CostMeta meta;
    private final Faults faults;
    private final List<@Nullable NumberCells<K>> columns = new ArrayList<>();

    CostReader(CostMeta meta, Faults faults) {
        this.meta = meta;
        this.faults = faults;
        for (CostType type : meta.types()) {
            columns.add(NumberCells.reads(type) ? new NumberCells<>(type, meta.calendar(), faults) : null);
        }
    }

    static <K extends Comparable<? super K>> CostMapDocument<K> document(
            JsonSource source, String member, List<String> otherMembers, Keys<K> keys) throws AltoFormatException {
        Faults faults = new Faults();
        MapReader map = MapReader.open(source);
        CostMeta meta = CostMeta.read(map.meta(), faults);
        CostReader<K> cells = new CostReader<>(meta, faults);
        map.read(map.member(member, otherMembers, faults), keys, faults, cells);
        return cells.document();
    }

    CostMapDocument<K> document() {
        List<Costs<K>> costs = new ArrayList<>();
        for (NumberCells<K> column : columns) {
            if (column != null) {
                costs.add(column.costs());
            }
        }
        return new CostMapDocument<>(
                meta.vtag(), meta.dependent(), meta.types(), meta.multi(), costs, meta.calendar(), faults.counts());
    }

    @Override
    public void cell(K source, K destination, JsonParser parser) {
        if (!meta.multi()) {
            column(0, source, destination, parser);
            return;
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            faults.add(Fault.BAD_CELL);
            parser.skipChildren();
            return;
        }
        int index = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (index >= columns.size()) {
                parser.skipChildren();
            } else if (parser.currentToken() != JsonToken.VALUE_NULL) {
                column(index, source, destination, parser);
            }
            index++;
        }
        if (index != columns.size()) {
            faults.add(Fault.BAD_CELL);
        }
    }

    private void column(int index, K source, K destination, JsonParser parser) {
        NumberCells<K> column = columns.get(index);
        if (column == null) {
            parser.skipChildren();
        } else {
            column.read(source, destination, parser);
        }
    }
}
