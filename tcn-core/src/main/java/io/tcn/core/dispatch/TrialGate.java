// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;

/// Lets pipes of which nothing is known try out one connection under a bound: one pipe at a time, until some pipes of
/// the bound are known. Who waits here does not stand in the way of known pipes. Mutable; owned by the dispatch loop.
final class TrialGate extends Gate {
    private final BoundGate bound;

    TrialGate(BoundGate bound) {
        this.bound = bound;
    }

    @Override
    String name() {
        PipeId now = bound.triedNow();
        return bound.name() + ": until it is known what a connection carries, pipes start one at a time"
                + (now == null ? "" : ", now " + now);
    }

    @Override
    int room(PipeUsage usage) {
        if (usage.rate().isKnown()) {
            return Integer.MAX_VALUE;
        }
        // What many pipes share counts as one: a storage that hangs keeps the others waiting for a while only.
        int tried = bound.isOfManyPipes() ? usage.rate().silentPeriods() : 0;
        return usage.counted() <= tried && bound.mayTryAnother() ? 1 : 0;
    }

    /// As its bound does.
    @Override
    boolean keepsAPlaceFor(PipeUsage first) {
        return bound.keepsAPlaceFor(first);
    }

    @Override
    void changed(PipeUsage usage, int connections) {
        // The bound counts what is open.
    }
}
