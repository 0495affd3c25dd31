// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads topologies: JSON with `nodes`, `links` and `sites` as [Topology] names them. What else a file holds (source,
/// licence, notes) is passed over. A topology is a file, or one that comes with TCN, asked for by its name.
public final class TopologyFile {
    private static final String SHIPPED = "/io/tcn/topologies/";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private TopologyFile() {}

    /// Reads a topology.
    ///
    /// @param fileOrName a path, or a name such as `esnet6-2026`
    /// @throws TopologyException if there is none, or it is not sound; the message says what to do
    public static Topology read(String fileOrName) {
        try (InputStream in = open(fileOrName)) {
            return MAPPER.readValue(in, Topology.class);
        } catch (JacksonException unreadable) {
            throw new TopologyException(
                    "topology " + fileOrName + " cannot be read" + place(unreadable) + ": " + reason(unreadable));
        } catch (NoSuchFileException missing) {
            throw new TopologyException("there is no topology " + fileOrName
                    + ": give the path of a JSON file, or the name of one that comes with TCN, such as esnet6-2026");
        } catch (IOException unreadable) {
            throw new TopologyException("topology " + fileOrName + " cannot be read: " + unreadable.getMessage());
        }
    }

    private static InputStream open(String fileOrName) throws IOException {
        Path path = Path.of(fileOrName);
        if (Files.isRegularFile(path)) {
            return Files.newInputStream(path);
        }
        InputStream shipped = fileOrName.matches("[A-Za-z0-9._-]+")
                ? Topology.class.getResourceAsStream(SHIPPED + fileOrName + ".json")
                : null;
        if (shipped == null) {
            throw new NoSuchFileException(fileOrName);
        }
        return shipped;
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
