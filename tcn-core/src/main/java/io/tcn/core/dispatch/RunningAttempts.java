// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import org.jspecify.annotations.Nullable;

/// The attempts under way on one pipe, in the order in which they began. Each knows its neighbours, so that adding and
/// removing one touches no more than these. Mutable; owned by the dispatch loop.
final class RunningAttempts {
    private @Nullable RunningAttempt first;
    private @Nullable RunningAttempt last;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// The one that began first, to go on from by [RunningAttempt#next]; null if there is none.
    @Nullable
    RunningAttempt first() {
        return first;
    }

    /// An attempt begins, which is in no list.
    void add(RunningAttempt attempt) {
        RunningAttempt before = last;
        attempt.setNeighbours(before, null);
        if (before == null) {
            first = attempt;
        } else {
            before.setNeighbours(before.previous(), attempt);
        }
        last = attempt;
        size++;
    }

    /// An attempt of this list is over.
    void remove(RunningAttempt attempt) {
        RunningAttempt before = attempt.previous();
        RunningAttempt after = attempt.next();
        if (before == null) {
            first = after;
        } else {
            before.setNeighbours(before.previous(), after);
        }
        if (after == null) {
            last = before;
        } else {
            after.setNeighbours(before, after.next());
        }
        attempt.setNeighbours(null, null);
        size--;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (RunningAttempt attempt = first; attempt != null; attempt = attempt.next()) {
            text.append(text.length() > 1 ? ", " : "").append(attempt);
        }
        return text.append(']').toString();
    }
}
