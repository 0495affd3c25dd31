// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.topology.Topology;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads scenarios: a file of schema 1 or 2 or the name of a shipped scenario, with the topology that it names.
public final class ScenarioReader {
    /// Where names without a folder are looked for.
    private static final Path HERE = Path.of("");

    /// Reads a scenario.
    ///
    /// @param nameOrFile a file, or the name of a shipped scenario or the beginning of one
    /// @param topologyFile a topology to use instead of the scenario's own: a file or the name of a
    ///     shipped one; null for none
    /// @throws InvalidScenarioException if it cannot be read or is not sound
    public Scenario read(String nameOrFile, @Nullable Path topologyFile) throws InvalidScenarioException {
        Path file = path(nameOrFile);
        Path folder = file != null && file.getParent() != null ? file.getParent() : HERE;
        byte[] content = file == null ? shipped(nameOrFile) : JsonFiles.read(file, "scenario");
        ScenarioDocument document = bind(nameOrFile, JsonFiles.parse(nameOrFile, content));
        NamedTopology topology = topologyFile != null
                ? readNamedTopology(topologyFile.toString())
                : TopologySource.ofScenario(nameOrFile, document.topology(), folder);
        return new ScenarioCheck(nameOrFile, folder, document, topology).check();
    }

    /// Reads a topology that comes with TCN.
    ///
    /// @throws InvalidScenarioException if none of this name does
    public Topology readTopology(String name) throws InvalidScenarioException {
        return readNamedTopology(name).topology();
    }

    /// Reads a topology.
    ///
    /// @param nameOrFile a file (.json, .gml, .graphml), or the name of a shipped one
    /// @throws InvalidScenarioException if it cannot be read or is not sound
    public NamedTopology readNamedTopology(String nameOrFile) throws InvalidScenarioException {
        return TopologySource.named(nameOrFile, "", nameOrFile, HERE);
    }

    private static @Nullable Path path(String nameOrFile) {
        try {
            Path file = Path.of(nameOrFile);
            return Files.isRegularFile(file) ? file : null;
        } catch (InvalidPathException _) {
            return null;
        }
    }

    private static byte[] shipped(String name) throws InvalidScenarioException {
        List<String> shipped = name.isEmpty() ? List.of() : ShippedScenarios.matching(name);
        if (shipped.size() == 1) {
            return ShippedScenarios.scenario(shipped.getFirst());
        }
        if (shipped.size() > 1) {
            throw new InvalidScenarioException(
                    name, "", "several shipped scenarios begin so", "write one of " + String.join(", ", shipped));
        }
        throw new InvalidScenarioException(
                name,
                "",
                "there is neither a file nor a shipped scenario of this name",
                "give a path, or one of " + String.join(", ", ShippedScenarios.names()));
    }

    private static ScenarioDocument bind(String file, JsonNode tree) throws InvalidScenarioException {
        Complaints complaints = new Complaints(file);
        JsonNode schema = tree.get("schema");
        if (schema == null || !schema.isInt()) {
            complaints.add(
                    "/schema",
                    schema == null ? "the schema is missing" : "schema " + schema + " is not a whole number",
                    "write \"schema\": " + ScenarioSchema.NEWEST);
        } else if (schema.intValue() < 1 || schema.intValue() > ScenarioSchema.NEWEST) {
            complaints.add(
                    "/schema",
                    "schema " + schema + " is not known",
                    "this version of TCN reads schemas 1 to " + ScenarioSchema.NEWEST
                            + "; for a newer one use a newer TCN");
        }
        complaints.refuseIfAny();
        new SchemaCheck(ScenarioSchema.root(), complaints).check(tree);
        complaints.refuseIfAny();
        if (schema != null && schema.intValue() == 1) {
            tree.propertyNames().stream()
                    .filter(key -> !ScenarioDocument.KEYS_OF_SCHEMA_1.contains(key))
                    .forEach(key ->
                            complaints.add("/" + key, "schema 1 has no key \"" + key + "\"", "write \"schema\": 2"));
        }
        complaints.refuseIfAny();
        return JsonFiles.bind(file, "", tree, ScenarioDocument.class, false);
    }
}
