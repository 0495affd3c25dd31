// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.model.Resource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PidMapTest {
    private final Asking asking = new Asking();

    @Test
    void n01TheNetworkMapHasATagAndAllPids() {
        JsonNode map = asking.got("networkmap");
        assertThat(map.get("network-map"))
                .isEqualTo(Asking.tree("{'pid-bnl': {'ipv4': ['192.0.2.64/26'], 'ipv6': ['2001:db8:2::/48']},"
                        + "'pid-cern': {'ipv4': ['192.0.2.0/26'], 'ipv6': ['2001:db8:1::/48']},"
                        + "'pid-fnal': {'ipv4': ['192.0.2.128/26'], 'ipv6': ['2001:db8:3::/48']},"
                        + "'pid-rest': {'ipv4': ['0.0.0.0/0'], 'ipv6': ['::/0']}}"));
        assertThat(map.get("meta").get("vtag").get("resource-id").asString()).isEqualTo("netmap");
    }

    @Test
    void n02TheTagChangesWithTheContentAndOnlyThen() {
        String tag = tag(asking);
        asking.server.update(ExampleNetwork.withShortcut());
        assertThat(tag(asking)).isEqualTo(tag);
        asking.server.update(TopologyNetwork.of(ExampleNetwork.topologyOf(
                ExampleNetwork.site("cern", List.of("192.0.2.0/27")),
                ExampleNetwork.site("bnl", List.of("192.0.2.64/26")))));
        assertThat(tag(asking)).isNotEqualTo(tag);
        asking.server.update(ExampleNetwork.plain());
        assertThat(tag(asking)).isEqualTo(tag);
    }

    private static String tag(Asking asking) {
        return asking.got("networkmap").get("meta").get("vtag").get("tag").asString();
    }

    @Test
    void n03TheMapIsCompleteAndNoPrefixIsThereTwice() {
        List<String> prefixes = new ArrayList<>();
        asking.got("networkmap")
                .get("network-map")
                .forEach(pid -> pid.forEach(family -> family.forEach(prefix -> prefixes.add(prefix.asString()))));
        assertThat(prefixes).contains("0.0.0.0/0", "::/0").doesNotHaveDuplicates();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyNetwork.of(ExampleNetwork.topologyOf(
                        ExampleNetwork.site("cern", List.of("192.0.2.0/26")),
                        ExampleNetwork.site("bnl", List.of("192.0.2.0/26")))))
                .withMessageContaining("192.0.2.0/26 belongs to site cern and to site bnl");
        // A site that has everything leaves nothing for the rest, and no family is there without a site.
        Asking whole = new Asking(Asking.server(
                TopologyNetwork.of(ExampleNetwork.topologyOf(ExampleNetwork.site("cern", List.of("0.0.0.0/0"))))));
        assertThat(whole.got("networkmap").get("network-map"))
                .isEqualTo(Asking.tree("{'pid-cern': {'ipv4': ['0.0.0.0/0']}, 'pid-rest': {}}"));
    }

    @Test
    void n04TheLongestPrefixDecides() {
        Asking nested = new Asking(Asking.server(TopologyNetwork.of(ExampleNetwork.topologyOf(
                ExampleNetwork.site("cern", List.of("192.0.2.0/24")),
                ExampleNetwork.site("bnl", List.of("192.0.2.64/26")),
                ExampleNetwork.site("fnal", List.of("192.0.2.70/32"))))));
        assertThat(pidOf(nested, "ipv4:192.0.2.1")).isEqualTo("pid-cern");
        assertThat(pidOf(nested, "ipv4:192.0.2.65")).isEqualTo("pid-bnl");
        assertThat(pidOf(nested, "ipv4:192.0.2.70")).isEqualTo("pid-fnal");
        assertThat(pidOf(nested, "ipv4:8.8.8.8")).isEqualTo("pid-rest");
    }

    @Test
    void g10AnAddressIsTheSameHoweverItIsSpelt() {
        assertThat(pidOf(asking, "ipv6:2001:DB8:0001:0:0:0:0:1")).isEqualTo("pid-cern");
        JsonNode twice = asking.answered(
                "endpointcost",
                "{'cost-type': {'cost-metric': 'hopcount', 'cost-mode': 'numerical'}, 'endpoints': {'srcs':"
                        + " ['ipv6:2001:DB8:1::1', 'ipv6:2001:db8:1:0::1'], 'dsts': ['ipv6:2001:db8:2::5']}}");
        assertThat(twice.get("endpoint-cost-map"))
                .isEqualTo(Asking.tree("{'ipv6:2001:DB8:1::1': {'ipv6:2001:db8:2::5': 3}}"));
        for (String bad :
                List.of("ipv4:192.0.2", "ipv4:192.0.02.1", "ipv4:2001:db8::1", "ipv6:fe80::1%eth0", "192.0.2.1")) {
            assertThat(asking.answered("endpointprop", "{'properties': ['netmap.pid'], 'endpoints': ['" + bad + "']}")
                            .get("meta"))
                    .isEqualTo(Asking.tree(
                            "{'code': 'E_INVALID_FIELD_VALUE', 'field': 'endpoints', 'value': '" + bad + "'}"));
        }
    }

    private static String pidOf(Asking asking, String endpoint) {
        return asking.answered("endpointprop", "{'properties': ['netmap.pid'], 'endpoints': ['" + endpoint + "']}")
                .get("endpoint-properties")
                .get(endpoint)
                .get("netmap.pid")
                .asString();
    }

    @Test
    void p01ThePidOfEveryNetworkMapIsOfferedAndOtherPropertiesAreRefused() {
        assertThat(asking.got("ird").get("resources").get("eps").get("capabilities"))
                .isEqualTo(Asking.tree("{'prop-types': ['netmap.pid']}"));
        assertThat(asking.answered(
                                "endpointprop",
                                "{'properties': ['netmap.pid', 'priv:x'], 'endpoints': ['ipv4:192.0.2.1']}")
                        .get("meta"))
                .isEqualTo(Asking.tree("{'code': 'E_INVALID_FIELD_VALUE', 'field': 'properties', 'value': 'priv:x'}"));
        assertThat(asking.post("endpointprop", "{'properties': [], 'endpoints': ['ipv4:192.0.2.1']}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void p02APropertyWithoutValueIsLeftOutForItsEndpointOnly() {
        Asking v4Only = new Asking(Asking.server(
                TopologyNetwork.of(ExampleNetwork.topologyOf(ExampleNetwork.site("cern", List.of("192.0.2.0/26"))))));
        JsonNode answer = v4Only.answered(
                "endpointprop", "{'properties': ['netmap.pid'], 'endpoints': ['ipv4:192.0.2.1', 'ipv6:2001:db8::1']}");
        assertThat(answer.get("endpoint-properties"))
                .isEqualTo(Asking.tree("{'ipv4:192.0.2.1': {'netmap.pid': 'pid-cern'}, 'ipv6:2001:db8::1': {}}"));
        assertThat(answer.get("meta").get("dependent-vtags").get(0))
                .isEqualTo(v4Only.got("networkmap").get("meta").get("vtag"));
    }

    @Test
    void g09OwnNamesAreMadeSafeOrRefusedAtStart() {
        String longId = "x".repeat(90);
        PublishedNetwork odd = new PublishedNetwork(
                List.of(
                        new PublishedNetwork.Site("rest", List.of("10.0.0.0/8")),
                        new PublishedNetwork.Site("a b", List.of("10.1.0.0/16")),
                        new PublishedNetwork.Site("a/b", List.of("10.2.0.0/16")),
                        new PublishedNetwork.Site(longId, List.of("10.3.0.0/16"))),
                new TreeMap<>(Map.of("l>1", element("l>1"), "l-1", element("l-1"), "l.2", element("l.2"))),
                (from, to) -> Optional.empty());
        Asking asking = new Asking(Asking.server(odd));
        List<String> pids =
                new ArrayList<>(asking.got("networkmap").get("network-map").propertyNames());
        assertThat(pids).hasSize(5).contains("pid-rest").allMatch(name -> name.matches("pid-(rest|h[0-9a-f]{20})"));
        List<String> names =
                new ArrayList<>(asking.got("anes").get("property-map").propertyNames());
        assertThat(names).hasSize(3).contains(".ane:l_2");
        assertThat(new HashSet<>(names)).noneMatch(name -> name.equals(".ane:l-1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PublishedNetwork.Element(
                        "l", Resource.Kind.LINK, null, new TreeMap<>(Map.of("speed", "9"))))
                .withMessageContaining("must begin with priv:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AltoServerSettings("two words", NameMode.PLAIN, false));
    }

    private static PublishedNetwork.Element element(String label) {
        return new PublishedNetwork.Element(label, Resource.Kind.LINK, null, new TreeMap<>());
    }

    @Test
    void sitesWithoutPrefixesGetAPrivateOneThatIsAlwaysTheSame() {
        PublishedNetwork network = TopologyNetwork.of(ExampleNetwork.topologyOf(ExampleNetwork.site("cern", null)));
        assertThat(network.sites().getFirst().prefixes()).containsExactly(TopologyNetwork.madeUpPrefix("cern"));
        assertThat(TopologyNetwork.madeUpPrefix("cern")).matches("fd[0-9a-f]{2}:[0-9a-f]{4}:[0-9a-f]{4}::/48");
        assertThat(network.addressOf("cern").toString())
                .isEqualTo(PublishedNetwork.parse(TopologyNetwork.madeUpPrefix("cern"))
                        .base()
                        .toString()
                        .replaceFirst("::$", "::1"));
        assertThat(ExampleNetwork.plain().addressOf("cern").toString()).isEqualTo("192.0.2.1");
    }
}
