// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.codec.Json;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class UpdateStreamTest {
    private static final String BASE = "http://alto.example/alto/v1/";
    private static final URI ROOT = URI.create(BASE + "ird");
    private static final String OPEN = "POST " + BASE + "updates";
    private static final String CONTROL = "POST " + BASE + "updates/c/0f7e";

    private final FakeTransport server = new FakeTransport();
    private final MutableClock clock = new MutableClock();
    private final ManualTimers timers = new ManualTimers(clock);
    private final RecordingListener heard = new RecordingListener();
    private final AltoClient client = new AltoClient(AltoClientSettings.of("test", ROOT), server, clock, new Random(1));
    private final UpdateStream stream = client.updates("updates", heard, timers);

    @BeforeEach
    void theServerOffersAnUpdateStream() {
        String pv = "\"accepts\":\"application/alto-endpointcostparams+json\",\"capabilities\":"
                + "{\"cost-type-names\":[\"pv\"],\"ane-property-names\":[\"max-reservable-bandwidth\"]}}";
        server.on(
                "GET " + ROOT,
                200,
                "application/alto-directory+json",
                "{\"meta\":{\"cost-types\":{\"pv\":{\"cost-metric\":\"ane-path\",\"cost-mode\":\"array\"},"
                        + "\"rc\":{\"cost-metric\":\"routingcost\",\"cost-mode\":\"numerical\"}}},\"resources\":{"
                        + "\"netmap\":{\"uri\":\"nm\",\"media-type\":\"application/alto-networkmap+json\"},"
                        + "\"cm\":{\"uri\":\"cm\",\"media-type\":\"application/alto-costmap+json\",\"uses\":[\"netmap\"],"
                        + "\"capabilities\":{\"cost-type-names\":[\"rc\"]}},"
                        + "\"ecs-pv\":{\"uri\":\"pv\",\"media-type\":"
                        + "\"multipart/related;type=application/alto-endpointcost+json\"," + pv + ","
                        + "\"updates\":{\"uri\":\"updates\",\"media-type\":\"text/event-stream\",\"accepts\":"
                        + "\"application/alto-updatestreamparams+json\",\"uses\":[\"netmap\",\"cm\",\"ecs-pv\"],"
                        + "\"capabilities\":{\"incremental-change-media-types\":{\"netmap\":"
                        + "\"application/merge-patch+json,application/json-patch+json\",\"cm\":"
                        + "\"application/merge-patch+json,application/x-diff\",\"ecs-pv\":"
                        + "\"application/merge-patch+json\"}}}}}");
        server.on(CONTROL, 204, "text/plain", "");
    }

    private SubstreamRequest networkMap() throws Exception {
        return client.substream("updates", "netmap");
    }

    private SubstreamRequest paths(String destination) throws Exception {
        EndpointPairs pairs =
                EndpointPairs.of(List.of(Address.parse("192.0.2.10")), List.of(Address.parse(destination)));
        return client.substream("updates", "ecs-pv", pairs, List.of("max-reservable-bandwidth", "other"));
    }

    private static JsonNode json(AltoRequest request) throws AltoFormatException {
        return Json.read(FakeTransport.body(request).getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode sent(String request) throws AltoFormatException {
        return json(server.requests(request).getLast());
    }

    private void up(SubstreamRequest... requests) {
        stream.follow(Set.of(requests));
        timers.run();
        server.stream(server.streams() - 1).send(Sse.CONTROL);
    }

    private FakeTransport.FakeStream last() {
        return server.stream(server.streams() - 1);
    }

    @Test
    void aStreamIsOpenedWithTheInputThatTheResourceWouldGet() throws Exception {
        up(paths("192.0.2.70"));
        JsonNode add = sent(OPEN).path("add");
        assertThat(add.path("s1").path("resource-id").stringValue()).isEqualTo("ecs-pv");
        assertThat(add.path("s1").path("input").toString())
                .contains("ipv4:192.0.2.70", "ane-path", "max-reservable-bandwidth")
                .doesNotContain("other");
        assertThat(server.requests(OPEN).getFirst().fields().first("Accept"))
                .contains("text/event-stream,application/alto-error+json");
        assertThat(heard.ups).containsExactly(true);
        last().send(Sse.pathVector("s1", "p1", "k3", 5));
        assertThat(heard.changes).hasSize(1);
        assertThat(heard.confirmations).hasSize(1);
    }

    @Test
    void u01AStreamThatBeginsOtherwiseIsClosedAndCounted() throws Exception {
        stream.follow(Set.of(networkMap()));
        timers.run();
        last().send(Sse.networkMap("s1", "t1"));
        timers.run();
        assertThat(last().isClosed()).isTrue();
        assertThat(heard.faults).hasSize(1);
        assertThat(heard.changes).isEmpty();
        assertThat(stream.isUp()).isFalse();
    }

    @Test
    void u03PatchesAreRefusedWhereAFormatIsUnknown() throws Exception {
        up(client.substream("updates", "cm"), networkMap());
        JsonNode add = sent(OPEN).path("add");
        for (JsonNode each : add) {
            boolean costs = each.path("resource-id").stringValue().equals("cm");
            assertThat(each.path("incremental-changes").asBoolean(true)).isEqualTo(!costs);
        }
        assertThat(add.size()).isEqualTo(2);
    }

    @Test
    void u04TheNewSetIsAddedAndTheOldOneRemovedInOneRequestUnderNewIds() throws Exception {
        up(paths("192.0.2.70"));
        last().send(Sse.pathVector("s1", "p1", "k3", 5));
        stream.follow(Set.of(paths("192.0.2.130")));
        timers.run();
        JsonNode change = sent(CONTROL);
        assertThat(change.path("add").propertyNames()).containsExactly("s2");
        assertThat(change.path("remove").toString()).isEqualTo("[\"s1\"]");
        last().send(Sse.pathVector("s1", "p1", "k4", 5));
        assertThat(heard.changes).hasSize(1);
        last().send(Sse.pathVector("s2", "p2", "k5", 5));
        assertThat(heard.changes).hasSize(2);
        stream.follow(Set.of(paths("192.0.2.70")));
        timers.run();
        assertThat(sent(CONTROL).path("add").propertyNames()).containsExactly("s3");
        assertThat(server.streams()).isEqualTo(1);
    }

    @Test
    void u13ARelativeControlAddressIsResolvedAgainstTheStream() throws Exception {
        up(networkMap());
        stream.follow(Set.of(networkMap(), client.substream("updates", "cm")));
        timers.run();
        AltoRequest control = server.requests().getLast();
        assertThat(control.toString()).isEqualTo(CONTROL);
        assertThat(control.fields().first("Content-Type")).contains("application/alto-updatestreamparams+json");
        assertThat(json(control).has("remove")).isFalse();
    }

    @Test
    void u13AStreamWithoutControlIsOpenedAgainForANewSet() throws Exception {
        stream.follow(Set.of(networkMap()));
        timers.run();
        last().send(Sse.control("null"));
        stream.follow(Set.of(networkMap(), paths("192.0.2.70")));
        timers.run();
        assertThat(server.streams()).isEqualTo(2);
        assertThat(server.stream(0).isClosed()).isTrue();
        assertThat(sent(OPEN).path("add").size()).isEqualTo(2);
        assertThat(heard.faults).isEmpty();
    }

    @Test
    void u14ABadPatchHasTheCopyFetchedAnewUnderANewId() throws Exception {
        up(networkMap());
        last().send(Sse.networkMap("s1", "t1"));
        last().send(Sse.event("application/json-patch+json,s1", "[{\"op\":\"remove\",\"path\":\"/nowhere\"}]"));
        timers.run();
        assertThat(sent(CONTROL).path("add").path("s2").path("resource-id").stringValue())
                .isEqualTo("netmap");
        assertThat(sent(CONTROL).path("remove").toString()).isEqualTo("[\"s1\"]");
        last().send(Sse.networkMap("s2", "t1"));
        assertThat(heard.changes).as("the same content is no change").hasSize(1);
        last().send(Sse.networkMap("s2", "t2"));
        assertThat(heard.changes).hasSize(2);
    }

    @Test
    void u14ASilentStreamIsDeadAfter45SecondsAndOneThatCommentsIsNot() throws Exception {
        up(networkMap());
        for (int i = 0; i < 10; i++) {
            timers.pass(Duration.ofSeconds(15));
            last().send(Sse.KEEP_ALIVE);
        }
        timers.pass(Duration.ofSeconds(44));
        assertThat(heard.ups).containsExactly(true);
        timers.pass(Duration.ofSeconds(1));
        assertThat(heard.ups).containsExactly(true, false);
        assertThat(server.stream(0).isClosed()).isTrue();
        timers.pass(Duration.ofSeconds(2));
        assertThat(server.streams()).isEqualTo(2);
    }

    @Test
    void u14AfterAReconnectTheTagOfAGetResourceIsSentAndTheHeldCopyGoesOn() throws Exception {
        up(networkMap(), paths("192.0.2.70"));
        JsonNode first = sent(OPEN).path("add");
        String map = first.path("s1").path("resource-id").stringValue().equals("netmap") ? "s1" : "s2";
        String vector = map.equals("s1") ? "s2" : "s1";
        last().send(Sse.networkMap(map, "t1") + Sse.pathVector(vector, "p1", "k3", 5));
        last().end();
        timers.pass(Duration.ofSeconds(2));
        for (JsonNode each : sent(OPEN).path("add")) {
            boolean isMap = each.path("resource-id").stringValue().equals("netmap");
            assertThat(each.path("tag").asString("none")).isEqualTo(isMap ? "t1" : "none");
        }
        List<SubstreamContent> told =
                heard.changes.stream().flatMap(List::stream).toList();
        last().send(Sse.CONTROL);
        last().send(Sse.pathVector(vector, "p1", "k3", 5));
        int before = heard.confirmations.size();
        last().send(Sse.KEEP_ALIVE);
        assertThat(heard.confirmations).hasSize(before + 1);
        last().send(Sse.KEEP_ALIVE);
        assertThat(heard.changes.stream().flatMap(List::stream).skip(2))
                .as("each is told once more, and is the same object as before")
                .usingElementComparator((one, other) -> one == other ? 0 : 1)
                .containsExactlyInAnyOrderElementsOf(told);
    }

    @Test
    void u14AfterThreeFailuresInARowTheStreamIsTriedEveryFiveMinutes() throws Exception {
        server.streaming(false);
        server.on(OPEN, 503, "text/plain", "");
        stream.follow(Set.of(networkMap()));
        timers.pass(Duration.ofSeconds(30));
        assertThat(server.requests(OPEN)).hasSize(3);
        assertThat(stream.isFallback()).isTrue();
        timers.pass(Duration.ofMinutes(4));
        assertThat(server.requests(OPEN)).hasSize(3);
        timers.pass(Duration.ofMinutes(1));
        assertThat(server.requests(OPEN)).hasSize(4);
        server.streaming(true);
        timers.pass(Duration.ofMinutes(5));
        last().send(Sse.CONTROL);
        assertThat(stream.isFallback()).isFalse();
        assertThat(heard.ups).containsExactly(true);
        assertThat(heard.faults).hasSize(4);
    }

    @Test
    void u14FiveGoodMinutesMakeFailuresForgotten() throws Exception {
        for (int i = 0; i < 2; i++) {
            up(networkMap());
            last().end();
            timers.pass(Duration.ofSeconds(2));
        }
        last().send(Sse.CONTROL);
        for (int i = 0; i < 30; i++) {
            timers.pass(Duration.ofSeconds(10));
            last().send(Sse.KEEP_ALIVE);
        }
        last().end();
        assertThat(stream.isFallback()).isFalse();
        int streams = server.streams();
        timers.pass(Duration.ofSeconds(2));
        assertThat(server.streams()).isEqualTo(streams + 1);
    }

    @Test
    void u14WhatComesOfAnOldConnectionIsIgnored() throws Exception {
        up(networkMap());
        FakeTransport.FakeStream old = last();
        old.end();
        timers.pass(Duration.ofSeconds(2));
        old.send(Sse.networkMap("s1", "t1"));
        old.end();
        assertThat(heard.changes).isEmpty();
        assertThat(heard.faults).hasSize(1);
        last().send(Sse.CONTROL + Sse.networkMap("s1", "t1"));
        assertThat(heard.changes).hasSize(1);
    }

    @Test
    void x04TheServerMayAskToBeLeftAloneLonger() throws Exception {
        up(networkMap());
        last().send("retry: 120000\n\n");
        last().end();
        timers.pass(Duration.ofSeconds(119));
        assertThat(server.streams()).isEqualTo(1);
        timers.pass(Duration.ofSeconds(1));
        assertThat(server.streams()).isEqualTo(2);
    }

    @Test
    void leavingSaysSoAndIsTheEnd() throws Exception {
        up(networkMap());
        stream.close();
        timers.run();
        assertThat(sent(CONTROL).toString()).isEqualTo("{\"remove\":[]}");
        assertThat(last().isClosed()).isTrue();
        last().send(Sse.networkMap("s1", "t1"));
        last().end();
        timers.pass(Duration.ofHours(1));
        assertThat(heard.changes).isEmpty();
        assertThat(heard.faults).isEmpty();
        assertThat(server.streams()).isEqualTo(1);
        assertThat(heard.ups).containsExactly(true, false);
    }

    @Test
    void followingNothingEndsTheStreamAndFollowingAgainBeginsOne() throws Exception {
        up(networkMap());
        stream.follow(Set.of());
        timers.run();
        assertThat(last().isClosed()).isTrue();
        up(networkMap());
        assertThat(server.streams()).isEqualTo(2);
        assertThat(heard.ups).containsExactly(true, false, true);
    }

    @Test
    void onlyWhatTheStreamBringsCanBeFollowed() {
        assertThat(catchThrowableOfType(AltoException.class, () -> client.substream("updates", "none"))
                        .kind())
                .isEqualTo(AltoException.Kind.GONE);
        assertThat(catchThrowableOfType(AltoException.class, () -> client.substream("updates", "ecs-pv"))
                        .kind())
                .as("a resource that takes parameters needs them")
                .isEqualTo(AltoException.Kind.NOT_OFFERED);
    }
}
