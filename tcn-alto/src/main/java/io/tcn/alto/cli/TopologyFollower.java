// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.alto.topology.TopologyException;
import io.tcn.alto.topology.TopologyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Publishes a topology file again when it has changed. A file that cannot be used is told once, and what was
/// published before stays. Not thread-safe.
final class TopologyFollower {
    private record Look(FileTime modified, long bytes) {}

    private final String topology;
    private final AltoServer server;
    private @Nullable Look last;

    /// @param topology a file, or the name of a topology that comes with TCN, which never changes
    TopologyFollower(String topology, AltoServer server) {
        this.topology = topology;
        this.server = server;
        this.last = look();
    }

    /// Reads a topology for publishing.
    ///
    /// @throws WrongArgumentException if it cannot be used
    static PublishedNetwork read(String topology) throws WrongArgumentException {
        try {
            return TopologyNetwork.of(TopologyFile.read(topology));
        } catch (TopologyException | IllegalArgumentException unusable) {
            throw new WrongArgumentException(String.valueOf(unusable.getMessage()));
        }
    }

    /// Looks once.
    ///
    /// @return what has happened, empty if nothing
    Optional<String> poll() {
        Look now = look();
        if (now == null || now.equals(last)) {
            return Optional.empty();
        }
        last = now;
        try {
            PublishedNetwork network = read(topology);
            if (network.equals(server.network())) {
                return Optional.of(topology + " was written again; nothing in it is different");
            }
            server.update(network);
            return Optional.of(topology + " has changed and is published: " + inShort(network));
        } catch (WrongArgumentException unusable) {
            return Optional.of(unusable.getMessage() + "; what was published before stays");
        }
    }

    static String inShort(PublishedNetwork network) {
        return network.sites().size() + " sites, " + network.elements().size() + " elements";
    }

    /// Null while there is no such file: a name, or a file that is just being replaced.
    private @Nullable Look look() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(Path.of(topology), BasicFileAttributes.class);
            return new Look(attributes.lastModifiedTime(), attributes.size());
        } catch (IOException missing) {
            return null;
        }
    }
}
