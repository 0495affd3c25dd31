// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.optimizer.Reason;

/// What the decision table says of a pair.
///
/// @param connections of all pipes of the pair
/// @param reason the row that applied
/// @param isDecision whether FTS counts it as a decision: if not, the pair's last state stays the one to compare
///     with
record Ruling(int connections, Reason reason, boolean isDecision) {
    static Ruling of(int connections, Reason reason) {
        return new Ruling(connections, reason, true);
    }

    static Ruling notRun(int connections, Reason reason) {
        return new Ruling(connections, reason, false);
    }
}
