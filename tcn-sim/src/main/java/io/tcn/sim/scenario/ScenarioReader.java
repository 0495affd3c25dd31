// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/// Reads scenarios: a file of schema 1 or the name of a shipped scenario, with the topology that it names.
public final class ScenarioReader {
    private final JsonMapper strict = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .withCoercionConfig(
                    LogicalType.Textual,
                    config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .withCoercionConfig(
                    LogicalType.Integer, config -> config.setCoercion(CoercionInputShape.String, CoercionAction.Fail))
            .withCoercionConfig(
                    LogicalType.Float, config -> config.setCoercion(CoercionInputShape.String, CoercionAction.Fail))
            .build();

    /// Topology files say more than we use.
    private final JsonMapper lenient = strict.rebuild()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /// Reads a scenario.
    ///
    /// @param nameOrFile a file, or the name of a shipped scenario or the beginning of one
    /// @param topologyFile a topology to use instead of the scenario's own, null for none
    /// @throws InvalidScenarioException if it cannot be read or is not sound
    public Scenario read(String nameOrFile, @Nullable Path topologyFile) throws InvalidScenarioException {
        byte[] content = content(nameOrFile);
        ScenarioDocument document = bind(nameOrFile, content);
        String topologyName;
        Topology topology;
        if (topologyFile != null) {
            topologyName = fileName(topologyFile);
            topology = bindTopology(
                    topologyFile.toString(), "", parse(topologyFile.toString(), readFile(topologyFile, "topology")));
        } else {
            JsonNode given = document.topology();
            if (given != null && given.isString()) {
                topologyName = given.stringValue();
                topology = named(nameOrFile, topologyName);
            } else if (given != null && given.isObject() && given.size() == 1 && given.get("inline") != null) {
                topologyName = "inline";
                topology = bindTopology(nameOrFile, "/topology/inline", given.get("inline"));
            } else {
                throw new InvalidScenarioException(
                        nameOrFile,
                        "/topology",
                        "a scenario needs a topology",
                        "give a name such as \"esnet6-2026\", or {\"inline\": {\"nodes\": [...], \"links\": [...]}}");
            }
        }
        return new ScenarioCheck(nameOrFile, document, topologyName, topology).check();
    }

    /// Reads a topology that comes with TCN.
    ///
    /// @throws InvalidScenarioException if none of this name does
    public Topology readTopology(String name) throws InvalidScenarioException {
        return named(name, name);
    }

    private static String fileName(Path file) {
        Path name = file.getFileName();
        return name == null ? file.toString() : name.toString();
    }

    private static byte[] content(String nameOrFile) throws InvalidScenarioException {
        List<String> shipped = ShippedScenarios.matching(nameOrFile);
        Path file = Path.of(nameOrFile);
        if (Files.isRegularFile(file)) {
            return readFile(file, "scenario");
        }
        if (shipped.size() == 1) {
            return ShippedScenarios.scenario(shipped.getFirst());
        }
        if (shipped.size() > 1) {
            throw new InvalidScenarioException(
                    nameOrFile, "", "several shipped scenarios begin so", "write one of " + String.join(", ", shipped));
        }
        throw new InvalidScenarioException(
                nameOrFile,
                "",
                "there is neither a file nor a shipped scenario of this name",
                "give a path, or one of " + String.join(", ", ShippedScenarios.names()));
    }

    private static byte[] readFile(Path file, String what) throws InvalidScenarioException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            throw new InvalidScenarioException(
                    file.toString(), "", "there is no such " + what + " file", "check the path");
        } catch (IOException broken) {
            throw new InvalidScenarioException(
                    file.toString(), "", "the " + what + " cannot be read: " + broken.getMessage(), "check the path");
        }
    }

    private Topology named(String file, String name) throws InvalidScenarioException {
        byte[] content = ShippedScenarios.findTopology(name);
        if (content == null) {
            throw new InvalidScenarioException(
                    file,
                    "/topology",
                    "no topology \"" + name + "\" is shipped",
                    "use one of " + String.join(", ", ShippedScenarios.topologies()) + ", or give --topology FILE");
        }
        return bindTopology("topology " + name, "", parse("topology " + name, content));
    }

    private ScenarioDocument bind(String file, byte[] content) throws InvalidScenarioException {
        JsonNode tree = parse(file, content);
        JsonNode schema = tree.get("schema");
        if (schema == null || !schema.isInt() || schema.intValue() != ScenarioDocument.SCHEMA) {
            throw new InvalidScenarioException(
                    file,
                    "/schema",
                    schema == null ? "the schema is missing" : "schema " + schema + " is not known",
                    "this version reads schema " + ScenarioDocument.SCHEMA);
        }
        try {
            return strict.readValue(content, ScenarioDocument.class);
        } catch (JacksonException broken) {
            throw refused(file, "", broken);
        }
    }

    private JsonNode parse(String file, byte[] content) throws InvalidScenarioException {
        try {
            JsonNode tree = strict.readTree(content);
            if (!tree.isObject()) {
                throw new InvalidScenarioException(file, "", "this is not a JSON object", "see docs/replay.md");
            }
            return tree;
        } catch (JacksonException broken) {
            throw refused(file, "", broken);
        }
    }

    private Topology bindTopology(String file, String pointer, JsonNode tree) throws InvalidScenarioException {
        try {
            return lenient.treeToValue(tree, Topology.class);
        } catch (JacksonException broken) {
            throw refused(file, pointer, broken);
        }
    }

    private static InvalidScenarioException refused(String file, String prefix, JacksonException broken) {
        String pointer = prefix + pointerOf(broken);
        TokenStreamLocation location = broken.getLocation();
        String place = location == null || location.getLineNr() <= 0
                ? ""
                : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
        if (broken instanceof UnrecognizedPropertyException unknown) {
            String known = unknown.getKnownPropertyIds() == null
                    ? "see docs/replay.md"
                    : "known here are "
                            + unknown.getKnownPropertyIds().stream()
                                    .map(Object::toString)
                                    .sorted()
                                    .toList();
            return new InvalidScenarioException(
                    file, pointer, "the key \"" + unknown.getPropertyName() + "\" is not known" + place, known);
        }
        Throwable cause = broken.getCause();
        if (cause instanceof IllegalArgumentException || cause instanceof NullPointerException) {
            String why = cause instanceof NullPointerException || cause.getMessage() == null
                    ? "something that is needed is missing (nodes and links with id, a, b, capacityGbps)"
                    : cause.getMessage();
            return new InvalidScenarioException(file, pointer, why, "correct the topology");
        }
        String remedy = broken instanceof DatabindException ? "see docs/replay.md for the keys" : "correct the JSON";
        return new InvalidScenarioException(file, pointer, firstLine(broken.getOriginalMessage()) + place, remedy);
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

    private static String firstLine(@Nullable String message) {
        String line = message == null ? "" : message.lines().findFirst().orElse("");
        // Advice to programmers of Jackson helps nobody here.
        String plain = line.replaceAll("\\s*\\([^()]*DeserializationFeature[^()]*\\)", "");
        return plain.isEmpty() ? "this cannot be read" : plain;
    }
}
