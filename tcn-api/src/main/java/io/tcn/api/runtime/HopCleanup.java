// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.HopCleanupStore;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.TransferId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes the copies that multihop jobs leave at intermediate hops. A storage that does not answer is asked again,
/// with pauses
/// that double up to an hour, for two weeks.
final class HopCleanup {
    private static final Logger LOG = LoggerFactory.getLogger(HopCleanup.class);
    private static final int AT_ONCE = 20;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final int MOST_TRIES = 340;

    private final HopCleanupStore hops;
    private final JpaTransferStore store;
    private final DestinationRemoval removal;
    private final TimeSource time;
    private final Map<TransferId, Integer> underWay = new ConcurrentHashMap<>();
    private Instant nextLook = Instant.EPOCH;

    HopCleanup(HopCleanupStore hops, JpaTransferStore store, ControlPlane controlPlane, TimeSource time) {
        this.hops = hops;
        this.store = store;
        this.removal = new DestinationRemoval(controlPlane.dataPlane(), this::ended);
        this.time = time;
    }

    /// Begins what is due, a few at a time.
    void look() {
        Instant now = time.now();
        if (now.isBefore(nextLook) || !underWay.isEmpty()) {
            return;
        }
        nextLook = now.plus(BETWEEN_LOOKS);
        for (HopCleanupStore.Due due : hops.due(now, AT_ONCE)) {
            underWay.put(due.transfer().transfer().id(), due.tries());
            removal.start(due.transfer(), due.transfer().attempts() + 1);
        }
    }

    private void ended(AttemptId attempt, boolean clean) {
        TransferId transfer = attempt.transfer();
        Integer tries = underWay.get(transfer);
        var _ = store.inTurn(() -> {
                    if (clean || tries == null || tries >= MOST_TRIES) {
                        hops.done(transfer);
                    } else {
                        hops.again(transfer, time.now().plus(pause(tries)));
                    }
                    return transfer;
                })
                .whenComplete((done, failure) -> underWay.remove(transfer));
        if (!clean) {
            LOG.warn(
                    "The copy that transfer {} left at an intermediate hop could not be removed; {}",
                    transfer,
                    tries == null || tries >= MOST_TRIES ? "remove it by hand" : "it is tried again");
        }
    }

    private static Duration pause(int tries) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(tries, 10));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
}
