// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.StreamControl;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads control events of update streams (RFC 8895 §6.7.1).
public final class StreamControlParser {
    private StreamControlParser() {}

    /// Reads a control event.
    ///
    /// @throws AltoFormatException if it is not JSON, or its control address is neither text nor null
    public static StreamControl parse(byte[] data) throws AltoFormatException {
        ObjectNode root = Json.readObject(data);
        JsonNode uri = root.get("control-uri");
        StreamControl.Control control;
        if (uri == null) {
            control = StreamControl.Control.ABSENT;
        } else if (uri.isNull()) {
            control = StreamControl.Control.NONE;
        } else if (uri.isString()) {
            control = StreamControl.Control.URI;
        } else {
            throw new AltoFormatException(InvalidReason.JSON_TYPE, "control-uri is neither text nor null");
        }
        return new StreamControl(
                control,
                Members.stringOrNull(root, "control-uri"),
                Members.strings(root, "started"),
                Members.strings(root, "stopped"),
                Members.stringOrNull(root, "description"));
    }
}
