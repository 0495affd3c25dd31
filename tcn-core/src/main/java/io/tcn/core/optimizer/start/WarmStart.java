// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.start;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.port.PastUse;
import io.tcn.core.port.PastUse.Likeness;
import io.tcn.core.port.PipeHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// A warm start: new pipes begin with about as many connections as pipes like them had.
///
/// Idea: FStream++'s history and HARP's (docs/tuners.md), here for a start value only. With m the first value without
/// history and h what history tells,
///
/// ```
/// n = m^(1-w) (h/2)^w     w = likeness of the pipes x 2^(-age / half-life)
/// ```
///
/// so that what is old or only alike moves the start less, and what is twice too many begins right. h is the geometric
/// mean of the uses, each
/// weighted
/// by its w. Then what new pipes would move together, by what a connection moved then, is kept within
///
/// - each capacity that the map tells: pasts that do not fit together are cut down in proportion;
/// - what those who are there leave of each upper limit of the new pipe's user.
///
/// A pipe about which another server has decided just now, before this one took the lead, goes on with what it had.
///
/// Several new pipes without a past of their own share that of their endpoints. Nothing begins with less
/// than without history, and nothing above its own limit. Cost: O(new pipes x ([PipeHistory#MOST] + path) +
/// entries of constraints).
public final class WarmStart implements FirstConnections {
    private static final double SAME = 1;
    private static final double SAME_ENDPOINTS = 0.75;

    /// Part of what is told that a pipe begins with. Twice as many again is one interval's growth, and too many can
    /// cost what no later step brings back while files run.
    private static final double CAUTION = 0.5;

    private static final Duration HALF_LIFE = Duration.ofDays(7);

    private final PipeHistory history;

    public WarmStart(PipeHistory history) {
        this.history = history;
    }

    @Override
    public void raise(Observation seen, boolean[] isNew, double[] n, double[] expectedBps) {
        int size = n.length;
        boolean[] begins = isNew.clone();
        goOn(seen, begins, n);
        double[] perConnection = new double[size];
        double[] wished = n.clone();
        Past[] pasts = new Past[size];
        Map<Object, Integer> sharing = new HashMap<>();
        boolean any = false;
        for (int i = 0; i < size; i++) {
            if (begins[i]) {
                Pipe pipe = seen.pipes().get(i).pipe();
                Past past = pastOf(pipe, seen.at());
                pasts[i] = past;
                if (past.isKnown()) {
                    any = true;
                    sharing.merge(past.shared(), 1, Integer::sum);
                }
            }
        }
        if (!any) {
            return;
        }
        for (int i = 0; i < size; i++) {
            Past past = pasts[i];
            if (begins[i] && past.isKnown() && n[i] > 0) {
                // At least one shares it, this one.
                double told = CAUTION * past.connections() / sharing.getOrDefault(past.shared(), 1);
                double blended = n[i] * Math.pow(Math.max(1, told / n[i]), past.weight());
                int most = seen.pipes().get(i).pipe().limits().maxConnections();
                wished[i] = Math.max(n[i], Math.min(blended, most));
                perConnection[i] = past.perConnectionBps();
            }
        }
        double[] part = new double[size];
        Arrays.fill(part, 1);
        keepCapacities(seen, n, wished, perConnection, part);
        keepConstraints(seen, n, wished, perConnection, part);
        for (int i = 0; i < size; i++) {
            if (wished[i] > n[i]) {
                n[i] += part[i] * (wished[i] - n[i]);
                expectedBps[i] = perConnection[i];
            }
        }
    }

    /// Pipes that go on begin nothing.
    private void goOn(Observation seen, boolean[] begins, double[] n) {
        for (int i = 0; i < n.length; i++) {
            Pipe pipe = seen.pipes().get(i).pipe();
            OptionalDouble had = begins[i] ? history.goesOnWith(pipe, seen.at()) : OptionalDouble.empty();
            if (had.isPresent()) {
                begins[i] = false;
                n[i] = Math.max(n[i], Math.min(had.getAsDouble(), pipe.limits().maxConnections()));
            }
        }
    }

