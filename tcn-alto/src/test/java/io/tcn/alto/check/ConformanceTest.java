// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.client.AltoAuth;
import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoClientSettings;
import io.tcn.alto.client.AltoLimits;
import io.tcn.alto.client.Dialect;
import io.tcn.alto.model.Address;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.FaultyServer;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.NameMode;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.alto.topology.TopologyFile;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConformanceTest {
    private static final URI ROOT = URI.create("http://server.example/alto/v1/ird");
    private static final AltoLimits QUICK =
            new AltoLimits(Duration.ofSeconds(1), Duration.ofMillis(300), 64 << 20, 64 << 10, 5);

    private final FaultyServer server = server(NameMode.EPHEMERAL);
    private final SpoilingTransport transport = new SpoilingTransport(new InProcessTransport(server));

    private static FaultyServer server(NameMode names) {
        return new FaultyServer(
                TopologyNetwork.of(TopologyFile.read("esnet6-2026")),
                new AltoServerSettings("alto.tcn.internal", names, false),
                new Random(7));
    }

    private static Map<String, CheckResult> check(SpoilingTransport transport) throws InterruptedException {
        return check(transport, List.of(), List.of());
    }

    private static Map<String, CheckResult> check(
            SpoilingTransport transport, List<Address> sources, List<Address> destinations)
            throws InterruptedException {
        AltoClientSettings settings = new AltoClientSettings(
                "subject", ROOT, new AltoAuth.None(), Set.of(), Set.of(), Dialect.RFC, false, null, QUICK);
        AltoClient client = new AltoClient(settings, transport, () -> Instant.EPOCH, new Random(1));
        Map<String, CheckResult> byId = new TreeMap<>();
        List<String> begun = new ArrayList<>();
        Conformance.run(client, transport, transport, sources, destinations, new Conformance.Progress() {
            @Override
            public void begins(String id, int number, int of) {
                begun.add(id);
                assertThat(number).isEqualTo(begun.size());
                assertThat(of).isEqualTo(Conformance.ids().size());
            }

            @Override
            public void ended(CheckResult result) {
                assertThat(begun.getLast()).isEqualTo(result.id());
                byId.put(result.id(), result);
            }
        });
        assertThat(begun).isEqualTo(Conformance.ids());
        return byId;
    }

    private static Verdict verdict(Map<String, CheckResult> results, String id) {
        return Objects.requireNonNull(results.get(id)).verdict();
    }

    @Test
    void ourOwnServerFailsNoCheckAndIsAskedAllOfThem() throws Exception {
        Map<String, CheckResult> results = check(transport);

        assertThat(results.keySet()).containsExactlyInAnyOrderElementsOf(Conformance.ids());
        assertThat(results.values()).noneMatch(result -> result.verdict() == Verdict.FAIL);
        assertThat(results.values())
                .filteredOn(result -> result.verdict() != Verdict.PASS)
                .extracting(CheckResult::id)
                // plain http, open to all, a property map that rests on nothing
                .containsExactlyInAnyOrder("G01", "G02", "R04");
    }

    /// From the first source to the destinations: two of one side may have no path between them.
    @Test
    void addressesThatAreGivenAreAskedFromOneSideToTheOther() throws Exception {
        List<Address> sites = server.network().sites().stream()
                .limit(3)
                .map(site -> server.network().addressOf(site.id()))
                .toList();
        Address beside = new Address(
                sites.getFirst().family(),
                sites.getFirst().high(),
                sites.getFirst().low() + 1);
        for (List<List<Address>> sides : List.of(
                List.of(sites.subList(0, 1), sites.subList(1, 2)),
                List.of(List.of(sites.getFirst(), beside), sites.subList(1, 3)),
                List.of(sites, List.<Address>of()),
                List.of(sites.subList(0, 1), List.<Address>of()))) {
            Map<String, CheckResult> results =
                    check(new SpoilingTransport(new InProcessTransport(server)), sides.getFirst(), sides.getLast());
            assertThat(results.values())
                    .as("from " + sides.getFirst() + " to " + sides.getLast())
                    .noneMatch(result -> result.verdict() == Verdict.FAIL);
            for (String id : List.of("V09", "V14", "E01", "N04")) {
                assertThat(results.get(id))
                        .extracting(CheckResult::verdict)
                        .as(String.valueOf(results.get(id)))
                        .isEqualTo(Verdict.PASS);
            }
        }
    }

    @Test
    void namesThatLastAreNoFailureForTheRuleOnlyRecommendsOtherOnes() throws Exception {
        Map<String, CheckResult> results = check(new SpoilingTransport(new InProcessTransport(server(NameMode.PLAIN))));

        assertThat(verdict(results, "V14")).isEqualTo(Verdict.NOT_OFFERED);
        assertThat(results.values()).noneMatch(result -> result.verdict() == Verdict.FAIL);
    }

    private static Arguments fault(String id, Consumer<SpoilingTransport> plant) {
        return Arguments.of(id, plant);
    }

    static List<Arguments> plantedFaults() {
        return List.of(
                // the directory
                fault("I01", t -> t.type("/ird", "alto-directory", "alto-other")),
                fault("I02", t -> t.body("/ird", "\"default-alto-network-map\":\"netmap\",", "")),
                fault("I04", t -> t.status("/networkmap/filtered", 405)),
                fault("G05", t -> t.type("/anes", ".*", "")),
                fault("G11", t -> t.status("/costmap/routing", 200)),
                // network maps
                fault("N01", t -> t.body("/networkmap", "\"resource-id\":\"netmap\"", "\"resource-id\":\"other\"")),
                fault("N03", t -> t.body("/networkmap", "\"::/0\"", "\"8000::/1\"")),
                fault("N04", t -> t.body("/endpointprop", "\"netmap.pid\":\"[^\"]*\"", "\"netmap.pid\":\"pid-x\"")),
                // cost maps
                fault("M01", t -> t.body("/ird", "routingcost", "priv:other")),
                fault(
                        "M02",
                        t -> t.body(
                                "/ird",
                                "(costmap/routing\"[^}]*\"cost-type-names\":\\[)\"num-routing\"",
                                "$1\"num-routing\",\"num-hops\"")),
                fault("M03", t -> t.body("/costmap/routing", "\"tag\":\"", "\"tag\":\"x")),
                // filters
                fault("F01", t -> t.question("/networkmap/filtered", "\"pids\": \\[\\]", "\"pids\": [\"none\"]")),
                fault("F02", t -> t.question("/networkmap/filtered", "\"no-such-pid-here\"", "\"pid-cern\"")),
                fault("F03", t -> t.body("/networkmap/filtered", "\"tag\":\"", "\"tag\":\"x")),
                fault("F04", t -> t.question("/costmap/filtered", ", \"gt [^\"]*\"", "")),
                fault("F05", t -> t.question("/costmap/filtered", "priv:no-such-metric", "routingcost")),
                // endpoints
                fault("P01", t -> t.body("/ird", "\"prop-types\":\\[\"netmap.pid\"\\]", "\"prop-types\":[\"priv:x\"]")),
                fault("P02", t -> t.body("/endpointprop", "\"tag\":\"", "\"tag\":\"x")),
                fault(
                        "E01",
                        t -> t.question("/endpointcost", "\"srcs\": \\[\\]", "\"srcs\": [\"ipv6:::1\"]")
                                .question("/endpointcost", "\"dsts\": \\[\\]", "\"dsts\": [\"ipv6:::1\"]")),
                fault("E02", t -> t.body("/endpointcost", "\"cost-metric\":\"routingcost\"", "\"cost-metric\":\"x\"")),
                fault("G10", t -> t.question("/endpointcost", "ipv6:[0-9A-F:]*0000[0-9A-F:]*\"", "here\"")),
                // path vectors
                fault(
                        "V01",
                        t -> t.body(
                                "/ird", "(\"cost-type-names\":\\[\"path-vector\"\\])", "$1,\"cost-constraints\":true")),
                fault(
                        "V02",
                        t -> t.body("/ird", "(endpointcost/pv\".*?\"uses\":\\[)\"anes\"", "$1\"anes\",\"netmap\"")),
                fault("V03", t -> t.type("/pv", "type=\"[^\"]*\"", "type=\"text/plain\"")),
                fault("V04", t -> t.body("/pv", "Content-ID: <[^>]*>", "Content-ID: <nowhere>")),
                fault("V05", t -> t.body("/pv", "(\"vtag\":[^}]*\"tag\":\")", "$1x")),
                fault("V09", t -> t.body("/pv", "\"\\.ane:", "\".ane:x")),
                fault("V10", t -> t.body("/pv", "\"field\":\"ane-property-names\"", "\"field\":\"other\"")),
                fault("V11", t -> t.body("/pv", "\"\\.ane:", "\"anes.ane:")),
                // property maps
                fault("R01", t -> t.body("/ird", "\"mappings\":\\{\"\\.ane\"", "\"mappings\":{\".other\"")),
                fault("R03", t -> t.question("/anes/filtered", "\"priv:no-such-property\"", "\"priv:tcn-kind\"")),
                // errors
                fault("X01", t -> t.body("/costmap/filtered", "E_SYNTAX", "E_OTHER")),
                fault("X02", t -> t.body("/costmap/filtered", "\"field\":\"[^\"]*\"", "\"nothing\":1")),
                fault("X03", t -> t.type("/costmap/filtered", "alto-error", "other")),
                fault(
                        "G07",
                        t -> t.question("/networkmap/filtered", "\"pids\": \\[\\], \"priv:anything\"", "\"pids\"")),
                // several costs
                fault("K01", t -> t.body("/costmap/filtered", "\"cost-metric\":\"hopcount\"", "\"cost-metric\":\"x\"")),
                fault("K02", t -> t.question("/costmap/filtered", "\\[\\[\\]\\]", "[[\"[0] ge 0\"]]")),
                fault("K03", t -> t.body("/costmap/filtered", "(\"pid-bnl\":)(\\d)", "$1-1$2")),
                // update streams
                fault("U01", t -> t.body("/updates", "control-uri", "other")),
                fault("U02", t -> t.body("/updates", "(data: .*\"tag\":\")", "$1x")),
                fault("U05", t -> t.question("/updates", "\"s0\"(.*)\"s1\"", "\"s1\"$1\"s0\"")),
                fault(
                        "U06",
                        t -> t.question("/updates", "^\\{\\}$", "{\"add\": {\"a\": {\"resource-id\": \"netmap\"}}}")),
                fault("U07", t -> t.status("/updates/", 500)),
                fault("U13", t -> t.body("/updates", "updates/c/[0-9A-Za-z_-]*", "updates/c/1")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plantedFaults")
    void aPlantedFaultIsFound(String id, Consumer<SpoilingTransport> plant) throws Exception {
        plant.accept(transport);

        assertThat(check(transport).get(id)).satisfies(result -> {
            assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.FAIL);
            assertThat(result.seen()).isNotBlank();
        });
    }

    @Test
    void n02ATagThatChangesByItselfIsFound() throws Exception {
        server.faults().retag("netmap");

        assertThat(verdict(check(transport), "N02")).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aServerWithOneNetworkMapAloneIsCheckedForThatAlone() throws Exception {
        transport.body("/ird", "(\"netmap\":\\{[^}]*\\}).*", "$1}}");

        Map<String, CheckResult> results = check(transport);

        assertThat(results.values()).noneMatch(result -> result.verdict() == Verdict.FAIL);
        assertThat(verdict(results, "N03")).isEqualTo(Verdict.PASS);
        assertThat(verdict(results, "V05")).isEqualTo(Verdict.NOT_OFFERED);
    }
}
