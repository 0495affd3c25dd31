// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.security.Caller;
import io.tcn.api.security.Level;
import io.tcn.api.security.Operation;
import io.tcn.api.security.Submitter;
import io.tcn.api.store.JobReader;
import io.tcn.api.store.JobView;
import io.tcn.core.model.UserId;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/// Whom a caller may act for under /tcn/v1; what it may do at all says [io.tcn.api.security.Needs].
final class Access {
    private Access() {}

    static boolean mayTouch(JobView job, Caller caller) {
        return caller.may(Operation.TRANSFER, UserId.of(job.userId()), new Submitter(job.userDn(), job.credentialId()));
    }

    static void touching(JobView job, Caller caller) {
        touching(job, "job " + job.id(), caller);
    }

    /// @param what as the caller has named it: the job of a transfer is no business of others
    static void touching(JobView job, String what, Caller caller) {
        if (!mayTouch(job, caller)) {
            throw new Problem(HttpStatus.FORBIDDEN, caller.dn() + " may not touch " + what);
        }
    }

    static void actingFor(UserId user, Caller caller) {
        if (!caller.mayActFor(user)) {
            throw new Problem(HttpStatus.FORBIDDEN, caller.dn() + " may not act for user " + user);
        }
    }

    /// Whose transfers a caller may look at.
    ///
    /// @param user those of this user only; null for all that the caller may see
    static JobReader.Of visible(Caller caller, @Nullable String user) {
        UserId own = caller.user();
        UserId asked = user == null ? null : RequestBodies.checked(() -> UserId.of(user));
        Level level = caller.level(Operation.TRANSFER);
        if (level == Level.ALL) {
            return new JobReader.Of(user, null, null);
        }
        if (asked != null && !asked.equals(own)) {
            throw new Problem(HttpStatus.FORBIDDEN, caller.dn() + " may not look at transfers of user " + user);
        }
        return level == Level.VO
                ? new JobReader.Of(own.value(), null, null)
                : new JobReader.Of(own.value(), caller.dn(), Submitter.credentialOf(caller));
    }
}
