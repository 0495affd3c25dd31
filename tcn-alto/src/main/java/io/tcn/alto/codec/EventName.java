// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.DataId;
import io.tcn.alto.model.MediaType;
import org.jspecify.annotations.Nullable;

/// The `event` field of an update stream (RFC 8895 §5.3): a media type and what the data are about.
///
/// @param type media type of the data
/// @param dataId the resource or the part of it; null in control events
public record EventName(MediaType type, @Nullable DataId dataId) {
    /// Reads one. The data id stands behind the last comma: a quoted parameter of the type may hold one, a data
    /// id not.
    ///
    /// @throws AltoFormatException if there is no media type
    public static EventName parse(String text) throws AltoFormatException {
        int comma = text.lastIndexOf(',');
        if (comma >= 0) {
            DataId id = dataId(text.substring(comma + 1).strip());
            if (id != null) {
                return new EventName(MediaType.parse(text.substring(0, comma)), id);
            }
        }
        return new EventName(MediaType.parse(text), null);
    }

    /// Null where the comma belongs to a parameter.
    private static @Nullable DataId dataId(String text) {
        try {
            return DataId.parse(text);
        } catch (AltoFormatException notAnId) {
            return null;
        }
    }
}
