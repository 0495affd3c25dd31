// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.UserId;

/// Keeps a pipe at one connection while its user has a bound and the map does not tell which resources the pipe uses:
/// the bound may hold for it. So it is after a start until the first map is there, and for a new pipe until the next
/// look at the map. One for each such pipe. Mutable; owned by the dispatch loop.
final class UnmappedGate extends Gate {
    private final UserId user;

    UnmappedGate(UserId user) {
        this.user = user;
    }

    @Override
    String name() {
        return "a bound of " + user + ": until the network map tells what the pipe uses, it has one connection";
    }

    @Override
    int room(PipeUsage usage) {
        return 1 - usage.open();
    }

    @Override
    void changed(PipeUsage usage, int connections) {
        // What is open stands in the usage.
    }
}
