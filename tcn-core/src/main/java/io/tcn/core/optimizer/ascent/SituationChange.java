// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// For whom the situation is another one than in the interval before: who has got work or lost it, goes another way, is
/// under another control, or uses something of which the map tells clearly more or less; and all who share a resource
/// with such a pipe. One that the map knows nothing of may share something with anybody. Cost: O(total path length).
final class SituationChange {
    private final IntervalView view;
    private final boolean[] resources;
    private boolean anybody;

    /// Whether it is another one for some pipe, or one has left.
    private boolean somebody;

    private SituationChange(IntervalView view) {
        this.view = view;
        this.resources = new boolean[view.paths().resources()];
    }

    /// Per pipe whether it is another one.
    ///
    /// @param busyBefore who had work, by the indexes before
    /// @param busy the same by the indexes now, false for new ones
    /// @param asked per pipe whether something else is asked of it; null if of none
    static boolean[] touched(IntervalView view, boolean[] busyBefore, boolean[] busy, boolean @Nullable [] asked) {
        SituationChange change = new SituationChange(view);
        boolean[] touched = change.changed(busyBefore, busy, asked);
        if (change.anybody) {
            Arrays.fill(touched, true);
            return touched;
        }
        PathIndex paths = view.paths();
        for (int i = 0; i < touched.length; i++) {
            touched[i] |= change.somebody && paths.pathStart(i) == paths.pathEnd(i);
            for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                touched[i] |= change.resources[paths.resourceAt(p)];
            }
        }
        return touched;
    }

    private boolean[] changed(boolean[] busyBefore, boolean[] busy, boolean @Nullable [] asked) {
        PathIndex paths = view.paths();
        PathIndex pathsBefore = view.resources().pathsBefore();
        boolean[] changed = new boolean[view.size()];
        for (int i = 0; i < changed.length; i++) {
            boolean other = busy[i] != view.busy()[i]
                    || (busy[i] && !view.resources().isSameWay(i))
                    || (asked != null && asked[i] && (busy[i] || view.busy()[i]));
            changed[i] = other;
            somebody |= other;
            if (other) {
                anybody |= paths.pathStart(i) == paths.pathEnd(i);
                for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                    resources[paths.resourceAt(p)] = true;
                }
            }
        }
        for (int was = 0; was < busyBefore.length && was < pathsBefore.pipes(); was++) {
            int is = view.table().after(was);
            if (busyBefore[was] && (is < 0 || changed[is])) {
                leave(pathsBefore, was);
            }
        }
        for (int r = 0; r < resources.length; r++) {
            resources[r] |= !view.resources().isToldTheSame(r);
        }
        return changed;
    }

    private void leave(PathIndex pathsBefore, int pipe) {
        somebody = true;
        anybody |= pathsBefore.pathStart(pipe) == pathsBefore.pathEnd(pipe);
        for (int p = pathsBefore.pathStart(pipe); p < pathsBefore.pathEnd(pipe); p++) {
            int r = view.resources().after(pathsBefore.resourceAt(p));
            if (r >= 0) {
                resources[r] = true;
            }
        }
    }
}
