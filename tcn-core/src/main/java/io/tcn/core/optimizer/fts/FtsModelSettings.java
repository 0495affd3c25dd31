// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.optimizer.StartValue;

/// Parameters of [FtsModelOptimizer].
///
/// @param alpha weight of the newest throughput in the moving average, above 0 and at most 1; FTS: 0.1
/// @param base B: the average has fallen clearly when its logarithm to this base, rounded, has fallen; FTS: 10
/// @param increaseStep connections added at a time; FTS: 1
/// @param decreaseStep connections taken away at a time; FTS: 1
/// @param start the first value of a pipe
public record FtsModelSettings(double alpha, double base, int increaseStep, int decreaseStep, StartValue start) {
    /// The values of the paper and of FTS.
    public static final FtsModelSettings DEFAULT = new FtsModelSettings(0.1, 10, 1, 1, StartValue.UNIFORM);

    public FtsModelSettings {
        if (!(alpha > 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha must be above 0 and at most 1, given was " + alpha);
        }
        if (!(base > 1) || Double.isInfinite(base)) {
            throw new IllegalArgumentException("the base of the logarithm must be above 1, given was " + base);
        }
        if (increaseStep < 1 || decreaseStep < 1) {
            throw new IllegalArgumentException(
                    "steps are at least 1, given were " + increaseStep + " and " + decreaseStep);
        }
    }

    public FtsModelSettings withStart(StartValue newStart) {
        return new FtsModelSettings(alpha, base, increaseStep, decreaseStep, newStart);
    }
}
