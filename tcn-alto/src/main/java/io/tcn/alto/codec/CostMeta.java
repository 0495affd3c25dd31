// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.Calendar;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.JsonNumbers;
import io.tcn.alto.model.VersionTag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What stands in `meta` of an answer with costs.
///
/// @param vtag version of the answer itself, null if it has none
/// @param dependent versions that it rests on
/// @param types what was answered, in order
/// @param multi whether cells are arrays with one value for each type
/// @param calendar when the costs hold, null if now
record CostMeta(
        @Nullable VersionTag vtag,
        List<VersionTag> dependent,
        List<CostType> types,
        boolean multi,
        @Nullable Calendar calendar) {
    private static final int MAX_TYPES = 64;
    private static final int MAX_INTERVALS = 100_000;

    static CostMeta read(ObjectNode meta, Faults faults) throws AltoFormatException {
        List<CostType> types = new ArrayList<>();
        JsonNode several = meta.get("multi-cost-types");
        boolean multi = several != null && several.isArray() && !several.isEmpty();
        if (multi) {
            if (several.size() > MAX_TYPES) {
                throw new AltoFormatException(InvalidReason.COST_TYPE, "too many cost types");
            }
            for (JsonNode each : several) {
                types.add(Members.costType(each));
            }
        } else {
            JsonNode one = meta.get("cost-type");
            if (one == null || !one.isObject()) {
                throw new AltoFormatException(InvalidReason.COST_TYPE, "no cost-type");
            }
            types.add(Members.costType(one));
        }
        return new CostMeta(
                Members.vtag(meta, faults),
                Members.dependent(meta),
                types,
                multi,
                calendar(meta.get("calendar-response-attributes")));
    }

    /// The first calendar of an answer: TCN asks for one at most. A calendar without a usable length is none.
    private static @Nullable Calendar calendar(@Nullable JsonNode list) {
        JsonNode first = list != null && list.isArray() && !list.isEmpty() ? list.get(0) : null;
        if (first == null) {
            return null;
        }
        OptionalDouble intervals = JsonNumbers.finite(first.get("number-of-intervals"));
        if (intervals.isEmpty() || intervals.getAsDouble() < 1 || intervals.getAsDouble() > MAX_INTERVALS) {
            return null;
        }
        OptionalDouble repeated = JsonNumbers.finite(first.get("repeated"));
        return new Calendar(
                Members.strings(first, "cost-type-names"),
                start(Members.stringOrNull(first, "calendar-start-time")),
                JsonNumbers.finite(first.get("time-interval-size")).orElse(0),
                (int) intervals.getAsDouble(),
                (int) Math.clamp(repeated.orElse(1), 1, Integer.MAX_VALUE));
    }

    private static @Nullable Instant start(@Nullable String text) {
        try {
            return text == null ? null : LenientHttpDate.parse(text);
        } catch (AltoFormatException unreadable) {
            return null;
        }
    }
}
