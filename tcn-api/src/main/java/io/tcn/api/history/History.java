// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.store.HistoryRow;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore;
import io.tcn.api.store.HistoryStore.Resolution;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import io.tcn.core.topology.TopologyNetworkMap;
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
        Optional<HistorySeries> found = store.find(kind, name);
        if (found.isEmpty() && kind == HistorySeries.Kind.CONTROL) {
            found = inOneSpelling(name).flatMap(other -> store.find(kind, other));
        }
        return found.filter(series -> {
            String user = series.user();
            return user == null ? caller.administrator() : caller.mayActFor(UserId.of(user));
        });
    }

    /// The name of a control on the side of a storage in the spelling that all addresses of the storage share.
    private static Optional<String> inOneSpelling(String control) {
        int resource = control.lastIndexOf(' ') + 1;
        int address = control.indexOf(':', resource) + 1;
        try {
            Endpoint storage = Endpoint.parse(control.substring(address));
            return switch (control.substring(resource, address)) {
                case "read:" -> Optional.of(control.substring(0, resource) + TopologyNetworkMap.readSide(storage));
                case "write:" -> Optional.of(control.substring(0, resource) + TopologyNetworkMap.writeSide(storage));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException noStorage) {
            return Optional.empty();
        }
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
