// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.DoubtedCapacity;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RefutedCapacitiesTest {
    private static final ResourceId LINK = ResourceId.of("x");
    private static final ResourceId OTHER = ResourceId.of("y");

    private final RefutedCapacities refuted = new RefutedCapacities();

    private static NetworkMapSnapshot map(long version, @Nullable Double capacityBps) {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, capacityBps));
        resources.put(OTHER, new Resource(OTHER, Resource.Kind.LINK, 50e9));
        return new NetworkMapSnapshot(new MapVersion(version), Instant.EPOCH, resources, new TreeMap<>());
    }

    private void carried(double toldBps, double measuredBps) {
        refuted.note(List.of(new DoubtedCapacity(LINK, toldBps, measuredBps, 10)));
    }

    private @Nullable Double capacityBps(NetworkMapSnapshot map) {
        Resource resource = refuted.on(map).resources().get(LINK);
        return resource == null ? null : resource.capacityBps();
    }

    @Test
    void whatWasCarriedStandsInThePlaceOfWhatIsTold() {
        carried(10e9, 14e9);

        assertThat(capacityBps(map(1, 10e9))).isEqualTo(14e9);
        assertThat(refuted.on(map(1, 10e9)).resources().get(OTHER))
                .isEqualTo(map(1, 10e9).resources().get(OTHER));
    }

    @Test
    void theMostThatWasCarriedCounts() {
        NetworkMapSnapshot map = map(1, 10e9);
        carried(10e9, 14e9);
        assertThat(capacityBps(map)).isEqualTo(14e9);
        carried(10e9, 12e9);
        assertThat(capacityBps(map)).isEqualTo(14e9);
        carried(10e9, 17e9);
        assertThat(afterAWhile(map)).isEqualTo(17e9);
    }

    @Test
    void littleMoreMakesNoOtherMap() {
        NetworkMapSnapshot map = map(1, 10e9);
        carried(10e9, 14e9);
        NetworkMapSnapshot before = refuted.on(map);
        carried(10e9, 15e9);

        assertThat(refuted.on(map)).isSameAs(before);
    }

    @Test
    void aMapThatTellsSomethingElseIsBelieved() {
        carried(10e9, 14e9);

        assertThat(capacityBps(map(2, 9e9))).isEqualTo(9e9);
        // For good: that it tells the old capacity again does not bring back what was measured long ago.
        assertThat(capacityBps(map(3, 10e9))).isEqualTo(10e9);
        carried(9e9, 14e9);
        assertThat(capacityBps(map(4, null))).isNull();
    }

    /// Somebody measures it, and finds a little more or less each time.
    @Test
    void aMapThatTellsHardlyAnythingElseIsStillRefuted() {
        carried(10e9, 14e9);

        assertThat(capacityBps(map(2, 10.3e9))).isEqualTo(14e9);
        carried(10.3e9, 12e9);
        assertThat(capacityBps(map(3, 9.8e9))).isEqualTo(14e9);
        carried(9.8e9, 9.9e9);
        assertThat(capacityBps(map(4, 10.9e9))).isEqualTo(14e9);
    }

    /// Guarantees are looked at again at most once in so many intervals.
    @Test
    void whatIsNewIsTakenOverTogether() {
        NetworkMapSnapshot map = map(1, 10e9);
        carried(10e9, 11e9);
        assertThat(capacityBps(map)).isEqualTo(11e9);
        carried(10e9, 13e9);
        assertThat(capacityBps(map)).isEqualTo(11e9);
        carried(10e9, 16e9);
        assertThat(afterAWhile(map)).isEqualTo(16e9);
    }

    @Test
    void whatIsFullWithLessThanIsToldIsBelievedNoMore() {
        NetworkMapSnapshot map = map(1, 10e9);
        carried(10e9, 14e9);
        assertThat(capacityBps(map)).isEqualTo(14e9);
        carried(10e9, 8e9);
        assertThat(afterAWhile(map)).isEqualTo(10e9);
    }

    private @Nullable Double afterAWhile(NetworkMapSnapshot map) {
        for (int interval = 0; interval < 6; interval++) {
            refuted.on(map);
        }
        return capacityBps(map);
    }

    @Test
    void whatIsToldTooGreatIsNoMatterOfThis() {
        NetworkMapSnapshot map = map(1, 10e9);
        carried(10e9, 6e9);

        assertThat(refuted.on(map)).isSameAs(map);
    }
}
