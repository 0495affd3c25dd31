// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsNames;
import io.tcn.api.policy.GlobalSettings;
import io.tcn.api.policy.RetryDelays;
import io.tcn.api.policy.SubmissionChecks;
import io.tcn.api.policy.TransferUrl;
import io.tcn.api.policy.VoSettings;
import io.tcn.api.runtime.Sources;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.NameUuid;
import io.tcn.api.security.token.BearerToken;
import io.tcn.api.store.NewJob;
import io.tcn.api.store.NewTransfer;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import io.tcn.core.replica.SourceStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// From a submission that was read to a job that can be stored: pipes, ids, the chain of a multihop job, the first
/// source of a file with several.
@Component
class JobFactory {
    /// So that a submission cannot ask for attempts without end.
    private static final int MOST_RETRIES = 100;

    private final Sources sources;
    private final GlobalSettings settings;
    private final SubmissionChecks checks;
    private final SubmissionTokens tokens;
    private final TimeSource time;
    private final String groupKey;

    JobFactory(
            Sources sources,
            GlobalSettings settings,
            SubmissionChecks checks,
            SubmissionTokens tokens,
            TimeSource time,
            TcnProperties properties) {
        this.sources = sources;
        this.settings = settings;
        this.checks = checks;
        this.tokens = tokens;
        this.time = time;
        this.groupKey = properties.groups().metadataKey();
    }

    /// One file: an entry's pair of source and destination.
    private record Pair(
            FileEntry entry,
            TransferUrl source,
            TransferUrl destination,
            PipeId pipe,
            TransferCredentials credentials) {}

    /// A job that can be stored once its pipes are made.
    record Draft(NewJob job, Set<PipeKey> pipes) {}

    /// @param token the token that the caller showed, null if it showed none
    /// @throws FtsException if the job must be refused
    Draft draft(Submission asked, Caller caller, @Nullable BearerToken token) {
        UserId user = caller.user();
        OptionalDouble rate = JobRate.in(asked.metadata());
        Submission submission = rate.isPresent() && asked.priority() == Transfer.DEFAULT_PRIORITY
                ? asked.withPriority(Transfer.MAX_PRIORITY)
                : asked;
        VoSettings defaults = settings.of(user);
        Map<PipeKey, PipeId> pipes = checks.pipes(keys(submission, user));
        List<Pair> pairs = pairs(submission, user, pipes, tokens.keep(submission, caller, token));
        int chosen = first(submission, pairs);
        List<NewTransfer> transfers = new ArrayList<>(pairs.size());
        for (int i = 0; i < pairs.size(); i++) {
            boolean last = i == pairs.size() - 1;
            transfers.add(transfer(submission, defaults, pairs.get(i), i, last, chosen >= 0 && chosen != i));
        }
        String id = id(submission.sid(), user);
        NewJob job = new NewJob(
                id,
                user,
                caller.dn(),
                caller.delegationId() == null ? "" : caller.delegationId(),
                submission.type(),
                expires(submission, defaults),
                submission.priority(),
                submission.retry(),
                submission.retryDelay(),
                submission
                        .metadata()
                        .deepCopy()
                        .put("auth_method", caller.method().ftsName())
                        .toString(),
                GroupName.in(submission.metadata(), groupKey).orElse(null),
                shown(submission, pairs),
                transfers);
        LimitId limit =
                rate.isPresent() ? checks.rate(caller, token, id, rate.getAsDouble()) : checks.limit(caller, token);
        return new Draft(job.under(limit), pipes.keySet());
    }

    private @Nullable Instant expires(Submission submission, VoSettings defaults) {
        Duration most = submission.maxTimeInQueue();
        if (most == null && defaults.maxTimeQueueHours() != null && defaults.maxTimeQueueHours() > 0) {
            most = Duration.ofHours(defaults.maxTimeQueueHours());
        }
        return most == null ? null : time.now().plus(most);
    }

    private static Set<PipeKey> keys(Submission submission, UserId user) {
        Set<PipeKey> keys = new LinkedHashSet<>();
        for (FileEntry entry : submission.entries()) {
            for (TransferUrl source : entry.sources()) {
                for (TransferUrl destination : entry.destinations()) {
                    keys.add(key(source, destination, user));
                }
            }
        }
        return keys;
    }

    private static PipeKey key(TransferUrl source, TransferUrl destination, UserId user) {
        return new PipeKey(source.endpoint(), destination.endpoint(), user);
    }

