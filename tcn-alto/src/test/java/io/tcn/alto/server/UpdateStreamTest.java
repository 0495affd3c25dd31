// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

class UpdateStreamTest {
    private static final String QUERY =
            "{" + PathVectorTest.TYPE + ", 'endpoints': {'srcs': ['ipv4:192.0.2.10'], 'dsts':"
                    + " ['ipv4:192.0.2.70']}, 'ane-property-names': ['max-reservable-bandwidth']}";
    private static final String PATHS = "'pv1': {'resource-id': 'ecs-pv', 'input': " + QUERY + "}";
    private static final String ROOT = "pv1.pv@alto.tcn.internal";
    private static final String PROPERTIES = "pv1.propmap@alto.tcn.internal";

    private final Asking asking = new Asking();
    private final StreamListener listener = new StreamListener();

    @Test
    void u01TheFirstEventNamesTheControl() {
        open("{'add': {'nm': {'resource-id': 'netmap'}}}");
        StreamListener.Event first = listener.heard().getFirst();
        assertThat(first.type()).isEqualTo(StreamListener.CONTROL);
        assertThat(first.json().get("control-uri").asString()).matches("updates/c/[0-9a-f]{32}");
    }

    @Test
    void u02AWholeCopyComesFirstUnlessTheClientHasIt() {
        String tag = asking.got("networkmap").get("meta").get("vtag").get("tag").asString();
        open("{'add': {'a': {'resource-id': 'netmap', 'tag': '" + tag + "'}, 'b': {'resource-id': 'netmap', 'tag':"
                + " 'old'}, 'c': {'resource-id': 'netmap'}, " + PATHS + "}}");
        assertThat(listener.heardIds()).containsExactly("control", "b", "c", "pv1");
        assertThat(state("b")).isEqualTo(asking.got("networkmap"));
        assertThat(Map.of("x", state(ROOT), "y", state(PROPERTIES)))
                .isEqualTo(Map.of(
                        "x", part(asking.post("endpointcost/pv", QUERY), "pv@alto.tcn.internal"),
                        "y", part(asking.post("endpointcost/pv", QUERY), "propmap@alto.tcn.internal")));
        // What was current is patched from there on.
        listener.state.put("a", asking.got("networkmap"));
        asking.server.update(moved());
        assertThat(state("a")).isEqualTo(asking.got("networkmap"));
    }

    @Test
    void aChangedCapacityIsASmallPatchOfTheProperties() {
        open("{'add': {" + PATHS + "}}");
        String name = state(ROOT)
                .get("endpoint-cost-map")
                .get("ipv4:192.0.2.10")
                .get("ipv4:192.0.2.70")
                .get(2)
                .asString();
        listener.heard();
        asking.server.update(ExampleNetwork.withCapacity("link:an:ams>nyc", 8e10));
        List<StreamListener.Event> heard = listener.heard();
        assertThat(heard).hasSize(1);
        assertThat(heard.getFirst().id()).isEqualTo(PROPERTIES);
        assertThat(heard.getFirst().json())
                .isEqualTo(Asking.tree(
                        "{'property-map': {'.ane:" + name + "': {'max-reservable-bandwidth': 80000000000}}}"));
        asking.server.update(
                ExampleNetwork.withCapacity("link:an:ams>nyc", 8e10).withCapacity("link:nf:nyc>fnal", 1.0));
        assertThat(listener.heard()).hasSize(0);
    }

    @Test
    void u03WithoutPatchesTheWholeComesAgain() {
        open("{'add': {'nm': {'resource-id': 'netmap', 'incremental-changes': false}, 'el': {'resource-id': 'anes',"
                + " 'incremental-changes': false}, "
                + PATHS.replace("'input'", "'incremental-changes': false, 'input'") + "}}");
        listener.heard();
        asking.server.update(moved().withCapacity("link:an:ams>nyc", 8e10));
        List<StreamListener.Event> heard = listener.heard();
        assertThat(heard.stream().map(StreamListener.Event::id).toList()).containsExactly("nm", "el", "pv1");
        assertThat(heard).noneMatch(event -> event.type().equals(StreamListener.PATCH));
        assertThat(state("el")).isEqualTo(asking.got("anes"));
    }

