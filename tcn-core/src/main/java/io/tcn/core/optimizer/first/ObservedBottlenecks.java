// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.first;

import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.throughput.BottleneckStructure;
import io.tcn.core.throughput.FlowNetwork;
import io.tcn.core.throughput.WeightedMaxMin;
import java.util.ArrayList;
import java.util.List;

/// The bottleneck structure of an interval, for people: what the map knows, at the connections that were open. A pipe
/// that moved clearly less than the known network allows is shown as limited by what its connections carried: something
/// that the map does not know binds it.
public final class ObservedBottlenecks {
    /// A pipe below the expectation by more than this part of it is limited by something unknown.
    private static final double CLEARLY = 0.05;

    private ObservedBottlenecks() {}

    /// The structure of an interval. Cost: O(total path length x log resources).
    public static BottleneckStructure of(Observation observation) {
        List<PipeObservation> pipes = observation.pipes();
        PathIndex paths = PathIndex.of(pipes, observation.map());
        double[] weights = new double[pipes.size()];
        double[] ceilingBps = new double[pipes.size()];
        double[] carriedBps = new double[pipes.size()];
        List<String> pipeNames = new ArrayList<>(pipes.size());
        for (int i = 0; i < weights.length; i++) {
            PipeObservation pipe = pipes.get(i);
            pipeNames.add(pipe.pipe().id().value());
            weights[i] = pipe.meanActiveConnections();
            ceilingBps[i] = paths.ceilingOfPipe(i);
            carriedBps[i] =
                    weights[i] > 0 && pipe.throughputBps() > 0 ? pipe.throughputBps() / weights[i] : ceilingBps[i];
        }
        double[] ratesBps = new double[weights.length];
        new WeightedMaxMin(paths.toFlowNetwork(ceilingBps, 0)).allocate(weights, ratesBps);
        for (int i = 0; i < weights.length; i++) {
            if (pipes.get(i).throughputBps() < (1 - CLEARLY) * ratesBps[i]) {
                ceilingBps[i] = Math.min(ceilingBps[i], carriedBps[i]);
            }
        }
        FlowNetwork network = paths.toFlowNetwork(ceilingBps, 0);
        WeightedMaxMin solver = new WeightedMaxMin(network);
        solver.allocate(weights, ratesBps);
        List<String> resourceNames = new ArrayList<>(paths.resources());
        for (int r = 0; r < paths.resources(); r++) {
            resourceNames.add(paths.resource(r).id().value());
        }
        return BottleneckStructure.of(network, solver, weights, ratesBps, pipeNames, resourceNames);
    }
}
