// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.fts.FtsModelFactory;
import io.tcn.core.optimizer.fts.FtsModelSettings;
import io.tcn.core.optimizer.tcn.ZeroOrderFactory;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings;
import io.tcn.core.utility.SumUtility;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The optimizers that scenarios can ask for by name. A new one is one line in the constructor.
public final class OptimizerRegistry {
    /// An optimizer with what is said of its settings.
    ///
    /// @param factory makes it
    /// @param settings its settings in words, for reports
    public record Entry(OptimizerFactory factory, String settings) {}

    private final SortedMap<String, Entry> entries = new TreeMap<>();

    public OptimizerRegistry() {
        add(new FtsModelFactory(FtsModelSettings.DEFAULT, new SumUtility()), FtsModelSettings.DEFAULT, "fts");
        add(new ZeroOrderFactory(ZeroOrderSettings.DEFAULT, new SumUtility()), ZeroOrderSettings.DEFAULT);
    }

    private void add(OptimizerFactory factory, Record settings, String... aliases) {
        Entry entry = new Entry(factory, settings.toString());
        entries.put(factory.name(), entry);
        for (String alias : aliases) {
            entries.put(alias, entry);
        }
    }

    /// All names, aliases included.
    public SortedSet<String> names() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(entries.keySet()));
    }

    /// The optimizer of a name; empty if there is none.
    public Optional<Entry> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }
}
