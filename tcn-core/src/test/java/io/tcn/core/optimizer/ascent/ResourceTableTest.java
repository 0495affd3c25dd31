// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResourceTableTest {
    private static final double MBPS = 1e6;

    private final Tables tables = new Tables();

    private IntervalView next(double megabits, String... ways) {
        SortedMap<PipeId, List<ResourceId>> all = new TreeMap<>();
        for (String way : ways) {
            String[] parts = way.split(" ");
            all.put(
                    PipeId.of(parts[0]),
                    Arrays.stream(parts).skip(1).map(ResourceId::of).toList());
        }
        return tables.next(all, megabits * MBPS);
    }

    @Test
    void whatIsRememberedGoesWithItsResource() {
        next(100, "a x y", "c z");
        ResourceTable resources = next(100, "a x y", "b w", "c z").resources();
        assertThat(resources.carry(new double[] {1, 2, 3}, -1)).containsExactly(1, 2, -1, 3);
        assertThat(resources.carry(new int[] {1, 2, 3}, -1)).containsExactly(1, 2, -1, 3);
        assertThat(resources.carry(new boolean[] {true, false, true}, false)).containsExactly(true, false, false, true);
        assertThat(resources.before(3)).isEqualTo(2);
        assertThat(resources.after(2)).isEqualTo(3);
        ResourceTable without = next(100, "b w", "c z").resources();
        assertThat(without.after(0)).isEqualTo(-1);
        assertThat(without.after(3)).isEqualTo(1);
    }

    @Test
    void aWayIsTheSameByItsResources() {
        next(100, "a x y", "b z");
        ResourceTable resources = next(50, "0 z", "a x y", "b x").resources();
        assertThat(resources.isSameWay(0)).isFalse();
        assertThat(resources.isSameWay(1)).isTrue();
        assertThat(resources.isSameWay(2)).isFalse();
    }

    /// A capacity that somebody measures is told a little differently each time.
    @Test
    void aLittleMoreOrLessIsToldTheSame() {
        next(100, "a x");
        assertThat(next(93, "a x").resources().isToldTheSame(0)).isTrue();
        assertThat(next(80, "a x").resources().isToldTheSame(0)).isFalse();
        assertThat(next(Double.POSITIVE_INFINITY, "a x").resources().isToldTheSame(0))
                .isFalse();
        assertThat(next(Double.POSITIVE_INFINITY, "a x").resources().isToldTheSame(0))
                .isTrue();
        assertThat(next(100, "a x").resources().isToldTheSame(0)).isFalse();
    }

    @Test
    void pathsAreTheSameWhateverElseTheMapTells() {
        PathIndex paths = next(100, "a x y", "b z").paths();
        assertThat(paths.isSameAs(next(100, "a x y", "b z").paths())).isTrue();
        assertThat(paths.isSameAs(next(101, "a x y", "b z").paths())).isFalse();
        assertThat(paths.isSameAs(next(100, "a x y", "b x").paths())).isFalse();
        assertThat(paths.isSameAs(next(100, "a x y").paths())).isFalse();
    }

    @Test
    void usersHaveTheirPlaces() {
        PathIndex paths = next(100, "a x", "b x y", "c y").paths();
        assertThat(paths.userAt(paths.userPosition(1, 2))).isEqualTo(2);
        assertThat(paths.userPosition(0, 2)).isNegative();
    }
}
