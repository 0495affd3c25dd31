// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.text.WantedRate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a job of the native face says of itself beside its transfers, for both faces: how its caller was known, and the
/// rate that it asks for.
final class JobMetadata {
    private JobMetadata() {}

    /// What the FTS face shows, as if the job had come by it.
    static String of(Caller caller, @Nullable String rate) {
        ObjectNode metadata = JsonNodeFactory.instance
                .objectNode()
                .put("auth_method", caller.method().ftsName());
        if (rate != null) {
            metadata.putObject("tcn").put("rate", rate.strip());
        }
        return metadata.toString();
    }

    /// The rate that a stored job asks for, as [#of] has put it there; null if none.
    static @Nullable Double rateIn(@Nullable String metadata) {
        if (metadata == null) {
            return null;
        }
        JsonNode rate = JsonMapper.shared().readTree(metadata).path("tcn").path("rate");
        if (!rate.isString()) {
            return null;
        }
        try {
            return WantedRate.parse(rate.stringValue());
        } catch (IllegalArgumentException ofOlderVersion) {
            return Double.NaN;
        }
    }

    /// The rate that a request asks for, in bit/s.
    static double rate(String text) {
        try {
            return WantedRate.parse(text);
        } catch (IllegalArgumentException refused) {
            throw Problem.badRequest("\"rate\": " + refused.getMessage());
        }
    }
}
