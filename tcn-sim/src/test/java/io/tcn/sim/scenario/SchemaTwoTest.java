// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is wrong in a scenario of schema 2 is refused with its place and what to do.
class SchemaTwoTest {
    /// Sites a, b and c in a row.
    private static final String SOUND = """
            {"schema": 2, "name": "small", "seed": 3,
             "topology": {"inline": {
               "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}],
               "links": [{"id": "ab", "a": "a", "b": "b", "capacityGbps": 10},
                         {"id": "bc", "a": "b", "b": "c", "capacityGbps": 10}],
               "sites": [{"id": "A", "routers": ["a"]}, {"id": "B", "routers": ["b"]},
                         {"id": "C", "routers": ["c"]}, {"id": "D", "routers": ["d"]}]}},
             "storages": {"sites": {"A": {"readGbps": 5, "readCurve": [{"connections": 1, "gbps": 2}]}}},
             "users": [{"id": "cms", "weight": 2}],
             "pipes": [{"id": "p", "src": "A", "dst": "B", "user": "cms"}],
             "pipesAmong": [{"sites": ["A", "B", "C"], "users": ["atlas", "lhcb"], "minConnections": 2}],
             "resourceSets": {"core": ["link:ab:*"]},
             "resourceControls": [{"user": "cms", "resources": "core", "boundGbps": 2, "fromSeconds": 5}],
             "arrivals": [{"pipes": ["p"], "everySeconds": 10, "sizes": {"uniform": {"minBytes": 1, "maxBytes": 9}},
               "count": 100}],
             "background": [{"resources": "link:bc:b>c", "points": [{"atSeconds": 0, "gbps": 1},
               {"atSeconds": 5, "gbps": 2}]}],
             "faults": [{"kind": "capacity", "resources": "core", "capacityGbps": 1, "fromSeconds": 5,
               "untilSeconds": 10}],
             "settings": {"utility": "proportional", "minConnections": 1, "maxConnections": 8}}
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

        // Users take turns over the ordered pairs.
        assertThat(scenario.pipes())
                .extracting(pipe -> pipe.id() + " " + pipe.user())
                .containsExactly("p cms", "A>B atlas", "A>C lhcb", "B>A atlas", "B>C lhcb", "C>A atlas", "C>B lhcb");
        assertThat(scenario.pipes().get(1).minConnections()).isEqualTo(2);
        assertThat(scenario.details().timedControls()).hasSize(1);
        assertThat(scenario.hasControls()).isTrue();
        assertThat(scenario.details().resourceSets()).hasSize(1);
        assertThat(scenario.expectedTransfers()).isEqualTo(100);
        assertThat(scenario.details().background()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "weight": 2              | "weight": 0            | /users/0/weight | more than 0
        "id": "cms", "weight"    | "id": "cmt", "weight"  | /users/0/id     | did you mean "cms"
        "users": ["atlas"        | "users": [], "x": ["atlas" | /pipesAmong/0/users | at least 1
        ["A", "B", "C"], "users" | ["A", "B", "A"], "users" | /pipesAmong/0/sites | there twice
        ["A", "B", "C"], "users" | ["A", "D"], "users"    | /pipesAmong/0   | no way leads from A to D
        ["A", "B", "C"], "users" | "every", "users"       | /pipesAmong/0/sites | not "all" or a list
        "minConnections": 2}]    | "minConnections": 2, "maxConnections": 1}] | /pipesAmong/0/maxConnections | fewer
        "id": "D"                | "id": "D D"            | /topology       | no blanks
        "id": "ab"               | "id": "a b"            | /topology       | no blanks
        {"A": {"readGbps"        | {"Z": {"readGbps"      | /storages/sites/Z | no site "Z"
        "readGbps": 5            | "read": 5              | /storages/sites/A/read | write "readGbps": the unit
        "readGbps": 5            | "readGbps": -5         | /storages/sites/A/readGbps | more than 0
        [{"connections": 1, "gbps": 2}] | [{"connections": 1, "gbps": 2}, {"connections": 1, "gbps": 3}] | \
        /readCurve/1/connections | must rise
        ["link:ab:*"]            | ["link:xy:*"]          | /resourceSets/core/0 | no resource
        ["link:ab:*"]            | ["link:ab:a>c"]        | /resourceSets/core/0 | did you mean "link:ab:a>b"
        {"core":                 | {"all-links":          | /resourceSets/all-links | always there
        "resources": "core", "boundGbps" | "resources": "cord", "boundGbps" | /resourceControls/0/resources | \
        did you mean "core"
        "boundGbps": 2           | "boundGbps": 2, "share": 0.5 | /resourceControls/0 | given together
        "boundGbps": 2,          | ''                     | /resourceControls/0 | none of share, boundGbps
        "boundGbps": 2, "from    | "boundGbps": 2, "untilSeconds": 5, "from | /untilSeconds | not after it begins
        "everySeconds": 10       | "every": 10            | /arrivals/0/every | write "everySeconds": the unit
        "everySeconds": 10       | "everySeconds": 0      | /arrivals/0/everySeconds | more than 0
        "everySeconds": 10       | "everySeconds": 10, "poissonMeanSeconds": 3 | /arrivals/0 | given together
        "count": 100             | "seed": 1              | /arrivals/0     | nothing ends these arrivals
        "count": 100             | "count": 10000000      | /arrivals       | more than 2000000, the most of a run
        "count": 100             | "count": 0             | /arrivals/0/count | at least 1
        "minBytes": 1            | "minBytes": 10         | /arrivals/0/sizes/uniform | more than maxBytes
        "minBytes": 1            | "minBytes": -1         | /arrivals/0/sizes/uniform/minBytes | given was -1
        {"uniform":              | {"fixedBytes": 5, "uniform": | /arrivals/0/sizes | given together
        ["p"], "every            | ["q"], "every          | /arrivals/0/pipes/0 | no pipe "q"
        "atSeconds": 5           | "atSeconds": 0         | /background/0/points/1/atSeconds | must rise
        "resources": "link:bc:b>c" | "resources": "link:cb:b>c" | /background/0/resources | did you mean
        "kind": "capacity"       | "kind": "broken"       | /faults/0/kind  | use one of down, stall
        "kind": "capacity"       | "kind": "down"         | /faults/0/capacityGbps | has no capacityGbps
        "kind": "capacity"       | "kind": "failures"     | /faults/0/probability | this is missing
        "capacityGbps": 1, "from | "capacityGbps": -1, "from | /faults/0/capacityGbps | at least 0
        "capacityGbps": 1, "from | "capacity": 1, "from   | /faults/0/capacity | write "capacityGbps": the unit
        "resources": "core", "cap | "resources": "link:nowhere", "cap | /faults/0/resources | no resource
        "fromSeconds": 5,        | "fromSeconds": 11,     | /faults/0/untilSeconds | not after it begins
        "utility": "proportional" | "utility": "best"     | /settings/utility | no utility "best"
        "maxConnections": 8      | "maxConnections": 8, "knowledge": "some" | /settings/knowledge | full, capacities
        "maxConnections": 8      | "maxConnections": 8, "horizonSeconds": 0.5 | /settings/horizonSeconds | first
        "maxConnections": 8      | "maxConnections": 0    | /settings/maxConnections | at least 1
        "minConnections": 1, "max | "minConnections": 9, "max | /settings/maxConnections | fewer than
        "name": "small"          | "name": 7              | /name           | not a text
        "seed": 3                | "seed": 1e400          | /seed           | not a whole number
        "name": "small"          | "name": "small", "name": "x" | s.json    | Duplicate
        "arrivals"               | "arrival"              | /arrival        | did you mean "arrivals"
        """)
    void whatIsWrongIsNamedWithItsPlace(String sound, String wrong, String pointer, String problem) throws IOException {
        assertThat(SOUND).contains(sound);

        assertThat(complaintsOf(SOUND.replace(sound, wrong)))
                .contains("s.json")
                .contains(pointer)
                .contains(problem);
    }

    @Test
    void tracesAndTopologiesBesideTheScenarioAreRefusedWithFileAndLine() throws Exception {
        String withTrace = SOUND.replace(
                "\"everySeconds\": 10, \"sizes\": {\"uniform\": {\"minBytes\": 1, \"maxBytes\": 9}}",
                "\"trace\": {\"file\": \"t.csv\"}");
        assertThat(withTrace).contains("t.csv");

        assertThat(complaintsOf(withTrace)).contains("t.csv: there is no such trace file");
        Files.writeString(folder.resolve("t.csv"), "start_s,source,destination,bytes\n0,A,B,1\n3,A,B,much\n");
        assertThat(complaintsOf(withTrace)).contains("t.csv at line 3: bytes is \"much\"");
        Files.writeString(folder.resolve("t.csv"), "start_s,source,destination,bytes\n0,A,B,1\n3,B,A,5\n");
        assertThat(complaintsOf(withTrace))
                .contains("no pipe leads from B to A")
                .contains("line 3");
        Files.writeString(folder.resolve("t.csv"), "start_s,source,destination,bytes\n0,A,A,1\n3,A,B,5\n");
        Scenario scenario = read(withTrace);
        assertThat(scenario.expectedTransfers()).isEqualTo(1);
        assertThat(scenario.details().notes())
                .containsExactly("1 transfers of t.csv have both ends at one site: left out");

        String cut = "{\"schema\": 2, \"topology\": \"net.gml\"}";
        assertThat(complaintsOf(cut)).contains("net.gml: there is no such topology file");
        Files.writeString(folder.resolve("net.gml"), "graph [\n node [ id 0");
        assertThat(complaintsOf(cut)).contains("net.gml at line 2: the file ends inside a list");
        Files.writeString(folder.resolve("net.graphml"), "<graphml>\n<graph>\n<node");
        assertThat(complaintsOf(cut.replace("gml", "graphml"))).contains("net.graphml at line 3");
        Files.writeString(folder.resolve("net.json"), "{\"nodes\": [{\"id\": \"a\"}],\n \"links\": [");
        assertThat(complaintsOf(cut.replace("gml", "json")))
                .contains("net.json")
                .contains("line 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"name": "set", "deadlineSeconds": 9}                   | /coflows/0/deadlineSeconds | not behind the first
        {"name": "sett"}                                        | /coflows/0/name   | did you mean "set"
        {"name": "set"}, {"name": "set"}                        | /coflows/1/name   | there twice
        {"name": "set", "weight": 0}                            | /coflows/0/weight | more than 0
        {"name": "set", "deadline": 20}                         | /coflows/0/deadline | write "deadlineSeconds": the unit
        """)
    void whatIsWrongWithCoflowsIsNamedWithItsPlace(String coflows, String pointer, String problem) throws IOException {
        assertThat(complaintsOf(SOUND.replace(
                        "\"arrivals\"",
                        "\"transfers\": [{\"id\": \"t\", \"pipe\": \"p\", \"bytes\": 1, \"arrivalSeconds\": 9,"
                                + " \"coflow\": \"set\"}], \"coflows\": [" + coflows + "], \"arrivals\"")))
                .contains(pointer)
                .contains(problem);
    }

    @Test
    void numbersAndNamesFarOutsideAreRefusedLikeOthers() throws IOException {
        assertThat(complaintsOf(SOUND.replace("\"seed\": 3", "\"seed\": 1" + "0".repeat(400))))
                .contains("/seed")
                .contains("not a whole number");
        assertThat(complaintsOf("{\"schema\": 2, \"topology\": \"a\\u0000b\"}"))
                .contains("/topology")
                .contains("not a name of a file");
        assertThat(complaintsOf("{\"schema\": " + "[".repeat(3000))).contains("nested too deeply");
        assertThat(complaintsOf(SOUND.strip() + "{}")).contains("something follows after the end");
        assertThat(complaintsOf("{\"schema\": NaN}")).contains("NaN").contains("is no number");
        assertThat(complaintsOf("{\"schema\": 2, \"topology\": \"a\\u001b[31m\"}"))
                .contains("a?[31m");
    }

    @Test
    void aFileThatIsFarTooLargeIsNotEvenRead() throws Exception {
        Path file = folder.resolve("large.json");
        try (var out = Files.newByteChannel(
                file, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE)) {
            out.position(JsonFiles.MAX_BYTES);
            out.write(java.nio.ByteBuffer.wrap(new byte[] {32}));
        }

        assertThat(catchThrowableOfType(
                        InvalidScenarioException.class, () -> new ScenarioReader().read(file.toString(), null)))
                .hasMessageContaining("write many transfers as arrivals or as a trace");
    }

    @Test
    void aTopologyOfTheZooCanBeNamedFromTheCommandLine() throws Exception {
        Path file = folder.resolve("s.json");
        Files.writeString(file, """
                {"schema": 2, "topology": "esnet6-2026", "infiniteBacklog": ["x"],
                 "pipes": [{"id": "x", "src": "Chicago", "dst": "Atlanta", "user": "cms"}]}
                """);

        Scenario scenario = new ScenarioReader().read(file.toString(), Path.of("zoo-abilene-2005"));

        assertThat(scenario.topologyName()).isEqualTo("zoo-abilene-2005");
        assertThat(scenario.details().notes()).contains("14 delays were worked out from coordinates");
        assertThat(complaintsOf(Files.readString(file))).contains("no site \"Chicago\"");
    }
}
