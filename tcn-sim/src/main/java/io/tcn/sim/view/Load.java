// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.view;

import io.tcn.core.model.PipeId;
import io.tcn.sim.scenario.ArrivalProcess;
import io.tcn.sim.scenario.ArrivalProcess.Periodic;
import io.tcn.sim.scenario.ArrivalProcess.Poisson;
import io.tcn.sim.scenario.ArrivalProcess.Recorded;
import io.tcn.sim.scenario.Scenario;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is to be moved on each pipe; where chance decides, the mean. Without infinite backlogs.
record Load(Map<PipeId, Double> bytes) {
    Load {
        bytes = Collections.unmodifiableMap(new TreeMap<>(bytes));
    }

    static Load of(Scenario scenario) {
        Map<PipeId, Double> bytes = new TreeMap<>();
        scenario.transfers().forEach(spec -> bytes.merge(spec.pipe(), (double) spec.sizeBytes(), Double::sum));
        for (ArrivalProcess process : scenario.details().arrivals()) {
            switch (process.rule()) {
                case Periodic every -> spread(process, every.pipes(), bytes);
                case Poisson chance -> spread(process, chance.pipes(), bytes);
                case Recorded trace ->
                    trace.items().forEach(item -> bytes.merge(item.pipe(), (double) item.bytes(), Double::sum));
            }
        }
        return new Load(bytes);
    }

    private static void spread(ArrivalProcess process, List<PipeId> pipes, Map<PipeId, Double> bytes) {
        // A process has at least one pipe.
        double each = process.expectedBytes() / pipes.size();
        pipes.forEach(pipe -> bytes.merge(pipe, each, Double::sum));
    }

    double bytesOf(PipeId pipe) {
        return bytes.getOrDefault(pipe, 0.0);
    }

    double totalBytes() {
        return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
