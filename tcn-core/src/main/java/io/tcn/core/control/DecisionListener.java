// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;

/// Hears every decision, on the control loop's thread.
@FunctionalInterface
public interface DecisionListener {
    void decided(Observation observation, Decision decision);
}
