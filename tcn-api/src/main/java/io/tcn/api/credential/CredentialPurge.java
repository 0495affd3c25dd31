// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopWork;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.store.credential.DelegationStore;
import io.tcn.api.store.credential.SealedTokenStore;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Removes credentials a day after their end, and requests for a delegation that nobody answered for a week. Once an
/// hour, and every minute as long as it fails.
@Component
final class CredentialPurge implements LeaderWork, LoopWork {
    private static final Logger LOG = LoggerFactory.getLogger(CredentialPurge.class);
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final Duration BETWEEN = Duration.ofHours(1);
    private static final Duration GRACE = Duration.ofDays(1);
    private static final Duration REQUEST_LIFE = Duration.ofDays(7);

    private final SealedTokenStore tokens;
    private final DelegationStore delegations;
    private final SealedVault vault;
    private final TimeSource time;
    private final OwnLoop loop;
    private long purgedNanos;

    CredentialPurge(
            SealedTokenStore tokens, DelegationStore delegations, SealedVault vault, TimeSource time, Loops loops) {
        this.loop = loops.own("credential-purge", LOOK, this::purgeWhenDue);
        this.tokens = tokens;
        this.delegations = delegations;
        this.vault = vault;
        this.time = time;
        this.purgedNanos = time.nanoTime() - BETWEEN.toNanos();
    }

    private SteadyLoop.Outcome purgeWhenDue() {
        if (time.nanoTime() - purgedNanos < BETWEEN.toNanos()) {
            return SteadyLoop.Outcome.DONE;
        }
        purge();
        purgedNanos = time.nanoTime();
        return SteadyLoop.Outcome.DONE;
    }

    /// Removes what is over now.
    ///
    /// @return how many rows
    int purge() {
        Instant now = time.now();
        int removed = tokens.removeEndedBefore(now.minus(GRACE))
                + delegations.removeOld(now.minus(GRACE), now.minus(REQUEST_LIFE));
        if (removed > 0) {
            vault.forget();
            LOG.info("Removed {} expired credentials", removed);
        }
        return removed;
    }

    @Override
    public OwnLoop loop() {
        return loop;
    }
}
