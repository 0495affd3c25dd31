// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The published JSON Schema of scenario files. The reader checks files against this very text, so that it cannot
/// say anything else.
public final class ScenarioSchema {
    /// The newest schema of scenario files that this version reads.
    public static final int NEWEST = 2;

    private static final String PATH = "/io/tcn/scenario/scenario-2.schema.json";

    private ScenarioSchema() {}

    /// The schema as it is published, JSON Schema draft 2020-12.
    public static String text() {
        try (InputStream in = ScenarioSchema.class.getResourceAsStream(PATH)) {
            if (in == null) {
                throw new IllegalStateException(PATH + " is missing on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static JsonNode root() {
        return new JsonMapper().readTree(text());
    }
}
