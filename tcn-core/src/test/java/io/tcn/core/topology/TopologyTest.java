// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tcn.core.ManualTime;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.port.PipeTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Topologies, their routes, and the network map made of both.
class TopologyTest {
    private final List<Topology.Node> nodes = new ArrayList<>();
    private final List<Topology.Link> links = new ArrayList<>();
    private final List<Topology.Site> sites = new ArrayList<>();

    // --- routes

    @Test
    void theRouteWithTheLeastMetricIsTakenNotThatWithTheFewestLinks() {
        // r1 - r3 directly with metric 10; over r2 with 3 + 4
        routers("r1", "r2", "r3");
        link("direct", "r1", "r3", 10, 1.0);
        link("one", "r1", "r2", 3, 2.0);
        link("two", "r2", "r3", 4, 3.0);
        site("A", "r1");
        site("B", "r3");
        assertThat(route("A", "B")).containsExactly("link:one:r1>r2", "link:two:r2>r3");
        assertThat(route("B", "A")).containsExactly("link:two:r3>r2", "link:one:r2>r1");
        assertThat(new Routes(topology()).find("A", "B").orElseThrow().latencyMs())
                .isEqualTo(5);
    }

    @Test
    void aLinkWithoutMetricCountsOneAndWithoutLatencyNothing() {
        routers("r1", "r2", "r3");
        links.add(new Topology.Link("a", "r1", "r2", 10, null, null));
        links.add(new Topology.Link("b", "r2", "r3", 10, null, null));
        link("direct", "r1", "r3", 2.5, 7.0);
        site("A", "r1");
        site("B", "r3");
        assertThat(route("A", "B")).containsExactly("link:a:r1>r2", "link:b:r2>r3");
        assertThat(new Routes(topology()).find("A", "B").orElseThrow().latencyMs())
                .isZero();
    }

    @Test
    void aSiteWithSeveralRoutersUsesTheOneOnTheShorterWay() {
        routers("r1", "r2", "r3");
        link("far", "r1", "r3", 5, 1.0);
        link("near", "r2", "r3", 2, 1.0);
        site("A", "r1", "r2");
        site("B", "r3");
        assertThat(route("A", "B")).containsExactly("link:near:r2>r3");
        assertThat(route("B", "A")).containsExactly("link:near:r3>r2");
    }

    @Test
    void noRoutePassesThroughASiteThatHasSeveralRouters() {
        // The short way from r1 to r4 would lead through A, which is at r2 and r3.
        routers("r1", "r2", "r3", "r4");
        link("l12", "r1", "r2", 1, 1.0);
        link("l34", "r3", "r4", 1, 1.0);
        link("long", "r1", "r4", 100, 1.0);
        site("A", "r2", "r3");
        site("B", "r1");
        site("C", "r4");
        assertThat(route("B", "C")).containsExactly("link:long:r1>r4");
        assertThat(route("B", "A")).containsExactly("link:l12:r1>r2");
    }

    @Test
    void noRoutePassesThroughANodeThatIsASiteItself() {
        // S is a site with two links, the short way from A to B.
        nodes.add(new Topology.Node("A", "site", null, null));
        nodes.add(new Topology.Node("B", "site", null, null));
        nodes.add(new Topology.Node("S", "site", null, null));
        routers("r");
        link("as", "A", "S", 1, 1.0);
        link("sb", "S", "B", 1, 1.0);
        link("ar", "A", "r", 10, 1.0);
        link("rb", "r", "B", 10, 1.0);
        Routes routes = new Routes(new Topology(null, nodes, links, null));
        assertThat(names(routes.find("A", "B"))).containsExactly("link:ar:A>r", "link:rb:r>B");
        assertThat(names(routes.find("A", "S"))).containsExactly("link:as:A>S");
        assertThat(names(routes.find("S", "B"))).containsExactly("link:sb:S>B");
    }

    @Test
    void aRouterThatASiteIsNamedAfterStaysARouter() {
        routers("A", "B", "C");
        link("ab", "A", "B", 1, 1.0);
        link("bc", "B", "C", 1, 1.0);
        site("A", "A");
        site("B", "B");
        site("C", "C");
        assertThat(route("A", "C")).containsExactly("link:ab:A>B", "link:bc:B>C");
    }

