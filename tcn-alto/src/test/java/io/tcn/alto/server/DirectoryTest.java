// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.HttpFields;
import io.tcn.alto.model.AltoNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DirectoryTest {
    private final Asking asking = new Asking();

    @Test
    void i01TheDirectoryIsThereAndEachResourceHasAnIdOfItsOwn() {
        assertThat(AltoServer.DIRECTORY_PATH).isEqualTo("/alto/v1/ird");
        assertThat(asking.get("ird").status()).isEqualTo(200);
        assertThat(Asking.type(asking.get("ird"))).isEqualTo("application/alto-directory+json");
        JsonNode resources = asking.got("ird").get("resources");
        assertThat(resources.propertyNames())
                .containsExactly(
                        "netmap",
                        "netmap-f",
                        "cm-routing",
                        "cm-f",
                        "eps",
                        "ecs",
                        "anes",
                        "anes-f",
                        "cm-pv",
                        "ecs-pv",
                        "updates");
        Set<String> asked = new HashSet<>();
        resources.forEach(entry -> assertThat(asked.add(
                        entry.path("accepts").asString("GET") + entry.get("uri").asString()))
                .isTrue());
        assertThat(new Asking(Asking.server(ExampleNetwork.withShortcut())).got("ird"))
                .isEqualTo(asking.got("ird"));
    }

    @Test
    void i02TheDirectoryNamesTheDefaultNetworkMap() {
        assertThat(asking.got("ird").get("meta").get("default-alto-network-map").asString())
                .isEqualTo("netmap");
    }

    @Test
    void i04WhatAcceptsABodyIsPostedAndTheRestIsGot() {
        asking.got("ird").get("resources").forEach(entry -> {
            String uri = entry.get("uri").asString();
            boolean takesBody = entry.has("accepts");
            int got = asking.get(uri).status();
            int posted = asking.post(uri, "{}").status();
            assertThat(got).as(uri).isEqualTo(takesBody ? 405 : 200);
            assertThat(posted == 405).as(uri).isEqualTo(!takesBody);
        });
        assertThat(asking.get("ecs").status()).isEqualTo(404);
    }

    @Test
    void v01PathVectorsAreOfferedByTheirCostTypeAndWithoutConstraints() {
        JsonNode directory = asking.got("ird");
        assertThat(directory.get("meta").get("cost-types").get("path-vector"))
                .isEqualTo(Asking.tree("{'cost-metric': 'ane-path', 'cost-mode': 'array'}"));
        for (String id : List.of("cm-pv", "ecs-pv")) {
            JsonNode capabilities = directory.get("resources").get(id).get("capabilities");
            assertThat(capabilities)
                    .isEqualTo(Asking.tree("{'cost-type-names': ['path-vector'], 'ane-property-names':"
                            + " ['max-reservable-bandwidth', 'persistent-entity-id']}"));
        }
        assertThat(asking.answered(
                                "endpointcost/pv",
                                "{'cost-type': {'cost-metric': 'ane-path', 'cost-mode': 'array'}, 'constraints': ['le"
                                        + " 3'], 'endpoints': {'srcs': ['ipv4:192.0.2.1'], 'dsts': ['ipv4:192.0.2.70']}}")
                        .get("meta"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_VALUE', 'field': 'constraints', 'value': 'not offered"
                        + " with path vectors'}"));
    }

    @Test
    void v02PathVectorsUseWhatTheirAnswersNeed() {
        JsonNode resources = asking.got("ird").get("resources");
        assertThat(resources.get("cm-pv").get("uses")).isEqualTo(Asking.tree("['netmap', 'anes']"));
        assertThat(resources.get("ecs-pv").get("uses")).isEqualTo(Asking.tree("['anes']"));
        assertThat(resources.get("ecs-pv").get("media-type").asString())
                .isEqualTo("multipart/related;type=\"application/alto-endpointcost+json\"");
    }

    @Test
    void m01RoutingCostIsOfferedOnceAsAMap() {
        JsonNode directory = asking.got("ird");
        List<String> maps = new ArrayList<>();
        directory.get("resources").properties().forEach(entry -> {
            boolean isCostMap = entry.getValue().get("media-type").asString().equals("application/alto-costmap+json");
            if (isCostMap && !entry.getValue().has("accepts")) {
                maps.add(entry.getKey());
            }
        });
        assertThat(maps).containsExactly("cm-routing");
        assertThat(directory.get("meta").get("cost-types").get("num-routing"))
                .isEqualTo(Asking.tree("{'cost-metric': 'routingcost', 'cost-mode': 'numerical'}"));
    }

    @Test
    void m02ACostMapHasOneTypeAndUsesItsNetworkMap() {
        JsonNode costMap = asking.got("ird").get("resources").get("cm-routing");
        assertThat(costMap.get("capabilities")).isEqualTo(Asking.tree("{'cost-type-names': ['num-routing']}"));
        assertThat(costMap.get("uses")).isEqualTo(Asking.tree("['netmap']"));
    }

    @Test
    void theDirectoryHasNoControlPlaneViewUnlessThereIsOne() {
        Asking with = new Asking(new AltoServer(
                ExampleNetwork.plain(), AltoServerSettings.DEFAULT, () -> ExpectedCosts.NONE, new Random(1)));
        assertThat(with.got("ird").get("resources").get("tcn-ecs").get("capabilities"))
                .isEqualTo(Asking.tree("{'cost-type-names': ['tcn-tput', 'tcn-queue-time', 'tcn-price'],"
                        + " 'cost-constraints': true, 'max-cost-types': 3}"));
        assertThat(with.got("ird").get("meta").get("cost-types").get("tcn-tput"))
                .isEqualTo(Asking.tree("{'cost-metric': 'tput', 'cost-mode': 'numerical', 'cost-context':"
                        + " {'cost-source': 'estimation'}}"));
        assertThat(asking.got("ird").get("resources").has("tcn-cm")).isFalse();
    }

    @Test
    void g05EveryAnswerStatesItsMediaType() {
        asking.got("ird").get("resources").forEach(entry -> {
            String uri = entry.get("uri").asString();
            String type = Asking.type(entry.has("accepts") ? asking.post(uri, "{}") : asking.get(uri));
            assertThat(type)
                    .as(uri)
                    .isEqualTo(
                            entry.has("accepts")
                                    ? "application/alto-error+json"
                                    : entry.get("media-type").asString());
        });
        assertThat(Asking.type(asking.get("nowhere"))).isEqualTo("application/alto-error+json");
    }

    @Test
    void g11AKnownDocumentIsNotSentAgain() {
        for (String path : List.of("ird", "networkmap", "costmap/routing", "anes")) {
            String etag = asking.get(path).fields().first("ETag").orElseThrow();
            var again = asking.server.handle(AltoRequest.get(
                    Asking.BASE.resolve(path), HttpFields.of(Map.of("If-None-Match", "\"other\", " + etag))));
            assertThat(again.status()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(asking.get(path).fields().first("Cache-Control")).hasValue("no-cache");
        }
        String tag = asking.got("networkmap").get("meta").get("vtag").get("tag").asString();
        assertThat(asking.get("networkmap").fields().first("ETag")).hasValue("\"" + tag + "\"");
        String old = asking.get("costmap/routing").fields().first("ETag").orElseThrow();
        asking.server.update(ExampleNetwork.withShortcut());
        var changed = asking.server.handle(
                AltoRequest.get(Asking.BASE.resolve("costmap/routing"), HttpFields.of(Map.of("If-None-Match", old))));
        assertThat(changed.status()).isEqualTo(200);
    }

    @Test
    void g09OwnNamesKeepToTheGrammar() {
        asking.got("networkmap")
                .get("network-map")
                .propertyNames()
                .forEach(pid -> assertThat(AltoNames.isPidName(pid)).isTrue());
        asking.got("anes").get("property-map").propertyNames().forEach(entity -> {
            assertThat(entity).startsWith(".ane:").doesNotContain(">");
            assertThat(AltoNames.isAneName(entity.substring(5))).isTrue();
            assertThat(("anes" + entity).length()).isLessThanOrEqualTo(64);
        });
        asking.got("ird")
                .get("meta")
                .get("cost-types")
                .forEach(type -> assertThat(
                                AltoNames.isCostMetric(type.get("cost-metric").asString()))
                        .isTrue());
        String tag = asking.got("networkmap").get("meta").get("vtag").get("tag").asString();
        assertThat(AltoNames.isTag(tag)).isTrue();
        assertThat(tag).hasSize(40);
    }
}
