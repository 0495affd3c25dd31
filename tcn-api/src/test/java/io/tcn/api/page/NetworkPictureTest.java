// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.page.Lines.ResourceLine;
import io.tcn.api.page.Picture.Point;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.topology.LinkResources;
import io.tcn.core.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NetworkPictureTest {
    private static Topology.Node node(String id, @Nullable Double lat, @Nullable Double lon) {
        return new Topology.Node(id, "router", lat, lon);
    }

    private static Topology network(Topology.Node... nodes) {
        return new Topology(
                "t",
                List.of(nodes),
                List.of(
                        new Topology.Link("ab", "a", "b", 100, null, null),
                        new Topology.Link("bc", "b", "c", 10, null, null)),
                List.of());
    }

    /// Link a>b carries 95 of 100 Gbit/s, b>c 7 of 10, the others nothing.
    private static List<ResourceLine> lines(Topology network) {
        List<ResourceLine> lines = new ArrayList<>();
        for (Resource resource : LinkResources.all(network)) {
            double used = switch (resource.id().value()) {
                case "link:ab:a>b" -> 95e9;
                case "link:bc:b>c" -> 7e9;
                default -> 0;
            };
            lines.add(new ResourceLine(resource, used, Set.of(), 0));
        }
        return lines;
    }

    private static Point point(Picture picture, String name) {
        return picture.points().stream()
                .filter(point -> point.title().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nodesStandWhereTheyAreOnEarth() {
        Topology network = network(node("a", 50.0, 0.0), node("b", 45.0, 10.0), node("c", 40.0, 5.0));
        Picture picture = NetworkPicture.of(Optional.of(network), lines(network));
        assertThat(point(picture, "a").y()).isLessThan(point(picture, "b").y());
        assertThat(point(picture, "b").y()).isLessThan(point(picture, "c").y());
        assertThat(point(picture, "a").x()).isLessThan(point(picture, "c").x());
        assertThat(point(picture, "c").x()).isLessThan(point(picture, "b").x());
        assertInside(picture);
    }

    @Test
    void nodesOfUnknownPlaceStandOnACircle() {
        Topology network = network(node("a", 50.0, 0.0), node("b", null, null), node("c", 40.0, 5.0));
        Picture picture = NetworkPicture.of(Optional.of(network), lines(network));
        assertThat(picture.points()).hasSize(3).extracting(Point::x).doesNotHaveDuplicates();
        assertInside(picture);
    }

    private static void assertInside(Picture picture) {
        assertThat(picture.points()).allSatisfy(point -> {
            assertThat(point.x()).isBetween(0.0, (double) picture.width());
            assertThat(point.y()).isBetween(0.0, (double) picture.height());
        });
    }

    @Test
    void linksAreColouredByUseAndAsThickAsTheyAreFast() {
        Topology network = network(node("a", 50.0, 0.0), node("b", 45.0, 10.0), node("c", 40.0, 5.0));
        Picture picture = NetworkPicture.of(Optional.of(network), lines(network));
        assertThat(picture.lines())
                .extracting(Picture.Line::css)
                .containsExactly("use-high", "use-none", "use-mid", "use-none");
        assertThat(picture.lines().get(0).thickness())
                .isGreaterThan(picture.lines().get(2).thickness());
        assertThat(picture.lines().getFirst().href()).isEqualTo("/ui/resource?id=link%3Aab%3Aa%3Eb");
    }

    @Test
    void withoutATopologyLinksAreKnownByTheirNames() {
        ResourceLine link = new ResourceLine(
                new Resource(ResourceId.of("link:x>y"), Resource.Kind.LINK, null), 1e9, Set.of("cms"), 1);
        Picture picture = NetworkPicture.of(Optional.empty(), List.of(link));
        assertThat(picture.points()).extracting(Point::title).containsExactly("x", "y");
        assertThat(picture.lines()).hasSize(1);
        assertThat(NetworkPicture.of(Optional.empty(), List.of()).words()).contains("storages only");
    }
}
