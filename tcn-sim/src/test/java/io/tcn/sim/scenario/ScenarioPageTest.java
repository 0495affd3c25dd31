// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/scenarios.md says what is so.
class ScenarioPageTest {
    @TempDir
    private Path folder;

    private static List<String> page() throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "scenarios.md"));
    }

    /// The indented lines that follow a heading.
    private static String example(String heading) throws IOException {
        return page().stream()
                .dropWhile(line -> !line.equals(heading))
                .dropWhile(line -> !line.startsWith("    "))
                .takeWhile(line -> line.startsWith("    "))
                .reduce("", (text, line) -> text + line + "\n");
    }

    private Scenario read(String content) throws IOException, InvalidScenarioException {
        Path file = folder.resolve("s.json");
        Files.writeString(file, content);
        return new ScenarioReader().read(file.toString(), null);
    }

    @Test
    void theExamplesOfThePageAreSound() throws Exception {
        Scenario first = read(example("## First example"));
        Scenario arrivals = read("""
                {"schema": 2, "topology": "esnet6-2026",
                 "pipes": [{"id": "p", "src": "fnal", "dst": "bnl", "user": "cms"}],
                 "pipesAmong": [{"sites": ["cern", "fnal", "bnl", "ga", "ornl", "nrel"], "users": ["atlas"]}],
                """ + example("## Arrivals") + "}");

        assertThat(first.transfers().getFirst().sizeBytes()).isEqualTo(2_000_000_000_000L);
        // One every 2 s before 300 s; 60; and 6246 rows.
        assertThat(arrivals.details().arrivals()).hasSize(3);
        assertThat(arrivals.expectedTransfers()).isEqualTo(149 + 60 + 6246);
    }

    @Test
    void thePageNamesEveryKeyAndEveryExample() throws Exception {
        String page = String.join("\n", page());

        assertThat(ScenarioSchema.root().get("properties").propertyNames())
                .allSatisfy(key -> assertThat(page).contains(key));
        assertThat(ScenarioSchema.root().at("/properties/settings/properties").propertyNames())
                .allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
        assertThat(ScenarioSchema.root().at("/properties/physics/properties").propertyNames())
                .allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
        assertThat(ShippedScenarios.names())
                .filteredOn(name -> name.startsWith("example"))
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
        assertThat(page).contains(String.format(Locale.ROOT, "%,d", Scenario.MAX_TRANSFERS));
    }
}
