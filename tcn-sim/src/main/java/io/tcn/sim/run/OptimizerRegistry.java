// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.catalog.KnownPast;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.optimizer.tcn.PlainFirstOrderFactory;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings;
import io.tcn.core.utility.SumUtility;
import io.tcn.core.utility.Utility;
import io.tcn.sim.scenario.HyperParameters;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The optimizers that scenarios can ask for by name.
public final class OptimizerRegistry {
    /// An optimizer with what is said of its settings.
    ///
    /// @param factory makes it
    /// @param settings its settings in words, for reports
    public record Entry(OptimizerFactory factory, String settings) {}

    private final SortedMap<String, Entry> entries = new TreeMap<>();

    /// All optimizers of core for the sum of throughputs. That of FTS runs at every control interval instead of
    /// once a minute, so that all decide equally often.
    public OptimizerRegistry() {
        this(new SumUtility(), HyperParameters.USUAL);
    }

    /// All optimizers of core for a utility, and the plain first-order algorithm of the paper, which is a yardstick and
    /// not offered by the server.
    public OptimizerRegistry(Utility utility, HyperParameters hyperParameters) {
        this(utility, hyperParameters, KnownPast.NONE);
    }

    /// As the other one.
    ///
    /// @param past what optimizers are told of the time before the run
    public OptimizerRegistry(Utility utility, HyperParameters hyperParameters, KnownPast past) {
        ZeroOrderSettings zero = hyperParameters.zeroOrder();
        OptimizerCatalog catalog = new OptimizerCatalog(
                utility,
                hyperParameters.ascent(),
                zero,
                hyperParameters.ftsModel(),
                FtsOptimizerSettings.DEFAULT.withInterval(Duration.ZERO),
                past);
        catalog.entries().forEach(entry -> entries.put(entry.name(), new Entry(entry.factory(), entry.settings())));
        entries.put(PlainFirstOrderFactory.NAME, new Entry(new PlainFirstOrderFactory(zero, utility), zero.toString()));
    }

    /// All names.
    public SortedSet<String> names() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(entries.keySet()));
    }

    /// The optimizer of a name; empty if there is none.
    public Optional<Entry> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }
}
