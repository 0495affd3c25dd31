// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.loop;

import io.tcn.core.port.ControlEvents;

/// The fence around the steps of one loop: whatever a step throws, errors included, is counted and told, and the loop
/// goes on with what there is. After [#FAILURES_TO_UNHEALTHY] steps in a row that did not work the loop is unhealthy,
/// until one works.
///
/// What the events themselves throw is thrown on: the simulator ends a run that way. All methods but [#isHealthy] are
/// for the loop's thread.
public final class LoopFence {
    /// Steps that fail in a row before [#isHealthy] turns false.
    public static final int FAILURES_TO_UNHEALTHY = 3;

    private final String loop;
    private final ControlEvents events;
    private int defects;
    private volatile int failuresInARow;

    /// @param loop its name
    /// @param events hear what was thrown
    public LoopFence(String loop, ControlEvents events) {
        this.loop = loop;
        this.events = events;
    }

    /// Runs a part of a step. What it has changed before it threw stays.
    ///
    /// @return whether it came to its end
    public boolean run(Runnable part) {
        try {
            part.run();
            return true;
        } catch (Throwable defect) {
            note(defect);
            return false;
        }
    }

    /// Something was thrown in this step, and caught.
    public void note(Throwable defect) {
        defects++;
        events.stepFailed(loop, defect);
    }

    /// A step is over: it worked if all its parts did.
    public void endStep() {
        int before = failuresInARow;
        int failures = defects == 0 ? 0 : before + 1;
        if (failures != before) {
            failuresInARow = failures;
        }
        defects = 0;
    }

    /// Whether the last steps worked. May be asked from any thread.
    public boolean isHealthy() {
        return failuresInARow < FAILURES_TO_UNHEALTHY;
    }
}
