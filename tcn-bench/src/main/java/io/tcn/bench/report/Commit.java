// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Which TCN was measured: the commit of the source tree around the jar, else the version in the jar.
public final class Commit {
    private static final long GIT_TIMEOUT_SECONDS = 10;

    private Commit() {}

    /// Such as `08cdb33f1a2b`, `08cdb33f1a2b-dirty` with changes that are not committed, or `version 0.1.0`.
    public static String current() {
        return sourceTree().flatMap(Commit::of).orElseGet(Commit::version);
    }

    private static Optional<String> of(Path tree) {
        return git(tree, "rev-parse", "--short=12", "HEAD").map(commit -> {
            boolean dirty = git(tree, "status", "--porcelain", "--untracked-files=no")
                    .map(changes -> !changes.isEmpty())
                    .orElse(false);
            return dirty ? commit + "-dirty" : commit;
        });
    }

    private static String version() {
        String version = Commit.class.getPackage().getImplementationVersion();
        return "version " + (version == null ? "development" : version);
    }

    /// The tree that our classes were built in; empty for an installed jar, which may lie in somebody else's tree.
    private static Optional<Path> sourceTree() {
        String first = System.getProperty("java.class.path").split(File.pathSeparator)[0];
        for (Path folder = Path.of(first).toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("tcn-bench").resolve("pom.xml"))) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> git(Path tree, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", tree.toString()));
        command.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            boolean worked = git.waitFor(GIT_TIMEOUT_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0;
            return worked ? Optional.of(text) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
