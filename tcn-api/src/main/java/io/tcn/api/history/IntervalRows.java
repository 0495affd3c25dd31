// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore.Entry;
import io.tcn.core.model.ConstraintReport;
import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeControls;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// From a decision to the rows of its interval. A pipe without work has a row when it becomes idle and none after,
/// until it has work again. One thread only.
final class IntervalRows {
    private Set<PipeId> busy = new HashSet<>();

    /// All together, then users, resource controls and pipes; the pipes that moved most first.
    List<Entry> of(Observation observation, Decision decision) {
        List<Entry> pipes = new ArrayList<>();
        Sums total = new Sums();
        Map<String, Sums> users = new TreeMap<>();
        PipeControls limits = PipeControls.of(observation, decision);
        Set<PipeId> busyNow = new HashSet<>();
        for (int i = 0; i < observation.pipes().size(); i++) {
            PipeObservation seen = observation.pipes().get(i);
            PipeDecision decided = decision.pipes().get(i);
            total.add(seen, decided);
            String user = seen.pipe().user().value();
            users.computeIfAbsent(user, first -> new Sums()).add(seen, decided);
            PipeId id = seen.pipe().id();
            if (seen.hasWork()) {
                busyNow.add(id);
            }
            if (seen.hasWork() || busy.contains(id)) {
                pipes.add(new Entry(
                        new HistorySeries(HistorySeries.Kind.PIPE, id.value(), user),
                        row(observation, seen, decided, limits.price(i), limits.limitBps(i))));
            }
        }
        busy = busyNow;
        pipes.sort((one, other) ->
                Double.compare(other.row().throughputBps(), one.row().throughputBps()));
        List<Entry> rows = new ArrayList<>(pipes.size() + users.size() + 1);
        rows.add(new Entry(HistorySeries.TOTAL, total.row(observation)));
        users.forEach((user, sums) ->
                rows.add(new Entry(new HistorySeries(HistorySeries.Kind.USER, user, user), sums.row(observation))));
        decision.constraints().forEach(report -> rows.add(control(observation, report)));
        rows.addAll(pipes);
        return rows;
    }

    private static HistoryRow row(
            Observation observation, PipeObservation seen, PipeDecision decided, double price, double limitBps) {
        return new HistoryRow(
                observation.at(),
                observation.length(),
                (double) decided.tuning().connections(),
                seen.meanActiveConnections(),
                seen.throughputBps(),
                seen.activeTransfers(),
                seen.queuedTransfers(),
                seen.finishedTransfers(),
                seen.failedAttempts(),
                finite(price),
                Double.isInfinite(limitBps) ? null : (Double) limitBps,
                decided.rationale().reason().name(),
                decided.rationale().inWords());
    }

    private static Entry control(Observation observation, ConstraintReport report) {
        return new Entry(
                new HistorySeries(
                        HistorySeries.Kind.CONTROL,
                        report.kind() + " " + report.user() + " " + report.resource(),
                        report.user().value()),
                new HistoryRow(
                        observation.at(),
                        observation.length(),
                        null,
                        null,
                        report.usedBps(),
                        0,
                        0,
                        0,
                        0,
                        finite(report.price()),
                        report.limitBps(),
                        null,
                        null));
    }

    /// A price that an optimizer could not work out is shown as none; databases differ in what they make of NaN.
    private static double finite(double price) {
        return Double.isFinite(price) ? price : 0;
    }

    /// Several pipes together.
    private static final class Sums {
        private double connections;
        private double open;
        private double throughputBps;
        private double running;
        private double queued;
        private long finished;
        private long failed;

        void add(PipeObservation seen, PipeDecision decided) {
            connections += seen.hasWork() ? decided.tuning().connections() : 0;
            open += seen.meanActiveConnections();
            throughputBps += seen.throughputBps();
            running += seen.activeTransfers();
            queued += seen.queuedTransfers();
            finished += seen.finishedTransfers();
            failed += seen.failedAttempts();
        }

        HistoryRow row(Observation observation) {
            @Nullable String nothing = null;
            return new HistoryRow(
                    observation.at(),
                    observation.length(),
                    connections,
                    open,
                    throughputBps,
                    running,
                    queued,
                    finished,
                    failed,
                    0,
                    null,
                    nothing,
                    nothing);
        }
    }
}
