// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Pace;
import io.tcn.agent.Progress;

/// A pace of which the watchdog knows: for the time that a bound holds a copy back nobody is blamed.
record HeldPace(Pace pace, Progress progress) implements Pace {
    @Override
    public long passed(long bytes) {
        return pace.passed(bytes);
    }

    @Override
    public long left() {
        return pace.left();
    }

    @Override
    public void after(long nanos, Runnable resume) {
        progress.holdFor(nanos);
        pace.after(nanos, resume);
    }
}
