// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.port.ControlEvents;

/// Events of a loop of which no step may fail.
final class NoFailures implements ControlEvents {
    @Override
    public void stepFailed(String loop, Throwable defect) {
        throw new AssertionError(defect);
    }
}
