// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/// Each rule of conformance has a test that names it at the front of its name, and `docs/alto.md` says which.
/// With `-Dtcn.docs.write=true` the table on that page is written anew.
class ConformanceTableTest {
    private static final Path PAGE = Path.of("..", "docs", "alto.md");
    private static final Path RULES = Path.of("src", "test", "resources", "io", "tcn", "alto", "conformance.txt");
    private static final String BEGIN = "<!-- begin of the table, written by ConformanceTableTest -->\n";
    private static final String END = "<!-- end of the table -->\n";
    private static final Pattern NAME = Pattern.compile("([a-z][0-9][0-9])[A-Z].*");

    /// Rules without a test, and why.
    private static final Map<String, String> UNTESTED = Map.of();

    /// A rule.
    ///
    /// @param id its name
    /// @param who client, server or both
    /// @param level how binding it is
    /// @param text what it says
    /// @param source RFC and section
    private record Rule(String id, String who, String level, String text, String source) {
        static Rule parse(String line) {
            String[] cells = line.split("\\|", -1);
            assertThat(cells).as(line).hasSize(5);
            return new Rule(cells[0], cells[1], cells[2], cells[3], cells[4]);
        }
    }

    private final List<Rule> rules;
    private final SortedMap<String, SortedSet<String>> tests = new TreeMap<>();

    ConformanceTableTest() throws IOException, URISyntaxException {
        rules = Files.readAllLines(RULES).stream().map(Rule::parse).toList();
        Path classes = Path.of(ConformanceTableTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                collect(classes.relativize(file));
            }
        }
    }

    private void collect(Path file) {
        String name = file.toString().replace(file.getFileSystem().getSeparator(), ".");
        Class<?> type = load(name.substring(0, name.length() - ".class".length()));
        for (Method method : type.getDeclaredMethods()) {
            boolean isTest =
                    method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(ParameterizedTest.class);
            Matcher matcher = NAME.matcher(method.getName());
            if (isTest && matcher.matches()) {
                tests.computeIfAbsent(matcher.group(1).toUpperCase(Locale.ROOT), first -> new TreeSet<>())
                        .add(type.getSimpleName());
            }
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ConformanceTableTest.class.getClassLoader());
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }

    @Test
    void thereAreNinetyRulesEachOnce() {
        assertThat(rules).hasSize(90);
        assertThat(rules.stream().map(Rule::id)).doesNotHaveDuplicates();
        assertThat(rules).allSatisfy(rule -> {
            assertThat(rule.id()).matches("[A-Z][0-9][0-9]");
            assertThat(rule.who()).isIn("C", "S", "CS");
            assertThat(rule.level()).isIn("M", "S", "T");
            assertThat(rule.text()).isNotBlank();
            assertThat(rule.source()).isNotBlank();
        });
    }

    @Test
    void everyRuleHasATestOrAReasonWhyNot() {
        assertThat(rules.stream().map(Rule::id))
                .allSatisfy(id -> assertThat(tests.containsKey(id) != UNTESTED.containsKey(id))
                        .as(id + " has a test, or else a reason why not")
                        .isTrue());
    }

    @Test
    void noTestNamesARuleThatIsNotThere() {
        assertThat(rules.stream().map(Rule::id).toList()).containsAll(tests.keySet());
    }

    @Test
    void thePageHasTheTable() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(BEGIN, END);
        String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String after = page.substring(page.indexOf(END));
        String written = before + table() + after;
        if (Boolean.getBoolean("tcn.docs.write")) {
            Files.writeString(PAGE, written);
            page = written;
        }
        assertThat(page)
                .as("run ConformanceTableTest with -Dtcn.docs.write=true")
                .isEqualTo(written);
    }

    private String table() {
        return "| rule | who | level | what | RFC | tests |\n|---|---|---|---|---|---|\n"
                + rules.stream()
                        .map(rule -> "| " + rule.id() + " | " + rule.who() + " | " + rule.level() + " | " + rule.text()
                                + " | " + rule.source() + " | " + told(rule.id()) + " |\n")
                        .collect(Collectors.joining());
    }

    private String told(String id) {
        SortedSet<String> classes = tests.get(id);
        return classes == null ? "none: " + UNTESTED.get(id) : String.join(", ", classes);
    }
}
