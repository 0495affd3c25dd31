// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A `result.json` as far as comparisons need it.
///
/// @param name where it was read from
/// @param settings what was simulated, by name
/// @param medians per optimizer, in the order of the file, and figure: the median over the seeds; NaN if there is none
public record ResultFile(String name, Map<String, String> settings, Map<String, Map<String, Double>> medians) {
    public ResultFile {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        medians = Collections.unmodifiableMap(new LinkedHashMap<>(medians));
    }

    /// Reads a file, or `result.json` in a folder.
    ///
    /// @throws IOException if it cannot be read
    /// @throws IllegalArgumentException if it is something else
    public static ResultFile read(Path given) throws IOException {
        Path file = Files.isDirectory(given) ? given.resolve("result.json") : given;
        JsonNode root;
        try {
            root = JsonMapper.builder().build().readTree(Files.readAllBytes(file));
        } catch (JacksonException broken) {
            throw new IllegalArgumentException(
                    file + " is no JSON (" + broken.getOriginalMessage() + "); give a result.json of replay", broken);
        }
        if (!root.path("kind").asString("").equals("tcn-replay")) {
            throw new IllegalArgumentException(file + " is not a result of replay; give its result.json or its folder");
        }
        Map<String, String> settings = new TreeMap<>();
        root.path("settings")
                .properties()
                .forEach(setting ->
                        settings.put(setting.getKey(), setting.getValue().toString()));
        root.path("scenario").properties().forEach(part -> {
            if (part.getValue().isValueNode()) {
                settings.put("scenario." + part.getKey(), part.getValue().toString());
            }
        });
        Map<String, Map<String, Double>> medians = new LinkedHashMap<>();
        for (JsonNode optimizer : root.path("optimizers")) {
            Map<String, Double> figures = new LinkedHashMap<>();
            for (Metric metric : Metric.values()) {
                JsonNode median = optimizer.path("summary").path(metric.key()).path("median");
                figures.put(metric.key(), median.isNumber() ? median.asDouble() : Double.NaN);
            }
            medians.put(optimizer.path("name").asString(""), Collections.unmodifiableMap(figures));
        }
        return new ResultFile(given.toString(), settings, medians);
    }
}
