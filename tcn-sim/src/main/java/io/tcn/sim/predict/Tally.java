// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Adds up what the control loop of a simulated run sees. Of the intervals after the change those of the second half
/// count; a run that ends early counts those that it has.
final class Tally implements DecisionListener {
    private record Key(ConstraintKind kind, UserId user, ResourceId resource) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byUser = user.compareTo(other.user);
            int byResource = byUser != 0 ? byUser : resource.compareTo(other.resource);
            return byResource != 0 ? byResource : kind.compareTo(other.kind);
        }
    }

    private static final class Sums {
        private double seconds;
        private double connections;
        private double open;
        private double bps;
        private double limit;
        private double price;
    }

    private final long fromInterval;
    private final long countInterval;
    private final long lastInterval;
    private final Map<PipeId, Sums> pipes = new TreeMap<>();
    private final Map<PipeId, UserId> owners = new TreeMap<>();
    private final Map<Key, Sums> controls = new TreeMap<>();
    private double utility;
    private double seconds;

    /// @param fromInterval number of the last interval before the change
    /// @param intervals how many follow
    Tally(long fromInterval, long intervals) {
        this.fromInterval = fromInterval;
        this.countInterval = fromInterval + intervals / 2;
        this.lastInterval = fromInterval + intervals;
    }

    @Override
    public void decided(Observation observation, Decision decision) {
        long interval = observation.interval();
        if (interval <= fromInterval || interval > lastInterval) {
            return;
        }
        if (interval == countInterval + 1) {
            pipes.clear();
            controls.clear();
            utility = 0;
            seconds = 0;
        }
        double length = observation.length().toNanos() / 1e9;
        seconds += length;
        utility += decision.utility() * length;
        for (PipeObservation seen : observation.pipes()) {
            PipeId id = seen.pipe().id();
            owners.put(id, seen.pipe().user());
            Sums sums = pipes.computeIfAbsent(id, first -> new Sums());
            sums.seconds += length;
            sums.connections += seen.decidedConnections() * length;
            sums.open += seen.meanActiveConnections() * length;
            sums.bps += seen.throughputBps() * length;
        }
        for (ConstraintReport report : decision.constraints()) {
            Sums sums = controls.computeIfAbsent(
                    new Key(report.kind(), report.user(), report.resource()), first -> new Sums());
            sums.seconds += length;
            sums.limit += report.limitBps() * length;
            sums.bps += report.usedBps() * length;
            sums.price += report.price() * length;
        }
    }

    Outcome outcome(Map<String, Double> jobs, double simulatedSeconds, boolean complete) {
        Map<PipeId, Outcome.PipeFigures> figures = new TreeMap<>();
        Map<UserId, Double> users = new TreeMap<>();
        pipes.forEach((id, sums) -> {
            UserId user = owners.get(id);
            if (user != null && sums.seconds > 0) {
                double bps = sums.bps / sums.seconds;
                figures.put(
                        id,
                        new Outcome.PipeFigures(user, sums.connections / sums.seconds, sums.open / sums.seconds, bps));
                users.merge(user, bps, Double::sum);
            }
        });
        List<Outcome.ControlFigures> stood = new ArrayList<>();
        controls.forEach((key, sums) -> stood.add(new Outcome.ControlFigures(
                key.kind(),
                key.user(),
                key.resource(),
                sums.limit / sums.seconds,
                sums.bps / sums.seconds,
                sums.price / sums.seconds)));
        return new Outcome(
                figures, users, stood, jobs, seconds > 0 ? utility / seconds : 0, simulatedSeconds, complete);
    }
}
