// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.MultipartWriter;
import io.tcn.alto.http.AltoResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

class PathVectorTest {
    static final String TYPE = "'cost-type': {'cost-mode': 'array', 'cost-metric': 'ane-path'}";
    private static final String BOTH = "'ane-property-names': ['max-reservable-bandwidth', 'persistent-entity-id']";
    private static final String ENDS =
            "'endpoints': {'srcs': ['ipv4:192.0.2.10'], 'dsts': ['ipv4:192.0.2.70', 'ipv4:192.0.2.130']}";
    private static final String ROOT = "pv@alto.tcn.internal";
    private static final String PROPERTIES = "propmap@alto.tcn.internal";

    private final Asking asking = new Asking();
    private final Asking plain = new Asking(new AltoServer(
            ExampleNetwork.plain(), new AltoServerSettings("alto.tcn.internal", NameMode.PLAIN, false), new Random(7)));

    @Test
    void v03TheMessageSaysItsTypeItsBoundaryAndWhereItStarts() {
        AltoResponse answer = asking.post("endpointcost/pv", "{" + TYPE + "," + ENDS + "}");
        assertThat(Asking.type(answer))
                .matches("multipart/related; boundary=tcn-[0-9a-f]{32};"
                        + " type=\"application/alto-endpointcost\\+json\"; start=\"<pv@alto.tcn.internal>\"");
        assertThat(answer.fields().first("Cache-Control")).hasValue("no-store");
        assertThat(Asking.type(asking.post("costmap/pv", "{" + TYPE + "}")))
                .contains("type=\"application/alto-costmap+json\"");
        String second = Asking.type(asking.post("endpointcost/pv", "{" + TYPE + "," + ENDS + "}"));
        assertThat(second).isNotEqualTo(Asking.type(answer));
    }

    @Test
    void v04TheRootComesFirstAndEachPartHasItsIdAndType() {
        AltoResponse answer = asking.post("endpointcost/pv", "{" + TYPE + "," + ENDS + "}");
        String boundary = Asking.type(answer).replaceFirst(".*boundary=([^;]+);.*", "$1");
        String text = Asking.text(answer);
        assertThat(text)
                .startsWith("--" + boundary + "\r\nContent-ID: <pv@alto.tcn.internal>\r\nContent-Type:"
                        + " application/alto-endpointcost+json\r\n\r\n{")
                .contains("}\r\n--" + boundary + "\r\nContent-ID: <propmap@alto.tcn.internal>\r\nContent-Type:"
                        + " application/alto-propmap+json\r\n\r\n{")
                .endsWith("}\r\n--" + boundary + "--\r\n");
    }

    @Test
    void v04ABoundaryThatStandsInAPartIsNotTaken() {
        Deque<byte[]> drawn = new ArrayDeque<>(List.of(new byte[16], new byte[16]));
        drawn.getLast()[0] = 1;
        RandomGenerator random = new RandomGenerator() {
            @Override
            public long nextLong() {
                return 0;
            }

            @Override
            public void nextBytes(byte[] bytes) {
                byte[] next = drawn.remove();
                System.arraycopy(next, 0, bytes, 0, bytes.length);
            }
        };
        byte[] hostile = ("x tcn-" + "0".repeat(32)).getBytes(StandardCharsets.US_ASCII);
        assertThat(RelatedMessage.boundary(List.of(new MultipartWriter.Part("a", "b", hostile)), random))
                .isEqualTo("tcn-01" + "0".repeat(30));
    }

    @Test
    void v05ThePropertiesDependOnTheRootAndOnWhatDefinesPersistentIds() {
        Map<String, JsonNode> parts = parts(asking, "endpointcost/pv", "{" + TYPE + "," + ENDS + "," + BOTH + "}");
        JsonNode version = meta(parts, ROOT).get("vtag");
        assertThat(version.get("resource-id").asString()).isEqualTo("ecs-pv.pv");
        assertThat(meta(parts, PROPERTIES).get("dependent-vtags").values())
                .containsExactly(version, asking.got("anes").get("meta").get("vtag"));
        Map<String, JsonNode> without = parts(asking, "endpointcost/pv", "{" + TYPE + "," + ENDS + "}");
        assertThat(meta(without, PROPERTIES).get("dependent-vtags").values())
                .containsExactly(meta(without, ROOT).get("vtag"));
        Map<String, JsonNode> pids = parts(asking, "costmap/pv", "{" + TYPE + "}");
        assertThat(meta(pids, ROOT).get("vtag").get("resource-id").asString()).isEqualTo("cm-pv.pv");
        assertThat(meta(pids, ROOT).get("dependent-vtags").values())
                .containsExactly(asking.got("networkmap").get("meta").get("vtag"));
    }

