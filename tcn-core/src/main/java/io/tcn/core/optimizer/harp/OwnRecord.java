// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.memory.PastSettings;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.SettingHistory;
import java.util.ArrayList;
import java.util.List;

/// All that `harp` can ask for: what it has seen itself since it was made, the minutes under way among it, and what
/// was recorded before. [#MOST_KEPT] settings of its own, about as many as the paper's history has transfers.
final class OwnRecord implements SettingHistory {
    static final int MOST_KEPT = 20_000;

    private final SettingHistory before;
    private final SettingSlots slots = new SettingSlots();
    private final PastSettings own = new PastSettings(MOST_KEPT);

    OwnRecord(SettingHistory before) {
        this.before = before;
    }

    /// Takes an interval.
    void add(Observation seen) {
        slots.add(seen).forEach(own::add);
    }

    @Override
    public List<PastSetting> like(Wanted wanted) {
        List<PastSetting> found = new ArrayList<>(
                slots.underWay(wanted.pipe().source(), wanted.pipe().destination()));
        found.addAll(own.like(wanted));
        found.addAll(before.like(wanted));
        List<PastSetting> same = found.stream()
                .filter(setting -> wanted.likenessTo(setting) == Likeness.SAME_ENDPOINTS)
                .toList();
        return (same.isEmpty() ? found : same).stream().limit(MOST).toList();
    }
}
