// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static io.tcn.alto.map.Trial.capacities;
import static io.tcn.alto.map.Trial.mapping;
import static io.tcn.alto.map.Trial.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Which service is asked, in how many requests, and what becomes of the pairs. The pipes of these tests go from sites
/// 1, 2 and 3 to sites 4, 4 and 1.
class AltoQueriesTest {
    private static final String ONE = "192.0.2.1>192.0.2.193";
    private static final String TWO = "192.0.2.65>192.0.2.193";
    private static final String THREE = "192.0.2.129>192.0.2.2";

    private final EditedServer server = new EditedServer();

    private Trial trial() {
        return new Trial(server, EditedServer.DIRECTORY, Trial.Setup.USUAL);
    }

    private static NetworkMapSnapshot all(Trial trial) {
        return trial.pipes(ONE, TWO, THREE);
    }

    // --- services

    @Test
    void pathsBetweenEndpointsAreTheFirstChoice() {
        Trial trial = trial();
        NetworkMapSnapshot snapshot = all(trial);
        assertThat(trial.status().service()).isEqualTo("endpoint-paths");
        assertThat(server.asked()).containsExactly("endpointcost/pv");
        // Reading at the source, both links, writing at the destination.
        assertThat(path(snapshot, ONE)).hasSize(4);
        assertThat(path(snapshot, ONE).subList(2, 4))
                .isEqualTo(path(snapshot, TWO).subList(2, 4));
    }

    @Test
    void pathsBetweenPidsSayTheSameWhereThereAreNoneBetweenEndpoints() {
        NetworkMapSnapshot byEndpoint = all(trial());
        server.hide("ecs-pv").asked();
        Trial trial = trial();
        NetworkMapSnapshot byPid = all(trial);
        assertThat(trial.status().service()).isEqualTo("pid-paths");
        assertThat(server.asked()).containsExactly("costmap/pv");
        assertThat(byPid.hasSameContent(byEndpoint)).isTrue();
        assertThat(byPid.mappings().values()).containsOnly(PipeMapping.MAPPED);
    }

    @ParameterizedTest
    @CsvSource({"cm-routing, endpointcost", "ecs, costmap/filtered"})
    void costsGiveEachPairAResourceOfItsOwn(String alsoHidden, String asked) {
        server.hide("ecs-pv", "cm-pv", alsoHidden);
        Trial trial = trial();
        NetworkMapSnapshot snapshot = all(trial);
        assertThat(trial.status().service()).isEqualTo("coarse");
        assertThat(server.asked()).containsExactly(asked);
        assertThat(mapping(snapshot, ONE)).isEqualTo(PipeMapping.coarse("private"));
        // The thinner of the two links: 10, 20 and 10 Gbit/s.
        assertThat(capacities(snapshot, ONE)).containsExactly(10e9);
        assertThat(capacities(snapshot, TWO)).containsExactly(20e9);
        assertThat(capacities(snapshot, THREE)).containsExactly(10e9);
        assertThat(snapshot.resources()).hasSize(3);
        assertThat(trial.after(Duration.ofMinutes(2)).pipeResources()).isEqualTo(snapshot.pipeResources());
    }

