// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.falcon;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.job.TunerPerPipe;
import io.tcn.core.utility.Utility;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Makes [FalconPipeTuner]s for all pipes: `falcon` with gradient descent, and with the searches that the paper
/// compares it with; and [FalconCentralOptimizer]s: `falcon-central`.
public final class FalconFactory implements OptimizerFactory {
    /// The settings of all of them in words.
    public static final String SETTINGS = "K=" + FalconUtility.CONCURRENCY_BASE + ", B=" + FalconUtility.LOSS_PENALTY
            + " (loss is known of streamed copies only)";

    private final String name;
    private final Function<RandomGenerator, Optimizer> made;

    private FalconFactory(String name, Function<RandomGenerator, Optimizer> made) {
        this.name = name;
        this.made = made;
    }

    private static FalconFactory ofPipes(
            String name, Function<RandomGenerator, ConcurrencySearch> search, Utility reported) {
        return new FalconFactory(
                name,
                random -> new TunerPerPipe(
                        () -> new FalconPipeTuner(search.apply(random), FalconUtility.usual()), reported));
    }

    /// All of them.
    ///
    /// @param reported what is reported as utility of all pipes; Falcon does not look at it
    public static List<FalconFactory> all(Utility reported) {
        return List.of(
                ofPipes("falcon", random -> new GradientDescentSearch(), reported),
                ofPipes("falcon-hill", random -> new HillClimbingSearch(), reported),
                ofPipes("falcon-binary", random -> new BinarySearch(), reported),
                ofPipes("falcon-bayes", BayesianSearch::new, reported),
                new FalconFactory(
                        "falcon-central",
                        random -> new FalconCentralOptimizer(
                                new GradientDescentSearch(), FalconUtility.usual(), reported)));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optimizer create(RandomGenerator random) {
        return made.apply(random);
    }
}
