// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;

/// A pipe of a history, and what was done to it.
final class HistoryPipe {
    private final Pipe declaration;
    private boolean declared;
    private boolean held;

    /// Transfers up to this number were forgotten with the pipe when it was removed.
    private long forgottenTransfers;

    HistoryPipe(Pipe declaration) {
        this.declaration = declaration;
    }

    Pipe declaration() {
        return declaration;
    }

    PipeId id() {
        return declaration.id();
    }

    boolean isDeclared() {
        return declared;
    }

    boolean isHeld() {
        return held;
    }

    void declared() {
        declared = true;
    }

    void held(boolean isHeld) {
        held = isHeld;
    }

    void removed(long transfersSoFar) {
        declared = false;
        held = false;
        forgottenTransfers = transfersSoFar;
    }

    /// Whether its counts hold a transfer.
    boolean counts(TransferId transfer) {
        return transfer.value() > forgottenTransfers;
    }

    @Override
    public String toString() {
        return declaration.id().toString();
    }
}
