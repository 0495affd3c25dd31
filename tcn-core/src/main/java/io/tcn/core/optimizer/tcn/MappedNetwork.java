// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.WeightedMaxMin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The network of the observed pipes to the letter of the map: what nobody knows does not limit. Made anew when the map
/// or the pipes change.
final class MappedNetwork {
    private @Nullable NetworkMapSnapshot map;
    private List<PipeId> pipes = List.of();
    private FlowNetwork flows = PathIndex.none().toFlowNetwork(new double[0], 0);
    private WeightedMaxMin solver = new WeightedMaxMin(flows);

    void adopt(Observation observation) {
        List<PipeId> order =
                observation.pipes().stream().map(pipe -> pipe.pipe().id()).toList();
        if (map != null && observation.map().hasSameContent(map) && order.equals(pipes)) {
            return;
        }
        map = observation.map();
        pipes = order;
        PathIndex paths = PathIndex.of(observation.pipes(), observation.map());
        double[] ceilingBps = new double[paths.pipes()];
        for (int i = 0; i < ceilingBps.length; i++) {
            ceilingBps[i] = paths.ceilingOfPipe(i);
        }
        flows = paths.toFlowNetwork(ceilingBps, 0);
        solver = new WeightedMaxMin(flows);
    }

    FlowNetwork flows() {
        return flows;
    }

    WeightedMaxMin solver() {
        return solver;
    }
}
