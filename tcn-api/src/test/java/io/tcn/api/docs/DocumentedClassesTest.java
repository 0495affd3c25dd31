// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.docs.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Classes that the pages name are there, in the package that the page gives. Records of decisions are left as they
/// were written, and so are pages of benchmarks and tests with what was found at their time.
class DocumentedClassesTest {
    /// Names in code that are no classes of ours.
    private static final Set<String> OTHERS = Set.of(
            "Abort",
            "AuthorizedVO",
            "Conflict",
            "ETag",
            "Error",
            "Invalid",
            "LinkSpeedRaw",
            "MeterBinder",
            "MiB",
            "NaN",
            "NotAllowed",
            "NotFound",
            "Ok",
            "ReadWriteMany",
            "Reasons",
            "Stale",
            "TcnError",
            "TransferHeaderAuthorization",
            "TypedDict",
            "Unavailable");

    private static final Pattern NAME =
            Pattern.compile("`((?:[a-z][a-z0-9]*\\.)*)([A-Z]\\w*[a-z]\\w*)(?:\\.java|#\\w+|\\(\\))?`");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|interface|enum) (\\w+)");

    /// Folders of the sources that declare a class, by its name.
    private static final Map<String, SortedSet<String>> FOLDERS = new TreeMap<>();

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> modules = Files.list(Page.ROOT)) {
            for (Path module : modules.filter(path -> Files.isDirectory(path.resolve("src")))
                    .toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                    for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                            .toList()) {
                        note(file);
                    }
                }
            }
        }
    }

    private static void note(Path file) throws IOException {
        String folder = String.valueOf(file.getParent()).replace('\\', '/') + "/";
        Matcher declared = DECLARED.matcher(Files.readString(file));
        while (declared.find()) {
            FOLDERS.computeIfAbsent(declared.group(1), first -> new TreeSet<>()).add(folder);
        }
    }

    @Test
    void everyClassOfThePagesIsThere() throws IOException {
        SortedSet<String> missing = new TreeSet<>();
        int found = 0;
        for (Page page : Page.all()) {
            String place = page.file().toString().replace('\\', '/');
            if (place.matches(".*/docs/(adr|benchmarks|reliability)/.*")) {
                continue;
            }
            Matcher name = NAME.matcher(page.text());
            while (name.find()) {
                String below = "/" + name.group(1).replace('.', '/');
                SortedSet<String> folders = FOLDERS.getOrDefault(name.group(2), new TreeSet<>());
                if (folders.stream().anyMatch(folder -> folder.endsWith(below))) {
                    found++;
                } else if (!OTHERS.contains(name.group(2))) {
                    missing.add(place + ": " + name.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).isGreaterThan(100);
    }
}
