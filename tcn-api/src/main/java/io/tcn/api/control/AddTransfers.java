// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.GlobalSettings;
import io.tcn.api.policy.RetryDelays;
import io.tcn.api.policy.SubmissionChecks;
import io.tcn.api.policy.SubmissionRefusedException;
import io.tcn.api.policy.TransferUrls;
import io.tcn.api.policy.VoSettings;
import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Operation;
import io.tcn.api.security.Submitter;
import io.tcn.api.security.token.BearerToken;
import io.tcn.api.store.NewJob;
import io.tcn.api.store.NewTransfer;
import io.tcn.api.store.SubmissionStore;
import io.tcn.api.store.TransferView;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/// Checks an add-transfer request and turns it into a job that can be stored. Everything is checked before
/// anything is stored; the first fault is answered, with its place.
@Component
class AddTransfers {
    private static final Set<String> SCHEMES = Set.of("https", "http", "davs", "dav", "file");

    private final Directory directory;
    private final SubmissionStore submissions;
    private final LocalFiles localFiles;
    private final SubmissionChecks checks;
    private final GlobalSettings settings;
    private final TimeSource time;
    private final int maxTransfers;

    AddTransfers(
            Directory directory,
            SubmissionStore submissions,
            LocalFiles localFiles,
            SubmissionChecks checks,
            GlobalSettings settings,
            TimeSource time,
            TcnProperties properties) {
        this.checks = checks;
        this.settings = settings;
        this.time = time;
        this.directory = directory;
        this.submissions = submissions;
        this.localFiles = localFiles;
        this.maxTransfers = properties.fts().maxFilesPerJob();
    }

