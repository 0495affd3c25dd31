// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.alto.topology.ShippedTopologies;
import io.tcn.alto.topology.TopologyFile;
import io.tcn.alto.topology.UnreadableGraphException;
import io.tcn.alto.topology.ZooTopology;
import io.tcn.core.topology.Topology;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Finds topologies: shipped ones, files of all formats of [TopologyFile], and those that scenarios hold themselves.
/// JSON is checked by the schema of scenarios, so that a complaint names the place and what could be meant.
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
        if (ShippedTopologies.names().contains(name)) {
            String resource = ShippedTopologies.fileOf(name);
            return withName(name, read("topology " + name, resource, ShippedTopologies.content(name)));
        }
        boolean isFile =
                TopologyFile.isGraph(name) || name.toLowerCase(Locale.ROOT).endsWith(".json");
        throw new InvalidScenarioException(
                isFile ? path.toString() : file,
                isFile ? "" : pointer,
                isFile ? "there is no such topology file" : "no topology \"" + name + "\" is shipped",
                isFile
                        ? "check the path"
                        : KeyHints.names(name, ShippedTopologies.names()) + "; files end with .json, .gml or .graphml");
    }

    private static NamedTopology withName(String name, NamedTopology topology) {
        return new NamedTopology(name, topology.topology(), topology.notes());
    }

    private static NamedTopology read(String file, String name, byte[] content) throws InvalidScenarioException {
        try {
            Optional<ZooTopology> graph = TopologyFile.graph(name, content);
            return graph.isPresent()
                    ? completed(name, graph.get())
                    : new NamedTopology(name, bind(file, "", JsonFiles.parse(file, content)), List.of());
        } catch (UnreadableGraphException broken) {
            throw new InvalidScenarioException(file, "line " + broken.line(), broken.problem(), broken.remedy());
        }
    }

    private static NamedTopology completed(String name, ZooTopology zoo) {
        return new NamedTopology(name, zoo.topology(), zoo.completion().inWords());
    }

    private static Topology bind(String file, String pointer, JsonNode tree) throws InvalidScenarioException {
        Complaints complaints = new Complaints(file);
        new SchemaCheck(ScenarioSchema.root(), complaints).checkDefinition(tree, "topology", pointer);
        complaints.refuseIfAny();
        return JsonFiles.bind(file, pointer, tree, Topology.class, true);
    }
}
