// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import io.tcn.api.store.credential.DelegationStore;
import io.tcn.api.store.credential.SealedTokenStore;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.stereotype.Component;

/// Removes credentials a day after their end, and requests for a delegation that nobody answered for a week. Looks once
/// an hour.
@Component
final class CredentialPurge implements InitializingBean, DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(CredentialPurge.class);
    private static final Duration GRACE = Duration.ofDays(1);
    private static final Duration REQUEST_LIFE = Duration.ofDays(7);

    private final SealedTokenStore tokens;
    private final DelegationStore delegations;
    private final SealedVault vault;
    private final TimeSource time;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("credential-purge").factory());

    CredentialPurge(SealedTokenStore tokens, DelegationStore delegations, SealedVault vault, TimeSource time) {
        this.tokens = tokens;
        this.delegations = delegations;
        this.vault = vault;
        this.time = time;
    }

    @Override
    public void afterPropertiesSet() {
        var _ = clock.scheduleWithFixedDelay(this::purgeSafely, 1, 60, TimeUnit.MINUTES);
    }

    private void purgeSafely() {
        try {
            purge();
        } catch (RuntimeException failure) {
            LOG.warn("Expired credentials were not removed, the next attempt is in an hour", failure);
        }
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
    public void destroy() {
        clock.shutdownNow();
    }
}