    @Test
    void pathsLeadFromTheStorageOverTheLinksToTheStorage() {
        Map<String, JsonNode> parts = parts(
                plain,
                "costmap/pv",
                "{" + TYPE + ", 'pids': {'srcs': ['pid-cern'], 'dsts':" + " ['pid-bnl', 'pid-cern', 'pid-rest']}}");
        assertThat(part(parts, ROOT).get("cost-map"))
                .isEqualTo(Asking.tree("{'pid-cern': {'pid-bnl': ['read:cern', 'link:ca:cern-ams', 'link:an:ams-nyc',"
                        + "'link:nb:nyc-bnl', 'write:bnl'], 'pid-cern': ['read:cern', 'write:cern']}}"));
    }

    @Test
    void v09EveryElementOfThePathsIsThereWithWhatWasAskedFor() {
        Map<String, JsonNode> parts = parts(asking, "endpointcost/pv", "{" + TYPE + "," + ENDS + "}");
        Set<String> crossed = new HashSet<>();
        part(parts, ROOT)
                .get("endpoint-cost-map")
                .forEach(row -> row.forEach(path -> path.forEach(name -> crossed.add(".ane:" + name.asString()))));
        assertThat(crossed).hasSize(7);
        JsonNode properties = part(parts, PROPERTIES).get("property-map");
        assertThat(Set.copyOf(properties.propertyNames())).isEqualTo(crossed);
        properties.forEach(element -> assertThat(element).isEqualTo(Asking.tree("{}")));

        plain.server.update(ExampleNetwork.plain().withCapacity("link:an:ams>nyc", null));
        JsonNode capacities = part(
                        parts(
                                plain,
                                "endpointcost/pv",
                                "{" + TYPE + "," + ENDS + ", 'ane-property-names': ['max-reservable-bandwidth']}"),
                        PROPERTIES)
                .get("property-map");
        assertThat(capacities.get(".ane:link:ca:cern-ams"))
                .isEqualTo(Asking.tree("{'max-reservable-bandwidth': 400000000000}"));
        assertThat(capacities.get(".ane:link:an:ams-nyc")).isEqualTo(Asking.tree("{}"));
        assertThat(capacities.get(".ane:read:cern"))
                .isEqualTo(Asking.tree("{'max-reservable-bandwidth': 400000000000}"));
    }

