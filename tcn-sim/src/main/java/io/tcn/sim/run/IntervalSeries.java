// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The control intervals of a run in bounded memory: when there are too many points, each two neighbours become
/// one, and from then on a point stands for twice as many intervals. Used by one thread.
final class IntervalSeries {
    /// About so many numbers per pipe and point are kept together.
    private static final int MAX_CELLS = 2_000_000;

    private static final int LEAST_POINTS = 200;
    private static final int MOST_POINTS = 50_000;

    private final int maxPoints;
    private List<IntervalRecord> points = new ArrayList<>();
    private int perPoint = 1;
    private int pendingCount;
    private @Nullable IntervalRecord pending;

    IntervalSeries(int pipes) {
        // Even, so that neighbours go together without a rest.
        this.maxPoints = Math.clamp(MAX_CELLS / Math.max(1, pipes), LEAST_POINTS, MOST_POINTS) / 2 * 2;
    }

    void add(IntervalRecord interval) {
        pending = pending == null ? interval : pending.mergedWith(interval);
        pendingCount++;
        if (pendingCount < perPoint) {
            return;
        }
        points.add(pending);
        pending = null;
        pendingCount = 0;
        if (points.size() >= maxPoints) {
            List<IntervalRecord> merged = new ArrayList<>();
            for (int i = 0; i + 1 < points.size(); i += 2) {
                merged.add(points.get(i).mergedWith(points.get(i + 1)));
            }
            points = merged;
            perPoint *= 2;
        }
    }

    /// The points so far; the last one may stand for fewer intervals than the others.
    List<IntervalRecord> points() {
        if (pending == null) {
            return points;
        }
        List<IntervalRecord> all = new ArrayList<>(points);
        all.add(pending);
        return all;
    }

    /// How many intervals a point stands for.
    int perPoint() {
        return perPoint;
    }
}
