// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.port.Attempt;

/// Follows attempts for somebody who collects traces.
@FunctionalInterface
public interface AttemptTraces {
    /// Nobody collects any.
    AttemptTraces NONE = attempt -> AttemptTrace.NONE;

    /// An attempt begins. Called on its thread, once; may ask a database, not a network.
    AttemptTrace begin(Attempt attempt);
}
