// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

/// A control law. It sees nothing but observations, one per control interval, and answers each with a decision;
/// what it remembers is its own. Same settings, same seed, same observations: same decisions. Called by one
/// thread.
///
/// A decision has exactly one entry per observed pipe, in the order observed, and keeps to the pipe's limits.
@FunctionalInterface
public interface Optimizer {
    Decision decide(Observation observation);
}
