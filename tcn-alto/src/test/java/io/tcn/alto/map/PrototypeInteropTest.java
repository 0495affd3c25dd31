// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static io.tcn.alto.map.Trial.capacities;
import static io.tcn.alto.map.Trial.mapping;
import static io.tcn.alto.map.Trial.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.Fixtures;
import io.tcn.core.model.Resource;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A server that answers as the one of the TCN authors' prototype of 2022: it takes flows in place of a product, calls
/// the capacity `bandwidth` and leaves it out where it does not know it, and misspells the member with the paths.
class PrototypeInteropTest {
    private static final URI DIRECTORY = URI.create("http://127.0.0.1:9090/directory");
    private static final String PATH_VECTOR = "/pv/pathvector";
    private static final Trial.Setup SETUP =
            Trial.Setup.USUAL.capacities(false, "bandwidth:bit").withFlows();

    private final OpenAltoServer paths = new OpenAltoServer()
            .route("10.0.0.1", "10.0.0.2", "one", "two")
            .route("10.0.0.3", "10.0.0.2", "three", "two")
            .link("one", "{\"bandwidth\": 1000000000}")
            .link("two", "{\"bandwidth\": 50000000000}")
            .link("three", "{}");

    private final ScriptedServer server = new ScriptedServer()
            .on(
                    DIRECTORY.getPath(),
                    "application/alto-directory+json",
                    "{\"meta\":{\"cost-types\":{\"pv\":{\"cost-mode\":\"array\",\"cost-metric\":\"ane-path\"}}},"
                            + "\"resources\":{\"pv\":{\"uri\":\"/pv/pathvector\",\"media-type\":"
                            + "\"multipart/related;type=application/alto-endpointcost+json\",\"accepts\":"
                            + "\"application/alto-endpointcostparams+json\",\"capabilities\":"
                            + "{\"cost-type-names\":[\"pv\"],\"ane-property-names\":[\"bandwidth\"]}}}}")
            .on(PATH_VECTOR, paths);

    PrototypeInteropTest() {
        paths.member = "endponit-cost-map";
        paths.typed = true;
    }

    private Trial trial() {
        return new Trial(server, DIRECTORY, SETUP);
    }

    @Test
    void v13ItsRecordedAnswerBecomesAPathWithItsCapacity() {
        Fixtures.Message recorded = Fixtures.message("prototype-pathvector.http");
        server.on(PATH_VECTOR, recorded.contentType(), recorded.text());
        NetworkMapSnapshot snapshot = trial().pipes("10.0.0.1>10.0.0.2");
        assertThat(capacities(snapshot, "10.0.0.1>10.0.0.2")).containsExactly(1e9);
    }

    @Test
    void q02TheFlowsAreAskedForInOneRequestAndNotAsAProduct() {
        NetworkMapSnapshot snapshot = trial().pipes("10.0.0.1>10.0.0.2", "10.0.0.3>10.0.0.2");
        assertThat(server.requests(PATH_VECTOR)).hasSize(1);
        JsonNode asked = ScriptedServer.json(server.requests(PATH_VECTOR).getFirst());
        assertThat(asked.path("endpoint-flows"))
                .hasToString("[{\"srcs\":[\"ipv4:10.0.0.1\"],\"dsts\":[\"ipv4:10.0.0.2\"]},"
                        + "{\"srcs\":[\"ipv4:10.0.0.3\"],\"dsts\":[\"ipv4:10.0.0.2\"]}]");
        assertThat(asked.has("endpoints")).isFalse();
        assertThat(asked.path("ane-property-names")).hasToString("[\"bandwidth\"]");
        // What both cross is one resource.
        assertThat(path(snapshot, "10.0.0.1>10.0.0.2").getLast())
                .isEqualTo(path(snapshot, "10.0.0.3>10.0.0.2").getLast());
    }

    @Test
    void q01AMissingBandwidthIsUnknownAndOneBeyondAnIntIsRead() {
        NetworkMapSnapshot snapshot = trial().pipes("10.0.0.1>10.0.0.2", "10.0.0.3>10.0.0.2");
        assertThat(capacities(snapshot, "10.0.0.1>10.0.0.2")).containsExactly(1e9, 50e9);
        assertThat(capacities(snapshot, "10.0.0.3>10.0.0.2")).containsExactly(null, 50e9);
        assertThat(snapshot.resources().values()).noneMatch(Resource::isClosed);
    }

    @Test
    void q04EachAnswerIsReadAnewAndOnlyWhatChangedChanges() {
        Trial trial = trial();
        NetworkMapSnapshot first = trial.pipes("10.0.0.1>10.0.0.2", "10.0.0.3>10.0.0.2");
        assertThat(trial.after(Duration.ofMinutes(10)).hasSameContent(first)).isTrue();
        paths.link("one", "{\"bandwidth\": 2000000000}");
        NetworkMapSnapshot second = trial.after(Duration.ofSeconds(30));
        assertThat(second.pipeResources()).isEqualTo(first.pipeResources());
        assertThat(capacities(second, "10.0.0.1>10.0.0.2")).containsExactly(2e9, 50e9);
    }

    @Test
    void q06AnEndpointWithoutAnAddressIsNeverAskedForAsAnotherOne() {
        NetworkMapSnapshot snapshot = trial().pipes("unknown.invalid>10.0.0.2", "10.0.0.1>10.0.0.2");
        assertThat(mapping(snapshot, "unknown.invalid>10.0.0.2")).isEqualTo(PipeMapping.unmapped("unresolved"));
        assertThat(server.requests(PATH_VECTOR))
                .allSatisfy(request ->
                        assertThat(ScriptedServer.json(request).toString()).doesNotContain("127.0.0.1"));
    }

    @Test
    void g10AnswersInAnotherSpellingOfAnIpv6AddressAreFound() {
        String pair = "2001:db8::1>2001:db8::2";
        Fixtures.Message recorded = Fixtures.message("prototype-pathvector.http");
        server.on(
                PATH_VECTOR,
                recorded.contentType(),
                recorded.text()
                        .replace("ipv4:10.0.0.1", "ipv6:2001:DB8:0:0::1")
                        .replace("ipv4:10.0.0.2", "ipv6:2001:0db8:0:0:0:0:0:2"));
        assertThat(mapping(trial().pipes(pair), pair)).isEqualTo(PipeMapping.MAPPED);
        assertThat(ScriptedServer.json(server.requests(PATH_VECTOR).getFirst()).toString())
                .contains("\"ipv6:2001:db8::1\"");
    }
}
