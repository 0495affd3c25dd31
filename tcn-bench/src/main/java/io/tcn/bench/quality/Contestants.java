// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.sim.oracle.Optimum;
import io.tcn.sim.run.OptimizerRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/// The optimizers that were asked for: each once, however many names it has; among them, if asked for, [#OPTIMUM].
///
/// @param names per name asked for and known, in that order, the name that runs for it
/// @param runs what runs, by name
/// @param remarks what is left out or runs under another name, for people
record Contestants(Map<String, String> names, Map<String, Contestant> runs, List<String> remarks) {
    /// The name of what always decides the optimum.
    static final String OPTIMUM = "optimum";

    /// Looks at queues and gives a file a few streams at most: one transfer without end would stop it where it is.
    private static final String FTS = "fts";

    /// What its pipes have to move, unless the family says.
    Backlog backlogOf(String name) {
        return name.equals(FTS) ? Backlog.LARGE_FILES : Backlog.ENDLESS;
    }

    /// Makes an optimizer for a run.
    @FunctionalInterface
    interface Contestant {
        /// @param optimumOfInterval the optimum of an interval, counted from 1; not for optimizers that play fair
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
                    + String.join(", ", registry.names()));
        }
        return new Contestants(
                Collections.unmodifiableMap(names), Collections.unmodifiableMap(runs), List.copyOf(remarks));
    }
}
