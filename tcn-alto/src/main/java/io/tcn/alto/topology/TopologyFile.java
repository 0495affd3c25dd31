// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads topologies: JSON with `nodes`, `links` and `sites` as [Topology] names them, and GML and GraphML of the
/// Topology Zoo ([ZooTopology]), told apart by the end of the file's name. What else a file holds (source, licence,
/// notes) is passed over. A topology is a file, or one that comes with TCN, asked for by its name.
public final class TopologyFile {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private TopologyFile() {}

    /// Reads a topology.
    ///
    /// @param fileOrName a path, or a name such as `esnet6-2026`
    /// @throws TopologyException if there is none, or it is not sound; the message says what to do
    public static Topology read(String fileOrName) {
        try {
            Path path = Path.of(fileOrName);
            if (Files.isRegularFile(path)) {
                return parse(String.valueOf(path.getFileName()), Files.readAllBytes(path));
            }
            if (ShippedTopologies.names().contains(fileOrName)) {
                return parse(ShippedTopologies.fileOf(fileOrName), ShippedTopologies.content(fileOrName));
            }
        } catch (JacksonException unreadable) {
            throw new TopologyException(
                    "topology " + fileOrName + " cannot be read" + place(unreadable) + ": " + reason(unreadable));
        } catch (UnreadableGraphException | IOException unreadable) {
            throw new TopologyException("topology " + fileOrName + " cannot be read: " + unreadable.getMessage());
        } catch (InvalidPathException noPath) {
            throw none(fileOrName);
        }
        throw none(fileOrName);
    }

    private static TopologyException none(String fileOrName) {
        return new TopologyException("there is no topology " + fileOrName
                + ": give the path of a JSON, GML or GraphML file, or the name of one that comes with TCN: "
                + String.join(", ", ShippedTopologies.names()));
    }

    private static Topology parse(String file, byte[] content) throws UnreadableGraphException {
        Optional<ZooTopology> graph = graph(file, content);
        return graph.isPresent() ? graph.get().topology() : MAPPER.readValue(content, Topology.class);
    }

    /// Whether the name of a file is that of a graph in GML or GraphML.
    public static boolean isGraph(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        return name.endsWith(".gml") || name.endsWith(".graphml");
    }

    /// A topology from a graph, with what was completed; empty if the name of the file is not that of a graph.
    public static Optional<ZooTopology> graph(String file, byte[] content) throws UnreadableGraphException {
        if (!isGraph(file)) {
            return Optional.empty();
        }
        // The Zoo writes names of places in ASCII or UTF-8.
        String text = new String(content, StandardCharsets.UTF_8);
        boolean isGml = file.toLowerCase(Locale.ROOT).endsWith(".gml");
        return Optional.of(isGml ? ZooTopology.ofGml(text, file) : ZooTopology.ofGraphMl(text, file));
    }

    /// Where, as in `links[3].capacityBps`.
    private static String place(JacksonException failure) {
        StringBuilder place = new StringBuilder();
        for (JacksonException.Reference step : failure.getPath()) {
            if (step.getPropertyName() == null) {
                place.append('[').append(step.getIndex()).append(']');
            } else {
                place.append(place.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return place.isEmpty() ? "" : " at " + place;
    }

    /// A record that refuses its values is the cause; else the parser's own words, which name line and column.
    private static String reason(JacksonException failure) {
        Throwable cause = failure.getCause();
        return cause instanceof IllegalArgumentException
                ? String.valueOf(cause.getMessage())
                : failure.getOriginalMessage();
    }
}
