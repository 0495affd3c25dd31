// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/// Reads JSON as it is written: a text is no number and no number a text, nothing is cut off behind the point, unknown
/// keys are refused, and so is what follows the end.
final class StrictJson {
    private StrictJson() {}

    /// @param constraints how much is read
    /// @param refusesRepeats whether a key that is there twice is refused; costs memory for each object
    static JsonMapper mapper(StreamReadConstraints constraints, boolean refusesRepeats) {
        return JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(constraints)
                        .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, refusesRepeats)
                        .build())
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .withCoercionConfig(LogicalType.Integer, StrictJson::isWholeNumber)
                .withCoercionConfig(LogicalType.Float, StrictJson::isNumber)
                .withCoercionConfig(LogicalType.Boolean, StrictJson::isTrueOrFalse)
                .withCoercionConfig(LogicalType.Textual, StrictJson::isText)
                .build();
    }

    private static void isWholeNumber(MutableCoercionConfig written) {
        isNumber(written);
        refuse(written, CoercionInputShape.Float);
    }

    private static void isNumber(MutableCoercionConfig written) {
        refuse(written, CoercionInputShape.String, CoercionInputShape.EmptyString, CoercionInputShape.Boolean);
    }

    private static void isTrueOrFalse(MutableCoercionConfig written) {
        refuse(
                written,
                CoercionInputShape.String,
                CoercionInputShape.EmptyString,
                CoercionInputShape.Integer,
                CoercionInputShape.Float);
    }

    private static void isText(MutableCoercionConfig written) {
        refuse(written, CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean);
    }

    private static void refuse(MutableCoercionConfig written, CoercionInputShape... shapes) {
        for (CoercionInputShape shape : shapes) {
            written.setCoercion(shape, CoercionAction.Fail);
        }
    }
}
