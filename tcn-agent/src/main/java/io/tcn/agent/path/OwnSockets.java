// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.path;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// Which sockets are those of this process, by `/proc`.
final class OwnSockets {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final String PREFIX = "socket:[";

    private OwnSockets() {}

    /// Whether this machine tells.
    static boolean areTold() {
        return Files.isDirectory(DESCRIPTORS);
    }

    /// Their numbers. Cost: O(open files).
    static Set<Long> inodes() throws IOException {
        Set<Long> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                add(descriptor, inodes);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return inodes;
    }

    private static void add(Path descriptor, Set<Long> inodes) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            if (target.startsWith(PREFIX)) {
                inodes.add(Long.parseLong(target, PREFIX.length(), target.length() - 1, 10));
            }
        } catch (IOException | NumberFormatException e) {
            // Closed meanwhile.
        }
    }
}
