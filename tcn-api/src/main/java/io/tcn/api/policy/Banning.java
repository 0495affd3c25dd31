// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.runtime.Submissions;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.Canceled;
import io.tcn.api.store.policy.PolicyQueries;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// Bans and what follows for transfers that are there. The ban is in force first, so that none slips through.
@Component
public class Banning {
    private static final String STORAGE_BANNED = "Storage banned";
    private static final String USER_BANNED = "User banned";

    private final Bans bans;
    private final Effects effects;
    private final Submissions submissions;
    private final PolicyQueries queries;

    Banning(Bans bans, Effects effects, Submissions submissions, PolicyQueries queries) {
        this.bans = bans;
        this.effects = effects;
        this.submissions = submissions;
        this.queries = queries;
    }

    /// Bans a storage element for a user's transfers: its pipes start nothing more, and what is open is cancelled if
    /// the status says so.
    ///
    /// @return ids of the jobs concerned, once that is durable
    public CompletableFuture<SortedSet<String>> banStorage(
            String storageElement, UserId user, SeBan.Status status, String message, String admin) {
        bans.ban(storageElement, user, status, message, admin);
        Collection<Pipe> concerned = effects.pipesAt(storageElement, user);
        Set<PipeId> pipes = concerned.stream().map(Pipe::id).collect(Collectors.toSet());
        if (pipes.isEmpty()) {
            return CompletableFuture.completedFuture(new TreeSet<>());
        }
        return switch (status) {
            case CANCEL ->
                submissions
                        .cancel(new CancelScope.OfPipes(pipes), STORAGE_BANNED)
                        .thenApply(Canceled::jobs);
            case WAIT, WAIT_AS -> CompletableFuture.completedFuture(queries.jobsWaitingOn(pipes));
        };
    }

    /// Bans a name and cancels all that it has submitted.
    ///
    /// @return ids of the jobs concerned, once that is durable
    public CompletableFuture<SortedSet<String>> banName(String dn, String message, String admin) {
        bans.ban(dn, message, admin);
        return submissions.cancel(new CancelScope.SubmittedBy(dn), USER_BANNED).thenApply(Canceled::jobs);
    }
}
