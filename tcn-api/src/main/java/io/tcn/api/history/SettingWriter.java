// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore;
import io.tcn.api.store.PastSettingStore;
import io.tcn.api.store.PastSettingStore.Entry;
import io.tcn.core.model.PipeKey;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.harp.SettingSlots;
import io.tcn.core.port.PastSetting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes what pipes moved on each number of connections. One thread only.
final class SettingWriter {
    private final SettingSlots slots = new SettingSlots();
    private final PastSettingStore store;
    private final TcnProperties.History settings;
    private @Nullable Observation last;
    private long removedTo;

    SettingWriter(PastSettingStore store, TcnProperties.History settings) {
        this.store = store;
        this.settings = settings;
    }

    /// Takes an interval, and tells what the ten minutes brought that ended before it; mostly nothing.
    List<Entry> add(Observation observation) {
        last = observation;
        return entries(slots.add(observation));
    }

    /// What the ten minutes under way have brought.
    List<Entry> underWay() {
        return entries(slots.underWay());
    }

    void write(List<Entry> block, Map<HistorySeries, Long> ids) {
        store.append(block, ids);
    }

    /// Removes what is too old or too much.
    ///
    /// @param blocks at most so many blocks
    /// @param block rows of a block
    void removeOld(Instant now, int blocks, int block) {
        for (int left = blocks; left > 0; left--) {
            HistoryStore.Removed removed =
                    store.removeOldest(removedTo, now.minus(settings.keepSlots()), settings.maxRows(), block);
            removedTo = removed.last();
            if (removed.rows() < block) {
                return;
            }
        }
    }

    /// Settings of pipes that are gone are of no use.
    private List<Entry> entries(List<PastSetting> settings) {
        if (settings.isEmpty() || last == null) {
            return List.of();
        }
        Map<PipeKey, HistorySeries> series = new HashMap<>();
        for (PipeObservation pipe : last.pipes()) {
            series.put(
                    pipe.pipe().key(),
                    new HistorySeries(
                            HistorySeries.Kind.PIPE,
                            pipe.pipe().id().value(),
                            pipe.pipe().user().value()));
        }
        List<Entry> entries = new ArrayList<>();
        for (PastSetting setting : settings) {
            HistorySeries of = series.get(setting.key());
            if (of != null) {
                entries.add(new Entry(of, setting));
            }
        }
        return entries;
    }
}
