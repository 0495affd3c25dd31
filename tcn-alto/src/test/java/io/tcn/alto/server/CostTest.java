// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.model.Address;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Costs of the example: cern to bnl is 10 + 20 + 5 = 35 over 3 links, cern to fnal 10 + 20 + 15 = 45 over 3,
/// bnl to fnal 5 + 15 = 20 over 2.
class CostTest {
    private static final String ROUTING = "'cost-type': {'cost-metric': 'routingcost', 'cost-mode': 'numerical'}";
    private static final String ALL_ROUTING = "{'pid-bnl': {'pid-bnl': 0, 'pid-cern': 35, 'pid-fnal': 20},"
            + "'pid-cern': {'pid-bnl': 35, 'pid-cern': 0, 'pid-fnal': 45},"
            + "'pid-fnal': {'pid-bnl': 20, 'pid-cern': 45, 'pid-fnal': 0}}";

    private final Asking asking = new Asking();

    @Test
    void m03ACostMapHasItsTypeOneTagAndAllDefinedPairs() {
        JsonNode map = asking.got("costmap/routing");
        assertThat(map.get("cost-map")).isEqualTo(Asking.tree(ALL_ROUTING));
        assertThat(map.get("meta").get("cost-type"))
                .isEqualTo(Asking.tree("{'cost-metric': 'routingcost', 'cost-mode': 'numerical'}"));
        assertThat(map.get("meta").get("dependent-vtags").values())
                .containsExactly(asking.got("networkmap").get("meta").get("vtag"));
    }

    @Test
    void f01NothingAskedForMeansAllAndDuplicatesCountOnce() {
        assertThat(costs("{" + ROUTING + "}")).isEqualTo(Asking.tree(ALL_ROUTING));
        assertThat(costs("{" + ROUTING + ", 'pids': {'srcs': [], 'dsts': []}}")).isEqualTo(Asking.tree(ALL_ROUTING));
        assertThat(costs("{" + ROUTING + ", 'pids': {'srcs': ['pid-cern', 'pid-cern'], 'dsts': ['pid-bnl']}}"))
                .isEqualTo(Asking.tree("{'pid-cern': {'pid-bnl': 35}}"));
        assertThat(asking.answered("networkmap/filtered", "{'pids': []}").get("network-map"))
                .isEqualTo(asking.got("networkmap").get("network-map"));
        assertThat(asking.answered("networkmap/filtered", "{}").get("meta"))
                .isEqualTo(Asking.tree("{'code': 'E_MISSING_FIELD', 'field': 'pids'}"));
    }

    @Test
    void f02UnknownNamesAreAsIfNotThereAndSelectNothing() {
        assertThat(costs("{" + ROUTING + ", 'pids': {'srcs': ['pid-cern', 'pid-x'], 'dsts': ['pid-bnl']}}"))
                .isEqualTo(Asking.tree("{'pid-cern': {'pid-bnl': 35}}"));
        assertThat(costs("{" + ROUTING + ", 'pids': {'srcs': ['pid-x'], 'dsts': []}}"))
                .isEqualTo(Asking.tree("{}"));
        assertThat(asking.answered(
                                "networkmap/filtered",
                                "{'pids': ['pid-x', 'pid-bnl'], 'address-types': ['ipv6', 'mac']}")
                        .get("network-map"))
                .isEqualTo(Asking.tree("{'pid-bnl': {'ipv6': ['2001:db8:2::/48']}}"));
        assertThat(asking.answered("networkmap/filtered", "{'pids': ['pid-x']}").get("network-map"))
                .isEqualTo(Asking.tree("{}"));
    }

    @Test
    void f03AFilteredNetworkMapHasTheTagOfTheWhole() {
        JsonNode filtered = asking.answered("networkmap/filtered", "{'pids': ['pid-bnl'], 'address-types': ['ipv4']}");
        assertThat(filtered.get("meta")).isEqualTo(asking.got("networkmap").get("meta"));
    }

