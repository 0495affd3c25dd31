// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/// All journals; without any nothing is put together for them.
@Component
final class Journals {
    private final List<StateJournal> all;

    Journals(List<StateJournal> all) {
        this.all = List.copyOf(all);
    }

    void record(Supplier<List<StateChange>> changes) {
        if (!all.isEmpty()) {
            List<StateChange> made = changes.get();
            all.forEach(journal -> journal.record(made));
        }
    }
}
