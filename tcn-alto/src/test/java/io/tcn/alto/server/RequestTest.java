// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import io.tcn.core.model.Resource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RequestTest {
    private static final Set<String> CODES =
            Set.of("E_SYNTAX", "E_MISSING_FIELD", "E_INVALID_FIELD_TYPE", "E_INVALID_FIELD_VALUE");
    private static final String ENDS = "'endpoints': {'srcs': ['ipv4:192.0.2.1'], 'dsts': ['ipv4:192.0.2.70']}";

    private final Asking asking = new Asking();

    @Test
    void x01EveryFaultHasItsStatusAndOneOfTheFourCodes() {
        refused(400, asking.post("endpointcost", "{'cost-type': "), "E_SYNTAX");
        refused(400, asking.post("endpointcost", "[]"), "E_SYNTAX");
        refused(400, asking.post("endpointcost", "{'a': 1, 'a': 2}"), "E_SYNTAX");
        refused(400, asking.post("endpointcost", "{} {}"), "E_SYNTAX");
        refused(400, asking.post("endpointcost", "{'a': ".repeat(80) + "1" + "}".repeat(80)), "E_SYNTAX");
        refused(400, asking.post("endpointcost", "{}"), "E_MISSING_FIELD");
        refused(400, asking.post("endpointcost", "{'cost-type': 3}"), "E_INVALID_FIELD_TYPE");
        refused(404, asking.get("nowhere"), "E_INVALID_FIELD_VALUE");
        AltoResponse wrongMethod = asking.get("anes/filtered");
        refused(405, wrongMethod, "E_INVALID_FIELD_VALUE");
        assertThat(wrongMethod.fields().first("Allow")).hasValue("POST");
        refused(406, got("networkmap", "Accept", "text/html, application/alto-costmap+json"), "E_INVALID_FIELD_VALUE");
        refused(
                415,
                asking.server.handle(AltoRequest.post(
                        Asking.BASE.resolve("anes/filtered"),
                        HttpFields.of(Map.of("Content-Type", "application/json")),
                        Asking.json("{}"))),
                "E_INVALID_FIELD_VALUE");
    }

    private static void refused(int status, AltoResponse response, String code) {
        assertThat(response.status()).as(Asking.text(response)).isEqualTo(status);
        assertThat(Asking.type(response)).isEqualTo("application/alto-error+json");
        assertThat(Asking.tree(response).get("meta").get("code").asString())
                .isEqualTo(code)
                .isIn(CODES);
    }

    private AltoResponse got(String path, String field, String value) {
        return asking.server.handle(AltoRequest.get(Asking.BASE.resolve(path), HttpFields.of(Map.of(field, value))));
    }

    @Test
    void aClientMayAcceptInManyWaysOrSayNothing() {
        for (String accept : List.of(
                "*/*",
                "application/*;q=0.5",
                "application/alto-networkmap+json,application/alto-error+json",
                "text/html;x=\"a,b\", APPLICATION/ALTO-NetworkMap+JSON;charset=utf-8")) {
            assertThat(got("networkmap", "Accept", accept).status()).as(accept).isEqualTo(200);
        }
        assertThat(got("networkmap", "accepts", "text/html").status()).isEqualTo(200);
        assertThat(got("networkmap", "Accept", "application/alto-networkmap+json;q=0")
                        .status())
                .isEqualTo(406);
    }

    @Test
    void x02AValueIsTextAndHasItsField() {
        assertThat(meta("endpointcost", "{'cost-type': {'cost-metric': 7, 'cost-mode': 'numerical'}, " + ENDS + "}"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_TYPE', 'field': 'cost-type/cost-metric'}"));
        assertThat(meta("anes/filtered", "{'entities': ['.ane:x', 7]}"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_VALUE', 'field': 'entities', 'value': '7'}"));
        assertThat(meta("endpointcost", "{'cost-type': {'cost-mode': 'numerical'}, " + ENDS + "}"))
                .isEqualTo(Asking.tree("{'code': 'E_MISSING_FIELD', 'field': 'cost-type/cost-metric'}"));
        assertThat(meta("costmap/filtered", "{'cost-type': null}"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_TYPE', 'field': 'cost-type'}"));
        JsonNode syntax = meta("endpointcost", "{'cost-type': {\n  nonsense}}");
        assertThat(syntax.get("syntax-error").asString()).startsWith("line 2 column ");
        assertThat(syntax.has("field")).isFalse();
    }

    @Test
    void x03OfSeveralFaultsOneIsReported() {
        JsonNode meta = meta(
                "endpointcost",
                "{'cost-type': {'cost-metric': 'x', 'cost-mode': 7}, 'endpoints': {'srcs': 'a', 'dsts': [1]}}");
        assertThat(meta.propertyNames()).containsExactlyInAnyOrder("code", "field");
    }

    @Test
    void g07UnknownMembersArePassedOver() {
        String body =
                "{'cost-type': {'cost-metric': 'hopcount', 'cost-mode': 'numerical', 'x': [1]}, 'y': {'z': null}, "
                        + ENDS.replace("{'srcs'", "{'w': 1, 'srcs'") + "}";
        assertThat(asking.answered("endpointcost", body).get("endpoint-cost-map"))
                .isEqualTo(Asking.tree("{'ipv4:192.0.2.1': {'ipv4:192.0.2.70': 3}}"));
    }

    @Test
    void r01TheDomainAndTheNamesOfEntitiesAreChecked() {
        for (String bad : List.of("ane:x", "anes.ane:x", ".ane", ".ane:", ".ane:a b", "ipv4:192.0.2.1", "")) {
            assertThat(meta("anes/filtered", "{'entities': ['" + bad + "']}"))
                    .isEqualTo(Asking.tree(
                            "{'code': 'E_INVALID_FIELD_VALUE', 'field': 'entities', 'value': '" + bad + "'}"));
        }
        JsonNode entry = asking.got("ird").get("resources").get("anes");
        assertThat(entry.get("capabilities"))
                .isEqualTo(Asking.tree(
                        "{'mappings': {'.ane': ['max-reservable-bandwidth', 'priv:tcn-kind', 'priv:tcn-label']}}"));
    }

    @Test
    void r03AFilteredPropertyMapAnswersAsTheTableSays() {
        assertThat(meta("anes/filtered", "{'properties': []}"))
                .isEqualTo(Asking.tree("{'code': 'E_MISSING_FIELD', 'field': 'entities'}"));
        assertThat(properties("{'entities': [], 'properties': []}"))
                .isEqualTo(asking.got("anes").get("property-map"));
        assertThat(properties("{'entities': ['.ane:read:cern', '.ane:nobody'], 'properties': []}"))
                .isEqualTo(Asking.tree("{'.ane:read:cern': {'max-reservable-bandwidth': 400000000000,"
                        + " 'priv:tcn-kind': 'storage-read', 'priv:tcn-label': 'read:cern'}}"));
        assertThat(properties("{'entities': ['.ane:read:cern', '.ane:nobody']}"))
                .isEqualTo(Asking.tree("{'.ane:read:cern': {}}"));
        assertThat(properties("{'entities': ['.ane:link:nb:nyc-bnl'], 'properties': ['max-reservable-bandwidth']}"))
                .isEqualTo(Asking.tree("{'.ane:link:nb:nyc-bnl': {'max-reservable-bandwidth': 200000000000}}"));
        asking.server.update(ExampleNetwork.plain().withCapacity("link:nb:nyc>bnl", null));
        assertThat(properties("{'entities': ['.ane:link:nb:nyc-bnl'], 'properties': ['max-reservable-bandwidth']}"))
                .isEqualTo(Asking.tree("{}"));
        assertThat(meta("anes/filtered", "{'entities': [], 'properties': ['speed']}"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_VALUE', 'field': 'properties', 'value': 'speed'}"));
    }

    @Test
    void r04ThereAreDependentTagsExactlyWhereAnotherResourceIsUsed() {
        JsonNode resources = asking.got("ird").get("resources");
        // The property map uses nothing, so it depends on nothing; in path vectors the order is that of `uses`.
        assertThat(resources.get("anes").has("uses")).isFalse();
        assertThat(asking.got("anes").get("meta").has("dependent-vtags")).isFalse();
        assertThat(asking.answered("anes/filtered", "{'entities': []}").get("meta"))
                .isEqualTo(Asking.tree("{}"));
        Map<String, JsonNode> parts = Asking.parts(asking.post(
                "costmap/pv", "{" + PathVectorTest.TYPE + ", 'ane-property-names': ['persistent-entity-id']}"));
        assertThat(parts.values().stream()
                        .flatMap(part -> part.get("meta").get("dependent-vtags").valueStream())
                        .map(version -> version.get("resource-id").asString())
                        .toList())
                .containsExactly("netmap", "cm-pv.pv", "anes");
    }

    private JsonNode properties(String body) {
        return asking.answered("anes/filtered", body).get("property-map");
    }

    private JsonNode meta(String path, String body) {
        return asking.answered(path, body).get("meta");
    }

    @Test
    void furtherPropertiesOfElementsAreOfferedAndTold() {
        PublishedNetwork network = ExampleNetwork.plain();
        var elements = new TreeMap<>(network.elements());
        elements.put(
                "read:cern",
                new PublishedNetwork.Element(
                        "read:cern", Resource.Kind.STORAGE_READ, 0.0, new TreeMap<>(Map.of("priv:tcn-room", "513"))));
        Asking with = new Asking(new AltoServer(
                new PublishedNetwork(network.sites(), elements, network.paths()),
                AltoServerSettings.DEFAULT,
                new Random(1)));
        assertThat(with.got("anes").get("property-map").get(".ane:read:cern"))
                .isEqualTo(Asking.tree("{'max-reservable-bandwidth': 0, 'priv:tcn-kind': 'storage-read',"
                        + " 'priv:tcn-label': 'read:cern',"
                        + " 'priv:tcn-room': '513'}"));
        assertThat(with.got("ird").get("resources").get("anes-f").get("capabilities"))
                .isEqualTo(Asking.tree("{'mappings': {'.ane': ['max-reservable-bandwidth', 'priv:tcn-kind',"
                        + " 'priv:tcn-label', 'priv:tcn-room']}}"));
    }
}
