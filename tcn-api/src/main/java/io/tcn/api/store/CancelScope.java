// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.UserId;
import java.util.Set;

/// Which open transfers are cancelled. Those that are over stay as they are.
public sealed interface CancelScope {
    /// All of a job; the job is cancelled too.
    record OfJob(String job) implements CancelScope {}

    /// Some of a job. If afterwards none is open, the job is cancelled, even if others have finished.
    record Files(String job, Set<TransferId> transfers) implements CancelScope {
        public Files {
            transfers = Set.copyOf(transfers);
        }
    }

    /// All of some pipes, spare sources included.
    record OfPipes(Set<PipeId> pipes) implements CancelScope {
        public OfPipes {
            pipes = Set.copyOf(pipes);
        }
    }

    /// All jobs of who has this distinguished name.
    record SubmittedBy(String dn) implements CancelScope {}

    /// All jobs of a user.
    record OfUser(UserId user) implements CancelScope {}

    /// All jobs.
    record Everything() implements CancelScope {}

    /// What has not begun, of jobs whose time in the queue is over.
    record Expired() implements CancelScope {}
}
