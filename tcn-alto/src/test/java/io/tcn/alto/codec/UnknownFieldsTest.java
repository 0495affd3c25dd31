// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.PropertyMapDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A field that nobody knows changes nothing, wherever it stands.
class UnknownFieldsTest {
    /// Objects whose members are data, so that a member more is data more.
    private static final List<String> DATA = List.of(
            "network-map",
            "cost-map",
            "endpoint-cost-map",
            "endpoint-properties",
            "property-map",
            "resources",
            "cost-types",
            "mappings",
            "incremental-change-media-types");

    /// Reads a message into something that can be compared.
    interface Reader {
        Object read(byte[] body) throws AltoFormatException;
    }

    private static Arguments of(String fixture, Reader reader) {
        return Arguments.of(fixture, reader);
    }

    static Stream<Arguments> messages() {
        return Stream.of(
                of("directory.json", DirectoryParser::parse),
                of("networkmap.json", UnknownFieldsTest::pidMap),
                of("costmap.json", body -> costs(CostMapParser.parse(body), "pid-cern", "pid-fnal")),
                of("costmap-multi.json", body -> costs(CostMapParser.parse(body), "pid-cern", "pid-bnl")),
                of("costmap-calendar.json", body -> costs(CostMapParser.parse(body), "pid-cern", "pid-bnl")),
                of(
                        "endpointcost.json",
                        body -> costs(
                                EndpointCostParser.parse(body),
                                Address.parse("192.0.2.10"),
                                Address.parse("192.0.2.70"))),
                of("propmap.json", UnknownFieldsTest::propertyMap),
                of("control.json", StreamControlParser::parse),
                of(
                        "error.json",
                        body -> String.valueOf(AltoErrorParser.parse("application/alto-error+json", body)
                                .value())));
    }

    private static Object pidMap(byte[] body) throws AltoFormatException {
        PidMapDocument map = PidMapParser.parse(body);
        return List.of(map.vtag(), map.pids(), map.faults());
    }

    private static Object propertyMap(byte[] body) throws AltoFormatException {
        PropertyMapDocument map = PropertyMapParser.parse(body);
        return List.of(map.dependent(), map.entities(), map.faults());
    }

    private static <K extends Comparable<? super K>> Object costs(CostMapDocument<K> map, K source, K destination) {
        List<Object> known = new ArrayList<>(List.of(map.dependent(), map.types(), map.faults()));
        for (CostType type : map.types()) {
            known.add(map.numerical(type).orElseThrow().series(source, destination));
        }
        return known;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("messages")
    void g07UnknownFieldsAreIgnored(String fixture, Reader reader) throws Exception {
        JsonNode plain = Json.read(Fixtures.bytes(fixture));
        JsonNode more = withMore(plain);
        assertThat(more).isNotEqualTo(plain);

        assertThat(reader.read(Json.write(more))).isEqualTo(reader.read(Json.write(plain)));
    }

    private static JsonNode withMore(JsonNode node) throws AltoFormatException {
        if (node instanceof ArrayNode array) {
            ArrayNode copy = Json.nodes().arrayNode();
            for (JsonNode each : array) {
                copy.add(withMore(each));
            }
            return copy;
        }
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        ObjectNode copy = Json.newObject();
        copy.set("x-unknown", Json.read(Fixtures.json("{'cost-mode': [1, null, {'tag': true}]}")));
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            boolean keep = DATA.contains(member.getKey());
            copy.set(member.getKey(), keep ? rows(member.getKey(), member.getValue()) : withMore(member.getValue()));
        }
        return copy;
    }

    /// Rows of costs, prefixes and properties are data too; entries of a directory are not.
    private static JsonNode rows(String name, JsonNode node) throws AltoFormatException {
        if (!name.equals("resources") && !name.equals("cost-types")) {
            return node;
        }
        ObjectNode copy = Json.newObject();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            copy.set(entry.getKey(), withMore(entry.getValue()));
        }
        return copy;
    }
}
