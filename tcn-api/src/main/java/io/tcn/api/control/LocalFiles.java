// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.TcnProperties;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.List;
import org.springframework.stereotype.Component;

/// Refuses `file:` URLs outside the configured roots at submission. The data plane checks again, on real paths.
@Component
class LocalFiles {
    private final List<Path> roots;

    LocalFiles(TcnProperties properties) {
        this.roots = properties.agent().fileRoots().stream()
                .map(root -> root.toAbsolutePath().normalize())
                .toList();
    }

    void check(URI url, String place) {
        if (roots.isEmpty()) {
            throw Problem.badRequest(place + ": file URLs are off on this server (setting tcn.agent.file-roots)");
        }
        Path path;
        try {
            path = Path.of(new URI("file", null, url.getPath(), null)).normalize();
        } catch (java.net.URISyntaxException | IllegalArgumentException | FileSystemNotFoundException unreadable) {
            throw Problem.badRequest(place + ": not a file URL, write file:///path");
        }
        if (roots.stream().noneMatch(path::startsWith)) {
            throw Problem.badRequest(place + ": " + path
                    + " lies outside the folders that this server may use (setting tcn.agent.file-roots)");
        }
    }
}
