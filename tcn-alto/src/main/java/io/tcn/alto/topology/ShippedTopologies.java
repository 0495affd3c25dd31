// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.topology;

import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The topologies that come with TCN, by name.
public final class ShippedTopologies {
    private static final String FOLDER = "/io/tcn/topologies/";

    /// Name and file.
    private static final SortedMap<String, String> FILES = new TreeMap<>(Map.of(
            "esnet6-2026", "esnet6-2026.json",
            "zoo-abilene-2005", "zoo-abilene-2005.graphml",
            "zoo-esnet-2007", "zoo-esnet-2007.gml"));

    private ShippedTopologies() {}

    /// Their names.
    public static List<String> names() {
        return List.copyOf(FILES.keySet());
    }

    /// Name of the file of one of them, which tells the format; of another name, that name.
    public static String fileOf(String name) {
        return FILES.getOrDefault(name, name);
    }

    /// The content of one of them.
    public static byte[] content(String name) {
        // The files are resources of core.
        try (InputStream in = Topology.class.getResourceAsStream(FOLDER + fileOf(name))) {
            if (in == null) {
                throw new IllegalStateException("topology " + name + " is missing on the class path");
            }
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