    @Test
    void f04ConstraintsAllHoldOrThePairIsLeftOut() {
        assertThat(costs("{" + ROUTING + ", 'constraints': ['gt 0', 'le 40', 'ge 35']}"))
                .isEqualTo(Asking.tree("{'pid-bnl': {'pid-cern': 35}, 'pid-cern': {'pid-bnl': 35}}"));
        assertThat(costs("{" + ROUTING + ", 'constraints': ['eq 20.0']}"))
                .isEqualTo(Asking.tree("{'pid-bnl': {'pid-fnal': 20}, 'pid-fnal': {'pid-bnl': 20}}"));
        for (String bad : List.of("le", "le  4", "lt x", "ne 4", "[1] le 4", "le 1e999")) {
            assertThat(asking.answered("costmap/filtered", "{" + ROUTING + ", 'constraints': ['" + bad + "']}")
                            .get("meta"))
                    .isEqualTo(Asking.tree(
                            "{'code': 'E_INVALID_FIELD_VALUE', 'field': 'constraints', 'value': '" + bad + "'}"));
        }
    }

    @Test
    void f05ACostTypeThatIsNotOfferedIsRefusedAndADescriptionIsNot() {
        assertThat(asking.answered(
                                "costmap/filtered",
                                "{'cost-type': {'cost-metric': 'lossrate', 'cost-mode': 'numerical'}}")
                        .get("meta"))
                .isEqualTo(Asking.tree(
                        "{'code': 'E_INVALID_FIELD_VALUE', 'field': 'cost-type/cost-metric', 'value': 'lossrate'}"));
        assertThat(asking.answered(
                                "endpointcost",
                                "{'cost-type': {'cost-metric': 'hopcount', 'cost-mode': 'ordinal'}, 'endpoints': {}}")
                        .get("meta"))
                .isEqualTo(Asking.tree(
                        "{'code': 'E_INVALID_FIELD_VALUE', 'field': 'cost-type/cost-mode', 'value': 'ordinal'}"));
        JsonNode described = asking.answered(
                "costmap/filtered",
                "{'cost-type': {'cost-metric': 'hopcount', 'cost-mode': 'numerical', 'description': 'x'},"
                        + " 'pids': {'srcs': ['pid-bnl'], 'dsts': ['pid-fnal']}}");
        assertThat(described.get("cost-map")).isEqualTo(Asking.tree("{'pid-bnl': {'pid-fnal': 2}}"));
        assertThat(described.get("meta").get("cost-type"))
                .isEqualTo(Asking.tree("{'cost-metric': 'hopcount', 'cost-mode': 'numerical'}"));
    }

    @Test
    void ranksFollowTheNumbersAndEqualOnesShareOne() {
        assertThat(
                        costs(
                                "{'cost-type': {'cost-metric': 'routingcost', 'cost-mode': 'ordinal'}, 'constraints': ['gt 0']}"))
                .isEqualTo(Asking.tree("{'pid-bnl': {'pid-cern': 1, 'pid-fnal': 0},"
                        + "'pid-cern': {'pid-bnl': 1, 'pid-fnal': 2}, 'pid-fnal': {'pid-bnl': 0, 'pid-cern': 2}}"));
    }

