// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// An optimizer that begins with the n that is in force: at the first look, when nothing was measured yet, a pipe's
/// least number of connections is said to be that n, and optimizers begin with the least. From then on it hears what
/// is.
final class WarmStart implements Optimizer {
    private final Optimizer optimizer;
    private final Map<PipeId, Integer> connections;

    WarmStart(Optimizer optimizer, Map<PipeId, Integer> connections) {
        this.optimizer = optimizer;
        this.connections = Map.copyOf(connections);
    }

    @Override
    public Decision decide(Observation observation) {
        return optimizer.decide(observation.interval() == 0 ? withPresentN(observation) : observation);
    }

    private Observation withPresentN(Observation first) {
        List<PipeObservation> pipes = new ArrayList<>(first.pipes().size());
        for (PipeObservation seen : first.pipes()) {
            pipes.add(seen.withPipe(begun(seen.pipe())));
        }
        return new Observation(
                first.interval(),
                first.at(),
                first.length(),
                pipes,
                first.map(),
                first.constraints(),
                first.connectionLimits(),
                first.users(),
                first.conflicts(),
                first.mapChange());
    }

    private Pipe begun(Pipe pipe) {
        Integer present = connections.get(pipe.id());
        if (present == null) {
            return pipe;
        }
        int most = pipe.limits().maxConnections();
        return new Pipe(
                pipe.id(),
                pipe.source(),
                pipe.destination(),
                pipe.user(),
                new PipeLimits(Math.min(present, most), most),
                pipe.weight());
    }
}
