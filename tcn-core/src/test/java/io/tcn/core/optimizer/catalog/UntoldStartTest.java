// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.utility.Utilities;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Where the map tells no capacity, pipes may share what nobody knows: after the first interval, of one connection
/// each,
/// they went to 20 together at each storage, and filled it twice before anybody had seen what one carries.
class UntoldStartTest {
    private static final double CONNECTION_BPS = 1e7;
    private static final ResourceId STORAGE = ResourceId.of("read:a");
    private static final ResourceId LINK = ResourceId.of("link");

    private final Pipe first = Watched.pipe("first", 1, 64);
    private final Pipe second = Watched.pipe("second", 1, 64);

    /// @param linkBps capacity of a link that both use; nothing if there is none in the map
    private double decidedTogether(@Nullable Double linkBps) {
        Resource storage = new Resource(STORAGE, Resource.Kind.STORAGE_READ, null);
        TreeMap<ResourceId, Resource> resources = new TreeMap<>(Map.of(STORAGE, storage));
        if (linkBps != null) {
            resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, linkBps));
        }
        List<ResourceId> path = linkBps == null ? List.of(STORAGE) : List.of(STORAGE, LINK);
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>(Map.of(first.id(), path, second.id(), path));
        Observation seen = Watched.interval(1, seen(first), seen(second));
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), seen.at(), resources, paths);
        Optimizer optimizer = new OptimizerCatalog(
                        Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find(OptimizerCatalog.DEFAULT)
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(1));
        return optimizer
                .decide(new Observation(seen.interval(), seen.at(), seen.length(), seen.pipes(), map, List.of()))
                .pipes()
                .stream()
                .mapToDouble(PipeDecision::realConnections)
                .sum();
    }

    private static PipeObservation seen(Pipe pipe) {
        return Watched.running(pipe, 1, 1, 50, CONNECTION_BPS);
    }

    @Test
    void firstStepsAreSmallWhereNothingIsTold() {
        assertThat(decidedTogether(null)).isGreaterThan(4).isLessThan(7);
    }

    @Test
    void notWhereALinkOnTheWayIsTold() {
        assertThat(decidedTogether(1e10)).isGreaterThan(15);
    }
}
