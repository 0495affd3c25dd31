// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.alto.model.PidMapDocument;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AltoClientTest {
    private static final String BASE = "http://alto.example/alto/v1/";
    private static final URI ROOT = URI.create(BASE + "ird");
    private static final CostType ROUTING = CostType.of("routingcost", "numerical");
    private static final CostType DELAY = CostType.of("delay-rt", "numerical");
    private static final String NETWORK_MAP = "application/alto-networkmap+json";
    private static final String COST_MAP = "application/alto-costmap+json";
    private static final String ENDPOINT_COST = "application/alto-endpointcost+json";

    private final FakeTransport server = new FakeTransport();
    private final MutableClock clock = new MutableClock();
    private final AltoClient client = new AltoClient(AltoClientSettings.of("test", ROOT), server, clock, new Random(1));

    @BeforeEach
    void theServerOffersAllServices() {
        server.on("GET " + ROOT, 200, "application/alto-directory+json", directory("networkmap"));
        server.on("GET " + BASE + "networkmap", _ -> networkMap("t1"));
    }

    private static String directory(String mapUri) {
        String costs = "\"cost-type-names\":[\"rc\",\"rtt\"]";
        String pv = "\"capabilities\":{\"cost-type-names\":[\"pv\"],"
                + "\"ane-property-names\":[\"max-reservable-bandwidth\"]}";
        return "{\"meta\":{\"default-alto-network-map\":\"netmap\",\"cost-types\":{"
                + "\"rc\":{\"cost-metric\":\"routingcost\",\"cost-mode\":\"numerical\"},"
                + "\"rtt\":{\"cost-metric\":\"delay-rt\",\"cost-mode\":\"numerical\"},"
                + "\"pv\":{\"cost-metric\":\"ane-path\",\"cost-mode\":\"array\"}}},\"resources\":{"
                + entry("netmap", mapUri, NETWORK_MAP, "", "")
                + "," + entry("netmap-f", "nf", NETWORK_MAP, "alto-networkmapfilter", "\"uses\":[\"netmap\"]")
                + "," + entry("cm", "cm", COST_MAP, "", "\"capabilities\":{\"cost-type-names\":[\"rc\"]}")
                + ","
                + entry(
                        "cm-f",
                        "cmf",
                        COST_MAP,
                        "alto-costmapfilter",
                        "\"capabilities\":{" + costs + ",\"cost-constraints\":true,\"max-cost-types\":2}")
                + ","
                + entry("ecs", "ecs", ENDPOINT_COST, "alto-endpointcostparams", "\"capabilities\":{" + costs + "}")
                + ","
                + entry(
                        "eps",
                        "eps",
                        "application/alto-endpointprop+json",
                        "alto-endpointpropparams",
                        "\"capabilities\":{\"prop-types\":[\"netmap.pid\"]}")
                + ","
                + entry(
                        "anes-f",
                        "anesf",
                        "application/alto-propmap+json",
                        "alto-propmapparams",
                        "\"capabilities\":{\"mappings\":{\".ane\":[\"max-reservable-bandwidth\"]}}")
                + ","
                + entry(
                        "ecs-pv",
                        "ecspv",
                        "multipart/related;type=application/alto-endpointcost+json",
                        "alto-endpointcostparams",
                        pv)
                + ","
                + entry(
                        "cm-pv",
                        "cmpv",
                        "multipart/related;type=application/alto-costmap+json",
                        "alto-costmapfilter",
                        pv)
                + "}}";
    }

    private static String entry(String id, String uri, String type, String accepts, String more) {
        return "\"" + id + "\":{\"uri\":\"" + uri + "\",\"media-type\":\"" + type + "\""
                + (accepts.isEmpty() ? "" : ",\"accepts\":\"application/" + accepts + "+json\"")
                + (more.isEmpty() ? "" : "," + more) + "}";
    }

    private static AltoResponse networkMap(String tag) {
        String body = "{\"meta\":{\"vtag\":{\"resource-id\":\"netmap\",\"tag\":\"" + tag + "\"}},\"network-map\":"
                + "{\"pid-a\":{\"ipv4\":[\"192.0.2.0/25\"]},\"pid-b\":{\"ipv4\":[\"0.0.0.0/0\"]}}}";
        return new AltoResponse(
                200,
                HttpFields.of(Map.of("Content-Type", NETWORK_MAP, "ETag", "\"" + tag + "\"")),
                body.getBytes(StandardCharsets.UTF_8));
    }

    private static AltoResponse costMap(String tag, String types, String cell) {
        return FakeTransport.response(
                200,
                COST_MAP,
                "{\"meta\":{\"dependent-vtags\":[{\"resource-id\":\"netmap\",\"tag\":\"" + tag + "\"}]," + types
                        + "},\"cost-map\":{\"pid-a\":{\"pid-b\":" + cell + "}}}");
    }

    private static final String RC = "\"cost-type\":{\"cost-metric\":\"routingcost\",\"cost-mode\":\"numerical\"}";

    private static EndpointPairs pairs() throws AltoFormatException {
        return EndpointPairs.of(
                List.of(Address.parse("192.0.2.10")),
                List.of(Address.parse("192.0.2.200"), Address.parse("192.0.2.70")));
    }

    private static AltoException failure(ThrowingCallable call) {
        return catchThrowableOfType(AltoException.class, call);
    }

    private int asked(String request) {
        return server.requests(request).size();
    }

    @Test
    void g06AnAnswerOfAnotherTypeIsRefusedWhateverTheDirectorySays() {
        server.instead("GET " + BASE + "networkmap", 200, COST_MAP, "{\"meta\":{},\"network-map\":{}}");
        AltoException failure = failure(() -> client.networkMap("netmap"));
        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure.invalidReason()).contains(InvalidReason.MEDIA_TYPE);
    }

    @Test
    void g06ADirectoryInPlaceOfAResourceIsSurvivedAndTheDirectoryIsReadAgain() throws Exception {
        server.instead("GET " + BASE + "networkmap", 200, "application/alto-directory+json", directory("networkmap"));
        assertThat(failure(() -> client.networkMap("netmap")))
                .hasMessageContaining("a directory")
                .extracting(AltoException::kind)
                .isEqualTo(Kind.INVALID);
        server.instead("GET " + ROOT, 200, "application/alto-directory+json", directory("elsewhere"));
        server.on("GET " + BASE + "elsewhere", _ -> networkMap("t1"));
        assertThat(client.networkMap("netmap").document().pids()).hasSize(2);
        assertThat(asked("GET " + ROOT)).isEqualTo(2);
    }

    @Test
    void aResourceThatMovedIsFoundThroughTheDirectoryOnceAndOneThatHasGoneIsNotSoughtForEver() throws Exception {
        client.networkMap("netmap");
        server.instead("GET " + BASE + "networkmap", 404, "text/html", "gone");
        assertThat(failure(() -> client.networkMap("netmap")).kind()).isEqualTo(Kind.GONE);
        assertThat(asked("GET " + ROOT)).isEqualTo(2);
        assertThat(asked("GET " + BASE + "networkmap")).isEqualTo(2);
        server.instead("GET " + ROOT, 200, "application/alto-directory+json", directory("moved"));
        server.on("GET " + BASE + "moved", _ -> networkMap("t2"));
        assertThat(client.networkMap("netmap").document().vtag().tag()).isEqualTo("t2");
        assertThat(failure(() -> client.networkMap("never-there")).kind()).isEqualTo(Kind.GONE);
    }

    @Test
    void theDirectoryIsReadAgainAfterAnHourAndAnOldOneBeatsNone() throws Exception {
        client.directory();
        clock.pass(Duration.ofMinutes(59));
        client.directory();
        assertThat(asked("GET " + ROOT)).isEqualTo(1);
        clock.pass(Duration.ofMinutes(2));
        server.instead("GET " + ROOT, 500, "text/html", "no");
        assertThat(client.directory().find("netmap")).isPresent();
        client.directory();
        assertThat(asked("GET " + ROOT)).isEqualTo(2);
        clock.pass(Duration.ofMinutes(2));
        client.directory();
        assertThat(asked("GET " + ROOT)).isEqualTo(3);
        assertThat(failure(client::refreshDirectory).kind()).isEqualTo(Kind.STATUS);
    }

    @Test
    void g11ANotModifiedAnswerConfirmsTheHeldDocument() throws Exception {
        Answer<PidMapDocument> first = client.networkMap("netmap");
        server.instead("GET " + BASE + "networkmap", 304, NETWORK_MAP, "");
        clock.pass(Duration.ofSeconds(30));
        Answer<PidMapDocument> second = client.networkMap("netmap");
        assertThat(second.document()).isSameAs(first.document());
        assertThat(second.unchanged()).isTrue();
        assertThat(second.confirmedAt()).isEqualTo(first.confirmedAt().plusSeconds(30));
        assertThat(server.requests().getLast().fields().first("If-None-Match")).contains("\"t1\"");
        assertThat(first.bytes()).isPositive();
    }

    @Test
    void whatTheServerCallsFreshIsNotAskedForAgain() throws Exception {
        FakeTransport fresh = new FakeTransport();
        fresh.on("GET " + ROOT, 200, "application/alto-directory+json", directory("networkmap"));
        fresh.on("GET " + BASE + "networkmap", _ -> {
            AltoResponse map = networkMap("t1");
            return new AltoResponse(200, map.fields().with("Cache-Control", "max-age=60"), map.body());
        });
        AltoClient other = new AltoClient(AltoClientSettings.of("test", ROOT), fresh, clock, new Random(1));
        Answer<PidMapDocument> first = other.networkMap("netmap");
        clock.pass(Duration.ofSeconds(59));
        assertThat(other.networkMap("netmap").confirmedAt()).isEqualTo(first.confirmedAt());
        assertThat(fresh.requests()).hasSize(2);
        clock.pass(Duration.ofSeconds(1));
        other.networkMap("netmap");
        assertThat(fresh.requests()).hasSize(3);
    }

    @Test
    void m06AnAnswerOnAnotherNetworkMapMakesBothBeReadAgain() throws Exception {
        server.on("POST " + BASE + "cmf", _ -> costMap("t2", RC, "7"));
        FakeTransport.Handler old = _ -> networkMap("t1");
        FakeTransport.Handler young = _ -> networkMap("t2");
        server.forget("GET " + BASE + "networkmap");
        server.on("GET " + BASE + "networkmap", old).on("GET " + BASE + "networkmap", young);
        List<String> seen = new ArrayList<>();
        OnNetworkMap<CostMapDocument<String>> answer = client.filteredCostMap(
                "cm-f",
                List.of(ROUTING),
                map -> {
                    seen.add(map.vtag().tag());
                    return new PidPairs(List.of("pid-a"), List.of("pid-b"));
                },
                List.of());
        assertThat(seen).containsExactly("t1", "t2");
        assertThat(answer.networkMap().document().vtag().tag()).isEqualTo("t2");
        assertThat(server.lastBody()).contains("\"srcs\":[\"pid-a\"]", "\"dsts\":[\"pid-b\"]");
    }

    @Test
    void m06AServerWhoseTagsNeverAgreeIsGivenUpAfterTwoRepeats() {
        server.on("GET " + BASE + "cm", _ -> costMap("random", RC, "7"));
        AltoException failure = failure(() -> client.costMap("cm"));
        assertThat(failure.invalidReason()).contains(InvalidReason.VTAG);
        assertThat(asked("GET " + BASE + "cm")).isEqualTo(3);
        assertThat(asked("GET " + BASE + "networkmap")).isEqualTo(3);
    }

    @Test
    void m06PathVectorsOnPidsAreCheckedToo() throws Exception {
        String body = multipart(
                "application/alto-costmap+json",
                "{\"meta\":{\"dependent-vtags\":[{\"resource-id\":\"netmap\",\"tag\":\"t1\"}],\"cost-type\":"
                        + "{\"cost-metric\":\"ane-path\",\"cost-mode\":\"array\"}},\"cost-map\":"
                        + "{\"pid-a\":{\"pid-b\":[\"l1\"]}}}");
        server.on(
                "POST " + BASE + "cmpv",
                200,
                "multipart/related; boundary=x; type=application/alto-costmap+json",
                body);
        OnNetworkMap<PathVectorDocument<String>> answer =
                client.pidPathVectors("cm-pv", _ -> PidPairs.ALL, List.of("max-reservable-bandwidth", "colour"));
        assertThat(answer.answer().document().paths().get("pid-a")).containsKey("pid-b");
        assertThat(server.lastBody())
                .contains("\"ane-property-names\":[\"max-reservable-bandwidth\"]")
                .doesNotContain("colour");
        server.forget("GET " + BASE + "networkmap");
        server.on("GET " + BASE + "networkmap", _ -> networkMap("t9"));
        assertThat(failure(() -> client.pidPathVectors("cm-pv", _ -> PidPairs.ALL, List.of()))
                        .invalidReason())
                .contains(InvalidReason.VTAG);
    }

    private static String multipart(String type, String root) {
        return "--x\r\nContent-ID: <r@s>\r\nContent-Type: " + type + "\r\n\r\n" + root
                + "\r\n--x\r\nContent-ID: <p@s>\r\nContent-Type: application/alto-propmap+json\r\n\r\n"
                + "{\"meta\":{},\"property-map\":{\".ane:l1\":{\"max-reservable-bandwidth\":5}}}\r\n--x--\r\n";
    }

    @Test
    void f04ConstraintsGoOnlyWhereTheyAreUnderstood() throws Exception {
        server.on("POST " + BASE + "cmf", _ -> costMap("t1", RC, "7"));
        client.filteredCostMap("cm-f", List.of(ROUTING), _ -> PidPairs.ALL, List.of("le 40"));
        assertThat(server.lastBody()).contains("\"constraints\":[\"le 40\"]");
        AltoException failure = failure(() -> client.endpointCosts("ecs", List.of(ROUTING), pairs(), List.of("le 40")));
        assertThat(failure.kind()).isEqualTo(Kind.NOT_OFFERED);
        assertThat(asked("POST " + BASE + "ecs")).isZero();
    }

    @Test
    void k01SeveralCostTypesGoInOneMemberAndOneInAnother() throws Exception {
        server.on("POST " + BASE + "cmf", _ -> costMap("t1", RC, "7"));
        client.filteredCostMap("cm-f", List.of(ROUTING), _ -> PidPairs.ALL, List.of());
        assertThat(server.lastBody()).contains("\"cost-type\":").doesNotContain("multi-cost-types");
        String both = "\"cost-type\":{},\"multi-cost-types\":[{\"cost-metric\":\"routingcost\",\"cost-mode\":"
                + "\"numerical\"},{\"cost-metric\":\"delay-rt\",\"cost-mode\":\"numerical\"}]";
        server.forget("POST " + BASE + "cmf");
        server.on("POST " + BASE + "cmf", _ -> costMap("t1", both, "[7,null]"));
        CostMapDocument<String> document = client.filteredCostMap(
                        "cm-f", List.of(ROUTING, DELAY), _ -> PidPairs.ALL, List.of())
                .answer()
                .document();
        assertThat(server.lastBody()).contains("\"multi-cost-types\":[").doesNotContain("\"cost-type\":");
        assertThat(document.numerical(ROUTING)).isPresent();
        assertThat(document.numerical(DELAY)).isPresent();
        assertThat(failure(() -> client.endpointCosts("ecs", List.of(ROUTING, DELAY), pairs(), List.of()))
                        .kind())
                .isEqualTo(Kind.NOT_OFFERED);
        assertThat(failure(() -> client.filteredCostMap(
                                "cm-f", List.of(CostType.of("hopcount", "numerical")), _ -> PidPairs.ALL, List.of()))
                        .kind())
                .isEqualTo(Kind.NOT_OFFERED);
    }

    @Test
    void e03AnAnswerOfOtherCostsThanAskedIsRefused() throws Exception {
        String costs = "\"endpoint-cost-map\":{\"192.0.2.10\":{\"ipv4:192.0.2.70\":92000}}}";
        server.on("POST " + BASE + "ecs", 200, ENDPOINT_COST, "{\"meta\":{" + RC + "}," + costs);
        assertThat(failure(() -> client.endpointCosts("ecs", List.of(DELAY), pairs(), List.of()))
                        .invalidReason())
                .contains(InvalidReason.COST_TYPE);
        CostMapDocument<Address> right = client.endpointCosts("ecs", List.of(ROUTING), pairs(), List.of())
                .document();
        assertThat(right.numerical(ROUTING)).isPresent();
    }

    @Test
    void bothSidesOfAnEndpointRequestAreAlwaysSent() throws Exception {
        server.on("POST " + BASE + "ecs", 200, ENDPOINT_COST, "{\"meta\":{" + RC + "},\"endpoint-cost-map\":{}}");
        client.endpointCosts("ecs", List.of(ROUTING), pairs(), List.of());
        assertThat(server.lastBody())
                .contains("\"srcs\":[\"ipv4:192.0.2.10\"]", "\"dsts\":[\"ipv4:192.0.2.70\",\"ipv4:192.0.2.200\"]");
        assertThat(catchThrowableOfType(
                        IllegalArgumentException.class, () -> EndpointPairs.of(List.of(), pairs().destinations())))
                .isNotNull();
    }

    @Test
    void pathsBetweenEndpointsAreAskedInEitherDialect() throws Exception {
        String body = multipart(
                "application/alto-endpointcost+json",
                "{\"meta\":{\"cost-type\":{\"cost-metric\":\"ane-path\",\"cost-mode\":\"array\"}},"
                        + "\"endpoint-cost-map\":{\"ipv4:192.0.2.10\":{\"ipv4:192.0.2.70\":[\"l1\"]}}}");
        server.on(
                "POST " + BASE + "ecspv",
                200,
                "multipart/related; boundary=x; type=\"application/alto-endpointcost+json\"",
                body);
        Answer<PathVectorDocument<Address>> answer =
                client.endpointPathVectors("ecs-pv", pairs(), List.of("max-reservable-bandwidth"));
        assertThat(answer.document().anes()).containsOnlyKeys("l1");
        assertThat(server.requests().getLast().fields().first("Accept"))
                .contains("multipart/related;type=\"application/alto-endpointcost+json\",application/alto-error+json");
        client.endpointPathVectors("ecs-pv", List.of(pairs(), pairs()), List.of());
        assertThat(server.lastBody()).contains("\"endpoint-flows\":[{").doesNotContain("\"endpoints\"");
    }

    @Test
    void onlyOfferedPropertiesAreAsked() throws Exception {
        server.on(
                "POST " + BASE + "anesf",
                200,
                "application/alto-propmap+json",
                "{\"meta\":{},\"property-map\":{\".ane:l1\":{\"max-reservable-bandwidth\":5,\"x\":1}}}");
        EntityId l1 = EntityId.parse(".ane:l1");
        assertThat(client.filteredPropertyMap("anes-f", List.of(l1), List.of("max-reservable-bandwidth", "priv:x"))
                        .document()
                        .entities()
                        .get(l1))
                .containsOnlyKeys("max-reservable-bandwidth");
        assertThat(server.lastBody()).doesNotContain("priv:x");
        assertThat(failure(() -> client.filteredPropertyMap("anes-f", List.of(l1), List.of("priv:x")))
                        .kind())
                .isEqualTo(Kind.NOT_OFFERED);
    }

    @Test
    void x05AnErrorOfAltoIsToldWithItsCodeAndAPageIsNotTold() {
        server.on(
                "POST " + BASE + "ecs",
                400,
                "application/alto-error+json",
                "{\"meta\":{\"code\":\"E_INVALID_FIELD_VALUE\",\"field\":\"cost-type/cost-metric\",\"value\":\"x\"}}");
        AltoException refused = failure(() -> client.endpointCosts("ecs", List.of(ROUTING), pairs(), List.of()));
        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.errorCode()).contains("E_INVALID_FIELD_VALUE");
        assertThat(refused).hasMessageContaining("cost-type/cost-metric");
        server.instead("POST " + BASE + "ecs", 500, "text/html", "<p>" + "x".repeat(90_000));
        AltoException page = failure(() -> client.endpointCosts("ecs", List.of(ROUTING), pairs(), List.of()));
        assertThat(page.errorCode()).isEmpty();
        assertThat(page.getMessage()).hasSizeLessThan(300);
    }

    @Test
    void aServiceOfAnotherKindIsNotAskedForAMap() {
        assertThat(failure(() -> client.networkMap("netmap-f")).kind()).isEqualTo(Kind.NOT_OFFERED);
    }
}
