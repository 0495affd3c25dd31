// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.model.Address;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TipsClientTest {
    private static final String BASE = "http://alto.example/alto/v1/";
    private static final String OPEN = "POST " + BASE + "tips";
    private static final String VIEW = "http://alto.example/tips/netmap/9e68";
    private static final String MAP = "application/alto-networkmap+json";
    private static final String MERGE = "application/merge-patch+json";

    private final FakeTransport server = new FakeTransport();
    private final AltoClient client = new AltoClient(
            AltoClientSettings.of("test", URI.create(BASE + "ird")), server, new MutableClock(), new Random(1));

    @BeforeEach
    void theServerOffersVersions() {
        server.on(
                "GET " + BASE + "ird",
                200,
                "application/alto-directory+json",
                "{\"meta\":{\"cost-types\":{\"pv\":{\"cost-metric\":\"ane-path\",\"cost-mode\":\"array\"}}},"
                        + "\"resources\":{\"netmap\":{\"uri\":\"nm\",\"media-type\":\"" + MAP + "\"},"
                        + "\"odd\":{\"uri\":\"odd\",\"media-type\":\"" + MAP + "\"},"
                        + "\"pv\":{\"uri\":\"pv\",\"media-type\":"
                        + "\"multipart/related;type=application/alto-endpointcost+json\","
                        + "\"accepts\":\"application/alto-endpointcostparams+json\","
                        + "\"capabilities\":{\"cost-type-names\":[\"pv\"]}},"
                        + "\"tips\":{\"uri\":\"tips\",\"media-type\":\"application/alto-tips+json\","
                        + "\"accepts\":\"application/alto-tipsparams+json\",\"uses\":[\"netmap\",\"odd\",\"pv\"],"
                        + "\"capabilities\":{\"incremental-change-media-types\":{\"netmap\":\"" + MERGE
                        + "\",\"odd\":\"" + MERGE + ",application/x-diff\",\"pv\":\"" + MERGE + "\"}}}}}");
        summary(OPEN, "application/alto-tips+json", 101, 105, 0, 105);
    }

    private void summary(String request, String type, int start, int end, int from, int to) {
        server.forget(request);
        server.on(
                request,
                200,
                type,
                "{\"tips-view-uri\":\"/tips/netmap/9e68\",\"tips-view-summary\":{\"updates-graph-summary\":"
                        + "{\"start-seq\":" + start + ",\"end-seq\":" + end + ",\"start-edge-rec\":{\"seq-i\":" + from
                        + ",\"seq-j\":" + to + "}},\"server-push\":false}}");
    }

    private void edge(long from, long to, String type, String body) {
        server.on("GET " + VIEW + "/ug/" + from + "/" + to, 200, type, body);
    }

    private void full(long from, long to, String tag) {
        edge(
                from,
                to,
                MAP,
                "{\"meta\":{\"vtag\":{\"resource-id\":\"netmap\",\"tag\":\"" + tag + "\"}},"
                        + "\"network-map\":{\"a\":{\"ipv4\":[\"192.0.2.0/24\"]}}}");
    }

    private void none(long from, long to, int status) {
        String request = "GET " + VIEW + "/ug/" + from + "/" + to;
        server.forget(request);
        server.on(request, status, "text/plain", "");
    }

    @Test
    void t01AServiceWithAFormatThatWeLackIsNotUsed() {
        AltoException failure = catchThrowableOfType(AltoException.class, () -> client.tips("tips", "odd"));
        assertThat(failure.kind()).isEqualTo(Kind.NOT_OFFERED);
        assertThat(server.requests(OPEN)).isEmpty();
    }

    @Test
    void t01AResourceThatTakesParametersGetsThemAndWithoutThemIsNotOpened() throws Exception {
        assertThat(catchThrowableOfType(AltoException.class, () -> client.tips("tips", "pv"))
                        .kind())
                .isEqualTo(Kind.NOT_OFFERED);
        EndpointPairs pairs =
                EndpointPairs.of(List.of(Address.parse("192.0.2.1")), List.of(Address.parse("192.0.2.2")));
        TipsClient tips = client.tips("tips", "pv", pairs, List.of());
        none(0, 105, 415);
        assertThat(catchThrowableOfType(AltoException.class, tips::next).kind()).isEqualTo(Kind.MISMATCH);
        assertThat(FakeTransport.body(server.requests(OPEN).getFirst()))
                .contains("\"resource-id\":\"pv\"", "\"input\":{", "ipv4:192.0.2.1");
    }

    @Test
    void t02EdgesAreFollowedFromTheRecommendationThroughAPathWithoutHost() throws Exception {
        TipsClient tips = client.tips("tips", "netmap");
        full(0, 105, "t105");
        edge(105, 106, MERGE, "{\"network-map\":{\"b\":{}}}");
        edge(106, 107, MERGE, "{}");
        assertThat(tips.next()).isInstanceOf(TipsStep.Changed.class);
        assertThat(server.requests().getLast().fields().first("Accept").orElseThrow())
                .startsWith(MAP + "," + MERGE + ",application/json-patch+json");
        assertThat(tips.next())
                .isInstanceOfSatisfying(
                        TipsStep.Changed.class,
                        changed -> assertThat(changed.content()
                                        .find(MAP)
                                        .orElseThrow()
                                        .path("network-map")
                                        .propertyNames())
                                .containsExactlyInAnyOrder("a", "b"));
        assertThat(tips.next()).isInstanceOf(TipsStep.Same.class);
        assertThat(server.requests(OPEN)).hasSize(1);
    }

    @Test
    void t02A404BeyondTheEndMeansNotYetAndWithinTheGraphThatTheViewIsClosed() throws Exception {
        TipsClient tips = client.tips("tips", "netmap");
        full(0, 105, "t105");
        tips.next();
        none(105, 106, 404);
        assertThat(tips.next())
                .isInstanceOfSatisfying(
                        TipsStep.NotYet.class,
                        wait -> assertThat(wait.isConfirmed()).isTrue());
        server.forget("GET " + VIEW + "/ug/105/106");
        edge(105, 106, MERGE, "{\"network-map\":{\"b\":{}}}");
        assertThat(tips.next()).isInstanceOf(TipsStep.Changed.class);

        TipsClient other = client.tips("tips", "netmap");
        none(0, 105, 404);
        assertThat(catchThrowableOfType(AltoException.class, other::next).kind())
                .isEqualTo(Kind.GONE);
        server.forget("GET " + VIEW + "/ug/0/105");
        full(0, 105, "t105");
        assertThat(other.next()).isInstanceOf(TipsStep.Changed.class);
        assertThat(server.requests(OPEN)).hasSize(3);
    }

    @Test
    void t02AViewThatHasNoNewsForLongIsOpenedAnewWithOurTag() throws Exception {
        TipsClient tips = client.tips("tips", "netmap");
        full(0, 105, "t105");
        none(105, 106, 404);
        tips.next();
        for (int i = 0; i < 20; i++) {
            assertThat(tips.next()).isInstanceOf(TipsStep.NotYet.class);
        }
        summary(OPEN, "application/alto-tips+json", 1, 7, 5, 7);
        edge(5, 7, MERGE, "{\"network-map\":{\"c\":{}}}");
        assertThat(tips.next()).isInstanceOf(TipsStep.Changed.class);
        assertThat(FakeTransport.body(server.requests(OPEN).getLast())).contains("\"tag\":\"t105\"");
    }

    @Test
    void t02AfterA410TheServerIsAskedForTheWay() throws Exception {
        TipsClient tips = client.tips("tips", "netmap");
        full(0, 105, "t105");
        tips.next();
        none(105, 106, 410);
        server.on(
                "POST " + VIEW + "/ug",
                200,
                MERGE,
                "{\"tips-view-summary\":{\"updates-graph-summary\":{\"start-seq\":200,\"end-seq\":205,"
                        + "\"start-edge-rec\":{\"seq-i\":0,\"seq-j\":205}}}}");
        full(0, 205, "t205");
        assertThat(tips.next())
                .isInstanceOfSatisfying(
                        TipsStep.Changed.class,
                        changed -> assertThat(changed.content().toString()).contains("netmap"));
        assertThat(server.requests().getLast().toString()).isEqualTo("GET " + VIEW + "/ug/0/205");
    }

    @Test
    void t02TooFarAheadOrHeldTooLongMeansToWaitAndABusyServerSaysSo() throws Exception {
        TipsClient tips = client.tips("tips", "netmap");
        full(0, 105, "t105");
        tips.next();
        none(105, 106, 425);
        assertThat(tips.next()).isInstanceOf(TipsStep.NotYet.class);
        server.forget("GET " + VIEW + "/ug/105/106");
        server.on("GET " + VIEW + "/ug/105/106", _ -> {
            throw new SocketTimeoutException("held");
        });
        assertThat(tips.next())
                .isInstanceOfSatisfying(
                        TipsStep.NotYet.class,
                        wait -> assertThat(wait.isConfirmed()).isFalse());
        none(105, 106, 429);
        assertThat(catchThrowableOfType(AltoException.class, tips::next).kind()).isEqualTo(Kind.BUSY);
    }

    @Test
    void aPatchWhereTheFullCopyShouldBeIsRefusedAndTheViewOpenedAnew() throws Exception {
        TipsClient tips = client.tips("tips", "netmap");
        edge(0, 105, MERGE, "{}");
        assertThat(catchThrowableOfType(AltoException.class, tips::next).kind()).isEqualTo(Kind.INVALID);
        server.forget("GET " + VIEW + "/ug/0/105");
        full(0, 105, "t105");
        assertThat(tips.next()).isInstanceOf(TipsStep.Changed.class);
        assertThat(server.requests(OPEN)).hasSize(2);
    }
}
