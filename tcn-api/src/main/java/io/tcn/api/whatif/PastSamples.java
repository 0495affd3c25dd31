// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.whatif;

import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore;
import io.tcn.api.store.HistoryStore.Resolution;
import io.tcn.core.model.Pipe;
import io.tcn.sim.predict.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What pipes did in the last minutes, as the prediction learns from it: from the history, and from the last decision.
final class PastSamples {
    /// Intervals of a pipe that are read; where they are short, these are the newest ones of the past.
    private static final int MOST_SAMPLES = 250;

    private static final Duration PAST = Duration.ofMinutes(20);

    private final HistoryStore history;
    private final ControlBoard board;
    private final Instant now;

    PastSamples(HistoryStore history, ControlBoard board, Instant now) {
        this.history = history;
        this.board = board;
        this.now = now;
    }

    /// What the history has of a pipe.
    List<HistoryRow> rows(Pipe pipe) {
        return history.newest(
                Resolution.INTERVAL,
                new HistorySeries(
                        HistorySeries.Kind.PIPE, pipe.id().value(), pipe.user().value()),
                now.minus(PAST),
                now,
                MOST_SAMPLES);
    }

    /// The history, and the last interval if that is not written yet.
    List<Sample> samples(Pipe pipe, List<HistoryRow> rows) {
        List<Sample> samples = new ArrayList<>();
        for (HistoryRow row : rows) {
            Double n = row.connections();
            Double open = row.openConnections();
            if (n != null && open != null && row.length().isPositive()) {
                samples.add(
                        new Sample(ago(row.at()), seconds(row.length()), n, open, row.throughputBps(), row.queued()));
            }
        }
        Instant newest = rows.isEmpty() ? Instant.MIN : rows.getLast().at();
        Optional<ControlBoard.Entry> entry = board.last();
        Optional<ControlBoard.PipeView> view = board.last(pipe.id());
        if (entry.isPresent() && view.isPresent() && entry.get().observation().interval() > 0) {
            Instant at = entry.get().observation().at();
            if (at.isAfter(newest)) {
                samples.add(new Sample(
                        ago(at),
                        seconds(entry.get().observation().length()),
                        view.get().decision().tuning().connections(),
                        view.get().observation().meanActiveConnections(),
                        view.get().observation().throughputBps(),
                        view.get().observation().queuedTransfers()));
            }
        }
        return samples;
    }

    private double ago(Instant at) {
        return Math.max(0, seconds(Duration.between(at, now)));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