    @Test
    void aServerWithoutAServiceLeavesThePairsUnmapped() {
        server.hide("ecs-pv", "cm-pv", "ecs", "cm-f");
        Trial trial = trial();
        NetworkMapSnapshot snapshot = all(trial);
        assertThat(trial.status().service()).isEqualTo("none");
        assertThat(snapshot.mappings().values()).containsOnly(PipeMapping.unmapped("no-service"));
        assertThat(snapshot.resources()).isEmpty();
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void aWorseServiceIsUsedOnlyAfterTenMinutes() {
        Trial trial = trial();
        NetworkMapSnapshot good = all(trial);
        server.hide("ecs-pv", "cm-pv");
        // What the directory does not have any more the server does not know either.
        server.server.faults().answer("ecs-pv", ScriptedServer.answer(404, "text/plain", "gone"));
        NetworkMapSnapshot later = trial.after(Duration.ofMinutes(9));
        assertThat(later.hasSameContent(good)).isTrue();
        assertThat(trial.status().service()).isEqualTo("endpoint-paths");
        assertThat(trial.status().trouble()).contains("ecs-pv");
        trial.after(Duration.ofMinutes(7));
        assertThat(trial.status().service()).isEqualTo("coarse");
        assertThat(trial.status().trouble()).isNull();
        assertThat(mapping(trial.now(), ONE)).isEqualTo(PipeMapping.coarse("private"));
    }

    @Test
    void aBetterServiceThatComesBackIsUsedAtTheNextLookAtTheDirectory() {
        server.hide("ecs-pv", "cm-pv");
        Trial trial = trial();
        all(trial);
        server.showAll();
        NetworkMapSnapshot later = trial.after(Duration.ofMinutes(61));
        assertThat(trial.status().service()).isEqualTo("endpoint-paths");
        assertThat(later.mappings().values()).containsOnly(PipeMapping.MAPPED);
    }

    // --- sizes

    @Test
    void morePairsThanTheServerTakesAreAskedForByPid() {
        server.mostPairs = 5;
        Trial trial = trial();
        NetworkMapSnapshot snapshot = all(trial);
        assertThat(server.asked()).containsExactly("endpointcost/pv", "costmap/pv");
        assertThat(snapshot.mappings().values()).containsOnly(PipeMapping.MAPPED);
        assertThat(trial.status().joined()).isTrue();
    }

    @Test
    void morePairsThanTheSettingAllowsAreAskedForByPidAtOnce() {
        Trial trial = new Trial(server, EditedServer.DIRECTORY, Trial.Setup.USUAL.maxPairs(5));
        all(trial);
        assertThat(server.asked()).containsExactly("costmap/pv");
    }

    @Test
    void pairsThatAreTooManyByPidTooAreAskedForBySource() {
        server.server.faults().answer("cm-pv", ScriptedServer.answer(413, "text/plain", "too many"));
        Trial trial = new Trial(server, EditedServer.DIRECTORY, Trial.Setup.USUAL.maxPairs(5));
        NetworkMapSnapshot snapshot = all(trial);
        assertThat(snapshot.mappings().values()).containsOnly(PipeMapping.MAPPED);
        assertThat(trial.status().service()).isEqualTo("endpoint-paths");
        assertThat(trial.status().joined()).isTrue();
    }

    @Test
    void q02LastingIdsJoinTheAnswersOfOneRequestPerSource() {
        server.hide("cm-pv");
        NetworkMapSnapshot whole = all(trial());
        server.asked();
        Trial trial = new Trial(server, EditedServer.DIRECTORY, Trial.Setup.USUAL.maxPairs(5));
        all(trial);
        server.asked();
        NetworkMapSnapshot parts = trial.after(Duration.ofSeconds(30));
        assertThat(server.asked()).containsExactly("endpointcost/pv", "endpointcost/pv", "endpointcost/pv");
        assertThat(trial.status().joined()).isTrue();
        assertThat(parts.hasSameContent(whole)).isTrue();
    }

    @Test
    void v12BatchesWithoutLastingIdsAreNotJoined() {
        server.hide("cm-pv");
        server.server.faults().dropProperty("ecs-pv", "persistent-entity-id");
        Trial whole = trial();
        NetworkMapSnapshot joined = all(whole);
        assertThat(whole.status().joined()).isTrue();
        assertThat(path(joined, ONE)).containsAnyElementsOf(path(joined, TWO));

        Trial trial = new Trial(server, EditedServer.DIRECTORY, Trial.Setup.USUAL.maxPairs(2));
        NetworkMapSnapshot parts = all(trial);
        assertThat(trial.status().joined()).isFalse();
        assertThat(parts.mappings().values()).containsOnly(PipeMapping.MAPPED);
        assertThat(path(parts, ONE)).hasSize(4);
        // One and Two are in one batch, Three is in another.
        Set<Object> shared = new HashSet<>(path(parts, ONE));
        shared.retainAll(path(parts, THREE));
        assertThat(shared).isEmpty();
        assertThat(trial.after(Duration.ofMinutes(5)).pipeResources()).isEqualTo(parts.pipeResources());
        assertThat(trial.status().joined()).isFalse();
    }

    @Test
    void aServerThatKeepsRefusingIsAskedForEverLessDownToOnePair() {
        server.hide("cm-pv");
        server.mostPairs = 1;
        Trial trial = new Trial(server, EditedServer.DIRECTORY, Trial.Setup.USUAL.maxPairs(64));
        NetworkMapSnapshot snapshot = all(trial);
        assertThat(snapshot.mappings().values()).containsOnly(PipeMapping.MAPPED);
        server.mostPairs = 0;
        assertThat(trial.after(Duration.ofMinutes(2)).hasSameContent(snapshot)).isTrue();
        assertThat(trial.status().trouble()).contains("413");
    }

    // --- groups of addresses

    private static final String PIDS = "{\"meta\":{\"vtag\":{\"resource-id\":\"nm\",\"tag\":\"1\"}},\"network-map\":"
            + "{\"near\":{\"ipv4\":[\"192.0.2.0/24\"]},\"rest\":{\"ipv4\":[\"0.0.0.0/0\"]}}}";

    private static ScriptedServer byPid(boolean paths) {
        String type = paths
                ? "{\"cost-mode\":\"array\",\"cost-metric\":\"ane-path\"}"
                : "{\"cost-mode\":\"numerical\",\"cost-metric\":\"bw-residual:max\"}";
        String media = paths
                ? "\"multipart/related;type=application/alto-costmap+json\",\"accepts\":"
                        + "\"application/alto-costmapfilter+json\""
                : "\"application/alto-costmap+json\"";
        String meta = "{\"meta\":{\"vtag\":{\"resource-id\":\"cm.pv\",\"tag\":\"2\"},\"dependent-vtags\":"
                + "[{\"resource-id\":\"nm\",\"tag\":\"1\"}],\"cost-type\":" + type + "},\"cost-map\":{\"near\":";
        String cells = paths ? "{\"near\":[\"a\"],\"rest\":[\"b\"]}}}" : "{\"near\":125,\"rest\":250}}}";
        String body = paths
                ? "--x\r\nContent-Type: application/alto-costmap+json\r\n\r\n" + meta + cells
                        + "\r\n--x\r\nContent-Type: application/alto-propmap+json\r\n\r\n{\"meta\":{\"dependent-vtags\":"
                        + "[{\"resource-id\":\"cm.pv\",\"tag\":\"2\"}]},\"property-map\":{}}\r\n--x--\r\n"
                : meta + cells;
        return new ScriptedServer()
                .on(
                        "/ird",
                        "application/alto-directory+json",
                        "{\"meta\":{\"cost-types\":{\"t\":" + type + "}},\"resources\":{\"nm\":{\"uri\":\"nm\","
                                + "\"media-type\":\"application/alto-networkmap+json\"},\"cm\":{\"uri\":\"cm\","
                                + "\"uses\":[\"nm\"],\"media-type\":" + media
                                + ",\"capabilities\":{\"cost-type-names\":[\"t\"]}}}}")
                .on("/nm", "application/alto-networkmap+json", PIDS)
                .on(
                        "/cm",
                        paths
                                ? "multipart/related;boundary=x;type=application/alto-costmap+json"
                                : "application/alto-costmap+json",
                        body);
    }

    @ParameterizedTest
    @CsvSource({"true, default-pid", "false, private"})
    void anEndThatOnlyThePrefixOfAllAddressesHoldsIsCoarse(boolean paths, String reason) {
        Trial trial = new Trial(byPid(paths), URI.create("http://127.0.0.1/ird"), Trial.Setup.USUAL);
        NetworkMapSnapshot snapshot = trial.pipes("192.0.2.1>198.51.100.1", "192.0.2.1>192.0.2.2");
        assertThat(mapping(snapshot, "192.0.2.1>198.51.100.1")).isEqualTo(PipeMapping.coarse(reason));
        assertThat(path(snapshot, "192.0.2.1>198.51.100.1")).hasSize(1);
        assertThat(mapping(snapshot, "192.0.2.1>192.0.2.2"))
                .isEqualTo(paths ? PipeMapping.MAPPED : PipeMapping.coarse("private"));
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void suchAnEndIsUnmappedWhereTheOperatorDoesNotAcceptIt(boolean paths) {
        Trial trial =
                new Trial(byPid(paths), URI.create("http://127.0.0.1/ird"), Trial.Setup.USUAL.withoutDefaultPid());
        NetworkMapSnapshot snapshot =
                trial.pipes("192.0.2.1>198.51.100.1", "192.0.2.1>192.0.2.2", "192.0.2.1>2001:db8::1");
        assertThat(mapping(snapshot, "192.0.2.1>198.51.100.1")).isEqualTo(PipeMapping.unmapped("default-pid"));
        assertThat(mapping(snapshot, "192.0.2.1>192.0.2.2").state()).isNotEqualTo(PipeMapping.State.UNMAPPED);
        assertThat(mapping(snapshot, "192.0.2.1>2001:db8::1")).isEqualTo(PipeMapping.unmapped("no-family"));
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void anEndOutsideAllGroupsIsUnmapped(boolean paths) {
        ScriptedServer gaps =
                byPid(paths).on("/nm", "application/alto-networkmap+json", PIDS.replace("0.0.0.0/0", "198.18.0.0/15"));
        Trial trial = new Trial(gaps, URI.create("http://127.0.0.1/ird"), Trial.Setup.USUAL);
        NetworkMapSnapshot snapshot = trial.pipes("192.0.2.1>203.0.113.1", "192.0.2.1>198.18.0.1");
        assertThat(mapping(snapshot, "192.0.2.1>203.0.113.1")).isEqualTo(PipeMapping.unmapped("no-pid"));
        assertThat(mapping(snapshot, "192.0.2.1>198.18.0.1").state()).isNotEqualTo(PipeMapping.State.UNMAPPED);
    }

    /// The group `near` lies within `around`, at the begin of it.
    @Test
    void theAddressThatStandsForAGroupIsInNoOther() {
        ScriptedServer nested = byPid(true)
                .on(
                        "/nm",
                        "application/alto-networkmap+json",
                        PIDS.replace(
                                "\"rest\"", "\"around\":{\"ipv4\":[\"192.0.2.0/23\",\"203.0.113.0/24\"]},\"rest\""));
        Trial trial = new Trial(nested, URI.create("http://127.0.0.1/ird"), Trial.Setup.USUAL);
        trial.pipes("192.0.2.1>192.0.2.2");
        trial.feed.want(new TreeSet<>(), true);
        trial.after(Duration.ofSeconds(31));
        assertThat(trial.feed.addressOf("near")).hasToString("Optional[192.0.2.1]");
        assertThat(trial.feed.addressOf("around")).hasToString("Optional[203.0.113.1]");
    }

    /// No names at one side would ask for all groups.
    @Test
    void whereNoEndIsInAGroupLittleIsAskedFor() {
        ScriptedServer gaps =
                byPid(true).on("/nm", "application/alto-networkmap+json", PIDS.replace("0.0.0.0/0", "198.18.0.0/15"));
        Trial trial = new Trial(gaps, URI.create("http://127.0.0.1/ird"), Trial.Setup.USUAL);
        NetworkMapSnapshot snapshot = trial.pipes("203.0.113.1>203.0.113.2");
        assertThat(mapping(snapshot, "203.0.113.1>203.0.113.2")).isEqualTo(PipeMapping.unmapped("no-pid"));
        JsonNode asked = ScriptedServer.json(gaps.requests("/cm").getLast()).path("pids");
        assertThat(asked.path("srcs").size()).isEqualTo(1);
        assertThat(asked.path("dsts").size()).isEqualTo(1);
    }
}
