// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static io.tcn.alto.map.Trial.capacities;
import static io.tcn.alto.map.Trial.mapping;
import static io.tcn.alto.map.Trial.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.codec.Fixtures;
import io.tcn.core.model.Resource;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server that answers as OpenALTO's of 2023 did, from its directory to the map of the control plane.
class OpenAltoInteropTest {
    private static final URI DIRECTORY = URI.create("http://127.0.0.1:8000/directory/directory");
    private static final String PATH_VECTOR = "/pathvector/pv";

    /// From 10.1 one goes over `up` and `core`, to 10.2 over `east`, to 10.3 over `west`.
    private final OpenAltoServer paths = new OpenAltoServer()
            .route("10.1.0.2", "10.2.0.2", "up", "core", "east")
            .route("10.1.0.2", "10.3.0.2", "up", "core", "west")
            .route("10.2.0.2", "10.3.0.2", "east", "west")
            .link("up", "{\"next_hop\": \"10.0.0.2\"}")
            .link("core", "{\"next_hop\": \"10.0.0.6\"}")
            .link("east", "{\"next_hop\": \"10.2.0.1\"}")
            .link("west", "{\"next_hop\": \"10.3.0.1\"}");

    private final ScriptedServer server = new ScriptedServer()
            .on(DIRECTORY.getPath(), "application/alto-directory+json", Fixtures.text("openalto-directory.json"))
            .on(PATH_VECTOR, paths);

    private Trial trial() {
        return new Trial(server, DIRECTORY, Trial.Setup.USUAL);
    }

    @Test
    void v13ItsRecordedAnswerBecomesAPathOfUnknownCapacities() {
        Fixtures.Message recorded = Fixtures.message("openalto-pathvector.http");
        server.on(PATH_VECTOR, recorded.contentType(), recorded.text());
        NetworkMapSnapshot snapshot = trial().pipes("10.1.0.2>10.2.0.2", "10.1.0.2>10.9.9.9");

        assertThat(mapping(snapshot, "10.1.0.2>10.2.0.2")).isEqualTo(PipeMapping.MAPPED);
        assertThat(capacities(snapshot, "10.1.0.2>10.2.0.2")).containsExactly(null, null);
        assertThat(snapshot.resources().values())
                .extracting(resource -> resource.description().properties().get("next_hop"))
                .containsExactlyInAnyOrder("10.0.0.2", "10.2.0.1");
    }

    @Test
    void q07ItsEmptyPathForNoRouteIsNoLimitAndASourceThatItDoesNotKnowIsUnmapped() {
        NetworkMapSnapshot snapshot = trial().pipes("10.1.0.2>10.9.9.9", "10.9.9.9>10.1.0.2");
        assertThat(mapping(snapshot, "10.1.0.2>10.9.9.9")).isEqualTo(PipeMapping.NO_LIMIT);
        assertThat(mapping(snapshot, "10.9.9.9>10.1.0.2")).isEqualTo(PipeMapping.unmapped("omitted"));
    }

    @Test
    void q02OneRequestHasAllAddressesAndThePropertiesThatItOffers() {
        trial().pipes("10.1.0.2>10.2.0.2", "10.2.0.2>10.3.0.2");
        assertThat(server.requests(PATH_VECTOR)).hasSize(1);
        assertThat(ScriptedServer.json(server.requests(PATH_VECTOR).getFirst()).path("endpoints"))
                .hasToString("{\"srcs\":[\"ipv4:10.1.0.2\",\"ipv4:10.2.0.2\"],"
                        + "\"dsts\":[\"ipv4:10.2.0.2\",\"ipv4:10.3.0.2\"]}");
    }

    @Test
    void q03IdsStayOverManyAnswersThoughNamesAndTagsChange() {
        Trial trial = trial();
        NetworkMapSnapshot first = trial.pipes("10.1.0.2>10.2.0.2", "10.1.0.2>10.3.0.2", "10.2.0.2>10.3.0.2");
        assertThat(first.resources()).hasSize(4);
        assertThat(path(first, "10.1.0.2>10.2.0.2").subList(0, 2))
                .isEqualTo(path(first, "10.1.0.2>10.3.0.2").subList(0, 2));
        for (int i = 1; i <= 50; i++) {
            NetworkMapSnapshot next = trial.after(Duration.ofSeconds(30));
            assertThat(server.requests(PATH_VECTOR)).hasSize(i + 1);
            assertThat(next.pipeResources()).as("answer " + i).isEqualTo(first.pipeResources());
            assertThat(next.hasSameContent(first)).isTrue();
            assertThat(next.asOf()).isEqualTo(first.asOf().plusSeconds(30L * i));
        }
    }

    @Test
    void q03ANewPipeAndALinkThatGoesLeaveTheOtherIdsAsTheyWere() {
        Trial trial = trial();
        NetworkMapSnapshot first = trial.pipes("10.1.0.2>10.2.0.2", "10.1.0.2>10.3.0.2");
        NetworkMapSnapshot more = trial.pipes("10.1.0.2>10.2.0.2", "10.1.0.2>10.3.0.2", "10.2.0.2>10.3.0.2");
        assertThat(path(more, "10.1.0.2>10.2.0.2")).isEqualTo(path(first, "10.1.0.2>10.2.0.2"));
        assertThat(path(more, "10.2.0.2>10.3.0.2"))
                .containsExactly(
                        path(first, "10.1.0.2>10.2.0.2").getLast(),
                        path(first, "10.1.0.2>10.3.0.2").getLast());

        paths.route("10.2.0.2", "10.3.0.2", "west");
        NetworkMapSnapshot less = trial.after(Duration.ofSeconds(30));
        assertThat(path(less, "10.2.0.2>10.3.0.2"))
                .containsExactly(path(first, "10.1.0.2>10.3.0.2").getLast());
    }