    private static List<Pair> pairs(
            Submission submission, UserId user, Map<PipeKey, PipeId> pipes, SubmissionTokens.Finder credentials) {
        List<Pair> pairs = new ArrayList<>();
        for (FileEntry entry : submission.entries()) {
            for (int i = 0; i < entry.sources().size(); i++) {
                for (int k = 0; k < entry.destinations().size(); k++) {
                    TransferUrl source = entry.sources().get(i);
                    TransferUrl destination = entry.destinations().get(k);
                    PipeId pipe = Objects.requireNonNull(pipes.get(key(source, destination, user)));
                    pairs.add(new Pair(entry, source, destination, pipe, credentials.find(entry, i, k)));
                }
            }
        }
        return pairs;
    }

    /// The file that begins, where only one of several replicas does; else -1.
    private int first(Submission submission, List<Pair> pairs) {
        FileEntry only = submission.entries().getFirst();
        if (submission.type() != Submission.REPLICAS || only.sources().size() < 2) {
            return -1;
        }
        List<PipeId> pipes = pairs.stream().map(Pair::pipe).toList();
        return sources.choose(only.strategy() == null ? SourceStrategy.AUTO : only.strategy(), pipes, only.sizeBytes());
    }

    private static NewTransfer transfer(
            Submission submission, VoSettings defaults, Pair pair, int position, boolean last, boolean spare) {
        FileEntry entry = pair.entry();
        boolean multihop = submission.isMultihop();
        boolean retried = !multihop && submission.type() != Submission.REPLICAS;
        int retries = submission.retry() == 0 ? defaults.retry() : submission.retry();
        long sizeBytes = entry.sizeBytes() > 0 ? entry.sizeBytes() : Transfer.UNKNOWN_SIZE;
        return new NewTransfer(
                entry.index(),
                pair.pipe(),
                pair.source().text(),
                pair.destination().text(),
                sizeBytes,
                entry.checksum(),
                submission.checksumMode(entry),
                overwrite(submission, last),
                submission.priority(),
                retried ? Math.clamp(retries, 0, MOST_RETRIES) : 0,
                submission.retryDelay() > 0 ? Duration.ofSeconds(submission.retryDelay()) : RetryDelays.FTS,
                submission.timeout() == null ? defaults.timeout(sizeBytes) : submission.timeout(),
                entry.activity(),
                entry.metadata(),
                new NewTransfer.Shown(
                        entry.strategy() == null ? null : entry.strategy().ftsName(),
                        entry.scitag(),
                        entry.stagingMetadata(),
                        entry.archiveMetadata()),
                pair.credentials(),
                spare,
                multihop && position > 0 ? List.of(position - 1) : List.of(),
                Set.of());
    }

    private static NewTransfer.Overwrite overwrite(Submission submission, boolean last) {
        Character flag = submission.overwrite();
        if (flag != null && (flag == 'Y' || (flag == 'M' && !last))) {
            return NewTransfer.Overwrite.ALWAYS;
        }
        if (flag != null && flag == 'R') {
            return submission.destinationReport()
                    ? NewTransfer.Overwrite.ON_RETRY_BUT_DESCRIBE
                    : NewTransfer.Overwrite.ON_RETRY;
        }
        return submission.destinationReport() ? NewTransfer.Overwrite.NEVER_BUT_DESCRIBE : NewTransfer.Overwrite.NEVER;
    }

    private static NewJob.Shown shown(Submission submission, List<Pair> pairs) {
        boolean multihop = submission.isMultihop();
        return new NewJob.Shown(
                submission.overwrite(),
                submission.verifyChecksum(),
                multihop ? FtsNames.storageElement(pairs.getFirst().source().endpoint()) : common(pairs, Pair::source),
                multihop
                        ? FtsNames.storageElement(pairs.getLast().destination().endpoint())
                        : common(pairs, Pair::destination),
                submission.sourceSpace(),
                submission.destinationSpace(),
                submission.internalParams(),
                submission.destinationReport());
    }

    private static @Nullable String common(List<Pair> pairs, Function<Pair, TransferUrl> end) {
        Endpoint first = end.apply(pairs.getFirst()).endpoint();
        for (Pair pair : pairs) {
            Endpoint other = end.apply(pair).endpoint();
            if (!first.scheme().equals(other.scheme()) || !first.host().equals(other.host())) {
                return null;
            }
        }
        return FtsNames.storageElement(first);
    }

    /// FTS's protocol for deterministic ids: Rucio works out the same id from `/whoami`.
    private static String id(@Nullable String sid, UserId user) {
        if (sid == null) {
            return UUID.randomUUID().toString();
        }
        UUID ofUser = NameUuid.version5(NameUuid.FTS_BASE, user.value());
        return NameUuid.version5(ofUser, sid).toString();
    }
}
