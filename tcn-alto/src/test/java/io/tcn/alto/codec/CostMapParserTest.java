// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.CostMapDocument;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.FaultCounts;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.NumericalCosts;
import io.tcn.alto.model.OrdinalCosts;
import io.tcn.alto.model.VersionTag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostMapParserTest {
    private static final CostType ROUTING = CostType.of("routingcost", "numerical");
    private static final CostType RANKS = CostType.of("routingcost", "ordinal");

    private static CostMapDocument<String> fixture(String name) throws Exception {
        return CostMapParser.parse(Fixtures.bytes(name));
    }

    @Test
    void costsAreDirectedAndAbsentWhereNotDefined() throws Exception {
        CostMapDocument<String> document = fixture("costmap.json");

        NumericalCosts<String> costs = document.numerical(ROUTING).orElseThrow();
        assertThat(costs.cost("pid-cern", "pid-fnal")).hasValue(42.5);
        assertThat(costs.cost("pid-bnl", "pid-cern")).hasValue(41);
        assertThat(costs.cost("pid-bnl", "pid-fnal")).isEmpty();
        assertThat(costs.sources()).containsExactly("pid-bnl", "pid-cern");
        assertThat(document.dependent()).containsExactly(new VersionTag("netmap", "9f2c41d07be3"));
        assertThat(document.faults()).isEqualTo(FaultCounts.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"40\"", "null", "[40]", "{\"value\": 40}", "true", "1e400", "-1e400", "{\"a\": [1, {}]}"})
    void m04AValueThatIsNoNumberIsLeftOutAlone(String value) throws Exception {
        String text = Fixtures.text("costmap.json");

        CostMapDocument<String> document = CostMapParser.parse(Fixtures.utf8(text.replace(" 40,", value + ",")));

        NumericalCosts<String> costs = document.numerical(ROUTING).orElseThrow();
        assertThat(costs.cost("pid-cern", "pid-bnl")).isEmpty();
        assertThat(costs.cost("pid-cern", "pid-fnal")).hasValue(42.5);
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.BAD_CELL, 1));
    }

    @Test
    void m04ANumberThatIsNotJsonRefusesTheMap() {
        assertRefused(
                InvalidReason.JSON,
                () -> CostMapParser.parse(
                        Fixtures.json(
                                "{'meta': {'cost-type': {'cost-metric': 'a', 'cost-mode': 'numerical'}}, 'cost-map': {'a': {'b': NaN}}}")));
    }

    @Test
    void m05RanksCanOnlyBeCompared() throws Exception {
        CostMapDocument<String> document = fixture("costmap-ordinal.json");

        assertThat(document.numerical(RANKS)).isEmpty();
        OrdinalCosts<String> ranks = document.ordinal(RANKS).orElseThrow();
        assertThat(ranks.compare("pid-cern", "pid-cern", "pid-cern", "pid-bnl")).hasValue(-1);
        assertThat(ranks.compare("pid-cern", "pid-bnl", "pid-cern", "pid-fnal")).hasValue(0);
        assertThat(ranks.compare("pid-bnl", "pid-cern", "pid-cern", "pid-bnl")).hasValue(1);
        assertThat(ranks.compare("pid-bnl", "pid-bnl", "pid-cern", "pid-bnl")).isEmpty();
    }

    @Test
    void m05ARankIsAWholeNumber() throws Exception {
        CostMapDocument<String> document = fixture("costmap-ordinal.json");

        assertThat(document.ordinal(RANKS).orElseThrow().destinations("pid-bnl"))
                .containsExactly("pid-cern");
        assertThat(document.faults().of(Fault.BAD_CELL)).isEqualTo(1);
    }

    @Test
    void k01SeveralCostTypesComeAsArraysInTheirOrder() throws Exception {
        CostMapDocument<String> document = fixture("costmap-multi.json");

        assertThat(document.multi()).isTrue();
        NumericalCosts<String> routing = document.numerical(ROUTING).orElseThrow();
        NumericalCosts<String> hops =
                document.numerical(CostType.of("hopcount", "numerical")).orElseThrow();
        assertThat(routing.cost("pid-cern", "pid-bnl")).hasValue(40);
        assertThat(hops.cost("pid-cern", "pid-bnl")).hasValue(3);
        assertThat(routing.cost("pid-cern", "pid-fnal")).isEmpty();
        assertThat(hops.cost("pid-cern", "pid-fnal")).hasValue(4);
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.BAD_CELL, 1)); // [7] is one short
    }

    @Test
    void k01OneOfSeveralCostTypesIsStillAnArray() throws Exception {
        CostMapDocument<String> document = CostMapParser.parse(Fixtures.json("""
                {'meta': {'multi-cost-types': [{'cost-metric': 'routingcost', 'cost-mode': 'numerical'}]},
                 'cost-map': {'a': {'b': [7], 'c': 8}}}"""));

        NumericalCosts<String> costs = document.numerical(ROUTING).orElseThrow();
        assertThat(costs.cost("a", "b")).hasValue(7);
        assertThat(costs.cost("a", "c")).isEmpty();
    }

    @Test
    void k04AnArrayOfTheWrongLengthIsIgnored() throws Exception {
        CostMapDocument<String> document = fixture("costmap-calendar.json");

        NumericalCosts<String> costs = document.numerical(ROUTING).orElseThrow();
        assertThat(costs.series("pid-cern", "pid-bnl"))
                .containsExactly(OptionalDouble.of(7), OptionalDouble.of(9), OptionalDouble.empty());
        assertThat(costs.cost("pid-cern", "pid-bnl")).hasValue(7);
        assertThat(costs.series("pid-cern", "pid-fnal")).isEmpty();
        assertThat(costs.series("pid-cern", "pid-rest")).isEmpty();
        assertThat(costs.cost("pid-cern", "pid-cern")).hasValue(1);
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.CALENDAR_LENGTH, 2));
    }

    @Test
    void aCalendarStartsWhenItSaysWhateverTheWeekday() throws Exception {
        var calendar = Objects.requireNonNull(fixture("costmap-calendar.json").calendar());

        assertThat(calendar.start()).isEqualTo(Instant.parse("2014-07-01T13:00:00Z"));
        assertThat(calendar.intervals()).isEqualTo(3);
        assertThat(calendar.intervalSeconds()).isEqualTo(3600);
        assertThat(calendar.repeated()).isEqualTo(4);
    }

    @Test
    void anAnswerWithoutItsDataOrCostTypeIsRefused() {
        assertRefused(InvalidReason.COST_TYPE, () -> fixture("openalto-costmap.json"));
        assertRefused(
                InvalidReason.MISSING_MEMBER,
                () -> CostMapParser.parse(
                        Fixtures.json("{'meta': {'cost-type': {'cost-metric': 'a', 'cost-mode': 'numerical'}}}")));
    }

    @Test
    void aModeThatIsNotKnownHasNoCosts() throws Exception {
        CostMapDocument<String> document = CostMapParser.parse(
                Fixtures.json(
                        "{'meta': {'cost-type': {'cost-metric': 'a', 'cost-mode': 'fuzzy'}}, 'cost-map': {'a': {'b': ['x']}}}"));
        assertThat(document.costs()).isEmpty();
        assertThat(document.types()).containsExactly(CostType.of("a", "fuzzy"));
    }

    @Test
    void e03AddressesWithoutTheirTypeAreAccepted() throws Exception {
        CostMapDocument<Address> document = EndpointCostParser.parse(Fixtures.bytes("endpointcost.json"));

        CostType asked = CostType.of("delay-rt", "numerical"); // the answer adds a cost-context, which is no part
        NumericalCosts<Address> costs = document.numerical(asked).orElseThrow();
        Address source = Address.parse("192.0.2.10");
        assertThat(costs.cost(source, Address.parse("192.0.2.70"))).hasValue(92_000);
        assertThat(costs.cost(source, Address.parse("192.0.2.200"))).hasValue(5);
        assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.UNTYPED_ADDRESS, 1, Fault.BAD_KEY, 1));
    }

    @Test
    void e03TheCostTypeOfTheAnswerIsThereToBeCompared() throws Exception {
        CostMapDocument<Address> document = EndpointCostParser.parse(Fixtures.bytes("endpointcost.json"));
        assertThat(document.types()).containsExactly(CostType.of("delay-rt", "numerical"));
        assertThat(document.numerical(CostType.of("delay-ow", "numerical"))).isEqualTo(Optional.empty());
    }

    @Test
    void e03TheMemberOfAnotherServiceIsRead() throws Exception {
        for (String member : List.of("cost-map", "endponit-cost-map")) {
            CostMapDocument<Address> document = EndpointCostParser.parse(
                    Fixtures.json("{'meta': {'cost-type': {'cost-metric': 'a', 'cost-mode': 'numerical'}}, '" + member
                            + "': {'ipv4:192.0.2.1': {'ipv4:192.0.2.2': 3}}}"));
            assertThat(document.faults().counts()).isEqualTo(Map.of(Fault.WRONG_MEMBER, 1));
        }
    }

    @Test
    void treesAreReadAsBytesAre() throws Exception {
        CostMapDocument<String> document = CostMapParser.parse(Json.read(Fixtures.bytes("costmap.json")));
        assertThat(document.numerical(ROUTING).orElseThrow().cost("pid-cern", "pid-fnal"))
                .hasValue(42.5);
    }

    @Test
    void endlessMetaIsRefused() {
        String meta = "[" + "0,".repeat(3_000_000) + "0]";
        assertRefused(
                InvalidReason.TOO_LARGE,
                () -> CostMapParser.parse(Fixtures.utf8("{\"meta\":{\"x\":" + meta + "},\"cost-map\":{}}")));
    }

    @Test
    void k03CostsComeInTheUnitsOfTheirMetrics() throws Exception {
        CostMapDocument<Address> delays = EndpointCostParser.parse(Fixtures.bytes("endpointcost.json"));
        Address source = Address.parse("192.0.2.10");
        NumericalCosts<Address> rtt =
                delays.numerical(CostType.of("delay-rt", "numerical")).orElseThrow();
        assertThat(rtt.cost(source, Address.parse("192.0.2.70"))).hasValue(92_000);
        NumericalCosts<String> rates = CostMapParser.parse(Fixtures.json("""
                {'meta': {'cost-type': {'cost-metric': 'bw-residual:max', 'cost-mode': 'numerical'}},
                 'cost-map': {'a': {'b': 12500000000}}}"""))
                .numerical(CostType.of("bw-residual:max", "numerical"))
                .orElseThrow();
        assertThat(rates.cost("a", "b")).hasValue(12.5e9);
        assertThat(rates.cost("b", "a")).isEmpty();
    }
}
