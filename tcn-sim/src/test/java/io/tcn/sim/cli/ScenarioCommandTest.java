// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.sim.scenario.ScenarioSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ScenarioCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(Object command, String... arguments) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private int scenario(String... arguments) {
        return run(new ScenarioCommand(), arguments);
    }

    @Test
    void soundFilesAreSaidToBeSound() {
        assertThat(scenario("validate", "paper-1", "example-trace", "zoo-esnet-2007", "cms-2018"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("paper-1: sound, 2 pipes, 2 transfers")
                .contains("zoo-esnet-2007: sound, 68 nodes")
                .contains("cms-2018: sound, 21 pipes, 6246 transfers");
    }

    @Test
    void oneWrongFileDoesNotHideTheOthers() throws IOException {
        Path wrong = folder.resolve("wrong.json");
        Files.writeString(wrong, "{\"schema\": 2}");
        Path unknown = folder.resolve("unknown.json");
        Files.writeString(unknown, """
                {"schema": 2, "topology": "esnet6-2026", "infiniteBacklog": ["x"],
                 "pipes": [{"id": "x", "src": "fnal", "dst": "bnl", "user": "cms"}],
                 "settings": {"optimizers": ["fts", "best"]}}
                """);

        assertThat(scenario("validate", wrong.toString(), "paper-1", unknown.toString()))
                .isEqualTo(2);
        assertThat(out.toString()).contains("paper-1: sound");
        assertThat(err.toString())
                .contains("wrong.json at /topology: this is missing")
                .contains("/settings/optimizers/1: there is no optimizer \"best\"");
    }

    @Test
    void aDescriptionSaysWhatTheScenarioHolds() {
        assertThat(scenario("describe", "example-faults")).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("3 nodes, 3 links")
                .contains("alpha-beta: alpha to beta, user cms, 1 links, round trip 10.8 ms")
                .contains("arrivals beat: about 149 within 298 s, 0.5 a second, 40 Gbit/s on average")
                .contains("down from 100 s until 120 s")
                .contains("busiest resources");
    }

    @Test
    void aDescriptionOfAZooMapSaysWhatWasCompleted() {
        assertThat(scenario("describe", "zoo-esnet-2007")).isZero();
        assertThat(out.toString())
                .contains("links without a capacity got 10 Gbit/s, the median of the file")
                .contains("51 nodes without coordinates got the mean of their neighbours");
    }

    @Test
    void aTraceIsDescribedOnTheTopologyOfItsMapping() {
        assertThat(scenario("describe", "cms-2018", "--time-compression", "1000", "--multiply", "2"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("a trace, time compressed by 1000, each 2 times")
                .contains("7780 transfers have both ends at one site: left out")
                .contains("about 12492 by arrivals");
    }

    @ParameterizedTest
    @CsvSource({"paper-2,true", "zoo-esnet-2007,false", "paper-1,false"})
    void aMapIsSoundXmlThatNeedsNoOtherFile(String name, boolean withPipes) throws Exception {
        Path svg = folder.resolve("new/map.svg");

        int code = withPipes
                ? scenario("plot", name, "--out", svg.toString(), "--pipes")
                : scenario("plot", name, "--out", svg.toString());

        assertThat(code).as(err.toString()).isZero();
        String text = Files.readString(svg);
        assertThat(DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(svg.toFile())
                        .getDocumentElement()
                        .getTagName())
                .isEqualTo("svg");
        assertThat(text).doesNotContain("NaN", "Infinity", "href=", "<script");
        assertThat(text.contains("class=\"pipe\"")).isEqualTo(withPipes);
    }

    @Test
    void theSchemaIsPrintedAsPublished() {
        assertThat(scenario("schema")).isZero();
        assertThat(out.toString()).isEqualTo(ScenarioSchema.text());
    }

    @Test
    void whatIsShippedCanBeListed() {
        assertThat(scenario("list")).isZero();
        assertThat(out.toString()).contains("example-coflows", "zoo-abilene-2005", "cms-2018");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        describe nothing                                   | neither a file nor a shipped scenario
        describe no/such.gml                               | no such topology file
        describe no/such.csv                               | no such trace file
        describe paper-1 --time-compression 2              | are for traces
        describe cms-2018 --time-compression 0             | a positive factor
        describe cms-2018 --multiply 0                     | 1 to 10000 times
        describe cms-2018 --multiply 1000                  | more than 2000000, the most of a run
        describe cms-2018 --time-compression 2 --as-fast-as-possible | exclude one another
        describe cms-2018 --mapping nowhere.json           | no such mapping file
        describe cms-2018 --topology nowhere               | no topology "nowhere" is shipped
        describe cms-2018 --topology zoo-abilene-2005      | has no site "fnal"
        plot paper-1                                       | Missing required option: '--out
        validate                                           | Missing required parameter
        draw paper-1                                       | Unmatched argument
        """)
    void badInputIsOneClearLineAndCodeTwo(String line, String message) {
        assertThat(scenario(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(message).doesNotContain("Exception", "\tat ");
    }

    @Test
    void aFolderThatCannotBeMadeIsSaidSo() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(scenario("plot", "paper-1", "--out", file.resolve("x.svg").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("cannot be written").doesNotContain("\tat ");
    }

    @Test
    void aTraceCanBeReplayedDirectly() {
        assertThat(run(
                        new ReplayCommand(),
                        "cms-2018",
                        "--topology",
                        "esnet6-2026",
                        "--as-fast-as-possible",
                        "--optimizers",
                        "tcn"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("cms-2018: 21 pipes, 6246 transfers");
    }

    @Test
    void aReplayTakesTheSettingsOfTheScenario() {
        assertThat(run(new ReplayCommand(), "example-coflows"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("fts").contains("tcn").doesNotContain("tcn-zero");
    }
}
