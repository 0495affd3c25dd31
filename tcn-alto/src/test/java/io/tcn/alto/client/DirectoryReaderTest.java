// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.CostType;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DirectoryReaderTest {
    private static final String DIRECTORY = "application/alto-directory+json";
    private static final URI ROOT = URI.create("http://alto.example/alto/v1/ird");

    private final FakeTransport server = new FakeTransport();

    private ServiceDirectory read() throws AltoException, InterruptedException {
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        AltoHttp http =
                new AltoHttp(server, Credentials.of(new AltoAuth.None(), new Random(1)), Set.of(), Set.of(), 5, clock);
        return new DirectoryReader(http, clock).read(ROOT);
    }

    private void ird(String uri, String costTypes, String resources) {
        server.on(
                "GET " + uri,
                200,
                DIRECTORY,
                "{\"meta\":{\"cost-types\":{" + costTypes + "}},\"resources\":{" + resources + "}}");
    }

    private static String resource(String id, String uri, String type, String more) {
        return "\"" + id + "\":{\"uri\":\"" + uri + "\",\"media-type\":\"application/" + type + "\"" + more + "}";
    }

    private static String map(String id) {
        return resource(id, id, "alto-networkmap+json", "");
    }

    private static String link(String id, String uri) {
        return resource(id, uri, "alto-directory+json", "");
    }

    @Test
    void i03AddressesAreResolvedAgainstWhereTheDirectoryReallyWas() throws Exception {
        server.on("GET " + ROOT, _ -> {
            var fields = HttpFields.of(Map.of("Location", "/moved/here/ird?x"));
            return new AltoResponse(302, fields, new byte[0]);
        });
        ird(
                "http://alto.example/moved/here/ird?x",
                "",
                resource("a", "maps/a", "alto-networkmap+json", "") + ","
                        + resource("b", "?b", "alto-networkmap+json", ",\"accepts\":\"\"") + ","
                        + resource("c", "../c#part", "alto-networkmap+json", "") + ","
                        + resource("d", "//other.example/d", "alto-networkmap+json", ""));
        ServiceDirectory directory = read();
        assertThat(directory.all())
                .extracting(service -> service.uri().toString())
                .containsExactly(
                        "http://alto.example/moved/here/maps/a",
                        "http://alto.example/moved/here/ird?b",
                        "http://alto.example/moved/c",
                        "http://other.example/d");
        assertThat(directory.find("b").orElseThrow().kind()).isEqualTo(ServiceKind.NETWORK_MAP);
        assertThat(directory.find("b").orElseThrow().capabilities().costTypeNames())
                .isEmpty();
    }

    @Test
    void i05WithoutADefaultTheUsedNetworkMapIsTakenElseTheOnlyOne() throws Exception {
        String costs = ",\"capabilities\":{\"cost-type-names\":[\"n\"]}";
        String type = "\"n\":{\"cost-metric\":\"routingcost\",\"cost-mode\":\"numerical\"}";
        ird(
                ROOT.toString(),
                type,
                map("m1") + "," + map("m2") + ","
                        + resource("cm", "cm", "alto-costmap+json", costs + ",\"uses\":[\"m2\"]") + ","
                        + resource("lost", "lost", "alto-costmap+json", costs));
        ServiceDirectory two = read();
        assertThat(two.networkMapOf(two.find("cm").orElseThrow()).map(Service::id))
                .contains("m2");
        assertThat(two.networkMapOf(two.find("lost").orElseThrow())).isEmpty();
        server.instead(
                "GET " + ROOT,
                200,
                DIRECTORY,
                "{\"resources\":{" + map("m1") + "," + resource("eps", "e", "alto-endpointprop+json", "") + "}}");
        assertThat(read().defaultNetworkMap().map(Service::id)).contains("m1");
        server.instead(
                "GET " + ROOT,
                200,
                DIRECTORY,
                "{\"meta\":{\"default-alto-network-map\":\"m2\"},\"resources\":{" + map("m1") + "," + map("m2") + "}}");
        assertThat(read().defaultNetworkMap().map(Service::id)).contains("m2");
    }

    @Test
    void i06TheClosureIsWalkedOncePerAddressThoughItHasLoops() throws Exception {
        ird(ROOT.toString(), "", link("x", "two") + "," + map("m1") + "," + link("self", "ird"));
        ird(
                "http://alto.example/alto/v1/two",
                "",
                link("back", "ird") + "," + link("three", "three") + "," + map("m2"));
        ird("http://alto.example/alto/v1/three", "", map("m1") + "," + link("again", "two") + "," + map("m3"));
        ServiceDirectory directory = read();
        assertThat(directory.all()).extracting(Service::id).containsExactly("m1", "m2", "m3");
        assertThat(server.requests()).hasSize(3);
        assertThat(directory.skipped()).hasSize(1).first().asString().startsWith("m1: twice");
    }

    @Test
    void i06DepthAndNumberOfDirectoriesAreBounded() throws Exception {
        for (int i = 0; i < 10; i++) {
            String here = i == 0 ? ROOT.toString() : "http://alto.example/alto/v1/deep" + i;
            ird(here, "", map("m" + i) + "," + link("next", "deep" + (i + 1)));
        }
        assertThat(read().all()).extracting(Service::id).containsExactly("m0", "m1", "m2", "m3", "m4");

        StringBuilder many = new StringBuilder(map("m"));
        for (int i = 0; i < 100; i++) {
            many.append(",").append(link("l" + i, "wide" + i));
            server.on("GET http://alto.example/alto/v1/wide" + i, 200, DIRECTORY, "{\"resources\":{}}");
        }
        server.instead("GET " + ROOT, 200, DIRECTORY, "{\"resources\":{" + many + "}}");
        int before = server.requests().size();
        assertThat(read().find("m")).isPresent();
        assertThat(server.requests().size() - before).isEqualTo(DirectoryReader.MAX_DIRECTORIES);
    }

    @Test
    void i06WhatIsBadOrUnknownIsSkippedAlone() throws Exception {
        String names = ",\"capabilities\":{\"cost-type-names\":[\"n\",\"odd\",\"gone\"]}";
        ird(
                ROOT.toString(),
                "\"n\":{\"cost-metric\":\"routingcost\",\"cost-mode\":\"numerical\"},"
                        + "\"odd\":{\"cost-metric\":\"x\",\"cost-mode\":\"colour\"}",
                "\"bad id!\":{\"uri\":\"a\",\"media-type\":\"application/alto-networkmap+json\"},\"noobject\":3,"
                        + "\"nouri\":{\"media-type\":\"application/alto-networkmap+json\"},"
                        + resource("file", "file:///etc/passwd", "alto-networkmap+json", "") + ","
                        + resource("new", "new", "alto-hologram+json", "") + ","
                        + resource(
                                "colours",
                                "c",
                                "alto-costmap+json",
                                ",\"capabilities\":{\"cost-type-names\":[\"odd\"]}")
                        + ","
                        + resource("cm", "cm", "alto-costmap+json", names) + ","
                        + link("broken", "broken") + "," + link("lost", "lost"));
        server.on("GET http://alto.example/alto/v1/broken", 200, DIRECTORY, "{");
        server.on("GET http://alto.example/alto/v1/lost", 404, "text/html", "no");
        ServiceDirectory directory = read();
        assertThat(directory.all()).extracting(Service::id).containsExactly("cm");
        assertThat(directory.find("cm").orElseThrow().costTypes())
                .containsExactly(CostType.of("routingcost", "numerical"));
        assertThat(directory.skipped()).hasSize(8);
    }

    @Test
    void g04AResourceOfParametersIsNoResourceOfGet() throws Exception {
        ird(
                ROOT.toString(),
                "",
                map("whole") + ","
                        + resource(
                                "some",
                                "whole",
                                "alto-networkmap+json",
                                ",\"accepts\":\"application/alto-networkmapfilter+json\"")
                        + "," + resource("odd", "odd", "alto-networkmap+json", ",\"accepts\":\"application/x\""));
        ServiceDirectory directory = read();
        assertThat(directory.ofKind(ServiceKind.NETWORK_MAP))
                .extracting(Service::id)
                .containsExactly("whole");
        assertThat(directory.ofKind(ServiceKind.FILTERED_NETWORK_MAP))
                .extracting(Service::id)
                .containsExactly("some");
        assertThat(directory.find("odd")).isEmpty();
    }

    @Test
    void bothSpellingsOfMultipartAreKnown() throws Exception {
        String pv = "\"cost-type-names\":[\"pv\"]";
        String type = "\"pv\":{\"cost-metric\":\"ane-path\",\"cost-mode\":\"array\"}";
        String ecs = ",\"accepts\":\"application/alto-endpointcostparams+json\",\"capabilities\":{" + pv + "}}";
        ird(
                ROOT.toString(),
                type,
                "\"a\":{\"uri\":\"a\",\"media-type\":\"multipart/related;type=application/alto-endpointcost+json\""
                        + ecs + ",\"b\":{\"uri\":\"b\",\"media-type\":"
                        + "\"Multipart/Related; TYPE=\\\"application/alto-endpointcost+json\\\"\"" + ecs);
        assertThat(read().ofKind(ServiceKind.ENDPOINT_PATH_VECTOR))
                .extracting(Service::id)
                .containsExactly("a", "b");
    }

    @Test
    void aRootThatIsNoDirectoryIsAFailure() {
        server.on("GET " + ROOT, 200, "text/html", "<p>hello");
        assertThat(catchThrowableOfType(AltoException.class, this::read).kind()).isEqualTo(Kind.INVALID);
    }
}
