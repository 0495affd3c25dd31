// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.EntityId;
import io.tcn.alto.model.Fault;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.MediaType;
import io.tcn.alto.model.PropertyMapDocument;
import io.tcn.alto.model.VersionTag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PropertyMapParserTest {
    private static PropertyMapDocument example() throws Exception {
        return PropertyMapParser.parse(Fixtures.bytes("propmap.json"));
    }

    private static Optional<String> text(PropertyMapDocument map, String entity, String property) throws Exception {
        return map.find(EntityId.parse(entity), property).map(JsonNode::asString);
    }

    @Test
    void r01EntitiesAreReadByTheirDomains() throws Exception {
        PropertyMapDocument map = example();

        assertThat(map.entities()).hasSize(6);
        assertThat(map.dependent()).containsExactly(new VersionTag("netmap", "9f2c41d07be3"));
        assertThat(text(map, "netmap.pid:pid-cern", "countrycode")).contains("ch");
        assertThat(map.find(EntityId.ane("ams-nyc"), "max-reservable-bandwidth").map(JsonNode::doubleValue))
                .contains(100e9);
        assertThat(map.faults().counts()).isEqualTo(Map.of(Fault.BAD_KEY, 1));
    }

    @Test
    void r02AddressesInheritFromTheLongestPrefix() throws Exception {
        PropertyMapDocument map = example();

        assertThat(text(map, "ipv4:192.0.2.200", "asn")).contains("65536");
        assertThat(text(map, "ipv4:192.0.2.70", "asn")).contains("65537");
        assertThat(text(map, "ipv4:192.0.2.70", "countrycode")).contains("ch");
        assertThat(text(map, "ipv4:192.0.2.70/32", "asn")).contains("65537");
        assertThat(text(map, "ipv6:2001:db8:1::/48", "asn")).contains("65538");
        assertThat(text(map, "ipv4:198.51.100.1", "asn")).isEmpty();
        assertThat(text(map, "netmap.ipv4:192.0.2.70", "asn")).isEmpty();
    }

    @Test
    void r02NullEndsInheritance() throws Exception {
        PropertyMapDocument map = example();

        assertThat(text(map, "ipv4:192.0.2.1", "asn")).isEmpty();
        assertThat(text(map, "ipv4:192.0.2.0/26", "asn")).isEmpty();
        assertThat(text(map, "ipv4:192.0.2.1", "countrycode")).contains("ch");
    }

    @Test
    void r02OtherDomainsDoNotInherit() throws Exception {
        assertThat(text(example(), "netmap.pid:pid-bnl", "countrycode")).isEmpty();
        assertThat(text(example(), ".ane:other", "max-reservable-bandwidth")).isEmpty();
    }

    @Test
    void r05PropertiesOutsideTheMappingsAreIgnored() throws Exception {
        Function<String, Optional<MediaType>> typeOf =
                id -> id.equals("netmap") ? Optional.of(MediaType.of(AltoMediaTypes.NETWORK_MAP)) : Optional.empty();

        PropertyMapDocument map = example()
                .restricted(
                        new TreeMap<>(Map.of("ipv4", List.of("asn"), "netmap.pid", List.of("countrycode"))), typeOf);

        assertThat(text(map, "ipv4:192.0.2.70", "asn")).contains("65537");
        assertThat(text(map, "ipv4:192.0.2.70", "countrycode")).isEmpty();
        assertThat(text(map, "ipv6:2001:db8::1", "asn")).isEmpty();
        assertThat(text(map, "netmap.pid:pid-cern", "countrycode")).contains("ch");
        assertThat(map.entities()).doesNotContainKey(EntityId.ane("ams-nyc"));
        assertThat(map.faults().of(Fault.UNMAPPED_PROPERTY)).isEqualTo(3); // countrycode, ipv6 and .ane
    }

    @Test
    void r01ADomainOfAResourceOfTheWrongTypeIsIgnored() throws Exception {
        PropertyMapDocument map = example()
                .restricted(
                        new TreeMap<>(Map.of("netmap.pid", List.of("countrycode"))),
                        _ -> Optional.of(MediaType.of(AltoMediaTypes.COST_MAP)));
        assertThat(map.entities()).isEmpty();
    }

    @Test
    void anAnswerWithoutMetaIsTaken() throws Exception {
        PropertyMapDocument map =
                PropertyMapParser.parse(Fixtures.json("{'property-map': {'.ane:a': {'x': 1, 'y y': 2}}}"));
        assertThat(map.entities().get(EntityId.ane("a"))).containsOnlyKeys("x");
        assertThat(map.faults().counts()).isEqualTo(Map.of(Fault.BAD_PROPERTY, 1));
    }

    @Test
    void anAnswerWithoutTheMapIsRefused() {
        assertRefused(InvalidReason.MISSING_MEMBER, () -> PropertyMapParser.parse(Fixtures.json("{'meta': {}}")));
        assertRefused(InvalidReason.JSON_TYPE, () -> PropertyMapParser.parse(Fixtures.json("{'property-map': []}")));
        assertRefused(InvalidReason.JSON_TYPE, () -> PropertyMapParser.parse(Fixtures.json("[]")));
    }
}
