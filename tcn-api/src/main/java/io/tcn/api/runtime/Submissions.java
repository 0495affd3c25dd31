// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.intake.Refused;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.Canceled;
import io.tcn.api.store.JobView;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.NewJob;
import io.tcn.api.store.NewTransfer;
import io.tcn.api.store.ResubmissionStore;
import io.tcn.api.store.SubmissionStore;
import io.tcn.api.store.answered.Answered;
import io.tcn.core.dispatch.CanceledTransfer;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.WaitingTransfer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/// Takes jobs in and cancels them: the store first, then the dispatch loop. An answer means that it is durable.
@Component
public class Submissions {
    private final SubmissionStore submissions;
    private final JpaTransferStore store;
    private final ControlPlane controlPlane;
    private final Groups groups;
    private final Aftercare aftercare;
    private final ResubmissionStore resubmissions;
    private final SystemTime time;
    private final String host;
    private final Traces traces;
    private final QueueRoom room;

    Submissions(
            QueueRoom room,
            SubmissionStore submissions,
            JpaTransferStore store,
            ControlPlane controlPlane,
            Groups groups,
            Aftercare aftercare,
            ResubmissionStore resubmissions,
            HostName hostName,
            SystemTime time,
            Optional<Traces> traces) {
        this.room = room;
        this.traces = traces.orElse(Traces.NONE);
        this.host = hostName.value();
        this.groups = groups;
        this.aftercare = aftercare;
        this.resubmissions = resubmissions;
        this.submissions = submissions;
        this.store = store;
        this.controlPlane = controlPlane;
        this.time = time;
    }

    /// What became of a submission.
    public sealed interface Result {
        /// Stored; the numbers of the transfers in the order of the job's list.
        record Accepted(List<TransferId> transfers) implements Result {
            public Accepted {
                transfers = List.copyOf(transfers);
            }
        }

        /// A job of this id exists already.
        record DuplicateId() implements Result {}

        /// A transfer that is not over has one of the destinations.
        record DuplicateDestination() implements Result {}
    }

    /// Whether a job of this id exists.
    public boolean exists(String jobId) {
        return submissions.exists(jobId);
    }

    /// Stores a job, whole or not at all, and lets it run.
    ///
    /// @throws Refused 429 if its user, or all users together, would have too many transfers
    public Result submit(NewJob job) {
        int files = (int)
                job.transfers().stream().filter(transfer -> !transfer.spare()).count();
        try (QueueRoom.Taken _ = room.take(job.user(), files)) {
            return taken(job);
        }
    }

    private Result taken(NewJob job) {
        List<TransferId> ids;
        Instant now = time.now();
        try {
            ids = store(job, now);
        } catch (DataIntegrityViolationException violation) {
            if (submissions.exists(job.id())) {
                return new Result.DuplicateId();
            }
            if (submissions.isDuplicateDestination(violation)) {
                return new Result.DuplicateDestination();
            }
            throw violation;
        } catch (DataAccessException | TransactionException unknown) {
            return new Result.Accepted(storedAfterAll(job.id(), now, unknown).transfers());
        }
        traces.submitted(job, now);
        Map<PipeId, Integer> queued = new TreeMap<>();
        List<WaitingTransfer> waiting = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            NewTransfer transfer = job.transfers().get(i);
            Set<TransferId> after = new HashSet<>(transfer.afterExisting());
            transfer.afterInBatch().forEach(position -> after.add(ids.get(position)));
            if (transfer.spare()) {
                // Nobody waits for it: the aftercare queues it when the source before it has failed.
                continue;
            }
            if (after.isEmpty()) {
                queued.merge(transfer.pipe(), 1, Integer::sum);
            } else {
                waiting.add(new WaitingTransfer(ids.get(i), transfer.pipe(), after));
            }
        }
        controlPlane.added(queued, waiting);
        if (job.group() != null) {
            groups.changed();
        }
        return new Result.Accepted(ids);
    }

    private List<TransferId> store(NewJob job, Instant now) {
        try {
            return submissions.store(job, now, host);
        } catch (DataIntegrityViolationException violation) {
            if (submissions.isWorthAnotherTry(violation)) {
                return submissions.store(job, now, host);
            }
            throw violation;
        }
    }

    /// The database failed while a job was stored: the job may be there all the same, if only the answer was
    /// lost. If it is, the dispatch loop is told, also when the caller has stopped waiting.
    private SubmissionStore.Stored storedAfterAll(String job, Instant now, RuntimeException failure) {
        CompletableFuture<Optional<SubmissionStore.Stored>> found = store.question(() -> submissions.stored(job, now))
                .thenApply(stored -> {
                    stored.ifPresent(there -> controlPlane.added(there.queued(), there.waiting()));
                    return stored;
                });
        try {
            return store.forCaller(found).join().orElseThrow(() -> failure);
        } catch (CompletionException unknown) {
            failure.addSuppressed(unknown);
            throw failure;
        }
    }

    /// Makes a new job of what a job that is over did not finish, and lets it run.
    ///
    /// @param id of the new job
    /// @param answered what is remembered with it for who sends the request again; null if nothing is
    /// @return id of the new job, empty if nothing was left to do
    /// @throws Refused 429 as for [#submit]
    /// @throws ResubmissionStore.NeverFinishesException if it would wait for a transfer of another job that
    ///     failed or was cancelled
    public Optional<String> resubmit(JobView job, String id, @Nullable Answered answered) {
        // Of several sources of a file one is tried at a time.
        int files = job.type().equals("R") ? 1 : job.total() - job.finished();
        try (QueueRoom.Taken _ = room.take(UserId.of(job.userId()), files)) {
            return taken(job, id, answered);
        }
    }

    private Optional<String> taken(JobView job, String id, @Nullable Answered answered) {
        Instant now = time.now();
        ResubmissionStore.Resubmitted made;
        try {
            made = resubmissions.resubmit(job, id, now, host, answered);
        } catch (DataIntegrityViolationException refused) {
            throw refused;
        } catch (DataAccessException | TransactionException unknown) {
            var _ = storedAfterAll(id, now, unknown);
            return Optional.of(id);
        }
        if (made.transfers() == 0) {
            return Optional.empty();
        }
        controlPlane.added(made.queued(), made.waiting());
        groups.changed();
        return Optional.of(id);
    }

    /// Changes the priority of a job and of its open transfers; a job that is over stays as it is.
    ///
    /// @param priority 1 (last) to 5 (first)
    public CompletableFuture<Void> setPriority(String job, int priority) {
        return store.setPriority(job, priority).thenAccept(controlPlane.dispatch()::priorityChanged);
    }

    /// Cancels transfers; done when the cancellation is durable and the dispatch loop knows of it. Large scopes are
    /// cancelled in parts, so that after a crash a part of them may be left: cancel again.
    ///
    /// @param reason as the files show it, such as `Storage banned`
    public CompletableFuture<Canceled> cancel(CancelScope scope, String reason) {
        return store.cancel(scope, reason, time.now(), block -> {
            controlPlane.dispatch().transfersCanceled(block);
            // Only here a job may go on with another of its sources.
            if (scope instanceof CancelScope.OfPipes) {
                aftercare.ended(block.stream().map(CanceledTransfer::transfer).toList());
            }
        });
    }

    /// Name of this machine, as jobs and `GET /` show it.
    public String host() {
        return host;
    }
}
