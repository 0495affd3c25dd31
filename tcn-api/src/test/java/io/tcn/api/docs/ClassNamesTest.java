// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.docs.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A class has a name of its own in its module, so that who reads one is not sent to another.
class ClassNamesTest {
    /// As they are: a table of pipes of the state and one of an optimizer.
    private static final List<String> KNOWN = List.of("tcn-core PipeTable.java");

    @Test
    void noTwoClassesOfAModuleHaveOneName() throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        try (Stream<Path> modules = Files.list(Page.ROOT)) {
            for (Path module : modules.filter(path -> Files.isDirectory(path.resolve("src/main/java")))
                    .toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                    files.map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> name.endsWith(".java") && !name.equals("package-info.java"))
                            .collect(Collectors.groupingBy(
                                    name -> module.getFileName() + " " + name, Collectors.counting()))
                            .forEach(counts::put);
                }
            }
        }
        assertThat(counts).hasSizeGreaterThan(1_000);
        counts.values().removeIf(count -> count == 1);
        assertThat(counts.keySet()).containsExactlyElementsOf(KNOWN);
    }
}
