// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads files and JSON; whatever goes wrong becomes a complaint with its place.
final class JsonFiles {
    /// A file beyond this is a mistake: many transfers are written as arrivals or as a trace.
    static final long MAX_BYTES = 64L << 20;

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    /// Topology files say more than we use.
    private static final JsonMapper LENIENT = STRICT.rebuild()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private JsonFiles() {}

    static byte[] read(Path file, String what) throws InvalidScenarioException {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new InvalidScenarioException(
                        file.toString(),
                        "",
                        "the " + what + " file has " + size + " bytes, more than " + MAX_BYTES,
                        "write many transfers as arrivals or as a trace");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            throw new InvalidScenarioException(
                    file.toString(), "", "there is no such " + what + " file", "check the path");
        } catch (IOException broken) {
            throw new InvalidScenarioException(
                    file.toString(), "", "the " + what + " cannot be read: " + broken.getMessage(), "check the path");
        }
    }

    /// The JSON object in a file.
    static JsonNode parse(String file, byte[] content) throws InvalidScenarioException {
        try {
            JsonNode tree = STRICT.readTree(content);
            if (!tree.isObject()) {
                throw new InvalidScenarioException(file, "", "this is not a JSON object", "see docs/scenarios.md");
            }
            return tree;
        } catch (JacksonException broken) {
            throw refused(file, "", broken);
        }
    }

    /// Binds a tree whose shape is right.
    static <T> T bind(String file, String pointer, JsonNode tree, Class<T> type, boolean isLenient)
            throws InvalidScenarioException {
        try {
            return (isLenient ? LENIENT : STRICT).treeToValue(tree, type);
        } catch (JacksonException broken) {
            throw refused(file, pointer, broken);
        }
    }

    private static InvalidScenarioException refused(String file, String prefix, JacksonException broken) {
        String pointer = prefix + pointerOf(broken);
        Throwable cause = broken.getCause();
        if (cause instanceof IllegalArgumentException && cause.getMessage() != null) {
            return new InvalidScenarioException(file, pointer, cause.getMessage(), "correct it there");
        }
        TokenStreamLocation location = broken.getLocation();
        String place = location == null || location.getLineNr() <= 0
                ? ""
                : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
        return new InvalidScenarioException(
                file, pointer, firstLine(broken.getOriginalMessage()) + place, "correct the JSON");
    }

    private static String pointerOf(JacksonException broken) {
        StringBuilder pointer = new StringBuilder();
        for (JacksonException.Reference step : broken.getPath()) {
            pointer.append('/');
            if (step.getPropertyName() != null) {
                pointer.append(step.getPropertyName().replace("~", "~0").replace("/", "~1"));
            } else {
                pointer.append(step.getIndex());
            }
        }
        return pointer.toString();
    }

    /// The parser's words without its advice to programmers.
    private static String firstLine(@Nullable String message) {
        String line = message == null ? "" : message.lines().findFirst().orElse("");
        if (line.startsWith("Trailing token")) {
            return "something follows after the end of the object";
        }
        if (line.contains("nesting depth")) {
            return "lists and objects are nested too deeply";
        }
        String plain = line.replaceAll("\\s*\\([^()]*(DeserializationFeature|StreamReadFeature)[^()]*\\)", "")
                .replaceAll(": enable `JsonReadFeature.*", " is no number");
        return plain.isEmpty() ? "this cannot be read" : plain;
    }
}
