// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.policy.Changes;
import io.tcn.api.reason.Reason;
import io.tcn.api.runtime.Submissions;
import io.tcn.api.security.Caller;
import io.tcn.api.store.CancelScope;
import io.tcn.api.store.Canceled;
import io.tcn.api.store.JobView;
import java.util.Collection;
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

    /// Writes down that work is about to be cancelled, unless all of it is the caller's own.
    ///
    /// @param what as in `group 5 of user cms`
    void note(String action, String what, Collection<JobView> jobs, Caller caller) {
        if (jobs.stream().anyMatch(job -> !job.userDn().equals(caller.dn()))) {
            changes.note(new Changes.What(caller.dn(), action, what));
        }
    }

    /// Cancels, once that is durable.
    ///
    /// @param text the reason that the transfers get, before what the caller said
    Canceled cancel(CancelScope scope, String text) {
        return submissions.cancel(scope, Reason.with(text)).join();
    }
}