    @Test
    void u04AnIdIsNeverUsedAgainInAStream() {
        String control = open("{'add': {'nm': {'resource-id': 'netmap'}}}");
        assertThat(asking.post(control, "{'remove': ['nm']}").status()).isEqualTo(204);
        AltoResponse again = asking.post(control, "{'add': {'nm': {'resource-id': 'netmap'}}}");
        assertThat(again.status()).isEqualTo(400);
        assertThat(Asking.tree(again).get("meta"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_VALUE', 'field': 'add', 'value': 'nm'}"));
    }

    @Test
    void u05WhatOthersDependOnComesFirst() {
        open("{'add': {" + PATHS + ", 'pp': {'resource-id': 'cm-pv', 'input': {" + PathVectorTest.TYPE
                + "}}, 'cm': {'resource-id': 'cm-routing'}, 'el': {'resource-id': 'anes'}, 'nm': {'resource-id':"
                + " 'netmap'}}}");
        assertThat(listener.heardIds()).containsExactly("control", "nm", "el", "cm", "pp", "pv1");
        asking.server.update(moved().withCapacity("link:an:ams>nyc", 8e10));
        assertThat(listener.heardIds()).containsExactly("nm", "el", "cm", "pp.pv@alto.tcn.internal", PROPERTIES);
    }

    @Test
    void u06AWrongRequestOpensNoStream() {
        refused("{}", "{'code': 'E_MISSING_FIELD', 'field': 'add'}");
        refused("{'add': {}}", "{'code': 'E_MISSING_FIELD', 'field': 'add'}");
        refused(
                "{'add': {'x': {'resource-id': 'eps'}}}",
                "{'code': 'E_INVALID_FIELD_VALUE', 'field': 'add/x/resource-id', 'value': 'eps'}");
        refused("{'add': {'x': {}}}", "{'code': 'E_MISSING_FIELD', 'field': 'add/x/resource-id'}");
        refused(
                "{'add': {'a.b': {'resource-id': 'netmap'}}}",
                "{'code': 'E_INVALID_FIELD_VALUE', 'field': 'add', 'value': 'a.b'}");
        refused("{'add': {'x': {'resource-id': 'ecs-pv'}}}", "{'code': 'E_MISSING_FIELD', 'field': 'add/x/input'}");
        refused(
                "{'add': {'x': {'resource-id': 'ecs-pv', 'input': {" + PathVectorTest.TYPE + "}}}}",
                "{'code': 'E_MISSING_FIELD', 'field': 'add/x/input/endpoints'}");
    }

    private void refused(String body, String meta) {
        AltoTransport.Opened opened = asking.server.open(Asking.request("updates", body), listener);
        assertThat(opened).isInstanceOfSatisfying(AltoTransport.Opened.Refused.class, refused -> {
            assertThat(refused.response().status()).isEqualTo(400);
            assertThat(Asking.tree(refused.response()).get("meta")).isEqualTo(Asking.tree(meta));
        });
        assertThat(listener.heard()).hasSize(0);
    }

    @Test
    void x04TooManyStreamsMustWait() {
        for (int i = 0; i < 64; i++) {
            open("{'add': {'nm': {'resource-id': 'netmap'}}}");
        }
        AltoTransport.Opened next =
                asking.server.open(Asking.request("updates", "{'add': {'nm': {'resource-id': 'netmap'}}}"), listener);
        assertThat(next).isInstanceOfSatisfying(AltoTransport.Opened.Refused.class, refused -> {
            assertThat(refused.response().status()).isEqualTo(503);
            assertThat(refused.response().fields().first("Retry-After")).hasValue("10");
        });
        asking.server.closeStreams("enough");
        open("{'add': {'nm': {'resource-id': 'netmap'}}}");
    }

    @Test
    void oneStreamHasThirtyTwoSubstreamsAtMost() {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 33; i++) {
            many.append(i == 0 ? "" : ",").append("'s").append(i).append("': {'resource-id': 'netmap'}");
        }
        refused(
                "{'add': {" + many + "}}",
                "{'code': 'E_INVALID_FIELD_VALUE', 'field': 'add', 'value': 'more than 32 at once, or 10000 in all'}");
    }

    @Test
    void u07ControlAddsBeforeItRemovesAndTellsTheStream() {
        String control = open("{'add': {'nm': {'resource-id': 'netmap'}}}");
        listener.heard();
        AltoResponse changed = asking.post(control, "{'remove': ['nm'], 'add': {'el': {'resource-id': 'anes'}}}");
        assertThat(changed.status()).isEqualTo(204);
        List<StreamListener.Event> heard = listener.heard();
        assertThat(heard.get(0).json()).isEqualTo(Asking.tree("{'started': ['el']}"));
        assertThat(heard.get(1).id()).isEqualTo("el");
        assertThat(heard.get(2).json().get("stopped")).isEqualTo(Asking.tree("['nm']"));

        assertThat(asking.post(control, "{'remove': ['nm']}").status()).isEqualTo(204);
        assertThat(Asking.tree(asking.post(control, "{'remove': ['nobody']}")).get("meta"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_VALUE', 'field': 'remove', 'value': 'nobody'}"));
        assertThat(asking.post(control, "{'add': {'cm': {'resource-id': 'cm-routing'}}, 'remove': []}")
                        .status())
                .isEqualTo(400);
        assertThat(listener.heard()).hasSize(0);

        assertThat(asking.post(control, "{'remove': []}").status()).isEqualTo(204);
        assertThat(listener.heard().getLast().json().get("stopped")).isEqualTo(Asking.tree("['el']"));
        assertThat(listener.ending()).isPresent();
        assertThat(asking.post(control, "{'remove': []}").status()).isEqualTo(404);
    }

    @Test
    void u09PatchesAddressOnePartAndTheWholeStaysRight() {
        open("{'add': {"
                + PATHS.replace("'ipv4:192.0.2.70'", "'ipv4:192.0.2.70', 'ipv4:192.0.2.130', 'ipv4:192.0.2.11'")
                + "}}");
        String body = QUERY.replace("'ipv4:192.0.2.70'", "'ipv4:192.0.2.70', 'ipv4:192.0.2.130', 'ipv4:192.0.2.11'");
        List<PublishedNetwork> versions = List.of(
                ExampleNetwork.withShortcut(),
                ExampleNetwork.plain().withCapacity("link:an:ams>nyc", null),
                ExampleNetwork.plain(),
                moved());
        for (PublishedNetwork version : versions) {
            asking.server.update(version);
            AltoResponse pulled = asking.post("endpointcost/pv", body);
            assertThat(state(ROOT)).isEqualTo(part(pulled, "pv@alto.tcn.internal"));
            assertThat(state(PROPERTIES)).isEqualTo(part(pulled, "propmap@alto.tcn.internal"));
        }
    }

    @Test
    void aPatchOfPathsNamesThePartsWithTheirIds() {
        // Four pairs, of which two go another way: no more than half, so it is a patch.
        String wide = PATHS.replace("'srcs': ['ipv4:192.0.2.10']", "'srcs': ['ipv4:192.0.2.10', 'ipv4:192.0.2.130']")
                .replace("'ipv4:192.0.2.70'", "'ipv4:192.0.2.70', 'ipv4:192.0.2.190'");
        open("{'add': {" + wide + "}}");
        listener.heard();
        asking.server.update(TopologyNetwork.of(withoutLink("ca")));
        assertThat(listener.heardIds()).containsExactly(ROOT, PROPERTIES);
        asking.server.update(ExampleNetwork.plain());
        listener.heard();
        PublishedNetwork plain = ExampleNetwork.plain();
        asking.server.update(new PublishedNetwork(
                plain.sites(),
                plain.elements(),
                (from, to) -> from.equals("cern") && to.equals("bnl")
                        ? Optional.empty()
                        : plain.paths().find(from, to)));
        List<StreamListener.Event> heard = listener.heard();
        assertThat(heard.stream().map(StreamListener.Event::id).toList()).containsExactly(ROOT, PROPERTIES);
        assertThat(heard.getFirst().json().get("endpoint-cost-map"))
                .isEqualTo(Asking.tree("{'ipv4:192.0.2.10': {'ipv4:192.0.2.70': null}}"));
        // The root has another tag now, and the properties say that they belong to it.
        assertThat(state(PROPERTIES).get("meta").get("dependent-vtags").get(0))
                .isEqualTo(state(ROOT).get("meta").get("vtag"));
    }

    @Test
    void u11StreamsAreKeptAliveAndLongCopiesAreCutIntoLines() {
        List<Integer> lengths = new ArrayList<>();
        StringBuilder many = new StringBuilder("'ipv4:192.0.2.64'");
        for (int i = 65; i < 128; i++) {
            many.append(",'ipv4:192.0.2.").append(i).append('\'');
        }
        AltoTransport.StreamReceiver lines = new AltoTransport.StreamReceiver() {
            @Override
            public void bytes(byte[] next) {
                new String(next, StandardCharsets.UTF_8).lines().forEach(line -> lengths.add(line.length()));
                listener.bytes(next);
            }

            @Override
            public void ended(String why) {}
        };
        asking.server.open(
                Asking.request(
                        "updates",
                        "{'add': {"
                                + PATHS.replace("'ipv4:192.0.2.70'", many.toString())
                                        .replace(
                                                "'ipv4:192.0.2.10'",
                                                many.toString().replace("2.64", "2.1"))
                                + "}}"),
                lines);
        assertThat(lengths.size()).isGreaterThan(20);
        assertThat(lengths).allMatch(length -> length < 9000);
        assertThat(state(ROOT).get("endpoint-cost-map").size()).isEqualTo(64);
        asking.server.keepAlive();
        assertThat(listener.comments).isEqualTo(1);
    }

    @Test
    void u12NoPatchSetsANull() {
        open("{'add': {'el': {'resource-id': 'anes'}, " + PATHS + "}}");
        listener.heard();
        asking.server.update(ExampleNetwork.plain().withCapacity("link:an:ams>nyc", null));
        // A null takes the member away: that is what has happened, and nothing that is published is ever null.
        assertThat(state("el")).isEqualTo(asking.got("anes"));
        assertThat(state("el").get("property-map").get(".ane:link:an:ams-nyc"))
                .isEqualTo(Asking.tree("{'priv:tcn-kind': 'link', 'priv:tcn-label': 'link:an:ams>nyc'}"));
        assertThat(state(PROPERTIES).get("property-map").values().stream()
                        .filter(JsonNode::isEmpty)
                        .count())
                .isEqualTo(1);
        assertThat(asking.got("anes").toString() + asking.got("costmap/routing") + asking.got("networkmap"))
                .doesNotContain("null");
    }

    @Test
    void u13TheControlIsHardToGuessAndNeverTheSame() {
        Set<String> controls = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            controls.add(open("{'add': {'nm': {'resource-id': 'netmap'}}}"));
        }
        assertThat(controls).hasSize(50);
        assertThat(asking.post("updates/c/" + "0".repeat(32), "{'remove': []}").status())
                .isEqualTo(404);
    }

    @Test
    void equalContentIsToldToNobody() {
        open("{'add': {'nm': {'resource-id': 'netmap'}, 'el': {'resource-id': 'anes'}, " + PATHS + "}}");
        listener.heard();
        asking.server.update(ExampleNetwork.plain());
        assertThat(listener.heard()).hasSize(0);
    }

    @Test
    void v14AStreamHasTheNamesOfAnEqualRequest() {
        open("{'add': {" + PATHS + "}}");
        assertThat(state(ROOT)).isEqualTo(part(asking.post("endpointcost/pv", QUERY), "pv@alto.tcn.internal"));
    }

    @Test
    void aReceiverMayAskTheServerWhileItHears() {
        List<String> heard = new ArrayList<>();
        AltoTransport.StreamReceiver curious = new AltoTransport.StreamReceiver() {
            @Override
            public void bytes(byte[] next) {
                String text = new String(next, StandardCharsets.UTF_8);
                heard.add(text.lines().findFirst().orElse(""));
                if (text.contains("control-uri")) {
                    String control = text.replaceFirst("(?s).*\"control-uri\":\"([^\"]+)\".*", "$1");
                    asking.post(control, "{'add': {'el': {'resource-id': 'anes'}}}");
                }
            }

            @Override
            public void ended(String why) {
                heard.add(why);
            }
        };
        asking.server.open(Asking.request("updates", "{'add': {'nm': {'resource-id': 'netmap'}}}"), curious);
        assertThat(heard.getFirst()).isEqualTo("event: " + StreamListener.CONTROL);
        asking.server.closeStreams("done");
        assertThat(heard).contains("event: application/alto-networkmap+json,nm").endsWith("done");
    }

    private String open(String body) {
        AltoTransport.Opened opened = asking.server.open(Asking.request("updates", body), listener);
        if (opened instanceof AltoTransport.Opened.Refused refused) {
            throw new AssertionError(Asking.text(refused.response()));
        }
        return listener.state
                .getOrDefault("", MissingNode.getInstance())
                .path("control-uri")
                .asString();
    }

    private JsonNode state(String id) {
        return listener.state.getOrDefault(id, MissingNode.getInstance());
    }

    private static JsonNode part(AltoResponse response, String id) {
        return Asking.parts(response).getOrDefault(id, MissingNode.getInstance());
    }

    /// Another part of the addresses belongs to fnal.
    private static PublishedNetwork moved() {
        PublishedNetwork plain = ExampleNetwork.plain();
        List<PublishedNetwork.Site> sites = new ArrayList<>(plain.sites());
        sites.set(2, new PublishedNetwork.Site("fnal", List.of("192.0.2.128/27")));
        return new PublishedNetwork(sites, plain.elements(), plain.paths());
    }

    private static Topology withoutLink(String id) {
        Topology all = ExampleNetwork.topology(100);
        return new Topology(
                all.name(),
                all.nodes(),
                all.links().stream().filter(link -> !link.id().equals(id)).toList(),
                all.sites());
    }
}
