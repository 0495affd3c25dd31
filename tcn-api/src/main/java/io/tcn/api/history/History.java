// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore;
import io.tcn.api.store.HistoryStore.Resolution;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The history as those may read it whom it concerns: administrators all of it, others that of their users.
@Component
public class History {
    private static final Duration LONGEST_FINE = Duration.ofDays(1);

    private final HistoryStore store;
    private final TcnProperties.History settings;
    private final TimeSource time;

    History(HistoryStore store, TcnProperties properties, TimeSource time) {
        this.store = store;
        this.settings = properties.history();
        this.time = time;
    }

    /// Some rows.
    ///
    /// @param next the moment behind which the next page begins; null: this is the last one
    public record Page(List<HistoryRow> rows, @Nullable Instant next) {}

    /// What a caller may see under a name; empty if there is nothing, or nothing for this caller.
    public Optional<HistorySeries> find(HistorySeries.Kind kind, String name, Caller caller) {
        return store.find(kind, name).filter(series -> {
            String user = series.user();
            return user == null ? caller.administrator() : caller.mayActFor(UserId.of(user));
        });
    }

    /// How fine the rows of a time are shown where nobody says it: by interval if it is short and young enough.
    public Resolution suitable(Instant from, Instant to) {
        boolean isShort = Duration.between(from, to).compareTo(LONGEST_FINE) <= 0;
        return isShort && from.isAfter(time.now().minus(settings.keep())) ? Resolution.INTERVAL : Resolution.SLOT;
    }

    /// A page of rows, in the order of time.
    ///
    /// @param after rows that ended after this moment
    /// @param to rows that ended by this moment
    public Page page(Resolution resolution, HistorySeries series, Instant after, Instant to, int limit) {
        List<HistoryRow> rows = store.rows(resolution, series, after, to, limit);
        return new Page(rows, rows.size() < limit ? null : rows.getLast().at());
    }
}
