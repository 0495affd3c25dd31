// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.core.model.TransferId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioReaderTest {
    /// Sites a and b are linked, c is alone.
    private static final String SOUND = """
            {"schema": 1, "name": "small", "describes": "a test",
             "topology": {"inline": {
               "nodes": [{"id": "a", "type": "site"}, {"id": "b", "type": "site"}, {"id": "c", "type": "site"}],
               "links": [{"id": "ab", "a": "a", "b": "b", "capacityGbps": 10}]}},
             "pipes": [{"id": "p", "src": "a", "dst": "b", "user": "cms"}],
             "resourceControls": [{"user": "cms", "resources": "all-links", "share": 0.5}],
             "transfers": [
               {"id": "t1", "pipe": "p", "bytes": 100, "arrivalSeconds": 0},
               {"id": "t2", "pipe": "p", "bytes": 200, "arrivalSeconds": 1.5, "after": ["t1"]}],
             "infiniteBacklog": []}
            """;

    @TempDir
    private Path folder;

    private Scenario read(String content) throws IOException, InvalidScenarioException {
        return ScenarioFile.in(folder, content).read();
    }

    private String complaintsOf(String content) throws IOException {
        return ScenarioFile.in(folder, content).complaints();
    }

    @Test
    void aSoundScenarioIsReadWhole() throws Exception {
        Scenario scenario = read(SOUND);

        assertThat(scenario.name()).isEqualTo("small");
        assertThat(scenario.pipes()).hasSize(1);
        assertThat(scenario.controls()).hasSize(1);
        assertThat(scenario.transfers().get(1).arrivalNanos()).isEqualTo(1_500_000_000L);
        assertThat(scenario.transfers().get(1).after()).containsExactly(TransferId.of(1));
    }

    static List<String> shipped() {
        return ShippedScenarios.names();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedScenarioIsSound(String name) throws Exception {
        Scenario scenario = new ScenarioReader().read(name, null);

        assertThat(scenario.name()).isEqualTo(name);
        assertThat(scenario.expectedTransfers() + scenario.infiniteBacklog().size())
                .isPositive();
    }

    @Test
    void theBeginningOfANameIsEnoughIfItIsTheOnlyOne() throws Exception {
        assertThat(new ScenarioReader().read("paper-2", null).name()).isEqualTo("paper-2-esnet-30x2TB");
        assertThat(catchThrowableOfType(InvalidScenarioException.class, () -> new ScenarioReader().read("paper", null)))
                .hasMessageContaining("several shipped scenarios begin so")
                .hasMessageContaining("paper-3-esnet-100x500GB");
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertThat(catchThrowableOfType(
                        InvalidScenarioException.class, () -> new ScenarioReader().read("nosuch", null)))
                .hasMessageContaining("neither a file nor a shipped scenario")
                .hasMessageContaining("paper-1-single-link");
    }

    @Test
    void anotherTopologyCanBeGiven() throws Exception {
        Path topology = folder.resolve("net.json");
        Files.writeString(topology, """
                {"name": "net", "comment": "extra keys are fine here",
                 "nodes": [{"id": "a", "type": "site", "edgeGbps": 3}, {"id": "b", "type": "site"}],
                 "links": [{"id": "x", "a": "a", "b": "b", "capacityGbps": 77, "parallel": 2}]}
                """);
        Path file = folder.resolve("s.json");
        Files.writeString(file, SOUND);

        Scenario scenario = new ScenarioReader().read(file.toString(), topology);

        assertThat(scenario.topology().links().getFirst().capacityGbps()).isEqualTo(77);
        assertThat(scenario.topologyName()).isEqualTo("net.json");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "schema": 1             | "schema": 3             | /schema                 | schema 3 is not known
        "schema": 1,            | ''                      | /schema                 | schema is missing
        "describes"             | "descibes"              | /descibes               | did you mean "describes"
        "bytes": 100            | "bytes": -1             | /transfers/0/bytes      | given was -1
        "bytes": 100            | "bytes": 1.5            | /transfers/0/bytes      | not a whole number
        "bytes": 100            | "bytes": "100"          | /transfers/0/bytes      | not a whole number
        "bytes": 100,           | ''                      | /transfers/0/bytes      | this is missing
        "bytes": 100,           | "size": 100,            | /transfers/0/size       | write "bytes"
        "arrivalSeconds": 0     | "arrival": 0            | /transfers/0/arrival    | write "arrivalSeconds": the unit
        "capacityGbps": 10      | "capacity": 10          | /links/0/capacity       | write "capacityGbps": the unit
        "capacityGbps": 10      | "capacityGbps": 10, "latency": 3 | /links/0/latency | write "latencyMs": the unit
        "arrivalSeconds": 0     | "arrivalSeconds": -3    | /transfers/0/arrivalSeconds | given was -3
        "arrivalSeconds": 0     | "arrivalSeconds": 1e400 | /transfers/0/arrivalSeconds | this must be
        "dst": "b"              | "dst": "z"              | /pipes/0/dst            | has no site "z"
        "dst": "b"              | "dst": "c"              | /pipes/0                | no way leads from a to c
        "dst": "b"              | "dst": "a"              | /pipes/0/dst            | the same site
        "user": "cms"}],        | "user": "c m s"}],      | /pipes/0                | no blanks
        "pipe": "p", "bytes": 100 | "pipe": "q", "bytes": 100 | /transfers/0/pipe   | there is no pipe "q"
        ["t1"]                  | ["t9"]                  | /transfers/1/after      | waits for "t9"
        ["t1"]                  | ["t2"]                  | /transfers/1/after      | waits for itself
        "arrivalSeconds": 0     | "arrivalSeconds": 0, "after": ["t2"] | /after     | wait for one another
        "id": "t2"              | "id": "t1"              | /transfers/1/id         | there twice
        "share": 0.5            | "share": 0              | /resourceControls/0/share | given was 0
        "share": 0.5            | "share": 1.01           | /resourceControls/0/share | given was 1.01
        "share": 0.5            | "share": 1e999          | /resourceControls/0/share | this must be
        "share": 0.5            | "bound": 5              | /resourceControls/0/bound | write "boundGbps": the unit
        "all-links"             | "all-link"              | /resourceControls/0/resources | did you mean "all-links"
        "infiniteBacklog": []   | "infiniteBacklog": ["x"]| /infiniteBacklog/0      | there is no pipe "x"
        "infiniteBacklog": []   | "faults": []            | /faults                 | schema 1 has no key
        "capacityGbps": 10      | "capacityGbps": -10     | /topology/inline/links/0/capacityGbps | more than 0
        "capacityGbps": 10      | "capacityGbps": 0       | /topology/inline/links/0/capacityGbps | more than 0
        "b": "b", "capacityGbps"| "b": "y", "capacityGbps"| /topology/inline        | ends at node y
        "bytes": 100            | "bytes": 2000000000000000 | /transfers/0/bytes    | at most 1000000000000000
        "id": "c"               | "id": "B"               | /topology               | upper and lower case only
        {"inline":              | {"outline":             | /topology/outline       | known here are inline
        """)
    void whatIsWrongIsNamedWithItsPlace(String sound, String wrong, String pointer, String problem) throws IOException {
        assertThat(SOUND).contains(sound);

        String complaints = complaintsOf(SOUND.replace(sound, wrong));

        assertThat(complaints).contains("s.json").contains(pointer).contains(problem);
    }

    @Test
    void allComplaintsComeAtOnce() throws IOException {
        String complaints = complaintsOf(
                SOUND.replace("\"bytes\": 100", "\"bytes\": -1").replace("\"share\": 0.5", "\"share\": 7"));

        assertThat(complaints.lines()).hasSize(2);
    }

    @Test
    void brokenJsonIsAnsweredWithLineAndColumn() throws IOException {
        assertThat(complaintsOf("{\"schema\": 1,\n \"pipes\": [}")).contains("line 2");
        assertThat(complaintsOf("[]")).contains("not a JSON object");
        assertThat(complaintsOf("")).contains("s.json");
    }

    @Test
    void aTopologyThatIsNotShippedIsAnsweredWithTheKnownOnes() throws IOException {
        assertThat(complaintsOf("{\"schema\": 1, \"topology\": \"nowhere\"}"))
                .contains("/topology")
                .contains("esnet6-2026");
    }
}