    @Test
    void v10APropertyThatIsNotOfferedIsRefused() {
        AltoResponse refused = asking.post(
                "endpointcost/pv",
                "{" + TYPE + "," + ENDS + ", 'ane-property-names': ['max-reservable-bandwidth', 'priv:tcn-room']}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(Asking.tree(refused).get("meta"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_VALUE', 'field': 'ane-property-names', 'value':"
                        + " 'priv:tcn-room'}"));
    }

    @Test
    void v11PersistentIdsNameEntitiesOfThePropertyMap() {
        Map<String, JsonNode> parts = parts(asking, "endpointcost/pv", "{" + TYPE + "," + ENDS + "," + BOTH + "}");
        JsonNode all = asking.got("anes").get("property-map");
        part(parts, PROPERTIES).get("property-map").properties().forEach(element -> {
            assertThat(element.getKey()).matches("\\.ane:[a-z2-7]{10}");
            String id = element.getValue().get("persistent-entity-id").asString();
            assertThat(id).startsWith("anes.ane:").hasSizeLessThanOrEqualTo(64);
            assertThat(all.get(id.substring("anes".length())).get("max-reservable-bandwidth"))
                    .isEqualTo(element.getValue().get("max-reservable-bandwidth"));
        });
    }

    @Test
    void v14OtherRequestsOtherNamesAndEqualRequestsEqualNames() {
        String body = "{" + TYPE + "," + ENDS + "}";
        Map<String, JsonNode> first = parts(asking, "endpointcost/pv", body);
        assertThat(parts(asking, "endpointcost/pv", body)).isEqualTo(first);
        String otherOrder = "{" + ENDS + ",  'cost-type': {'cost-metric': 'ane-path', 'cost-mode': 'array'}}";
        assertThat(parts(asking, "endpointcost/pv", otherOrder)).isEqualTo(first);
        Map<String, JsonNode> other = parts(asking, "endpointcost/pv", "{" + TYPE + "," + ENDS + "," + BOTH + "}");
        assertThat(new HashSet<>(names(first))).doesNotContainAnyElementsOf(names(other));
        Asking restarted =
                new Asking(new AltoServer(ExampleNetwork.plain(), AltoServerSettings.DEFAULT, new Random(8)));
        assertThat(names(first)).doesNotContainAnyElementsOf(names(parts(restarted, "endpointcost/pv", body)));
    }

    private static List<String> names(Map<String, JsonNode> parts) {
        return new ArrayList<>(part(parts, PROPERTIES).get("property-map").propertyNames());
    }

    @Test
    void anOpenAltoClientIsUnderstood() {
        Asking compatible = new Asking(new AltoServer(
                ExampleNetwork.plain(), new AltoServerSettings("a.b", NameMode.PLAIN, true), new Random(7)));
        AltoResponse answer = compatible.post(
                "endpointcost/pv",
                "{" + TYPE + ", 'endpoint-flows': [{'srcs': ['ipv4:192.0.2.10'], 'dsts': ['ipv4:192.0.2.70']},"
                        + "{'srcs': ['ipv4:192.0.2.130', 'ipv4:192.0.2.10'], 'dsts': ['ipv4:192.0.2.11']}]}");
        assertThat(Asking.type(answer)).endsWith("; type=application/alto-endpointcost+json");
        JsonNode costs = part(Asking.parts(answer), "pv@a.b").get("endpoint-cost-map");
        assertThat(costs.get("ipv4:192.0.2.10").propertyNames()).containsExactly("ipv4:192.0.2.11", "ipv4:192.0.2.70");
        assertThat(costs.get("ipv4:192.0.2.130").propertyNames()).containsExactly("ipv4:192.0.2.11");
        assertThat(compatible
                        .answered(
                                "endpointcost",
                                "{'cost-type': {'cost-metric': 'hopcount', 'cost-mode': 'numerical'}," + ENDS + "}")
                        .get("meta")
                        .get("vtag")
                        .get("resource-id")
                        .asString())
                .isEqualTo("ecs");
        assertThat(asking.post("endpointcost/pv", "{" + TYPE + ", 'endpoint-flows': []}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void q09EqualContentHasEqualTagsAlsoAfterARestart() {
        Asking restarted =
                new Asking(new AltoServer(ExampleNetwork.plain(), AltoServerSettings.DEFAULT, new Random(99)));
        for (String path : List.of("ird", "networkmap", "costmap/routing", "anes")) {
            assertThat(restarted.get(path).body()).isEqualTo(asking.get(path).body());
            assertThat(restarted.get(path).fields()).isEqualTo(asking.get(path).fields());
        }
        String body = "{" + TYPE + "," + ENDS + "," + BOTH + "}";
        Map<String, JsonNode> before = parts(plain, "endpointcost/pv", body);
        plain.server.update(ExampleNetwork.withCapacity("link:an:ams>nyc", 5e10));
        Map<String, JsonNode> changed = parts(plain, "endpointcost/pv", body);
        assertThat(part(changed, ROOT)).isEqualTo(part(before, ROOT));
        assertThat(part(changed, PROPERTIES)).isNotEqualTo(part(before, PROPERTIES));
        plain.server.update(ExampleNetwork.plain());
        assertThat(parts(plain, "endpointcost/pv", body)).isEqualTo(before);
    }

    private static Map<String, JsonNode> parts(Asking asking, String path, String body) {
        AltoResponse answer = asking.post(path, body);
        assertThat(answer.status()).as(Asking.text(answer)).isEqualTo(200);
        return Asking.parts(answer);
    }

    private static JsonNode part(Map<String, JsonNode> parts, String id) {
        return parts.getOrDefault(id, MissingNode.getInstance());
    }

    private static JsonNode meta(Map<String, JsonNode> parts, String id) {
        return part(parts, id).get("meta");
    }
}
