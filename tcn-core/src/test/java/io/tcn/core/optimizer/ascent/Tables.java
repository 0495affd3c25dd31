// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.MapVersion;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.port.NetworkMapSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Tables of pipes and resources, for tests of what is remembered of them.
public final class Tables {
    private final PipeTable pipes = new PipeTable();
    private final ResourceTable resources = new ResourceTable();

    /// The table of an optimizer that sees these pipes for the first time.
    public static PipeTable ofNew(List<PipeObservation> pipes) {
        PipeTable table = new PipeTable();
        table.sync(pipes);
        return table;
    }

    /// The table of an optimizer that sees these resources for the first time.
    public static ResourceTable ofNew(PathIndex paths) {
        ResourceTable table = new ResourceTable();
        table.sync(paths, new PipeTable());
        return table;
    }

    /// So many resources that were never seen before, used by a pipe each.
    public static ResourceTable ofNew(int resources) {
        SortedMap<PipeId, List<ResourceId>> ways = new TreeMap<>();
        for (int r = 0; r < resources; r++) {
            ways.put(PipeId.of("p" + r), List.of(ResourceId.of("r" + r)));
        }
        return ofNew(paths(ways, 1e9));
    }

    /// An interval of these in which nothing is open.
    public static IntervalView of(PipeTable pipes, ResourceTable resources, PathIndex paths) {
        double[] nothing = new double[paths.pipes()];
        boolean[] none = new boolean[paths.pipes()];
        return new IntervalView(
                pipes, resources, paths, true, none, none, nothing, nothing, nothing, nothing, nothing, none, nothing,
                nothing, 0, 10);
    }

    /// Pipes with idle observations over links of the same capacity.
    ///
    /// @param ways per pipe the links that it uses
    public static PathIndex paths(SortedMap<PipeId, List<ResourceId>> ways, double capacityBps) {
        SortedMap<ResourceId, Resource> links = new TreeMap<>();
        ways.values()
                .forEach(way -> way.forEach(link -> links.put(
                        link,
                        new Resource(
                                link,
                                Resource.Kind.LINK,
                                Double.isInfinite(capacityBps) ? null : (Double) capacityBps))));
        return PathIndex.of(
                observed(ways), new NetworkMapSnapshot(new MapVersion(1), Instant.EPOCH, links, new TreeMap<>(ways)));
    }

    private static List<PipeObservation> observed(SortedMap<PipeId, List<ResourceId>> ways) {
        return ways.keySet().stream()
                .map(pipe -> Watched.idle(Watched.pipe(pipe.toString(), 1, 100), 1))
                .toList();
    }

    /// The next interval of an optimizer that sees other pipes and paths in it, in which nothing is open.
    ///
    /// @param ways per pipe the links that it uses
    public IntervalView next(SortedMap<PipeId, List<ResourceId>> ways, double capacityBps) {
        PathIndex paths = paths(ways, capacityBps);
        pipes.sync(observed(ways));
        resources.sync(paths, pipes);
        return of(pipes, resources, paths);
    }
}
