// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.UserId;
import java.util.function.BooleanSupplier;

/// Keeps a pipe back while its user has a bound and nobody has told yet which resources the pipe uses: the bound may
/// hold for it. Until the map has been asked for the pipe, and its source has answered, which is a matter of a second,
/// nothing starts: many new pipes would have one connection each that no bound counts. What the map does not tell even
/// then is a matter of [UntoldPath]; a pipe whose user's bounds are parts of capacities has one connection.
/// One for each such pipe. Mutable; owned by the dispatch loop.
final class UnmappedGate extends Gate {
    private final UserId user;
    private final BooleanSupplier wasAsked;
    private final int afterwards;

    /// @param wasAsked whether the map has been asked for the pipe, or nobody waits for that any more
    /// @param afterwards how many connections the pipe may have from then on
    UnmappedGate(UserId user, BooleanSupplier wasAsked, int afterwards) {
        this.user = user;
        this.wasAsked = wasAsked;
        this.afterwards = afterwards;
    }

    @Override
    String name() {
        return "the bound of " + user
                + (wasAsked.getAsBoolean()
                        ? ": until the network map tells what the pipe uses, it has one connection"
                        : ": until the network map has been asked what the pipe uses, nothing starts");
    }

    @Override
    int room(PipeUsage usage) {
        return (wasAsked.getAsBoolean() ? afterwards : 0) - usage.counted();
    }

    @Override
    void changed(PipeUsage usage, int connections) {
        // What is open stands in the usage.
    }
}