    @Test
    void e01AnEmptySideIsTheCaller() {
        String body = "{" + ROUTING + ", 'endpoints': {'srcs': [], 'dsts': ['ipv4:192.0.2.70', 'ipv4:192.0.2.70']}}";
        AltoRequest plain = Asking.request("endpointcost", body);
        AltoRequest fromCern = new AltoRequest(plain.method(), plain.uri(), plain.fields(), plain.body(), "192.0.2.9");
        assertThat(Asking.tree(asking.server.handle(fromCern)).get("endpoint-cost-map"))
                .isEqualTo(Asking.tree("{'ipv4:192.0.2.9': {'ipv4:192.0.2.70': 35}}"));
        assertThat(asking.server.handle(plain).status()).isEqualTo(400);
        assertThat(asking.answered("endpointcost", "{" + ROUTING + ", 'endpoints': {'srcs': [], 'dsts': []}}")
                        .get("meta"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_VALUE', 'field': 'endpoints/srcs', 'value': '[]'}"));
        assertThat(asking.answered("endpointcost", "{" + ROUTING + "}").get("meta"))
                .isEqualTo(Asking.tree("{'code': 'E_MISSING_FIELD', 'field': 'endpoints'}"));
    }

    @Test
    void e02AnEndpointCostSaysItsTypeAndNeedsNoMap() {
        JsonNode answer = asking.answered(
                "endpointcost",
                "{'cost-type': {'cost-metric': 'delay-rt', 'cost-mode': 'numerical'}, 'endpoints': {'srcs':"
                        + " ['ipv4:192.0.2.10'], 'dsts': ['ipv4:192.0.2.70', 'ipv4:8.8.8.8', 'ipv6:2001:db8:2::1']}}");
        // 5 + 40 + 1 ms there and back; no site has 8.8.8.8, and families do not meet.
        assertThat(answer)
                .isEqualTo(Asking.tree("{'meta': {'cost-type': {'cost-metric': 'delay-rt', 'cost-mode': 'numerical'}},"
                        + "'endpoint-cost-map': {'ipv4:192.0.2.10': {'ipv4:192.0.2.70': 92000}}}"));
        assertThat(asking.got("ird").get("resources").get("ecs").has("uses")).isFalse();
    }

    @Test
    void k01SeveralCostsComeInTheirOrderAndNullWhereThereIsNone() {
        JsonNode answer = asking.answered(
                "costmap/filtered",
                "{'multi-cost-types': [{'cost-metric': 'bw-residual:max', 'cost-mode': 'numerical'},"
                        + "{'cost-metric': 'routingcost', 'cost-mode': 'numerical'}],"
                        + "'pids': {'srcs': ['pid-cern'], 'dsts': ['pid-cern', 'pid-bnl']}}");
        // The least link is 100 Gbit/s, 12.5 GB/s; from cern to itself there is no link.
        assertThat(answer.get("cost-map"))
                .isEqualTo(Asking.tree("{'pid-cern': {'pid-bnl': [12500000000, 35], 'pid-cern': [null, 0]}}"));
        assertThat(answer.get("meta").get("cost-type")).isEqualTo(Asking.tree("{}"));
        assertThat(answer.get("meta").get("multi-cost-types"))
                .isEqualTo(Asking.tree("[{'cost-metric': 'bw-residual:max', 'cost-mode': 'numerical'},"
                        + "{'cost-metric': 'routingcost', 'cost-mode': 'numerical'}]"));
        assertThat(asking.answered("costmap/filtered", "{'multi-cost-types': []}")
                        .get("meta")
                        .get("field")
                        .asString())
                .isEqualTo("multi-cost-types");
        String six = "{'cost-metric': 'hopcount', 'cost-mode': 'numerical'}";
        assertThat(asking.post(
                                "costmap/filtered",
                                "{'multi-cost-types': [" + String.join(",", List.of(six, six, six, six, six, six))
                                        + "]}")
                        .status())
                .isEqualTo(400);
        assertThat(asking.post("costmap/filtered", "{" + ROUTING + ", 'multi-cost-types': [" + six + "]}")
                        .status())
                .isEqualTo(400);
        assertThat(asking.answered(
                                "costmap/filtered",
                                "{'multi-cost-types': [" + six
                                        + "], 'pids': {'srcs': ['pid-bnl'], 'dsts': ['pid-fnal']}}")
                        .get("cost-map"))
                .isEqualTo(Asking.tree("{'pid-bnl': {'pid-fnal': [2]}}"));
    }

    @Test
    void k02TestsMayNameTheirCostAndBeAlternatives() {
        String two = "'multi-cost-types': [{'cost-metric': 'hopcount', 'cost-mode': 'numerical'},"
                + "{'cost-metric': 'routingcost', 'cost-mode': 'numerical'}]";
        assertThat(costs("{" + two + ", 'constraints': ['[0] eq 3', '[1] gt 40']}"))
                .isEqualTo(Asking.tree("{'pid-cern': {'pid-fnal': [3, 45]}, 'pid-fnal': {'pid-cern': [3, 45]}}"));
        assertThat(costs("{" + two
                        + ", 'pids': {'srcs': ['pid-cern']}, 'or-constraints': [['[1] gt 40'], ['[0] eq 0']]}"))
                .isEqualTo(Asking.tree("{'pid-cern': {'pid-cern': [0, 0], 'pid-fnal': [3, 45]}}"));
        assertThat(costs("{" + ROUTING + ", 'testable-cost-types': [{'cost-metric': 'hopcount', 'cost-mode':"
                        + " 'numerical'}], 'constraints': ['[0] eq 2']}"))
                .isEqualTo(Asking.tree("{'pid-bnl': {'pid-fnal': 20}, 'pid-fnal': {'pid-bnl': 20}}"));
        assertThat(field("{" + two + ", 'or-constraints': [[]]}")).isEqualTo("or-constraints");
        assertThat(field("{" + two + ", 'constraints': ['le 3'], 'or-constraints': [['le 3']]}"))
                .isEqualTo("or-constraints");
        assertThat(field("{" + two + ", 'constraints': ['[2] le 3']}")).isEqualTo("constraints");
    }

    @Test
    void k03AMetricWithItsDefaultStatisticIsTheSameAndAnyOtherIsNot() {
        assertThat(costs("{'cost-type': {'cost-metric': 'delay-rt:median', 'cost-mode': 'numerical'},"
                        + " 'pids': {'srcs': ['pid-bnl'], 'dsts': ['pid-fnal']}}"))
                .isEqualTo(Asking.tree("{'pid-bnl': {'pid-fnal': 22000}}"));
        assertThat(field("{'cost-type': {'cost-metric': 'delay-rt:p99.9', 'cost-mode': 'numerical'}}"))
                .isEqualTo("cost-type/cost-metric");
        assertThat(field("{'cost-type': {'cost-metric': 'bw-residual', 'cost-mode': 'numerical'}}"))
                .isEqualTo("cost-type/cost-metric");
    }

    @Test
    void theControlPlaneTellsWhatItExpects() throws Exception {
        ExpectedCosts.Pair<Address> known =
                new ExpectedCosts.Pair<>(Address.parse("192.0.2.10"), Address.parse("192.0.2.70"));
        ExpectedCosts costs = new ExpectedCosts(
                Map.of(known, new ExpectedCosts.Expectation(8e9, 12.5, null)),
                Map.of(new ExpectedCosts.Pair<>("cern", "fnal"), new ExpectedCosts.Expectation(null, null, 0.25)));
        Asking with = new Asking(
                new AltoServer(ExampleNetwork.plain(), AltoServerSettings.DEFAULT, () -> costs, new Random(1)));
        String types = "{'multi-cost-types': [{'cost-metric': 'tput', 'cost-mode': 'numerical'},"
                + "{'cost-metric': 'priv:tcn-queue-time', 'cost-mode': 'numerical'},"
                + "{'cost-metric': 'priv:tcn-price', 'cost-mode': 'numerical'}]";
        assertThat(with.answered(
                                "tcn/endpointcost",
                                types + ", 'endpoints': {'srcs': ['ipv4:192.0.2.10', 'ipv4:192.0.2.11'], 'dsts':"
                                        + " ['ipv4:192.0.2.70', 'ipv4:192.0.2.130']}}")
                        .get("endpoint-cost-map"))
                .isEqualTo(Asking.tree("{'ipv4:192.0.2.10': {'ipv4:192.0.2.130': [null, null, 0.25],"
                        + "'ipv4:192.0.2.70': [1000000000, 12.5, null]},"
                        + "'ipv4:192.0.2.11': {'ipv4:192.0.2.130': [null, null, 0.25]}}"));
        assertThat(with.answered("tcn/costmap", types + "}").get("cost-map"))
                .isEqualTo(Asking.tree("{'pid-cern': {'pid-fnal': [null, null, 0.25]}}"));
        assertThat(asking.post("tcn/costmap", types + "}").status()).isEqualTo(404);
    }

    @Test
    void moreThanFiftyThousandPairsAreRefused() {
        StringBuilder many = new StringBuilder("'ipv4:10.0.0.0'");
        for (int i = 1; i < 251; i++) {
            many.append(",'ipv4:10.0.0.").append(i).append('\'');
        }
        AltoResponse refused = asking.post(
                "endpointcost", "{" + ROUTING + ", 'endpoints': {'srcs': [" + many + "], 'dsts': [" + many + "]}}");
        assertThat(refused.status()).isEqualTo(413);
        assertThat(Asking.type(refused)).isEqualTo("application/alto-error+json");
    }

    private JsonNode costs(String body) {
        JsonNode answer = asking.answered("costmap/filtered", body);
        assertThat(answer.has("cost-map")).as(answer.toString()).isTrue();
        return answer.get("cost-map");
    }

    private String field(String body) {
        return asking.answered("costmap/filtered", body)
                .get("meta")
                .get("field")
                .asString();
    }
}
