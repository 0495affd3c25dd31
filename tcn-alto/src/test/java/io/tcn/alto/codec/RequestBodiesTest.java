// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.CostType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RequestBodiesTest {
    private static final CostType ROUTING = new CostType("routingcost", "numerical", "for people");

    private static JsonNode json(String text) throws Exception {
        return Json.read(Fixtures.json(text));
    }

    private static List<Address> addresses(String... texts) throws Exception {
        List<Address> found = new ArrayList<>();
        for (String text : texts) {
            found.add(Address.parse(text));
        }
        return found;
    }

    @Test
    void filteredMapsNameWhatIsWanted() throws Exception {
        assertThat(RequestBodies.filteredCostMap(ROUTING, List.of("a"), List.of("b", "c")))
                .isEqualTo(json("""
                {'cost-type': {'cost-mode': 'numerical', 'cost-metric': 'routingcost'},
                 'pids': {'srcs': ['a'], 'dsts': ['b', 'c']}}"""));
    }

    @Test
    void pathVectorsBetweenAddressesAreAskedAsTheExampleDoes() throws Exception {
        assertThat(RequestBodies.endpointPathVector(
                        addresses("192.0.2.10"),
                        addresses("192.0.2.70", "2001:DB8::1"),
                        List.of("max-reservable-bandwidth", "persistent-entity-id")))
                .isEqualTo(json("""
                {'cost-type': {'cost-mode': 'array', 'cost-metric': 'ane-path'},
                 'endpoints': {'srcs': ['ipv4:192.0.2.10'], 'dsts': ['ipv4:192.0.2.70', 'ipv6:2001:db8::1']},
                 'ane-property-names': ['max-reservable-bandwidth', 'persistent-entity-id']}"""));
        assertThat(RequestBodies.endpointPathVector(List.of(), List.of(), List.of())
                        .has("ane-property-names"))
                .isFalse();
    }

    @Test
    void theDialectOfFlowsHasOneEntryForEachPair() throws Exception {
        assertThat(RequestBodies.flowPathVector(
                        List.of(
                                new RequestBodies.Flow(addresses("10.0.0.1"), addresses("10.0.0.2")),
                                new RequestBodies.Flow(addresses("10.0.0.3"), addresses("10.0.0.4"))),
                        List.of("bandwidth")))
                .isEqualTo(json("""
                {'cost-type': {'cost-mode': 'array', 'cost-metric': 'ane-path'},
                 'endpoint-flows': [{'srcs': ['ipv4:10.0.0.1'], 'dsts': ['ipv4:10.0.0.2']},
                                    {'srcs': ['ipv4:10.0.0.3'], 'dsts': ['ipv4:10.0.0.4']}],
                 'ane-property-names': ['bandwidth']}"""));
    }

    @Test
    void pathVectorsBetweenPidsAreAskedByPids() throws Exception {
        assertThat(RequestBodies.pidPathVector(List.of("a"), List.of("b"), List.of("x")))
                .isEqualTo(json("""
                {'cost-type': {'cost-mode': 'array', 'cost-metric': 'ane-path'},
                 'pids': {'srcs': ['a'], 'dsts': ['b']}, 'ane-property-names': ['x']}"""));
    }

    @Test
    void k01SeveralCostTypesStandInPlaceOfOne() throws Exception {
        CostType hops = CostType.of("hopcount", "numerical");
        assertThat(RequestBodies.endpointCost(List.of(ROUTING, hops), addresses("10.0.0.1"), addresses("10.0.0.2")))
                .isEqualTo(json("""
                {'multi-cost-types': [{'cost-mode': 'numerical', 'cost-metric': 'routingcost'},
                                      {'cost-mode': 'numerical', 'cost-metric': 'hopcount'}],
                 'endpoints': {'srcs': ['ipv4:10.0.0.1'], 'dsts': ['ipv4:10.0.0.2']}}"""));
        assertThat(RequestBodies.filteredCostMap(List.of(hops), List.of(), List.of())
                        .has("cost-type"))
                .isFalse();
    }

    @Test
    void propertiesAreAskedByEntity() throws Exception {
        assertThat(RequestBodies.propertyMap(List.of(".ane:a"), List.of("x")))
                .isEqualTo(json("{'entities': ['.ane:a'], 'properties': ['x']}"));
        assertThat(RequestBodies.propertyMap(List.of(".ane:a"), null)).isEqualTo(json("{'entities': ['.ane:a']}"));
    }

    @Test
    void updateStreamsAreOpenedChangedAndClosed() throws Exception {
        Map<String, RequestBodies.Addition> additions = new LinkedHashMap<>();
        additions.put("nm", new RequestBodies.Addition("netmap", "9f2c", true, null));
        additions.put("pv1", new RequestBodies.Addition("ecs-pv", null, false, json("{'a': 1}")));
        assertThat(RequestBodies.updateStream(additions, null)).isEqualTo(json("""
                {'add': {'nm': {'resource-id': 'netmap', 'tag': '9f2c'},
                         'pv1': {'resource-id': 'ecs-pv', 'incremental-changes': false, 'input': {'a': 1}}}}"""));
        assertThat(RequestBodies.updateStream(Map.of(), List.of("pv1"))).isEqualTo(json("{'remove': ['pv1']}"));
        assertThat(RequestBodies.updateStream(Map.of(), List.of())).isEqualTo(json("{'remove': []}"));
    }
}