    /// What history tells of a pipe.
    ///
    /// @param connections how many it may need
    /// @param perConnectionBps what one of them moved, in bit/s
    /// @param weight how much that is worth, 0 to 1; 0 if nothing is known
    /// @param shared pipes for which this is equal rest on the same past
    private record Past(double connections, double perConnectionBps, double weight, Object shared) {
        static final Past UNKNOWN = new Past(1, 0, 0, "");

        boolean isKnown() {
            return weight > 0;
        }
    }

    private Past pastOf(Pipe pipe, Instant now) {
        double weights = 0;
        double logConnections = 0;
        double logRate = 0;
        double best = 0;
        Likeness likeness = Likeness.NONE;
        List<PastUse> uses = history.like(pipe);
        for (PastUse use : uses) {
            double weight = worth(use.likenessTo(pipe)) * freshness(use.until(), now);
            if (weight > 0) {
                weights += weight;
                logConnections += weight * Math.log(use.connections());
                logRate += weight * Math.log(use.perConnectionBps());
                if (weight > best) {
                    best = weight;
                    likeness = use.likenessTo(pipe);
                }
            }
        }
        if (!(weights > 0)) {
            return Past.UNKNOWN;
        }
        Object shared = switch (likeness) {
            case SAME -> pipe.id();
            case SAME_ENDPOINTS -> List.of(pipe.source(), pipe.destination());
            case NONE -> uses.getFirst().key();
        };
        return new Past(Math.exp(logConnections / weights), Math.exp(logRate / weights), best, shared);
    }

    private static double worth(Likeness likeness) {
        return switch (likeness) {
            case SAME -> SAME;
            case SAME_ENDPOINTS -> SAME_ENDPOINTS;
            case NONE -> 0;
        };
    }

    /// What lies in the future is from a clock that was set back, and taken for new.
    private static double freshness(Instant until, Instant now) {
        double age = Math.max(0, Duration.between(until, now).toSeconds());
        return Math.pow(2, -age / HALF_LIFE.toSeconds());
    }

    private static void keepCapacities(
            Observation seen, double[] n, double[] wished, double[] perConnection, double[] part) {
        Map<ResourceId, Double> wanted = new HashMap<>();
        Map<ResourceId, Double> extra = new HashMap<>();
        for (int i = 0; i < n.length; i++) {
            if (wished[i] > n[i]) {
                for (ResourceId resource : pathOf(seen, i)) {
                    wanted.merge(resource, n[i] * perConnection[i], Double::sum);
                    extra.merge(resource, (wished[i] - n[i]) * perConnection[i], Double::sum);
                }
            }
        }
        for (int i = 0; i < n.length; i++) {
            if (wished[i] > n[i]) {
                for (ResourceId id : pathOf(seen, i)) {
                    Resource resource = seen.map().resources().get(id);
                    Double capacity = resource == null ? null : resource.capacityBps();
                    if (capacity != null) {
                        double room = capacity - wanted.getOrDefault(id, 0.0);
                        part[i] = Math.min(part[i], partOf(room, extra.getOrDefault(id, 0.0)));
                    }
                }
            }
        }
    }

    private static List<ResourceId> pathOf(Observation seen, int pipe) {
        return seen.map()
                .pipeResources()
                .getOrDefault(seen.pipes().get(pipe).pipe().id(), List.of());
    }

    private static void keepConstraints(
            Observation seen, double[] n, double[] wished, double[] perConnection, double[] part) {
        for (Constraint constraint : seen.constraints()) {
            if (!constraint.kind().isUpper()) {
                continue;
            }
            double used = 0;
            double extra = 0;
            for (int k = 0; k < constraint.size(); k++) {
                int i = constraint.pipe(k);
                // Before its first interval a new pipe has moved nothing yet.
                used += Math.max(seen.pipes().get(i).throughputBps(), n[i] * perConnection[i]);
                extra += (wished[i] - n[i]) * perConnection[i];
            }
            for (int k = 0; k < constraint.size(); k++) {
                int i = constraint.pipe(k);
                if (wished[i] > n[i]) {
                    part[i] = Math.min(part[i], partOf(constraint.limitBps() - used, extra));
                }
            }
        }
    }

    private static double partOf(double room, double extra) {
        return extra > 0 ? Math.clamp(room / extra, 0, 1) : 1;
    }
}
