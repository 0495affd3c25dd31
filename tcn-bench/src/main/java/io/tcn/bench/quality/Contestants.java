// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.bench.baseline.AimdTuner;
import io.tcn.bench.baseline.ConstantOptimizer;
import io.tcn.bench.baseline.PerPipeOptimizer;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.fts.FtsOptimizerFactory;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.utility.SumUtility;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.oracle.Optimum;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.scenario.HyperParameters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/// The optimizers that were asked for: each once, however many names it has; among them, if asked for,
/// [#OPTIMUM].
///
/// @param names per name asked for and known, in that order, the name that runs for it
/// @param runs what runs, by name
/// @param remarks what is left out or runs under another name, for people
record Contestants(Map<String, String> names, Map<String, Contestant> runs, List<String> remarks) {
    /// The name of what always decides the optimum.
    static final String OPTIMUM = "optimum";

    /// FTS as it is: it decides once a minute, however short the interval.
    static final String FTS_60 = "fts-60";

    /// Look at queues and give a file a few streams at most: one transfer without end would stop them where
    /// they are.
    private static final Set<String> NEED_QUEUES = Set.of("fts", FTS_60);

    /// `tcn` as servers have it, and with other utilities: by name the utility.
    private static final Map<String, String> OTHER_UTILITIES = new TreeMap<>(Map.of(
            "tcn-proportional", "proportional",
            "tcn-alpha-2", "alpha-fair:2",
            "tcn-max-min", "max-min"));

    /// Laws that TCN does not offer, or with another utility.
    private static final Map<String, Contestant> BASELINES = baselines();

    private static Map<String, Contestant> baselines() {
        Map<String, Contestant> all = new LinkedHashMap<>();
        FtsOptimizerFactory fts = new FtsOptimizerFactory(FtsOptimizerSettings.DEFAULT, new SumUtility());
        all.put(FTS_60, (world, optimum, random) -> fts.create(random));
        OTHER_UTILITIES.forEach((name, utility) -> new OptimizerRegistry(
                        Utilities.byName(utility), HyperParameters.USUAL)
                .find("tcn")
                .ifPresent(tcn ->
                        all.put(name, (world, optimum, random) -> tcn.factory().create(random))));
        all.put("aimd", (world, optimum, random) -> new PerPipeOptimizer(AimdTuner::new));
        for (int n : new int[] {4, 16, 64}) {
            all.put("const-" + n, (world, optimum, random) -> new ConstantOptimizer(n));
        }
        return Collections.unmodifiableMap(all);
    }

    /// Whether an optimizer wants to see a queue.
    boolean needsQueue(String name) {
        return NEED_QUEUES.contains(name);
    }

    /// Whether an optimizer climbs another utility than the sum, in which optima are told.
    static boolean hasOtherUtility(String name) {
        return OTHER_UTILITIES.containsKey(name);
    }

    /// Makes an optimizer for a run.
    @FunctionalInterface
    interface Contestant {
        /// @param optimumOfInterval the optimum of an interval, counted from 1; not for optimizers that play
        ///     fair
        Optimizer create(World world, IntFunction<Optimum> optimumOfInterval, RandomGenerator random);
    }

    static Contestants of(List<String> asked, OptimizerRegistry registry) throws BenchException {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, Contestant> runs = new LinkedHashMap<>();
        Map<OptimizerRegistry.Entry, String> firstName = new HashMap<>();
        List<String> remarks = new ArrayList<>();
        for (String name : asked) {
            if (name.equals(OPTIMUM)) {
                names.put(name, name);
                runs.put(name, (world, optimum, random) -> new Clairvoyant(world, optimum));
                continue;
            }
            Contestant baseline = BASELINES.get(name);
            if (baseline != null) {
                names.put(name, name);
                runs.put(name, baseline);
                continue;
            }
            Optional<OptimizerRegistry.Entry> found = registry.find(name);
            if (found.isEmpty()) {
                remarks.add("left out: there is no optimizer \"" + name + "\" yet");
                continue;
            }
            OptimizerRegistry.Entry entry = found.get();
            String twin = firstName.putIfAbsent(entry, name);
            names.put(name, twin == null ? name : twin);
            if (twin == null) {
                runs.put(name, (world, optimum, random) -> entry.factory().create(random));
            } else {
                remarks.add(name + " is another name of " + twin + ": it runs once");
            }
        }
        if (runs.isEmpty()) {
            throw new BenchException("none of the optimizers " + String.join(", ", asked) + " is there; there are "
                    + String.join(", ", registry.names()) + ", " + String.join(", ", BASELINES.keySet()));
        }
        return new Contestants(
                Collections.unmodifiableMap(names), Collections.unmodifiableMap(runs), List.copyOf(remarks));
    }
}
