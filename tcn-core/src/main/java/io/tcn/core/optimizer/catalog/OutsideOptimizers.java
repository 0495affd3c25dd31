// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.OptimizerProvider;
import io.tcn.core.utility.Utility;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// The optimizers that the class loader of the thread knows and TCN does not.
final class OutsideOptimizers {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,63}");

    private OutsideOptimizers() {}

    /// @param taken names that TCN's own have
    /// @throws IllegalArgumentException if one cannot be loaded or has no name of its own; the message tells which
    static List<OptimizerCatalog.Entry> find(Utility utility, Set<String> taken) {
        List<OptimizerCatalog.Entry> found = new ArrayList<>();
        try {
            for (OptimizerProvider provider : ServiceLoader.load(OptimizerProvider.class)) {
                String name = provider.name();
                String ofClass = "the optimizer of class " + provider.getClass().getName();
                if (!NAME.matcher(name).matches()) {
                    throw new IllegalArgumentException(ofClass + " is named \"" + name
                            + "\": a name has small letters, digits, dots and hyphens, at most 64");
                }
                if (taken.contains(name)
                        || found.stream().anyMatch(entry -> entry.name().equals(name))) {
                    throw new IllegalArgumentException(
                            ofClass + " is named " + name + ", as another one is: give it a name of its own");
                }
                found.add(new OptimizerCatalog.Entry(new Provided(name, provider, utility), provider.settings()));
            }
        } catch (ServiceConfigurationError broken) {
            throw new IllegalArgumentException(
                    "an optimizer from outside cannot be loaded: " + broken.getMessage(), broken);
        }
        return found;
    }

    private record Provided(String name, OptimizerProvider provider, Utility utility) implements OptimizerFactory {
        @Override
        public Optimizer create(RandomGenerator random) {
            return provider.create(utility, random);
        }
    }
}