    @ParameterizedTest
    @CsvSource({
        "bandwidth:bit, false, 1e9, 1e9",
        "bandwidth:Mbit, false, 10000, 1e10",
        "bandwidth:Mbit, true, '\"10000\"', 1e10",
        "bandwidth:Mbit, false, '\"10000\"',",
        "capacity:Gbit, false, 10000,",
        "bandwidth:Gbyte, false, 0, 0"
    })
    void q01ItsBandwidthIsACapacityInTheUnitThatTheOperatorSays(
            String rule, boolean lenient, String value, @Nullable Double expectedBps) {
        paths.link("east", "{\"bandwidth\": " + value + "}");
        Trial trial = new Trial(server, DIRECTORY, Trial.Setup.USUAL.capacities(lenient, rule));
        NetworkMapSnapshot snapshot = trial.pipes("10.1.0.2>10.2.0.2");
        assertThat(capacities(snapshot, "10.1.0.2>10.2.0.2")).containsExactly(null, null, expectedBps);
        assertThat(snapshot.resources().values().stream().filter(Resource::isClosed))
                .hasSize(expectedBps != null && expectedBps == 0 ? 1 : 0);
    }

    @Test
    void v13NamesThatAreNumbersAreTakenWithLenientAndDropTheAnswerWithout() {
        paths.numbers = true;
        assertThat(trial().pipes("10.1.0.2>10.2.0.2").mappings().values())
                .containsExactly(PipeMapping.unmapped("never-answered"));
        Trial lenient = new Trial(server, DIRECTORY, Trial.Setup.USUAL.capacities(true, "bandwidth:bit"));
        assertThat(path(lenient.pipes("10.1.0.2>10.2.0.2"), "10.1.0.2>10.2.0.2"))
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        500 | text/html                   | page                                             | STATUS
        404 | text/html                   | page                                             | GONE
        406 | application/alto-error+json | {"detail":"x","meta":{"code":"E_GENERIC_HTTP"}}  | MISMATCH
        415 | application/alto-error+json | {"detail":"x","meta":{"code":"E_GENERIC_HTTP"}}  | MISMATCH
        400 | application/alto-error+json | {"detail":"x","meta":{"code":"E_GENERIC_HTTP"}}  | REFUSED
        """)
    void x05ItsErrorsLeaveTheLastMapInForceAndItIsFoundAgain(int status, String type, String body, String kind) {
        Trial trial = trial();
        NetworkMapSnapshot good = trial.pipes("10.1.0.2>10.2.0.2");
        String text = body.equals("page") ? "<html>" + "<p>Traceback</p>".repeat(6000) + "</html>" : body;
        server.on(PATH_VECTOR, request -> ScriptedServer.answer(status, type, text));

        NetworkMapSnapshot old = trial.after(Duration.ofMinutes(3));
        assertThat(old.hasSameContent(good)).isTrue();
        assertThat(trial.status().freshness()).isEqualTo(MapFreshness.STALE);
        assertThat(trial.status().trouble()).contains("answered " + status).hasSizeLessThan(400);
        assertThat(trial.status().counters()).containsKey("failures." + kind);

        server.on(PATH_VECTOR, paths);
        assertThat(trial.after(Duration.ofMinutes(5)).hasSameContent(good)).isTrue();
        assertThat(trial.status().freshness()).isEqualTo(MapFreshness.FRESH);
        assertThat(trial.status().trouble()).isNull();
    }

    @Test
    void v08ItsNetworkMapInPlaceOfACostMapIsRefused() {
        server.on(
                        DIRECTORY.getPath(),
                        "application/alto-directory+json",
                        Fixtures.text("openalto-directory.json")
                                .replace(
                                        "\"uses\":[\"mocknm\"]",
                                        "\"uses\":[\"mocknm\"],\"capabilities\":{\"cost-type-names\":[\"num-geo\"]}"))
                .on(
                        "/networkmap/mocknm",
                        "application/alto-networkmap+json",
                        "{\"meta\":{\"vtag\":{\"resource-id\":\"other\",\"tag\":\"1\"}},"
                                + "\"network-map\":{\"a\":{\"ipv4\":[\"0.0.0.0/0\"]}}}")
                .on("/costmap/mockcm", "application/alto-costmap+json", Fixtures.text("openalto-costmap.json"));
        AltoException refused =
                catchThrowableOfType(AltoException.class, () -> trial().client().costMap("mockcm"));
        assertThat(refused.kind()).isEqualTo(AltoException.Kind.INVALID);
    }

    @Test
    void i05ItsDirectoryNamesNoDefaultMapAndTheOnlyOneIsTaken() throws Exception {
        assertThat(trial().client()
                        .directory()
                        .defaultNetworkMap()
                        .orElseThrow()
                        .id())
                .isEqualTo("mocknm");
    }

    @Test
    void v13APropertyMapWithoutMetaIsRead() throws Exception {
        server.on(
                        DIRECTORY.getPath(),
                        "application/alto-directory+json",
                        "{\"resources\":{\"props\":{\"uri\":\"/propmap/props\",\"media-type\":"
                                + "\"application/alto-propmap+json\",\"capabilities\":{\"mappings\":{\"ipv4\":"
                                + "[\"country\"]}}}}}")
                .on(
                        "/propmap/props",
                        "application/alto-propmap+json",
                        "{\"property-map\":{\"ipv4:10.1.0.2\":{\"country\":\"CH\"}}}");
        assertThat(trial().client().propertyMap("props").document().entities()).hasSize(1);
    }
}
