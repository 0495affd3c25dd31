// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Operation;
import io.tcn.api.security.Submitter;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.core.model.UserId;

/// Whose jobs and transfers a caller may look at, as under `/tcn/v1`.
final class Visible {
    private Visible() {}

    /// @param user those of this user only; empty: all that the caller may see
    static JobReader.Of of(Caller caller, String user) {
        Level level = caller.level(Operation.TRANSFER);
        if (level == Level.ALL) {
            return new JobReader.Of(user.isEmpty() ? null : user, null, null);
        }
        UserId own = caller.user();
        if (!user.isEmpty() && !user.equals(own.value())) {
            throw Problem.forbidden(caller.dn() + " may not look at transfers of user " + user
                    + ": the right \"transfer\" at level \"all\" is needed");
        }
        return level == Level.VO
                ? new JobReader.Of(own.value(), null, null)
                : new JobReader.Of(own.value(), caller.dn(), Submitter.credentialOf(caller));
    }

    /// @throws org.springframework.web.ErrorResponseException if the caller may not
    static void check(JobView job, Caller caller) {
        if (!isTo(job, caller)) {
            throw Problem.forbidden(caller.dn() + " may not look at this job: it belongs to another user, and the right"
                    + " \"transfer\" at level \"all\" is needed");
        }
    }

    static boolean isTo(JobView job, Caller caller) {
        return caller.may(Operation.TRANSFER, UserId.of(job.userId()), new Submitter(job.userDn(), job.credentialId()));
    }
}
