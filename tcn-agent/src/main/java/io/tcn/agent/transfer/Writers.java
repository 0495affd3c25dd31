// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.DestinationKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Which attempt of this data plane wrote to a destination last. The dispatcher lets nobody write where another may
/// still write; this is the second fence, for what a late removal must never do. Safe to use from any thread.
final class Writers {
    private final Map<DestinationKey, AttemptId> last = new ConcurrentHashMap<>();

    /// An attempt begins to write.
    void note(DestinationKey destination, AttemptId writer) {
        last.put(destination, writer);
    }

    /// Whether nobody has written since an attempt did.
    boolean isLast(DestinationKey destination, AttemptId writer) {
        return writer.equals(last.get(destination));
    }

    /// Whether another attempt of this data plane has written and has not ended yet.
    boolean isBusyBesides(DestinationKey destination, AttemptId attempt) {
        AttemptId writer = last.get(destination);
        return writer != null && !writer.equals(attempt);
    }

    /// An attempt has ended and cleaned up.
    void ended(DestinationKey destination, AttemptId writer) {
        last.remove(destination, writer);
    }
}
