// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.BenchException;
import io.tcn.sim.run.OptimizerRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The optimizers that were asked for: each once, however many names it has.
///
/// @param names per name asked for and known, in that order, the name that runs for it
/// @param runs what runs, by name
/// @param remarks what is left out or runs under another name, for people
record Contestants(Map<String, String> names, Map<String, OptimizerRegistry.Entry> runs, List<String> remarks) {
    static Contestants of(List<String> asked, OptimizerRegistry registry) throws BenchException {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, OptimizerRegistry.Entry> runs = new LinkedHashMap<>();
        List<String> remarks = new ArrayList<>();
        for (String name : asked) {
            Optional<OptimizerRegistry.Entry> entry = registry.find(name);
            if (entry.isEmpty()) {
                remarks.add("left out: there is no optimizer \"" + name + "\" yet");
                continue;
            }
            Optional<String> twin = runs.entrySet().stream()
                    .filter(run -> run.getValue().equals(entry.get()))
                    .map(Map.Entry::getKey)
                    .findFirst();
            names.put(name, twin.orElse(name));
            if (twin.isPresent()) {
                remarks.add(name + " is another name of " + twin.get() + ": it runs once");
            } else {
                runs.put(name, entry.get());
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
