// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.fstream.RateAim;
import io.tcn.core.state.RateUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Rates that jobs ask for, as the least connections of pipes: a pipe's m is, for an interval, at least what the rates
/// on it need by [RateAim], so that whichever optimizer runs gives that many. M, bounds and limits of connections go
/// before, as they do before m. That a rate is not exceeded is dispatch's.
///
/// Cost: O(rates and their pipes); nothing where nobody asks. Mutable; owned by the control loop.
final class SteadyRates {
    private static final class Job {
        private final RateAim aim = new RateAim();
        private RateUse seen;

        Job(RateUse first) {
            seen = first;
        }
    }

    private final Map<LimitId, Job> jobs = new HashMap<>();

    /// The pipes of an observation with the m that the rates need.
    ///
    /// @param constraints those of the same pipes
    List<PipeObservation> raise(List<PipeObservation> pipes, List<Constraint> constraints, List<RateUse> rates) {
        if (rates.isEmpty()) {
            jobs.clear();
            return pipes;
        }
        Map<PipeId, Constraint> bounds = bounds(pipes, constraints);
        SortedMap<PipeId, Integer> least = new TreeMap<>();
        Set<LimitId> asking = new HashSet<>();
        for (RateUse use : rates) {
            asking.add(use.id());
            int wanted = aim(use, target(use, bounds));
            share(use, wanted).forEach((pipe, connections) -> least.merge(pipe, connections, Integer::sum));
        }
        jobs.keySet().retainAll(asking);
        List<PipeObservation> raised = new ArrayList<>(pipes.size());
        for (PipeObservation pipe : pipes) {
            raised.add(raised(pipe, least.getOrDefault(pipe.pipe().id(), 0)));
        }
        return raised;
    }

    private int aim(RateUse use, double targetBps) {
        Job job = jobs.computeIfAbsent(use.id(), first -> new Job(use));
        double seconds = (use.atNanos() - job.seen.atNanos()) / 1e9;
        if (seconds > 0) {
            double bps = 8.0 * Math.max(0, use.movedBytes() - job.seen.movedBytes()) / seconds;
            long open = Math.round((use.connectionSeconds() - job.seen.connectionSeconds()) / seconds);
            job.aim.next(use.atNanos() / 1e9, (int) Math.max(0, open), bps, targetBps);
            job.seen = use;
        }
        return job.aim.connections();
    }

    /// A rate above what its users may have is wanted as far as they may. A bound on several of its pipes lets them
    /// have it once.
    private static double target(RateUse use, Map<PipeId, Constraint> bounds) {
        Set<Constraint> held = new HashSet<>();
        for (PipeId pipe : use.connections().keySet()) {
            Constraint bound = bounds.get(pipe);
            if (bound == null) {
                return use.rateBps();
            }
            held.add(bound);
        }
        double mostBps = held.stream().mapToDouble(Constraint::limitBps).sum();
        return mostBps > 0 ? Math.min(use.rateBps(), mostBps) : use.rateBps();
    }

    /// The least bound on each pipe that has one.
    private static Map<PipeId, Constraint> bounds(List<PipeObservation> pipes, List<Constraint> constraints) {
        Map<PipeId, Constraint> least = new HashMap<>();
        for (Constraint constraint : constraints) {
            if (constraint.kind() == ConstraintKind.BOUND) {
                for (int k = 0; k < constraint.size(); k++) {
                    least.merge(
                            pipes.get(constraint.pipe(k)).pipe().id(),
                            constraint,
                            (one, other) -> other.limitBps() < one.limitBps() ? other : one);
                }
            }
        }
        return least;
    }

    /// So many connections over the pipes of a job: as they are open, and what lacks one by one.
    private static Map<PipeId, Integer> share(RateUse use, int wanted) {
        Map<PipeId, Integer> shares = new TreeMap<>();
        int open = use.open();
        int left = wanted;
        for (Map.Entry<PipeId, Integer> pipe : use.connections().entrySet()) {
            int own = open <= wanted ? pipe.getValue() : (int) ((long) pipe.getValue() * wanted / open);
            shares.put(pipe.getKey(), own);
            left -= own;
        }
        while (left > 0 && !shares.isEmpty()) {
            for (Map.Entry<PipeId, Integer> pipe : shares.entrySet()) {
                if (left > 0) {
                    pipe.setValue(pipe.getValue() + 1);
                    left--;
                }
            }
        }
        return shares;
    }

    private static PipeObservation raised(PipeObservation seen, int connections) {
        Pipe pipe = seen.pipe();
        PipeLimits limits = pipe.limits();
        int least = Math.min(connections, limits.maxConnections());
        if (least <= limits.minConnections()) {
            return seen;
        }
        return seen.withPipe(new Pipe(
                pipe.id(),
                pipe.source(),
                pipe.destination(),
                pipe.user(),
                new PipeLimits(least, limits.maxConnections()),
                pipe.weight()));
    }
}
