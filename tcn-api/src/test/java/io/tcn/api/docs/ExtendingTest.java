// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.docs.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// docs/extending.md tells which files know of a new piece. Each of its rows is walked with a piece that is there: the
/// files that know of it are those of the row, no more and no fewer.
class ExtendingTest {
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)`");

    /// Rows by their first cell.
    private static final Map<String, String> ROWS = new TreeMap<>();

    /// Sources of the modules that a new piece may concern, by the name of their class.
    private static final Map<String, Path> SOURCES = new TreeMap<>();

    @BeforeAll
    static void read() throws IOException {
        String table = Page.of("docs/extending.md").text().split("## In the tree", 2)[1];
        table.lines()
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .forEach(line -> ROWS.put(line.split(" \\| ")[0].substring(2), line));
        for (String module :
                List.of("tcn-core", "tcn-alto", "tcn-agent", "tcn-sim", "tcn-study", "tcn-api", "tcn-cli")) {
            try (Stream<Path> files = Files.walk(Page.ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                        .forEach(file -> SOURCES.put(nameOf(file), file));
            }
        }
    }

    private static String nameOf(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String row(String what) {
        return ROWS.getOrDefault(what, "there is no row of " + what);
    }

    /// Classes that a row names.
    private static Set<String> named(String row) {
        Set<String> names = new TreeSet<>();
        Matcher found = CLASS.matcher(row);
        while (found.find()) {
            names.add(found.group(1));
        }
        return names;
    }

    /// Classes, but for those of `own`, whose source has the text.
    private static Set<String> knowing(String text, Predicate<Path> own) throws IOException {
        Set<String> names = new TreeSet<>();
        for (Map.Entry<String, Path> source : SOURCES.entrySet()) {
            if (!own.test(source.getValue())
                    && Files.readString(source.getValue()).contains(text)) {
                names.add(source.getKey());
            }
        }
        return names;
    }

    private static Predicate<Path> below(String folder) {
        return file -> file.toString().replace('\\', '/').contains(folder);
    }

    private static String text(String file) throws IOException {
        return Files.readString(Page.ROOT.resolve(file));
    }

    @Test
    void everyClassThatTheTableNamesIsThere() throws IOException {
        Set<String> all = new TreeSet<>(SOURCES.keySet());
        for (String module : List.of("tcn-core", "tcn-agent", "tcn-sim", "tcn-study", "tcn-api", "tcn-cli")) {
            try (Stream<Path> files = Files.walk(Page.ROOT.resolve(module).resolve("src/test/java"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(ExtendingTest::nameOf)
                        .forEach(all::add);
            }
        }
        Set<String> named = ROWS.values().stream()
                .flatMap(row -> named(row).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        named.remove("MeterBinder");
        named.remove("V…");
        assertThat(ROWS).hasSize(11);
        assertThat(all).containsAll(named);
    }

    @Test
    void anOptimizerIsKnownToTheCatalogAndItsParametersToScenarios() throws IOException {
        Set<String> named = named(row("an optimizer"));
        named.remove("OptimizerFactory");
        // The paper's own evaluation is no part of it.
        assertThat(knowing(
                        "io.tcn.core.optimizer.tcn.",
                        below("core/optimizer/tcn/").or(below("study/paper/"))))
                .isEqualTo(named);
        assertThat(text("docs/optimizers.md")).contains("| `tcn` |");
    }

    @Test
    void aUtilityIsKnownByItsName() throws IOException {
        assertThat(named(row("a utility"))).contains("MaxMinUtility");
        assertThat(knowing("new MaxMinUtility(", below("/MaxMinUtility.java"))).containsExactly("Utilities");
        assertThat(text("docs/optimizers.md")).contains("`max-min`");
    }

    @Test
    void aProtocolIsKnownByItsScheme() throws IOException {
        Set<String> named = named(row("a storage protocol"));
        named.removeAll(Set.of("StoredFile", "Preparation", "DataPlaneContract"));
        assertThat(knowing("\"dav\"", file -> false)).isEqualTo(named);
        assertThat(knowing("HttpAddress.isHttp(", file -> false)).contains("Preparation");
        assertThat(knowing("implements StoredFile", file -> false)).containsExactly("HttpFile", "LocalFile");
    }

    @Test
    void aFormatOfTopologiesIsKnownToItsOneReader() throws IOException {
        assertThat(named(row("a format of topologies")))
                .containsExactly("GraphMlReader", "TopologyFile", "ZooGraph", "ZooTopology");
        assertThat(knowing("new GraphMlReader(", file -> false)).containsExactly("ZooTopology");
        assertThat(knowing("ZooTopology.ofGraphMl(", file -> false)).containsExactly("TopologyFile");
    }

    @Test
    void aKindOfResourceIsKnownWhereMapsAreMade() throws IOException {
        Set<String> knowing = knowing("STORAGE_READ", file -> false);
        knowing.addAll(knowing("storage-read", file -> false));
        assertThat(knowing).isEqualTo(named(row("a kind of resource")));
    }

    @Test
    void aRouteStandsInItsPage() throws IOException {
        assertThat(row("a route of `/tcn/v1`")).contains("(native-api.md)");
        assertThat(knowing("@GetMapping(\"/tcn/v1/audit\")", file -> false)).containsExactly("AuditController");
        assertThat(text("docs/native-api.md")).contains("`GET /audit");
    }

    @Test
    void aMetricIsCountedInOnePlaceAndReadFromPageAlarmAndDashboard() throws IOException {
        assertThat(row("a metric")).contains("(operations.md)");
        assertThat(knowing("\"tcn.history.dropped\"", file -> false)).containsExactly("HistoryRecorder");
        for (String file : List.of(
                "docs/operations.md",
                "docker/prometheus/tcn-alerts.yaml",
                "docker/prometheus/tcn-alerts-test.yaml",
                "docker/grafana/tcn-dashboard.json")) {
            assertThat(Files.exists(Page.ROOT.resolve(file))).as(file).isTrue();
        }
        assertThat(text("docs/operations.md")).contains("tcn_history_dropped_total");
        assertThat(text("docker/prometheus/tcn-alerts.yaml")).contains("tcn_history_dropped_total");
    }

    @Test
    void aSettingIsCheckedWhereItIsDeclaredAndStandsInItsPage() throws IOException {
        Set<String> named = named(row("a setting"));
        assertThat(named).contains("TcnProperties", "SettingsCheckTest");
        named.removeAll(Set.of("SettingsCheckTest", "SettingsTableTest"));
        assertThat(knowing("@ConfigurationProperties(", file -> false)).isEqualTo(named);
        assertThat(knowing("tcn.retention.keep-finished", file -> false)).containsExactly("TcnProperties");
        assertThat(text("docs/operations.md")).contains("`tcn.retention.keep-finished`");
    }

    @Test
    void aDetailOfAScenarioIsWrittenCheckedAndRun() throws IOException {
        Set<String> named = named(row("a detail of a scenario"));
        assertThat(named).contains("SettingsCheck", "ScenarioSchemaTest", "ScenarioPageTest");
        // The server has another class of the name SettingsCheck.
        named.removeAll(Set.of("SettingsCheck", "ScenarioSchemaTest", "ScenarioPageTest"));
        Set<String> knowing = knowing("PastEntry", file -> false);
        knowing.addAll(knowing("List<PastUse> history", file -> false));
        knowing.addAll(knowing("settings.history()", file -> false));
        knowing.remove("SettingsCheck");
        assertThat(knowing).isEqualTo(named);
        assertThat(text("tcn-sim/src/main/java/io/tcn/sim/scenario/SettingsCheck.java"))
                .contains("List<PastUse> history");
        assertThat(text("tcn-sim/src/main/resources/io/tcn/scenario/scenario-2.schema.json"))
                .contains("\"history\"");
        assertThat(text("docs/scenarios.md")).contains("`settings.history`");
    }

    @Test
    void aCommandIsKnownToTheOneAboveItAndToTheLauncher() throws IOException {
        assertThat(knowing("HealthCommand.class", file -> false)).containsExactly("TcnCommand");
        assertThat(knowing("AuditCommand.class", file -> false)).containsExactly("TcnCli");
        assertThat(named(row("a command of `tcn`"))).contains("TcnCommand", "TcnCli");
        assertThat(text("tcn")).contains("\n    health)").contains("\n    audit)");
    }

    @Test
    void aChangeOfTheSchemaIsOneFileForBothDatabasesOrOneForEach() throws IOException {
        Path migrations = Page.ROOT.resolve("tcn-api/src/main/resources/db");
        Map<String, Set<Integer>> versions = new TreeMap<>();
        for (String kind : List.of("migration", "h2", "postgresql")) {
            try (Stream<Path> files = Files.list(migrations.resolve(kind))) {
                versions.put(
                        kind,
                        files.map(file -> Integer.valueOf(
                                        file.getFileName().toString().replaceAll("V(\\d+)__.*", "$1")))
                                .collect(Collectors.toCollection(TreeSet::new)));
            }
        }
        Set<Integer> common = versions.getOrDefault("migration", Set.of());
        Set<Integer> own = versions.getOrDefault("h2", Set.of());
        assertThat(versions.get("postgresql")).isEqualTo(own);
        assertThat(common).doesNotContainAnyElementsOf(own);
        Set<Integer> all = new TreeSet<>(common);
        all.addAll(own);
        assertThat(all).last().isEqualTo(all.size());
    }
}
