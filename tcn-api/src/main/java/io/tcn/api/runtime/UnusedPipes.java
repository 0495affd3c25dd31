// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.DirectoryStore;
import io.tcn.core.model.PipeId;
import java.util.HashSet;
import java.util.Set;
import org.springframework.stereotype.Component;

/// Lets pipes go that came on first use and of which the working tables have no transfer any more; a pipe that an
/// operator has declared stays. They come back on their next use, as they were.
///
/// A pipe goes at the second look that finds it unused, for it is there a moment before its first transfer is; what was
/// kept of it goes at the look after. For one thread.
@Component
final class UnusedPipes {
    private final DirectoryStore store;
    private final AutomaticPipes pipes;

    /// What the last look found unused.
    private Set<PipeId> seen = Set.of();

    UnusedPipes(DirectoryStore store, AutomaticPipes pipes) {
        this.store = store;
        this.pipes = pipes;
    }

    /// @return how many pipes went
    int forget() {
        pipes.deleteForgotten(store.deletablePipes());
        Set<PipeId> unused = new HashSet<>(store.unusedPipes());
        int gone = 0;
        for (PipeId pipe : seen) {
            if (unused.remove(pipe) && pipes.removeUnused(pipe)) {
                gone++;
            }
        }
        seen = unused;
        return gone;
    }
}
