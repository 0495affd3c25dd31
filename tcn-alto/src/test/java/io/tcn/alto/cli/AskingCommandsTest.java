// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AskingCommandsTest {
    private final Terminal terminal = new Terminal();
    private RunningServer running;

    @BeforeEach
    void start() throws Exception {
        running = new RunningServer(null);
    }

    @AfterEach
    void stop() {
        running.close();
    }

    private JsonNode json() {
        return new JsonMapper().readTree(terminal.out());
    }

    @Test
    void theDirectoryIsShownWithKindsMethodsAndCostTypes() {
        assertThat(terminal.run("ird", running.url())).as(terminal.err()).isZero();

        assertThat(terminal.out())
                .containsPattern("ecs-pv +endpoint-path-vector +POST +ane-path; elements: max-reservable-bandwidth")
                .containsPattern("netmap +network-map +GET ")
                .contains("/alto/v1/endpointcost/pv", "default network map: netmap", "skipped: nothing")
                .contains("delay-rt (numerical)", "routingcost (ordinal)");
    }

    @Test
    void theDirectoryCanBeHadAsJson() {
        assertThat(terminal.run("ird", running.url(), "--json")).isZero();

        assertThat(json().get("defaultNetworkMap").stringValue()).isEqualTo("netmap");
        assertThat(json().get("resources").size()).isEqualTo(11);
        assertThat(json().get("resources").get(0).get("kind").stringValue()).isEqualTo("network-map");
    }

    @Test
    void whatCouldNotBeUsedIsToldWithTheReason() {
        String directory = """
                {"meta": {}, "resources": {"odd": {"uri": "x", "media-type": "application/odd+json"}}}""";
        running.server.faults().answer("ird", answer("application/alto-directory+json", directory));

        assertThat(terminal.run("ird", running.url())).isZero();

        assertThat(terminal.out())
                .contains("skipped: odd: unknown type application/odd+json", "none is named", "cost types: none");
    }

    private static AltoResponse answer(String type, String body) {
        return new AltoResponse(
                200, HttpFields.of(Map.of("Content-Type", type)), body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theNetworkMapIsATableOfPidsAndPrefixes() {
        assertThat(terminal.run("map", running.url())).isZero();

        assertThat(terminal.out())
                .containsPattern("pid-bnl +192.0.2.64/26")
                .containsPattern("pid-rest +0.0.0.0/0")
                .contains("4 PIDs", "faults: none");
    }

    @Test
    void somePidsCanBePickedOut() {
        assertThat(terminal.run("map", running.url(), "--pid", "pid-bnl", "pid-cern"))
                .isZero();

        assertThat(terminal.out()).contains("pid-bnl", "pid-cern").doesNotContain("pid-fnal");
    }

    @Test
    void thePidOfAnAddressIsFoundByTheLongestPrefix() {
        assertThat(terminal.run("map", running.url(), "--find", "192.0.2.70", "--find", "8.8.8.8"))
                .isZero();

        assertThat(terminal.out())
                .containsPattern("192.0.2.70 +pid-bnl +192.0.2.64/26")
                .containsPattern("8.8.8.8 +pid-rest +0.0.0.0/0");
    }

    @Test
    void foundPidsCanBeHadAsJson() {
        assertThat(terminal.run("map", running.url(), "--find", "192.0.2.70", "--json"))
                .isZero();

        assertThat(json().get("found").get(0).get("pid").stringValue()).isEqualTo("pid-bnl");
    }

    @Test
    void faultsOfAMapAreShown() {
        String map = """
                {"meta": {"vtag": {"resource-id": "netmap", "tag": "1"}},
                 "network-map": {"a": {"ipv4": ["10.0.0.0/8"]}, "b": {"ipv4": ["10.0.0.0/8"]}}}""";
        running.server.faults().answer("netmap", answer("application/alto-networkmap+json", map));

        assertThat(terminal.run("map", running.url())).isZero();

        assertThat(terminal.out()).contains("1 x duplicate-prefix");
    }

    @Test
    void routingCostsOfAllPairsComeFromTheCostMap() {
        assertThat(terminal.run("cost", running.url())).isZero();

        // cern-ams 10, ams-nyc 20, nyc-bnl 5
        assertThat(terminal.out()).containsPattern("pid-cern +pid-bnl +35").contains("from cm-routing");
    }

    @Test
    void delaysHaveTheirUnit() {
        assertThat(terminal.run("cost", running.url(), "--metric", "delay-rt", "--src", "pid-cern"))
                .isZero();

        // 2 x (5 + 40 + 1) ms
        assertThat(terminal.out())
                .contains("DELAY-RT (microseconds)", "from cm-f")
                .containsPattern("pid-cern +pid-bnl +92000")
                .doesNotContainPattern("pid-bnl +pid-cern");
    }

    @Test
    void bandwidthBetweenAddressesIsShownInBits() {
        assertThat(terminal.run(
                        "cost",
                        running.url(),
                        "--metric",
                        "bw-residual:max",
                        "--src",
                        SmallNetwork.CERN,
                        "--dst",
                        SmallNetwork.BNL))
                .isZero();

        assertThat(terminal.out())
                .containsPattern("192.0.2.1 +192.0.2.65 +100 Gbit/s")
                .contains("from ecs");
    }

    @Test
    void bandwidthAsJsonHasBothUnits() {
        terminal.run(
                "cost",
                running.url(),
                "--metric",
                "bw-residual:max",
                "--src",
                "pid-cern",
                "--dst",
                "pid-bnl",
                "--json");

        assertThat(json().get("unit").stringValue()).isEqualTo("byte/s");
        assertThat(json().get("costs").get(0).get("value").doubleValue()).isEqualTo(12.5e9);
        assertThat(json().get("costs").get(0).get("bps").doubleValue()).isEqualTo(100e9);
    }

    @Test
    void ranksAreCountedFromTheBest() {
        assertThat(terminal.run(
                        "cost", running.url(), "--mode", "ordinal", "--src", "pid-cern", "--dst", "pid-bnl,pid-fnal"))
                .isZero();

        assertThat(terminal.out())
                .contains("RANK BY ROUTINGCOST")
                .containsPattern("pid-cern +pid-bnl +1\n")
                .containsPattern("pid-cern +pid-fnal +2\n");
    }

    @Test
    void aPathIsShownElementByElementWithItsNarrowestPlace() {
        assertThat(terminal.run("path", running.url(), SmallNetwork.CERN, SmallNetwork.BNL))
                .as(terminal.err())
                .isZero();

        assertThat(terminal.out())
                .contains("192.0.2.1 -> 192.0.2.65  (5 elements, at most 100 Gbit/s)")
                .containsPattern("100 Gbit/s +anes.ane:link:an:ams-nyc +link:an:ams>nyc")
                .contains("1 path, from ecs-pv")
                .doesNotContain("shared elements");
    }

    @Test
    void whatPairsShareIsShown() {
        terminal.run("path", running.url(), "--src", "pid-cern", "--dst", "pid-bnl,pid-fnal");

        assertThat(terminal.out())
                .contains("shared elements:")
                .containsPattern("link:an:ams>nyc +100 Gbit/s +2 +192.0.2.1 -> 192.0.2.65, 192.0.2.1 -> 192.0.2.129")
                .doesNotContainPattern("link:nb:nyc>bnl +200 Gbit/s +2");
    }

    @Test
    void pathsBetweenPidsAreAskedByPid() {
        assertThat(terminal.run("path", running.url(), "--pids", "pid-cern", "pid-bnl", "--json"))
                .isZero();

        assertThat(json().get("service").stringValue()).isEqualTo("cm-pv");
        assertThat(json().get("paths").get(0).get("pair").stringValue()).isEqualTo("pid-cern -> pid-bnl");
        assertThat(json().get("paths")
                        .get(0)
                        .get("elements")
                        .get(2)
                        .get("capacityBps")
                        .doubleValue())
                .isEqualTo(100e9);
    }

    @Test
    void anUnknownCapacityAndAClosedElementAreToldApart() {
        running.server.update(running.server.network().withCapacity("link:ca:cern>ams", null));
        running.server.update(running.server.network().withCapacity("link:an:ams>nyc", 0.0));

        terminal.run("path", running.url(), "pid-cern", "pid-bnl");

        assertThat(terminal.out())
                .containsPattern("unknown +anes.ane:link:ca:cern-ams")
                .containsPattern("closed +anes.ane:link:an:ams-nyc")
                .contains("at most closed");
    }

    @Test
    void aPairWithoutAPathIsNamed() {
        running.server.faults().dropPair("ecs-pv", "ipv4:" + SmallNetwork.CERN, "ipv4:" + SmallNetwork.FNAL);

        terminal.run("path", running.url(), SmallNetwork.CERN, SmallNetwork.BNL + "," + SmallNetwork.FNAL);

        assertThat(terminal.out()).contains("no path: 192.0.2.1 -> 192.0.2.129");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ird                                    | Missing required parameter: 'URL'
        ird URL --nonsense                     | Unknown option: '--nonsense'
        ird nowhere                            | "nowhere" is no address of a root directory
        ird ftp://a/b                          | "ftp://a/b" is no address of a root directory
        ird URL --user me                      | --user needs --password-file
        ird URL --digest                       | need --user
        ird URL --token-file /no/such          | /no/such cannot be read
        ird URL --trust /no/such               | give a file with certificates in PEM form
        ird URL --timeout 0                    | --timeout must be between
        map URL --find here                    | "here" is no address
        map URL --pid pid-nowhere              | no PID "pid-nowhere"
        cost URL --mode array                  | --mode must be numerical or ordinal
        cost URL --src 192.0.2.1               | need both --src and --dst
        cost URL --src pid-nowhere             | neither an address nor a PID
        path URL 192.0.2.1                     | give a source and a destination
        path URL 192.0.2.1 x --dst y           | not both
        path URL here there                    | neither an address nor a PID
        watch URL 192.0.2.1 192.0.2.65 --for 0 | --for must be at least
        check URL --src nowhere                | "nowhere" is no address
        """)
    void wrongArgumentsAreToldInOneLine(String arguments, String complaint) {
        int code = terminal.run(arguments.replace("URL", running.url()).split(" +"));

        assertThat(terminal.err()).contains(complaint).hasLineCount(1);
        assertThat(code).isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ird", "map", "cost", "path", "watch", "check"})
    void aServerThatIsAwayIsToldInOneLine(String command) {
        running.close();
        String[] arguments = command.equals("path") || command.equals("watch")
                ? new String[] {command, running.url(), "pid-cern", "pid-bnl"}
                : new String[] {command, running.url()};

        assertThat(terminal.run(arguments)).isEqualTo(1);

        assertThat(terminal.err())
                .contains("check the URL and that the server runs")
                .hasLineCount(1);
    }

    @Test
    void aPageThatIsNoDirectoryIsToldInOneLine() {
        running.server.faults().answer("ird", answer("text/html", "<html>welcome</html>"));

        assertThat(terminal.run("ird", running.url())).isEqualTo(1);

        assertThat(terminal.err())
                .contains("text/html", "may be no ALTO server")
                .hasLineCount(1);
    }

    @Test
    void whatTheServerDoesNotOfferIsSaidWithWhatItDoes() {
        assertThat(terminal.run("cost", running.url(), "--metric", "lossrate")).isEqualTo(1);

        assertThat(terminal.err())
                .contains("no costs lossrate (numerical), but", "hopcount")
                .hasLineCount(1);
    }

    @Test
    void controlCharactersOfAServerDoNotReachTheTerminal() {
        assertThat(Console.printable("a\u001b[31mb\u0007")).isEqualTo("a?[31mb?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ird", "map", "cost", "path", "watch", "serve", "check"})
    void eachCommandHasHelpWithExamplesAndExitCodes(String command) {
        assertThat(terminal.run(command, "--help")).isZero();

        assertThat(terminal.out()).contains("Examples:", "alto " + command + " ", "Exit codes:", "wrong arguments");
    }
}
