// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts the rows of ten minutes together to one for each series. Slots begin with each tenth minute of the hour. One
/// thread only.
final class Slots {
    static final Duration LENGTH = Duration.ofMinutes(10);

    private final Map<HistorySeries, Slot> slots = new LinkedHashMap<>();
    private @Nullable Instant end;

    /// Whether the slot under way has ended at a moment. A clock that was set back ends it too.
    boolean isOver(Instant now) {
        Instant ends = end;
        return ends != null && (now.isAfter(ends) || now.isBefore(ends.minus(LENGTH)));
    }

    void add(List<Entry> rows) {
        for (Entry entry : rows) {
            if (end == null) {
                end = endOf(entry.row().at());
            }
            slots.computeIfAbsent(entry.series(), first -> new Slot()).add(entry.row());
        }
    }

    private static Instant endOf(Instant at) {
        long length = LENGTH.toSeconds();
        // A row that ends with the slot belongs to it.
        return Instant.ofEpochSecond(
                -Math.floorDiv(-(at.getEpochSecond() + (at.getNano() > 0 ? 1 : 0)), length) * length);
    }

    /// What has come together.
    List<Entry> rows() {
        return slots.entrySet().stream()
                .map(slot -> new Entry(slot.getKey(), slot.getValue().row()))
                .toList();
    }

    /// Begins anew.
    void clear() {
        slots.clear();
        end = null;
    }

    /// Means are weighted by time.
    private static final class Slot {
        private double seconds;
        private double connections;
        private double open;
        private boolean hasConnections;
        private double throughputBps;
        private double running;
        private double queued;
        private long finished;
        private long failed;
        private double price;
        private @Nullable HistoryRow last;

        void add(HistoryRow row) {
            double length = row.length().toMillis() / 1000.0;
            seconds += length;
            Double n = row.connections();
            Double opened = row.openConnections();
            if (n != null && opened != null) {
                hasConnections = true;
                connections += n * length;
                open += opened * length;
            }
            throughputBps += row.throughputBps() * length;
            running += row.running() * length;
            queued += row.queued() * length;
            finished += row.finished();
            failed += row.failed();
            price += row.price() * length;
            last = row;
        }

        HistoryRow row() {
            HistoryRow newest = java.util.Objects.requireNonNull(last);
            // Intervals are longer than zero, and there is one at least.
            double whole = Math.max(seconds, 0.001);
            return new HistoryRow(
                    newest.at(),
                    Duration.ofMillis(Math.round(seconds * 1000)),
                    hasConnections ? (Double) (connections / whole) : null,
                    hasConnections ? (Double) (open / whole) : null,
                    throughputBps / whole,
                    running / whole,
                    queued / whole,
                    finished,
                    failed,
                    price / whole,
                    newest.limitBps(),
                    newest.reason(),
                    newest.words());
        }
    }
}
