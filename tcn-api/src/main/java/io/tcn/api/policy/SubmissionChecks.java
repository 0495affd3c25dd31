// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.credential.CredentialVault;
import io.tcn.api.credential.DelegatedCredentials;
import io.tcn.api.credential.Kept;
import io.tcn.api.runtime.AutomaticPipes;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.token.BearerToken;
import io.tcn.api.security.token.TokenCheck;
import io.tcn.api.store.TransferLimitStore;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What every submission must pass, whichever interface it comes by: required delegation, bans of storages, pipes,
/// tokens. Pipes are made at last, by [#makePipes].
@Component
public class SubmissionChecks {
    /// As of FTS: the delegation must be renewed.
    private static final int AUTHENTICATION_TIMEOUT = 419;

    private static final Duration LEAST_LIFE = Duration.ofHours(1);

    private final Bans bans;
    private final AutomaticPipes pipes;
    private final DelegatedCredentials delegated;
    private final CredentialVault vault;
    private final TokenCheck tokens;
    private final TimeSource time;
    private final TransferLimitStore limits;
    private final boolean delegationRequired;

    SubmissionChecks(
            Bans bans,
            AutomaticPipes pipes,
            DelegatedCredentials delegated,
            CredentialVault vault,
            TokenCheck tokens,
            TimeSource time,
            TransferLimitStore limits,
            TcnProperties properties) {
        this.limits = limits;
        this.bans = bans;
        this.pipes = pipes;
        this.delegated = delegated;
        this.vault = vault;
        this.tokens = tokens;
        this.time = time;
        this.delegationRequired = properties.fts().delegationRequired();
    }

    /// Checks that a caller with a certificate has delegated a proxy with an hour of life left, where the setting
    /// `tcn.fts.delegation-required` asks for that. Callers with tokens need none.
    ///
    /// @throws SubmissionRefusedException with 419 if not
    public void delegation(Caller caller) {
        if (!delegationRequired || caller.method() != Caller.Method.CERTIFICATE) {
            return;
        }
        String id = caller.delegationId();
        Instant now = time.now();
        Instant ends = (id == null ? Optional.<DelegatedCredentials.Delegated>empty() : delegated.find(id))
                .map(DelegatedCredentials.Delegated::ends)
                .orElseThrow(() -> undelegated("No proxy was delegated, delegate one first"));
        if (!ends.isAfter(now)) {
            throw undelegated("The delegated proxy has expired, delegate another one");
        }
        if (ends.isBefore(now.plus(LEAST_LIFE))) {
            throw undelegated("The delegated proxy has less than one hour left, delegate another one");
        }
    }

    private static SubmissionRefusedException undelegated(String message) {
        return new SubmissionRefusedException(AUTHENTICATION_TIMEOUT, message);
    }

    /// The pipes of a submission, those that are not there yet with the name that they will have.
    ///
    /// @throws SubmissionRefusedException 403 if an end is banned and its ban does not let submissions wait, if
    ///     a pipe is not there and may not be made, or if the user would have too many
    public Map<PipeKey, PipeId> pipes(Collection<PipeKey> keys) {
        for (PipeKey key : keys) {
            ban(key.source(), key);
            ban(key.destination(), key);
        }
        Map<PipeKey, PipeId> ids;
        try {
            ids = pipes.idsFor(keys);
        } catch (IllegalStateException tooMany) {
            throw new SubmissionRefusedException(403, String.valueOf(tooMany.getMessage()));
        }
        for (PipeKey key : keys) {
            if (!ids.containsKey(key)) {
                throw new SubmissionRefusedException(
                        403,
                        "There is no pipe from " + key.source() + " to " + key.destination() + " for " + key.user()
                                + ": ask the operator to create it with POST /tcn/v1/pipes");
            }
        }
        return ids;
    }

    private void ban(Endpoint end, PipeKey key) {
        String storageElement = StorageElements.of(end);
        bans.find(storageElement, key.user())
                .filter(ban -> ban.status() != SeBan.Status.WAIT_AS)
                .ifPresent(ban -> {
                    throw new SubmissionRefusedException(
                            403,
                            "The storage " + storageElement + " is banned"
                                    + (ban.message().isBlank() ? "" : ": " + ban.message()));
                });
    }

    /// Checks and keeps tokens that open storages.
    ///
    /// @return what is kept, by token
    /// @throws SubmissionRefusedException 400 for a bad token
    public Map<String, Kept> keep(Set<String> given) {
        try {
            given.forEach(tokens::checkTransferToken);
            return vault.keepAll(given);
        } catch (IllegalArgumentException refused) {
            throw new SubmissionRefusedException(400, "A token of the submission is refused: " + refused.getMessage());
        }
    }

    /// The credentials of transfers that bring none: the caller's own token, if it came with one.
    ///
    /// @param own the token that the caller showed, null if it showed none
    public TransferCredentials own(Caller caller, @Nullable BearerToken own) {
        if (caller.method() != Caller.Method.TOKEN || own == null) {
            return TransferCredentials.NONE;
        }
        return credentials(keep(Set.of(own.value())), own.value(), own.value());
    }

    /// What the transfers of a submission may have together with others: what the token says with which it came. The
    /// tokens that it brings for storages are not asked; nobody here has verified them.
    ///
    /// @param own the token that the caller showed, null if it showed none
    /// @return null if it says nothing
    public @Nullable LimitId limit(Caller caller, @Nullable BearerToken own) {
        String credential = caller.delegationId();
        if (caller.method() != Caller.Method.TOKEN
                || own == null
                || own.limits().isNone()
                || credential == null) {
            return null;
        }
        return limits.of(
                        new TransferLimitStore.Claims(
                                credential,
                                own.issuer(),
                                own.subject(),
                                own.limits().maxBps(),
                                own.limits().maxConnections()),
                        time.now())
                .id();
    }

    /// The rate that a job asks for, as the limit that its transfers are under. A token that says what its transfers
    /// may have leaves nothing to ask for: a transfer is under one limit.
    ///
    /// @param own the token that the caller showed, null if it showed none
    /// @param job its id
    /// @param bps in bit/s, above zero
    /// @throws SubmissionRefusedException 403 if the token says what its transfers may have
    public LimitId rate(Caller caller, @Nullable BearerToken own, String job, double bps) {
        if (caller.method() == Caller.Method.TOKEN
                && own != null
                && !own.limits().isNone()) {
            throw new SubmissionRefusedException(
                    403,
                    "the token says what its transfers may have together, so they cannot ask for a rate: leave the"
                            + " rate out, or use a token without such claims");
        }
        return limits.ofJob(job, bps, time.now()).id();
    }

    /// The credentials of a pair of tokens that were kept.
    public static TransferCredentials credentials(Map<String, Kept> kept, String source, String destination) {
        Kept reads = kept.get(source);
        Kept writes = kept.get(destination);
        if (reads == null || writes == null) {
            throw new IllegalStateException("the vault did not keep a token");
        }
        Instant ends = reads.ends().isBefore(writes.ends()) ? reads.ends() : writes.ends();
        return new TransferCredentials(reads.name(), writes.name(), ends);
    }

    /// Makes the pipes that are not there yet, once nothing else can refuse the submission.
    public void makePipes(Collection<PipeKey> keys) {
        pipes.make(new LinkedHashSet<>(keys));
    }
}