    @Test
    void whatCannotBeReachedHasNoRouteAndASiteReachesItselfWithoutLinks() {
        routers("r1", "r2");
        site("A", "r1");
        site("B", "r2");
        Routes routes = new Routes(topology());
        assertThat(routes.find("A", "B")).isEmpty();
        assertThat(names(routes.find("A", "A"))).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> routes.find("A", "X"))
                .withMessageContaining("no site X");
    }

    @Test
    void twoSitesAtOneRouterNeedNoLink() {
        routers("r");
        site("A", "r");
        site("B", "r");
        assertThat(route("A", "B")).isEmpty();
    }

    @Test
    void ofTwoParallelLinksTheBetterIsTaken() {
        routers("r1", "r2");
        link("worse", "r1", "r2", 2, 1.0);
        link("better", "r2", "r1", 1, 1.0);
        site("A", "r1");
        site("B", "r2");
        assertThat(route("A", "B")).containsExactly("link:better:r1>r2");
    }

    // --- the map

    @Test
    void aPipeUsesTheReadSideTheLinksAndTheWriteSide() {
        smallWorld();
        NetworkMapSnapshot map = map(pipe("p", "https://a.example.org", "https://b.example.org"));
        assertThat(path(map, "p")).containsExactly("read:A", "link:x:r1>r2", "write:B");
        assertThat(capacity(map, "link:x:r1>r2")).isEqualTo(10e9);
        assertThat(capacity(map, "link:x:r2>r1")).isEqualTo(10e9);
    }

    @Test
    void aStorageIsAsFastAsItsSiteButNotFasterThanAssumed() {
        smallWorld();
        NetworkMapSnapshot map = map();
        // A has 100 Gbit/s, B says nothing; 400 is assumed.
        assertThat(capacity(map, "read:A")).isEqualTo(100e9);
        assertThat(capacity(map, "write:A")).isEqualTo(100e9);
        assertThat(capacity(map, "read:B")).isEqualTo(400e9);
        NetworkMapSnapshot unlimited = new TopologyNetworkMap(
                        topology(), Map.of(), new StorageAssumption(Double.POSITIVE_INFINITY), new ManualTime())
                .map(PipeTable.of(List.of()));
        assertThat(capacity(unlimited, "read:A")).isEqualTo(100e9);
        assertThat(capacity(unlimited, "read:B")).isNull();
    }

    @Test
    void anEndpointThatNoSiteHasIsAStorageOfUnknownCapacity() {
        smallWorld();
        NetworkMapSnapshot map = map(
                pipe("in", "https://elsewhere:8443", "https://b.example.org"), pipe("out", "https://x", "https://y"));
        assertThat(path(map, "in")).containsExactly("read:https://elsewhere:8443", "write:B");
        assertThat(path(map, "out")).containsExactly("read:https://x", "write:https://y");
        assertThat(capacity(map, "read:https://x")).isNull();
        assertThat(Optional.ofNullable(map.resources().get(ResourceId.of("read:https://x")))
                        .map(Resource::kind))
                .contains(Resource.Kind.STORAGE_READ);
        assertThat(mapping(map, "in")).isEqualTo(PipeMapping.unmapped("no-site"));
        assertThat(mapping(map, "out")).isEqualTo(PipeMapping.unmapped("no-site"));
    }

    @Test
    void withinASiteNoLinkIsUsed() {
        smallWorld();
        NetworkMapSnapshot map =
                map(pipe("p", "https://a.example.org", "https://a2"), pipe("q", "https://a2", "https://b.example.org"));
        assertThat(path(map, "p")).containsExactly("read:A", "write:A");
        assertThat(mapping(map, "p")).isEqualTo(PipeMapping.NO_LIMIT);
        assertThat(mapping(map, "q")).isEqualTo(PipeMapping.MAPPED);
    }

    @Test
    void sitesThatCannotReachEachOtherShareNoLink() {
        smallWorld();
        routers("island");
        site("C", "island");
        TopologyNetworkMap map = new TopologyNetworkMap(
                topology(), Map.of(Endpoint.parse("https://c"), "C"), StorageAssumption.ESNET, new ManualTime());
        NetworkMapSnapshot made = map.map(PipeTable.of(List.of(pipe("p", "https://a.example.org", "https://c"))));
        assertThat(path(made, "p")).containsExactly("read:A", "write:C");
        assertThat(mapping(made, "p")).isEqualTo(PipeMapping.unmapped("no-route"));
    }

    @Test
    void anEndpointAtASiteThatIsNotThereIsRefused() {
        smallWorld();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TopologyNetworkMap(
                        topology(),
                        Map.of(Endpoint.parse("https://c"), "C"),
                        StorageAssumption.ESNET,
                        new ManualTime()))
                .withMessageContaining("endpoint https://c is said to be at site C, which the topology lacks");
    }

    @Test
    void theSameMapIsMadeOfTheSameTopology() {
        smallWorld();
        Pipe pipe = pipe("p", "https://a.example.org", "https://b.example.org");
        assertThat(map(pipe).hasSameContent(map(pipe))).isTrue();
        assertThat(map(pipe).hasSameContent(map())).isFalse();
    }

    // --- complaints

    @Test
    void allComplaintsAreTold() {
        routers("r1", "r2", "r1");
        links.add(new Topology.Link("bad", "r1", "nowhere", -1, -2.0, 0.0));
        links.add(new Topology.Link("bad", "r2", "r2", Double.POSITIVE_INFINITY, null, null));
        site("A");
        site("A", "ghost");
        sites.add(new Topology.Site("B", null, List.of("r1"), -5.0, null, null));
        assertThatIllegalArgumentException()
                .isThrownBy(this::topology)
                .withMessageContainingAll(
                        "topology test is not sound: ",
                        "node r1 is there twice",
                        "link bad is there twice",
                        "link bad ends at node nowhere, which is not there",
                        "link bad has capacityGbps -1.0, it must be positive",
                        "link bad has capacityGbps Infinity, it must be positive",
                        "link bad has latencyMs -2.0, it must not be negative",
                        "link bad has metric 0.0, it must be positive",
                        "link bad leads from node r2 to itself",
                        "site A is there twice",
                        "site A has no router",
                        "site A names router ghost, which is not there",
                        "site B has capacityGbps -5.0, it must not be negative");
    }

    @Test
    void aNodeOfTypeSiteCarriesWhatItsLinksCarryTogether() {
        nodes.add(new Topology.Node("A", "site", null, null));
        routers("r");
        links.add(new Topology.Link("x", "A", "r", 10, null, null));
        links.add(new Topology.Link("y", "r", "A", 30, null, null));
        Topology topology = new Topology(null, nodes, links, null);
        assertThat(topology.allSites()).singleElement().satisfies(site -> {
            assertThat(site.id()).isEqualTo("A");
            assertThat(site.capacityGbps()).isEqualTo(40);
        });
    }

    @Test
    void anAssumptionThatIsNotPositiveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StorageAssumption(0))
                .withMessageContaining("must be positive");
    }

    @Test
    void ofRoutesWithTheSameMetricFewerLinksCountThenNamesWhateverTheOrderOfTheFile() {
        for (boolean reversed : List.of(false, true)) {
            nodes.clear();
            links.clear();
            sites.clear();
            routers("r1", "r2", "r3", "r4", "r5");
            // r1 to r4 with metric 4: by r2, by r3, or by r5 and r3.
            link("l12", "r1", "r2", 2, 1.0);
            link("l24", "r2", "r4", 2, 1.0);
            link("l13", "r1", "r3", 2, 1.0);
            link("l34b", "r3", "r4", 2, 1.0);
            link("l34a", "r3", "r4", 2, 1.0);
            link("l15", "r1", "r5", 1, 1.0);
            link("l53", "r5", "r3", 1, 1.0);
            site("A", "r1");
            site("B", "r4");
            site("C", "r3");
            if (reversed) {
                Collections.reverse(links);
            }
            assertThat(route("A", "B")).containsExactly("link:l12:r1>r2", "link:l24:r2>r4");
            assertThat(route("B", "A")).containsExactly("link:l24:r4>r2", "link:l12:r2>r1");
            assertThat(route("A", "C")).containsExactly("link:l13:r1>r3");
            assertThat(route("C", "B")).containsExactly("link:l34a:r3>r4");
        }
    }

    /// A (https://a.example.org, https://a2) - r1 - x - r2 - B (https://b.example.org).
    private void smallWorld() {
        routers("r1", "r2");
        link("x", "r1", "r2", 1, 1.0);
        sites.add(new Topology.Site(
                "A", "Site A", List.of("r1"), 100.0, List.of("https://A.example.org:443/path", "https://a2"), null));
        sites.add(new Topology.Site("B", null, List.of("r2"), null, List.of("https://b.example.org"), null));
    }

    private void routers(String... names) {
        Arrays.stream(names).forEach(name -> nodes.add(new Topology.Node(name, "router", null, null)));
    }

    private void link(String id, String a, String b, double metric, double latencyMs) {
        links.add(new Topology.Link(id, a, b, 10, latencyMs, metric));
    }

    private void site(String id, String... routers) {
        sites.add(new Topology.Site(id, null, List.of(routers), null, null, null));
    }

    private Topology topology() {
        return new Topology("test", nodes, links, sites);
    }

    private List<String> route(String from, String to) {
        return names(new Routes(topology()).find(from, to));
    }

    private static List<String> names(Optional<Routes.Route> route) {
        return route.orElseThrow().links().stream().map(ResourceId::value).toList();
    }

    private NetworkMapSnapshot map(Pipe... pipes) {
        return new TopologyNetworkMap(topology(), Map.of(), StorageAssumption.ESNET, new ManualTime())
                .map(PipeTable.of(List.of(pipes)));
    }

    private static List<String> path(NetworkMapSnapshot map, String pipe) {
        return map.pipeResources().getOrDefault(PipeId.of(pipe), List.of()).stream()
                .map(ResourceId::value)
                .toList();
    }

    private static @Nullable PipeMapping mapping(NetworkMapSnapshot map, String pipe) {
        return map.mappings().get(PipeId.of(pipe));
    }

    private static @Nullable Double capacity(NetworkMapSnapshot map, String resource) {
        return Optional.ofNullable(map.resources().get(ResourceId.of(resource)))
                .orElseThrow()
                .capacityBps();
    }

    private static Pipe pipe(String name, String source, String destination) {
        return new Pipe(
                PipeId.of(name),
                Endpoint.parse(source),
                Endpoint.parse(destination),
                UserId.of("cms"),
                PipeLimits.DEFAULT);
    }
}
