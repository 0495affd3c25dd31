// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.composed.ComposedFactory;
import io.tcn.core.optimizer.falcon.FalconFactory;
import io.tcn.core.optimizer.first.FirstOrderFactory;
import io.tcn.core.optimizer.fstream.FStreamFactory;
import io.tcn.core.optimizer.fts.FtsModelFactory;
import io.tcn.core.optimizer.fts.FtsModelSettings;
import io.tcn.core.optimizer.fts.FtsOptimizerFactory;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.optimizer.harp.HarpFactory;
import io.tcn.core.optimizer.learned.LearnedFactory;
import io.tcn.core.optimizer.marlin.MarlinFactory;
import io.tcn.core.optimizer.tcn.ZeroOrderFactory;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings;
import io.tcn.core.utility.Utility;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The optimizers that server, simulator and benchmarks offer, with their usual settings. A new one is one line
/// here; one from outside is found by itself ([io.tcn.core.optimizer.OptimizerProvider]).
public final class OptimizerCatalog {
    /// What is taken where nobody chooses.
    public static final String DEFAULT = ComposedFactory.NAME;

    /// An optimizer with what is said of its settings.
    ///
    /// @param factory makes it
    /// @param settings its settings in words, for reports
    public record Entry(OptimizerFactory factory, String settings) {
        /// The name by which it is asked for.
        public String name() {
            return factory.name();
        }
    }

    private final List<Entry> entries;

    /// @param utility what is climbed; the optimizers of FTS report it only
    /// @param baselineStart first values of the optimizers that the literature starts anywhere between m and M
    ///     (Protocols 1 and 2 of the TCN paper); those of TCN begin with the fewest connections
    /// @param fts settings of the optimizer of FTS
    public OptimizerCatalog(Utility utility, StartValue baselineStart, FtsOptimizerSettings fts) {
        this(utility, baselineStart, fts, KnownPast.NONE);
    }

    /// As the other one.
    ///
    /// @param past what optimizers are told of the time before them
    public OptimizerCatalog(Utility utility, StartValue baselineStart, FtsOptimizerSettings fts, KnownPast past) {
        this(
                utility,
                AscentSettings.DEFAULT,
                ZeroOrderSettings.DEFAULT.withStart(baselineStart),
                FtsModelSettings.DEFAULT.withStart(baselineStart),
                fts,
                past);
    }

    /// @param utility what is climbed; the optimizers of FTS report it only
    /// @param ascent hyper-parameters of `tcn`, `tcn-first` and `tcn-learned`
    /// @param zero hyper-parameters of `tcn-zero`
    /// @param model parameters of the model of FTS
    /// @param fts settings of the optimizer of FTS
    /// @param past what optimizers are told of the time before them
    public OptimizerCatalog(
            Utility utility,
            AscentSettings ascent,
            ZeroOrderSettings zero,
            FtsModelSettings model,
            FtsOptimizerSettings fts,
            KnownPast past) {
        List<Entry> own = new ArrayList<>(List.of(
                new Entry(new ComposedFactory(ascent, utility, past.first()), ascent.toString()),
                new Entry(new FirstOrderFactory(ascent, utility), ascent.toString()),
                new Entry(new LearnedFactory(ascent, utility), ascent.toString()),
                new Entry(new ZeroOrderFactory(zero, utility), zero.toString()),
                new Entry(new FtsOptimizerFactory(fts, utility), fts.toString()),
                new Entry(new FtsModelFactory(model, utility), model.toString())));
        FalconFactory.all(utility).forEach(falcon -> own.add(new Entry(falcon, FalconFactory.SETTINGS)));
        own.add(new Entry(new FStreamFactory(utility), FStreamFactory.SETTINGS));
        own.add(new Entry(new MarlinFactory(utility), MarlinFactory.SETTINGS));
        own.add(new Entry(new HarpFactory(past.settings(), utility), HarpFactory.SETTINGS));
        List<Entry> all = new ArrayList<>(own);
        all.addAll(
                OutsideOptimizers.find(utility, own.stream().map(Entry::name).collect(Collectors.toUnmodifiableSet())));
        this.entries = List.copyOf(all);
    }

    /// All of them, TCN's default first, those from outside last.
    public List<Entry> entries() {
        return entries;
    }

    /// All names, in the same order.
    public List<String> names() {
        return entries.stream().map(Entry::name).toList();
    }

    /// The optimizer of a name; empty if there is none.
    public Optional<Entry> find(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }
}
