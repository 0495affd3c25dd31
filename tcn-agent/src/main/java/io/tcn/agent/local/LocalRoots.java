// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.local;

import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The folders that `file:` URLs may reach. A path is judged by where it really leads, symbolic links and `..`
/// followed; without any root every `file:` URL is refused.
public final class LocalRoots {
    private final List<Path> roots;

    /// @throws IllegalArgumentException if a root is not a folder
    public LocalRoots(List<Path> roots) {
        List<Path> real = new ArrayList<>();
        for (Path root : roots) {
            try {
                real.add(root.toRealPath());
            } catch (IOException e) {
                throw new IllegalArgumentException("the file root " + root + " is not there; make it or drop it", e);
            }
        }
        this.roots = List.copyOf(real);
    }

    /// The path of a URL, with everything that exists of it resolved.
    ///
    /// @throws TransferException OUTSIDE_ROOTS if it leads elsewhere
    public Path resolve(URI url, Side side) throws TransferException {
        Path path = pathOf(url, side);
        if (roots.isEmpty()) {
            throw new TransferException(
                    ErrorCode.OUTSIDE_ROOTS,
                    "the " + side.word() + " " + path + " is refused: no folder is open to file: URLs; add one to"
                            + " the file roots");
        }
        Path real = reallyAt(path, side);
        if (roots.stream().noneMatch(root -> real.startsWith(root) && !real.equals(root))) {
            throw outside(path, side);
        }
        return real;
    }

    private static Path pathOf(URI url, Side side) throws TransferException {
        String authority = url.getRawAuthority();
        String text = url.getPath();
        if (text == null || !(authority == null || authority.isEmpty() || authority.equals("localhost"))) {
            throw new TransferException(
                    ErrorCode.UNSUPPORTED_SCHEME,
                    "the " + side.word() + " is a file of another machine; write file:///folder/name");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TransferException(
                    ErrorCode.UNSUPPORTED_SCHEME, "the " + side.word() + " is no valid path: " + e.getReason());
        }
    }

    private static Path reallyAt(Path path, Side side) throws TransferException {
        Path existing = path;
        while (existing != null && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
            existing = existing.getParent();
        }
        if (existing == null) {
            throw outside(path, side);
        }
        Path missing = existing.relativize(path);
        for (Path step : missing) {
            if (step.toString().equals("..")) {
                throw outside(path, side);
            }
        }
        try {
            Path real = existing.toRealPath();
            return missing.toString().isEmpty() ? real : real.resolve(missing).normalize();
        } catch (IOException e) {
            // A link that leads nowhere, or a folder that we may not enter.
            throw outside(path, side);
        }
    }

    private static TransferException outside(Path path, Side side) {
        return new TransferException(
                ErrorCode.OUTSIDE_ROOTS,
                "the " + side.word() + " " + path + " is not below a folder that is open to file: URLs");
    }
}
