// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.docs.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The pages on reliability name the test that shows each row: these tests are there.
class NamedTestsTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|Contract))(?:\\.(\\w+))?`");
    private static final Pattern PARENT = Pattern.compile("class \\w+ (?:extends|implements) (\\w+)");

    @Test
    void everyTestThatAPageNamesIsThere() throws IOException {
        Map<String, String> sources = sources();
        List<String> missing = new ArrayList<>();
        int named = 0;
        try (Stream<Path> pages = Files.list(Page.ROOT.resolve("docs").resolve("reliability"))) {
            for (Path page : pages.sorted().toList()) {
                Matcher found = NAMED.matcher(Files.readString(page));
                while (found.find()) {
                    named++;
                    if (!has(sources, found.group(1), found.group(2))) {
                        missing.add(page.getFileName() + ": " + found.group());
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(100);
    }

    private static boolean has(Map<String, String> sources, String test, @Nullable String method) {
        String source = sources.get(test);
        if (source == null) {
            return false;
        }
        if (method == null
                || Pattern.compile("\\b" + method + "\\(").matcher(source).find()) {
            return true;
        }
        Matcher parent = PARENT.matcher(source);
        return parent.find() && has(sources, parent.group(1), method);
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> modules = Files.list(Page.ROOT)) {
            for (Path module : modules.filter(folder -> Files.isDirectory(folder.resolve("src/test/java")))
                    .toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src/test/java"))) {
                    for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                            .toList()) {
                        String name = file.getFileName().toString();
                        sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
                    }
                }
            }
        }
        return sources;
    }
}
