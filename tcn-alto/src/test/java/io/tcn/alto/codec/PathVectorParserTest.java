// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.Fixtures.Message;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AneProperties;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.FaultCounts;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PathVectorAnes;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.alto.model.PathVectorPaths;
import io.tcn.alto.model.VersionTag;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathVectorParserTest {
    private static final PathVectorParser<Address> ENDPOINTS = PathVectorParser.endpoints(false);
    private static final Message GOOD = Fixtures.message("pv-endpoints.http");

    private static PathVectorDocument<Address> parse(Message message) throws Exception {
        return ENDPOINTS.parse(message.contentType(), message.body());
    }

    private static AneProperties properties(PathVectorDocument<?> document, String name) {
        return Objects.requireNonNull(document.anes().get(name));
    }

    @Test
    void theExampleGivesPathsInOrderAndPropertiesOfEachElement() throws Exception {
        PathVectorDocument<Address> document = parse(GOOD);

        assertThat(document.vtag()).isEqualTo(new VersionTag("ecs-pv.pv", "b7d2c0a9e114"));
        assertThat(document.costType().isPathVector()).isTrue();
        assertThat(document.mapDependent()).contains(new VersionTag("anes", "51ce90b2f7d8"));
        assertThat(document.untagged()).isFalse();
        assertThat(document.faults()).isEqualTo(FaultCounts.NONE);
        var row = document.paths().get(Address.parse("192.0.2.10"));
        assertThat(row)
                .containsEntry(Address.parse("192.0.2.70"), List.of("k3", "q8", "a1"))
                .containsEntry(Address.parse("192.0.2.130"), List.of("k3", "q8", "z5", "m2"))
                .hasSize(2);
        assertThat(document.anes()).containsOnlyKeys("k3", "q8", "a1", "z5", "m2");
    }

    @Test
    void v07AnAbsentCapacityIsUnknownAndThatOfOthersIsInBits() throws Exception {
        PathVectorDocument<Address> document = parse(GOOD);

        assertThat(properties(document, "m2").maxReservableBandwidthBps()).isEmpty();
        assertThat(properties(document, "k3").maxReservableBandwidthBps()).hasValue(400e9);
    }

    @Test
    void v07BesidesNumbersOfAtLeastZeroNothingIsACapacity() throws Exception {
        for (String value : List.of("null", "-1", "1e400", "\"100\"", "[1]", "true")) {
            PathVectorDocument<Address> document =
                    parse(GOOD.withText(GOOD.text().replace("400000000000", value)));

            assertThat(properties(document, "k3").maxReservableBandwidthBps())
                    .as(value)
                    .isEmpty();
            assertThat(document.faults().of(Fault.BAD_PROPERTY)).as(value).isEqualTo(1);
        }
    }

    @Test
    void q01ACapacityOfZeroIsClosedAndAMissingOneUnknown() throws Exception {
        PathVectorDocument<String> document = PathVectorParser.pids(false)
                .parse(
                        Fixtures.message("pv-pids.http").contentType(),
                        Fixtures.message("pv-pids.http").body());

        assertThat(properties(document, "q8").maxReservableBandwidthBps()).hasValue(0);
        assertThat(properties(document, "k3").maxReservableBandwidthBps()).isEmpty();
        assertThat(document.dependent()).containsExactly(new VersionTag("netmap", "9f2c41d07be3"));
        assertThat(document.paths().get("pid-cern")).containsEntry("pid-fnal", List.of("k3", "q8", "z5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "null", "\"\"", "\"with space\"", "{}", "true", "[\"k3\"]", "\"sl/ash\""})
    void v06AnElementThatIsNoNameDropsTheAnswer(String element) {
        assertRefused(
                InvalidReason.ANE_NAME, () -> parse(GOOD.withText(GOOD.text().replace("\"z5\",", element + ","))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"k3\"", "{\"k3\": 1}", "true"})
    void v06ACellThatIsNoPathDropsTheAnswer(String cell) {
        assertRefused(
                InvalidReason.ANE_NAME,
                () -> parse(GOOD.withText(GOOD.text().replace("[\"k3\", \"q8\", \"a1\"]", cell))));
    }

    @Test
    void v08AMissingPropertyMapDropsTheAnswer() {
        String text = GOOD.text();
        int second = text.indexOf("--tcn-7f3a", 5);
        assertRefused(
                InvalidReason.MISSING_PART, () -> parse(GOOD.withText(text.substring(0, second) + "--tcn-7f3a--\r\n")));
    }

    @Test
    void v08AMissingRootDropsTheAnswer() {
        String text = GOOD.text();
        assertRefused(
                InvalidReason.MISSING_PART, () -> parse(GOOD.withText(text.substring(text.indexOf("--tcn-7f3a", 5)))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"meta\": {\"vtag\"", "\"meta\": {\"dependent-vtags\""})
    void v08BrokenJsonInEitherPartDropsTheAnswer(String place) {
        assertRefused(
                InvalidReason.JSON, () -> parse(GOOD.withText(GOOD.text().replace(place, place.replace(':', ',')))));
    }

    @Test
    void v08AnotherCostTypeThanPathVectorDropsTheAnswer() {
        assertRefused(
                InvalidReason.COST_TYPE, () -> parse(GOOD.withText(GOOD.text().replace("ane-path", "routingcost"))));
    }

    @Test
    void v08APropertyMapOfAnotherVersionDropsTheAnswer() {
        assertRefused(
                InvalidReason.VTAG,
                () -> parse(GOOD.withText(GOOD.text().replaceFirst("b7d2c0a9e114\"},\\s+\"cost", "other\"}, \"cost"))));
    }

    @Test
    void v11OnlyEntitiesOfTheAnswersOwnDomainAreItsElements() throws Exception {
        PathVectorDocument<Address> document = parse(GOOD.withText(
                GOOD.text().replace("\".ane:k3\"", "\"anes.ane:k3\"").replace("\".ane:q8\"", "\"ane:q8\"")));

        assertThat(document.faults().of(Fault.FOREIGN_ENTITY)).isEqualTo(2);
        assertThat(document.faults().of(Fault.ANE_WITHOUT_ENTRY)).isEqualTo(2);
        assertThat(properties(document, "k3").maxReservableBandwidthBps()).isEmpty();
    }

    @Test
    void v11ThePersistentIdNamesAnElementOfAnotherPropertyMap() throws Exception {
        EntityId id = properties(parse(GOOD), "k3").persistentEntityId().orElseThrow();

        assertThat(id.domain().resourceId()).isEqualTo("anes");
        assertThat(id.domain().type()).isEqualTo("ane");
        assertThat(id.name()).isEqualTo("cern-ams");
    }

    @Test
    void thePartsCanBeReadApartAndThePathsStayTheSameObject() throws Exception {
        PathVectorParser.Parts parts = ENDPOINTS.parts(Multipart.split(GOOD.contentType(), GOOD.body()));
        PathVectorPaths<Address> paths = ENDPOINTS.paths(Json.read(parts.root().content()));
        PathVectorAnes anes = ENDPOINTS.anes(JsonMergePatch.apply(
                Json.read(parts.anes().content()),
                Json.read(Fixtures.json("{'property-map': {'.ane:q8': {'max-reservable-bandwidth': 8e10}}}"))));

        PathVectorDocument<Address> joined = ENDPOINTS.join(paths, anes);

        assertThat(joined.root()).isSameAs(paths);
        assertThat(properties(joined, "q8").maxReservableBandwidthBps()).hasValue(8e10);
        assertThat(properties(joined, "q8").persistentEntityId()).isPresent();
        assertThat(joined.paths()).isEqualTo(parse(GOOD).paths());
    }

    @Test
    void numbersBesideThePathsAreRead() throws Exception {
        String root = """
                {'meta': {'vtag': {'resource-id': 'r.pv', 'tag': '1'}, 'cost-type': {},
                  'multi-cost-types': [{'cost-mode': 'array', 'cost-metric': 'ane-path'},
                                       {'cost-mode': 'numerical', 'cost-metric': 'delay-rt'}]},
                 'endpoint-cost-map': {'ipv4:192.0.2.10': {'ipv4:192.0.2.70': [['k3', 'q8'], 92000],
                                       'ipv4:192.0.2.71': [null, 5]}}}""";

        PathVectorPaths<Address> paths = ENDPOINTS.paths(Fixtures.json(root));

        Address source = Address.parse("192.0.2.10");
        assertThat(paths.paths().get(source)).containsOnlyKeys(Address.parse("192.0.2.70"));
        var delays = Objects.requireNonNull(paths.costs())
                .numerical(CostType.of("delay-rt", "numerical"))
                .orElseThrow();
        assertThat(delays.cost(source, Address.parse("192.0.2.70"))).hasValue(92000);
        assertThat(delays.cost(source, Address.parse("192.0.2.71"))).hasValue(5);
    }

    @Test
    void aCalendarOfPathsKeepsTheFirstAndChecksAll() throws Exception {
        String root = """
                {'meta': {'cost-type': {'cost-mode': 'array', 'cost-metric': 'ane-path'},
                  'calendar-response-attributes': [{'cost-type-names': ['pv'], 'number-of-intervals': 2,
                   'time-interval-size': 60}]},
                 'endpoint-cost-map': {'ipv4:192.0.2.10': {'ipv4:192.0.2.70': [['k3'], ['q8']],
                   'ipv4:192.0.2.71': [['k3']], 'ipv4:192.0.2.72': ['z5']}}}""";

        PathVectorPaths<Address> paths = ENDPOINTS.paths(Fixtures.json(root));

        assertThat(paths.paths().get(Address.parse("192.0.2.10")))
                .containsEntry(Address.parse("192.0.2.70"), List.of("k3"))
                .containsEntry(Address.parse("192.0.2.72"), List.of("z5"))
                .hasSize(2);
        assertThat(paths.faults().of(Fault.CALENDAR_LENGTH)).isEqualTo(1);
        assertRefused(InvalidReason.ANE_NAME, () -> ENDPOINTS.paths(Fixtures.json(root.replace("['q8']", "[9]"))));
    }

    @Test
    void aPathWithoutEndIsRefused() {
        StringBuilder path = new StringBuilder("[\"a\"");
        for (int i = 0; i < 10_001; i++) {
            path.append(",\"n").append(i).append('"');
        }
        String text = GOOD.text().replace("[\"k3\", \"q8\", \"a1\"]", path.append(']'));
        assertRefused(InvalidReason.TOO_LARGE, () -> parse(GOOD.withText(text)));
    }

    @Test
    void fiftyThousandPairsShareTheirNames() throws Exception {
        StringBuilder root =
                new StringBuilder("{\"endpoint-cost-map\":{"); // the cost type stands behind the data, as it may
        for (int i = 0; i < 250; i++) {
            root.append(i == 0 ? "" : ",").append("\"ipv4:10.0.0.").append(i).append("\":{");
            for (int j = 0; j < 200; j++) {
                root.append(j == 0 ? "" : ",")
                        .append("\"ipv4:10.1.0.")
                        .append(j)
                        .append("\":[");
                for (int k = 0; k < 8; k++) {
                    root.append(k == 0 ? "\"" : ",\"")
                            .append("ane-name-")
                            .append((i * 7 + j * 3 + k) % 2000)
                            .append('"');
                }
                root.append(']');
            }
            root.append('}');
        }
        root.append("},\"meta\":{\"cost-type\":{\"cost-mode\":\"array\",\"cost-metric\":\"ane-path\"}}}");

        PathVectorPaths<Address> paths = ENDPOINTS.paths(Fixtures.utf8(root.toString()));

        assertThat(paths.paths().values().stream().mapToInt(Map::size).sum()).isEqualTo(50_000);
        String first = paths.find(Address.parse("10.0.0.1"), Address.parse("10.1.0.0"))
                .orElseThrow()
                .getFirst();
        String second = paths.find(Address.parse("10.0.0.0"), Address.parse("10.1.0.2"))
                .orElseThrow()
                .get(1);
        assertThat(first).isEqualTo("ane-name-7").isSameAs(second);
    }
}