    /// @param token the token that the caller showed, null if it showed none
    /// @param jobId id of the job that they become
    NewJob toJob(String jobId, Requests.AddTransfers request, Caller caller, @Nullable BearerToken token) {
        UserId user = user(request.user(), caller);
        List<Requests.AddTransfer> given = request.transfers() == null ? List.of() : request.transfers();
        if (given.isEmpty()) {
            throw Problem.badRequest("\"transfers\" must hold at least one transfer");
        }
        if (given.size() > maxTransfers) {
            throw new Problem(
                    HttpStatus.CONTENT_TOO_LARGE,
                    given.size() + " transfers were given, at most " + maxTransfers
                            + " are taken at once: send several requests");
        }
        String rate = request.rate();
        Double rateBps = rate == null ? null : (Double) JobMetadata.rate(rate);
        int priority = rateBps == null ? Transfer.DEFAULT_PRIORITY : Transfer.MAX_PRIORITY;
        NamedTransfers named = NamedTransfers.of(given);
        named.check(existing(named, caller));

        List<URI> sources = new ArrayList<>();
        List<URI> destinations = new ArrayList<>();
        List<PipeKey> keys = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            sources.add(url(given.get(i).source(), NamedTransfers.place(i) + ".source"));
            destinations.add(url(given.get(i).destination(), NamedTransfers.place(i) + ".destination"));
            keys.add(new PipeKey(Endpoint.of(sources.get(i)), Endpoint.of(destinations.get(i)), user));
        }
        try {
            checks.delegation(caller);
            Map<PipeKey, PipeId> pipes = checks.pipes(new LinkedHashSet<>(keys));
            VoSettings defaults = settings.of(user);
            TransferCredentials credentials = checks.own(caller, token);
            List<NewTransfer> transfers = new ArrayList<>();
            for (int i = 0; i < given.size(); i++) {
                PipeId pipe = Objects.requireNonNull(pipes.get(keys.get(i)));
                var ends = new Ends(pipe, sources.get(i), destinations.get(i));
                transfers.add(transfer(given.get(i), i, priority, ends, named, defaults, credentials));
            }
            NewJob.Group group = GroupChecks.of(request.group());
            LimitId limit = rateBps == null ? checks.limit(caller, token) : checks.rate(caller, token, jobId, rateBps);
            checks.makePipes(pipes.keySet());
            return job(jobId, user, caller, defaults, group, priority, rate, transfers)
                    .under(limit);
        } catch (SubmissionRefusedException refused) {
            throw new Problem(
                    refused.status() == 400 ? HttpStatus.BAD_REQUEST : HttpStatus.FORBIDDEN,
                    String.valueOf(refused.getMessage()));
        }
    }

    /// Where a transfer goes from and to.
    private record Ends(PipeId pipe, URI source, URI destination) {}

    private NewJob job(
            String jobId,
            UserId user,
            Caller caller,
            VoSettings defaults,
            NewJob.@Nullable Group group,
            int priority,
            @Nullable String rate,
            List<NewTransfer> transfers) {
        Integer hours = defaults.maxTimeQueueHours();
        return new NewJob(
                jobId,
                user,
                caller.dn(),
                caller.delegationId() == null ? "" : caller.delegationId(),
                'N',
                hours == null || hours <= 0 ? null : time.now().plus(Duration.ofHours(hours)),
                priority,
                0,
                0,
                JobMetadata.of(caller, rate),
                group,
                NewJob.Shown.NOTHING,
                transfers);
    }

    private UserId user(@Nullable String name, Caller caller) {
        UserId own = caller.user();
        UserId user;
        try {
            user = name == null ? own : UserId.of(name);
        } catch (IllegalArgumentException refused) {
            throw Problem.badRequest("\"user\": " + refused.getMessage());
        }
        Access.actingFor(user, caller);
        if (name != null && directory.findUser(user).isEmpty()) {
            throw Problem.badRequest("there is no user " + user + ": create it first with POST /tcn/v1/users");
        }
        return user;
    }

    /// The existing transfers that are named as predecessors. Those of others are not told from those that do not
    /// exist.
    private Set<TransferId> existing(NamedTransfers named, Caller caller) {
        Set<TransferId> existing = new LinkedHashSet<>();
        submissions.ownersOf(named.numbers()).forEach((transfer, owner) -> {
            if (caller.may(Operation.TRANSFER, owner.user(), new Submitter(owner.userDn(), owner.credentialId()))) {
                existing.add(transfer);
            }
        });
        return existing;
    }

    private NewTransfer transfer(
            Requests.AddTransfer given,
            int position,
            int usualPriority,
            Ends ends,
            NamedTransfers named,
            VoSettings defaults,
            TransferCredentials credentials) {
        long size = given.sizeBytes() == null ? Transfer.UNKNOWN_SIZE : given.sizeBytes();
        if (given.sizeBytes() != null && given.sizeBytes() < 0) {
            throw Problem.badRequest(NamedTransfers.place(position) + ".sizeBytes must not be negative");
        }
        int priority = given.priority() == null ? usualPriority : given.priority();
        if (priority < Transfer.MIN_PRIORITY || priority > Transfer.MAX_PRIORITY) {
            throw Problem.badRequest(NamedTransfers.place(position) + ".priority must be 1 to 5");
        }
        int retries = given.retries() == null ? Math.clamp(defaults.retry(), 0, 100) : given.retries();
        if (retries < 0 || retries > 100) {
            throw Problem.badRequest(NamedTransfers.place(position) + ".retries must be 0 to 100");
        }
        NamedTransfers.Predecessors after = named.predecessorsOf(given);
        return new NewTransfer(
                position,
                ends.pipe(),
                ends.source().toString(),
                ends.destination().toString(),
                size,
                checksum(given.checksum(), position),
                ChecksumMode.WHEN_OBTAINABLE,
                Boolean.TRUE.equals(given.overwrite()) ? NewTransfer.Overwrite.ALWAYS : NewTransfer.Overwrite.NEVER,
                priority,
                retries,
                RetryDelays.NATIVE,
                defaults.timeout(size),
                "default",
                given.metadata() == null ? null : given.metadata().toString(),
                NewTransfer.Shown.NOTHING,
                credentials,
                false,
                after.inRequest(),
                after.existing());
    }

    private static String checksum(@Nullable String given, int position) {
        if (given == null) {
            return Checksum.ADLER32;
        }
        if (!given.matches("(?i)ADLER32:[0-9a-f]{1,8}")) {
            throw Problem.badRequest(
                    NamedTransfers.place(position) + ".checksum must be ADLER32: and 1 to 8 hex digits");
        }
        return given;
    }

    /// Whether some stored transfers are those that a request asks for, in the same order.
    boolean isSame(Requests.AddTransfers request, @Nullable String storedMetadata, List<TransferView> stored) {
        Double wanted = request.rate() == null ? null : (Double) JobMetadata.rate(request.rate());
        if (!Objects.equals(wanted, JobMetadata.rateIn(storedMetadata))) {
            return false;
        }
        List<Requests.AddTransfer> given = request.transfers() == null ? List.of() : request.transfers();
        if (given.size() != stored.size()) {
            return false;
        }
        for (int i = 0; i < given.size(); i++) {
            if (!url(given.get(i).source(), NamedTransfers.place(i) + ".source")
                            .toString()
                            .equals(stored.get(i).source().whole())
                    || !url(given.get(i).destination(), NamedTransfers.place(i) + ".destination")
                            .toString()
                            .equals(stored.get(i).destination().whole())) {
                return false;
            }
        }
        return true;
    }

    private URI url(@Nullable String text, String place) {
        try {
            URI uri = TransferUrls.parse(RequestBodies.need(text, place), SCHEMES);
            if ("file".equalsIgnoreCase(uri.getScheme())) {
                localFiles.check(uri, place);
            }
            return uri;
        } catch (TransferUrls.UnknownSchemeException unknown) {
            throw Problem.badRequest(place + ": " + unknown.getMessage() + ", use one of davs, https, dav, http, file");
        } catch (IllegalArgumentException refused) {
            throw Problem.badRequest(place + ": " + refused.getMessage());
        }
    }
}
