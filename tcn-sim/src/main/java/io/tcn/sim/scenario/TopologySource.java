// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.topology.Topology;
import io.tcn.sim.zoo.UnreadableGraphException;
import io.tcn.sim.zoo.ZooTopology;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Finds and reads topologies: shipped ones, files of TCN's own format, GML and GraphML of the Topology Zoo, and
/// those that scenarios hold themselves.
final class TopologySource {
    private TopologySource() {}

    /// The topology that a scenario names or holds.
    ///
    /// @param given the value of its key `topology`, of the right shape
    /// @param folder where the scenario lies
    static NamedTopology ofScenario(String file, JsonNode given, Path folder) throws InvalidScenarioException {
        if (given.isString()) {
            return named(file, "/topology", given.stringValue(), folder);
        }
        return new NamedTopology("inline", bind(file, "/topology/inline", given.get("inline")), List.of());
    }

    /// A topology by its name: a file, or a shipped one.
    ///
    /// @param file what complaints name if there is neither
    /// @param folder where a file is looked for
    static NamedTopology named(String file, String pointer, String name, Path folder) throws InvalidScenarioException {
        Path path;
        try {
            path = folder.resolve(name);
        } catch (InvalidPathException noPath) {
            throw new InvalidScenarioException(
                    file, pointer, "this is not a name of a file: " + noPath.getReason(), "give a name or a path");
        }
        if (Files.isRegularFile(path)) {
            Path last = path.getFileName();
            String shortName = last == null ? name : last.toString();
            return read(path.toString(), shortName, JsonFiles.read(path, "topology"));
        }
        if (ShippedScenarios.topologies().contains(name)) {
            String resource = ShippedScenarios.topologyFile(name);
            return withName(name, read("topology " + name, resource, ShippedScenarios.topology(name)));
        }
        boolean isFile = extension(name).matches("json|gml|graphml");
        throw new InvalidScenarioException(
                isFile ? path.toString() : file,
                isFile ? "" : pointer,
                isFile ? "there is no such topology file" : "no topology \"" + name + "\" is shipped",
                isFile
                        ? "check the path"
                        : KeyHints.names(name, ShippedScenarios.topologies())
                                + "; files end with .json, .gml or .graphml");
    }

    private static NamedTopology withName(String name, NamedTopology topology) {
        return new NamedTopology(name, topology.topology(), topology.notes());
    }

    private static NamedTopology read(String file, String name, byte[] content) throws InvalidScenarioException {
        try {
            return switch (extension(name)) {
                case "gml" -> completed(name, ZooTopology.ofGml(text(content), name));
                case "graphml" -> completed(name, ZooTopology.ofGraphMl(text(content), name));
                default -> {
                    JsonNode tree = JsonFiles.parse(file, content);
                    yield new NamedTopology(name, bind(file, "", tree), List.of());
                }
            };
        } catch (UnreadableGraphException broken) {
            throw new InvalidScenarioException(file, "line " + broken.line(), broken.problem(), broken.remedy());
        }
    }

    private static NamedTopology completed(String name, ZooTopology zoo) {
        return new NamedTopology(name, zoo.topology(), zoo.completion().inWords());
    }

    /// The Zoo writes names of places in ASCII or UTF-8.
    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }

    private static String extension(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static Topology bind(String file, String pointer, JsonNode tree) throws InvalidScenarioException {
        Complaints complaints = new Complaints(file);
        new SchemaCheck(ScenarioSchema.root(), complaints).checkDefinition(tree, "topology", pointer);
        complaints.refuseIfAny();
        return JsonFiles.bind(file, pointer, tree, Topology.class, true);
    }
}
