// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import java.util.function.Supplier;

/// Begins anew after a step that failed: what was remembered may be what made it fail, and would again. The failure
/// itself is not hidden; whoever runs the loop counts and logs it.
public final class RestartingOptimizer implements Optimizer {
    private final Supplier<Optimizer> maker;
    private Optimizer optimizer;
    private boolean inStep;

    /// @param maker makes an optimizer that remembers nothing
    public RestartingOptimizer(Supplier<Optimizer> maker) {
        this.maker = maker;
        this.optimizer = maker.get();
    }

    @Override
    public Decision decide(Observation observation) {
        if (inStep) {
            optimizer = maker.get();
        }
        inStep = true;
        Decision decision = optimizer.decide(observation);
        inStep = false;
        return decision;
    }
}
