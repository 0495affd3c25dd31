// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.FileState;
import org.jspecify.annotations.Nullable;

/// The state of a file that is read by several requests: all must see the same, as far as its source tells it. Safe for
/// several threads.
final class OneState {
    // Guarded by this.
    private @Nullable FileState known;

    /// @param known the one that is meant, null if the first one that is seen
    OneState(@Nullable FileState known) {
        this.known = known;
    }

    /// Whether a request sees another one.
    synchronized boolean isOther(FileState seen) {
        FileState before = known;
        if (before == null) {
            known = seen;
            return false;
        }
        if (before.differsFrom(seen)) {
            return true;
        }
        known = before.orElse(seen);
        return false;
    }
}
