// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PathChangesTest {
    private static final OptionalDouble TEN = OptionalDouble.of(10e9);

    private static PathView.Element element(String name, OptionalDouble bps, @Nullable String label) {
        return new PathView.Element(name, bps, null, label);
    }

    private static PathView view(PathView.Element... elements) {
        return new PathView(List.of(new PathView.Path("a -> b", List.of(elements))), List.of());
    }

    @Test
    void otherNamesOfTheSameElementsAreNoChange() {
        assertThat(PathChanges.between(view(element("x", TEN, null)), view(element("y", TEN, null))))
                .isEmpty();
    }

    @Test
    void aCapacityThatGoesIsUnknownAndNotClosed() {
        assertThat(PathChanges.between(
                        view(element("x", TEN, "link")), view(element("y", OptionalDouble.empty(), "link"))))
                .containsExactly(new PathChanges.Change("link", "10 Gbit/s", "unknown"));
    }

    @Test
    void anotherWayIsTold() {
        assertThat(PathChanges.between(view(element("x", TEN, "old")), view(element("x", TEN, "new"))))
                .containsExactly(new PathChanges.Change("a -> b", "[old]", "[new]"));
    }

    @Test
    void aPairThatLosesItsPathIsTold() {
        PathView none = new PathView(List.of(), List.of("a -> b"));
        PathView some = view(element("x", TEN, "link"));

        assertThat(PathChanges.between(some, none))
                .containsExactly(new PathChanges.Change("a -> b", "[link]", "no path"));
        assertThat(PathChanges.between(none, some))
                .containsExactly(new PathChanges.Change("a -> b", "no path", "[link]"));
    }

    @Test
    void ratesAreWrittenWithTheirUnit() {
        assertThat(Quantity.rate(100e9)).isEqualTo("100 Gbit/s");
        assertThat(Quantity.rate(1.2e12)).isEqualTo("1200 Gbit/s");
        assertThat(Quantity.rate(2.5e6)).isEqualTo("2.5 Mbit/s");
        assertThat(Quantity.capacity(OptionalDouble.of(0))).isEqualTo("closed");
    }
}
