// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.TransferId;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;

/// At which agents transfers have failed that may still go well elsewhere: others come first for their next attempt. Of
/// more than [#MOST] transfers those that failed longest ago are forgotten, but none within [#KEPT]: one that is
/// forgotten between two failures would go round for ever and never fail. A transfer for which there is no room then
/// counts as one that has failed often.
final class TriedAgents {
    static final int MOST = 50_000;
    static final Duration KEPT = Duration.ofHours(1);

    /// So often may a transfer fail before the next failure is its own; at one agent too, where the others have no free
    /// slot for long.
    static final int MOST_OF_TRANSFER = 16;

    private final LinkedHashMap<TransferId, Tried> transfers = new LinkedHashMap<>();

    /// Of one transfer.
    private static final class Tried {
        private final Set<String> instances = new HashSet<>();
        private int failures;
        private long failedNanos;
    }

    /// A transfer has failed at a process.
    void failed(TransferId transfer, String instance, long now) {
        Tried tried = transfers.remove(transfer);
        if (tried == null) {
            if (!hasRoom(now)) {
                return;
            }
            tried = new Tried();
        }
        if (tried.failures < MOST_OF_TRANSFER) {
            tried.failures++;
            tried.instances.add(instance);
        }
        tried.failedNanos = now;
        transfers.put(transfer, tried);
    }

    private boolean hasRoom(long now) {
        if (transfers.size() < MOST) {
            return true;
        }
        if (now - transfers.firstEntry().getValue().failedNanos < KEPT.toNanos()) {
            return false;
        }
        transfers.pollFirstEntry();
        return true;
    }

    /// A transfer is over.
    void ended(TransferId transfer) {
        if (!transfers.isEmpty()) {
            transfers.remove(transfer);
        }
    }

    /// The processes at which a transfer has failed.
    Set<String> of(TransferId transfer) {
        Tried tried = transfers.isEmpty() ? null : transfers.get(transfer);
        return tried == null ? Set.of() : tried.instances;
    }

    /// Whether a transfer that has just failed has done so often that it is its own failure.
    boolean hasFailedOften(TransferId transfer) {
        Tried tried = transfers.get(transfer);
        return tried == null || tried.failures >= MOST_OF_TRANSFER;
    }
}
