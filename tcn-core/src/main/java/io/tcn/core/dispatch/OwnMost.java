// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.util.function.IntSupplier;

/// The most connections of a pipe, while some may be open that no attempt has: n does not know of them. It lets all
/// through when none is. See [ConnectionsLeft].
final class OwnMost extends Gate {
    private final PipeUsage of;
    private final IntSupplier most;

    OwnMost(PipeUsage of, IntSupplier most) {
        this.of = of;
        this.most = most;
    }

    @Override
    String name() {
        return "the most connections of the pipe, " + most.getAsInt() + ": storages may still use " + of.left()
                + " for a server or an agent that is gone";
    }

    @Override
    int room(PipeUsage usage) {
        return usage.left() == 0 ? Integer.MAX_VALUE : most.getAsInt() - usage.counted();
    }

    @Override
    void changed(PipeUsage usage, int connections) {
        // What is counted stands in the usage.
    }
}
