// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.PipeObservation;
import java.util.List;

/// Tables of pipes, for tests of what is remembered by pipe.
public final class Tables {
    private Tables() {}

    /// The table of an optimizer that sees these pipes for the first time.
    public static PipeTable ofNew(List<PipeObservation> pipes) {
        PipeTable table = new PipeTable();
        table.sync(pipes);
        return table;
    }
}
