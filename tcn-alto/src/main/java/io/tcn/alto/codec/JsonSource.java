// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.AltoFormatException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;

/// A JSON document that can be read more than once: bytes, or a tree that updates have changed.
interface JsonSource {
    /// Begins to read.
    JsonParser open() throws AltoFormatException;

    static JsonSource of(byte[] body) {
        return () -> Json.parser(body);
    }

    static JsonSource of(JsonNode tree) {
        return () -> tree.traverse(ObjectReadContext.empty());
    }
}
