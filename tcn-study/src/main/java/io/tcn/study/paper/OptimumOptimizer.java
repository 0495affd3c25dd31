// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.oracle.ClairvoyantOptimum;
import io.tcn.sim.oracle.ClairvoyantOptimum.Effort;
import io.tcn.sim.oracle.GroupBound;
import io.tcn.sim.oracle.Optimum;
import io.tcn.sim.oracle.Situation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Not an optimizer but the measure of optimizers: at every interval it decides the n that [ClairvoyantOptimum] finds
/// for the pipes that have something to move. So the same loops show what the best n of every moment gives. It wants a
/// map that tells the whole truth, and knows nothing of what will arrive: it maximises the sum of throughputs of the
/// moment, which is not the same as finishing early.
///
/// What rounding leaves over is carried to the next interval, so that each pipe's n is right on average. Bounds count;
/// guarantees and shares do not. All pipes have the limits of the first one. Cost: one search per set of busy pipes.
final class OptimumOptimizer implements Optimizer {
    /// Optima that are remembered. Ends and arrivals change the set of busy pipes; old sets hardly come back.
    private static final int REMEMBERED = 256;

    /// By busy pipes, as long as map and bounds stay.
    private final Map<List<Integer>, Optimum> known = new HashMap<>();

    private @Nullable NetworkMapSnapshot map;
    private List<GroupBound> bounds = List.of();
    private final Map<PipeId, Double> carried = new HashMap<>();

    @Override
    public Decision decide(Observation observation) {
        List<PipeObservation> pipes = observation.pipes();
        double[] wanted = new double[pipes.size()];
        List<Integer> busy = IntStream.range(0, wanted.length)
                .filter(i -> pipes.get(i).hasWork())
                .boxed()
                .toList();
        if (!busy.isEmpty()) {
            List<Double> best = optimum(observation, busy).connections();
            for (int k = 0; k < best.size(); k++) {
                wanted[busy.get(k)] = best.get(k);
            }
        }
        List<PipeDecision> decisions = new ArrayList<>(wanted.length);
        for (int i = 0; i < wanted.length; i++) {
            decisions.add(decide(pipes.get(i), wanted[i]));
        }
        double utility = DoubleStream.of(observation.throughputBps()).sum();
        return Decision.unpriced(observation, decisions, utility, utility);
    }

    private PipeDecision decide(PipeObservation pipe, double wanted) {
        PipeLimits limits = pipe.pipe().limits();
        double due = Math.max(limits.minConnections(), wanted)
                + carried.getOrDefault(pipe.pipe().id(), 0.0);
        int n = limits.clamp(Math.round(due));
        carried.put(pipe.pipe().id(), Math.clamp(due - n, -1, 1));
        return PipeDecision.of(pipe, n, wanted, Rationale.of(Reason.FIXED));
    }

    private Optimum optimum(Observation observation, List<Integer> busy) {
        List<GroupBound> present = boundsOf(observation);
        if (!observation.map().equals(map) || !present.equals(bounds) || known.size() >= REMEMBERED) {
            known.clear();
            map = observation.map();
            bounds = present;
        }
        return known.computeIfAbsent(
                busy, active -> ClairvoyantOptimum.of(situation(observation, active), Effort.QUICK));
    }

    private static List<GroupBound> boundsOf(Observation observation) {
        List<GroupBound> bounds = new ArrayList<>();
        for (Constraint constraint : observation.constraints()) {
            if (constraint.kind() == ConstraintKind.BOUND) {
                List<Integer> members = IntStream.range(0, constraint.size())
                        .mapToObj(constraint::pipe)
                        .toList();
                bounds.add(new GroupBound(members, constraint.limitBps()));
            }
        }
        return bounds;
    }

    private Situation situation(Observation observation, List<Integer> busy) {
        PathIndex paths = PathIndex.of(observation.pipes(), observation.map());
        List<Resource> resources =
                IntStream.range(0, paths.resources()).mapToObj(paths::resource).toList();
        List<List<Integer>> pathOfPipe = new ArrayList<>(paths.pipes());
        List<Double> ceilingBps = new ArrayList<>(paths.pipes());
        for (int i = 0; i < paths.pipes(); i++) {
            pathOfPipe.add(IntStream.range(paths.pathStart(i), paths.pathEnd(i))
                    .mapToObj(paths::resourceAt)
                    .toList());
            ceilingBps.add(pathOfPipe.getLast().stream()
                    .map(r -> resources.get(r).connectionCeilingBps())
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .min()
                    .orElse(Double.POSITIVE_INFINITY));
        }
        PipeLimits limits = observation.pipes().getFirst().pipe().limits();
        return new Situation(resources, pathOfPipe, ceilingBps, busy, limits, bounds);
    }
}
