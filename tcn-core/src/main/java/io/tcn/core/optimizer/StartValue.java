// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.PipeLimits;
import java.util.random.RandomGenerator;

/// The first number of connections that an optimizer gives a pipe: at least one, for a pipe without connections teaches
/// nothing.
public enum StartValue {
    /// Drawn evenly between the pipe's limits: line 2 of Protocol 2 of the TCN paper.
    UNIFORM,
    /// The pipe's least number of connections: for real storages, where a random start would be rude.
    MIN;

    /// The value for a pipe with these limits.
    public int draw(PipeLimits limits, RandomGenerator random) {
        return switch (this) {
            case UNIFORM -> random.nextInt(Math.max(1, limits.minConnections()), limits.maxConnections() + 1);
            case MIN -> Math.max(1, limits.minConnections());
        };
    }
}
