// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import io.tcn.core.optimizer.ascent.ResourceTable;
import io.tcn.core.optimizer.ascent.StepRows;
import java.util.Arrays;

/// The resources over which a guarantee was short in the last step. Used by one thread.
final class OwedResources {
    private boolean[] owed = {};
    private boolean[] missing = {};
    private boolean ever;

    /// Begins anew with so many resources.
    void adopt(ResourceTable resources) {
        owed = resources.carry(owed, false);
        missing = resources.carry(missing, false);
    }

    /// Takes in the rows of a step as far as guarantees are concerned.
    void note(IntervalView view, StepRows rows) {
        PathIndex paths = view.paths();
        Arrays.fill(owed, false);
        Arrays.fill(missing, false);
        for (int i = 0; i < view.size(); i++) {
            ever |= rows.isOwed(i);
            for (int p = paths.pathStart(i); rows.isOwed(i) && p < paths.pathEnd(i); p++) {
                owed[paths.resourceAt(p)] = true;
                missing[paths.resourceAt(p)] |= rows.isMissing(i);
            }
        }
    }

    /// Whether a guarantee over a resource was short lately.
    boolean isOwed(int resource) {
        return owed[resource];
    }

    /// Whether it was short in the last interval.
    boolean isMissing(int resource) {
        return missing[resource];
    }

    /// Whether a guarantee was ever short: what it lacks may seem something of its pipes' own.
    boolean wasEver() {
        return ever;
    }
}
