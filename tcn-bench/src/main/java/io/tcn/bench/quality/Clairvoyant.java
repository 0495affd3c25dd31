// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.sim.oracle.Optimum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;

/// Not an optimizer but a check of the measure: it looks up the optimum of the next interval and decides it, rounded so
/// that each pipe's numbers are right on average (what rounding leaves over is carried to the next interval). Driven by
/// the same loops as the others, it shows that the optimum is there to be reached.
final class Clairvoyant implements Optimizer {
    private final World world;
    private final IntFunction<Optimum> optimumOfInterval;
    private final double[] carried;

    /// @param optimumOfInterval the optimum of an interval, counted from 1
    Clairvoyant(World world, IntFunction<Optimum> optimumOfInterval) {
        this.world = world;
        this.optimumOfInterval = optimumOfInterval;
        this.carried = new double[world.pipes().size()];
    }

    @Override
    public Decision decide(Observation observation) {
        int next = (int) observation.interval() + 1;
        List<Double> best = optimumOfInterval.apply(next).connections();
        List<Integer> active = world.activity().activeIn(next);
        double[] wanted = new double[carried.length];
        Arrays.fill(wanted, world.limits().minConnections());
        for (int k = 0; k < active.size(); k++) {
            wanted[active.get(k)] = best.get(k);
        }
        List<PipeDecision> decisions = new ArrayList<>();
        for (int i = 0; i < wanted.length; i++) {
            PipeObservation pipe = observation.pipes().get(i);
            double due = wanted[i] + carried[i];
            int n = world.limits().clamp(Math.round(due));
            carried[i] = Math.clamp(due - n, -1, 1);
            decisions.add(PipeDecision.of(pipe, n, wanted[i], Rationale.of(Reason.FIXED)));
        }
        double utility = DoubleStream.of(observation.throughputBps()).sum();
        return Decision.unpriced(observation, decisions, utility, utility);
    }
}
