// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What there was before a change and is after it, as the audit keeps it: a JSON object with the keys that the
/// interface has for it, without those that are not set.
public final class AuditJson {
    /// A configuration has no larger parts but those that somebody makes on purpose.
    private static final int LONGEST = 100_000;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(standard -> standard.withValueInclusion(JsonInclude.Include.NON_NULL)
                    .withContentInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private AuditJson() {}

    /// @param state a record, or a map; null if there is nothing
    static @Nullable String write(@Nullable Object state) {
        if (state == null) {
            return null;
        }
        String text = MAPPER.writeValueAsString(state);
        return text.length() <= LONGEST
                ? text
                : MAPPER.writeValueAsString(Map.of("leftOut", "it has " + text.length() + " characters"));
    }

    /// Reads what [#write] has written; of what is no JSON, as from other hands, the text as it is.
    public static @Nullable JsonNode read(@Nullable String text) {
        try {
            return text == null ? null : MAPPER.readTree(text);
        } catch (JacksonException broken) {
            return MAPPER.valueToTree(text);
        }
    }
}
