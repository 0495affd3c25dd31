// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.TransferId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;

/// At which agents transfers have failed that may still go well elsewhere: others come first for their next attempt. Of
/// more than [#MOST] transfers those that failed longest ago are forgotten.
final class TriedAgents {
    static final int MOST = 10_000;

    /// So many agents may fail at a transfer before a failure is the transfer's.
    static final int MOST_OF_TRANSFER = 16;

    private final LinkedHashMap<TransferId, Set<String>> instances = new LinkedHashMap<>();

    /// A transfer has failed at a process.
    void failed(TransferId transfer, String instance) {
        Set<String> tried = instances.remove(transfer);
        if (tried == null) {
            tried = new HashSet<>();
        }
        if (tried.size() < MOST_OF_TRANSFER) {
            tried.add(instance);
        }
        instances.put(transfer, tried);
        if (instances.size() > MOST) {
            instances.pollFirstEntry();
        }
    }

    /// A transfer is over.
    void ended(TransferId transfer) {
        if (!instances.isEmpty()) {
            instances.remove(transfer);
        }
    }

    /// The processes at which a transfer has failed.
    Set<String> of(TransferId transfer) {
        return instances.isEmpty() ? Set.of() : instances.getOrDefault(transfer, Set.of());
    }

    /// Whether a transfer has failed at so many that the next failure is its own.
    boolean hasTriedMany(TransferId transfer) {
        return of(transfer).size() >= MOST_OF_TRANSFER;
    }
}
