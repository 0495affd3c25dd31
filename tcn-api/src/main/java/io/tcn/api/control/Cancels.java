// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.Changes;
import io.tcn.api.reason.Reason;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.Canceled;
import io.tcn.api.store.JobView;
import org.springframework.stereotype.Component;

/// Cancels work. Why the caller said he does it stands in the transfers, as their reason; and what somebody cancels of
/// others stands in the audit first: large work is cancelled in parts, and no single transaction has all of them.
@Component
class Cancels {
    private final Submissions submissions;
    private final Changes changes;

    Cancels(Submissions submissions, Changes changes) {
        this.submissions = submissions;
        this.changes = changes;
    }

    /// Writes down that a job, or something of it, is about to be cancelled, unless it is the caller's own.
    ///
    /// @param what as in `job 5f0c of user cms`
    void note(String action, String what, JobView job, Caller caller) {
        if (isOfOthers(job, caller)) {
            note(action, what, caller);
        }
    }

    /// Writes down that work of others is about to be cancelled.
    void note(String action, String what, Caller caller) {
        changes.note(new Changes.What(caller.dn(), action, what));
    }

    static boolean isOfOthers(JobView job, Caller caller) {
        return !job.userDn().equals(caller.dn());
    }

    /// Cancels, once that is durable.
    ///
    /// @param text the reason that the transfers get, before what the caller said
    Canceled cancel(CancelScope scope, String text) {
        return submissions.cancel(scope, Reason.with(text)).join();
    }
}
