// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.memory;

import io.tcn.core.model.Endpoint;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.SettingHistory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// A bounded record of settings in memory: the oldest goes when a new one finds no place. One thread
/// adds, and while nobody does any may ask.
///
/// Cost of a question: O([SettingHistory#MOST]) where the endpoints are known, else O(record).
public final class PastSettings implements SettingHistory {
    private record Ends(Endpoint source, Endpoint destination) {
        static Ends of(PastSetting setting) {
            return new Ends(setting.key().source(), setting.key().destination());
        }
    }

    private final int most;
    /// The oldest first, here and for each pair of endpoints.
    private final Deque<PastSetting> all = new ArrayDeque<>();

    private final Map<Ends, Deque<PastSetting>> byEnds = new HashMap<>();

    /// @param most settings that it keeps, 1 or more
    public PastSettings(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a record of settings keeps 1 or more, given was " + most);
        }
        this.most = most;
    }

    /// Adds a setting, no older than those before.
    public void add(PastSetting setting) {
        while (all.size() >= most) {
            forget(all.removeFirst());
        }
        all.addLast(setting);
        byEnds.computeIfAbsent(Ends.of(setting), fresh -> new ArrayDeque<>()).addLast(setting);
    }

    /// The oldest of all is the oldest of its endpoints.
    private void forget(PastSetting oldest) {
        Ends ends = Ends.of(oldest);
        Deque<PastSetting> same = byEnds.get(ends);
        if (same != null) {
            same.removeFirst();
            if (same.isEmpty()) {
                byEnds.remove(ends);
            }
        }
    }

    /// How many it has.
    public int size() {
        return all.size();
    }

    @Override
    public List<PastSetting> like(Wanted wanted) {
        Deque<PastSetting> same =
                byEnds.get(new Ends(wanted.pipe().source(), wanted.pipe().destination()));
        if (same != null) {
            return newest(same, wanted, Likeness.SAME_ENDPOINTS);
        }
        return wanted.bandwidthBps() > 0 && wanted.fileBytes() > 0 ? newest(all, wanted, Likeness.ALIKE) : List.of();
    }

    private static List<PastSetting> newest(Deque<PastSetting> settings, Wanted wanted, Likeness likeness) {
        List<PastSetting> found = new ArrayList<>();
        Iterator<PastSetting> backwards = settings.descendingIterator();
        while (backwards.hasNext() && found.size() < MOST) {
            PastSetting setting = backwards.next();
            if (!setting.until().isAfter(wanted.now()) && wanted.likenessTo(setting) == likeness) {
                found.add(setting);
            }
        }
        return List.copyOf(found);
    }
}
