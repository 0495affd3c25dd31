// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.security.Caller;
import io.tcn.api.security.Operation;
import io.tcn.api.security.Submitter;
import io.tcn.api.store.JobView;
import io.tcn.core.model.UserId;
import org.springframework.http.HttpStatus;

/// Whom a caller may act for under /tcn/v1; what it may do at all says [io.tcn.api.security.Needs].
final class Access {
    private Access() {}

    static UserId known(Caller caller) {
        return caller.findUser().orElseThrow(() -> new Problem(HttpStatus.FORBIDDEN, "a client certificate is needed"));
    }

    static void touching(JobView job, Caller caller) {
        if (!caller.may(Operation.TRANSFER, UserId.of(job.userId()), new Submitter(job.userDn(), job.credentialId()))) {
            throw new Problem(HttpStatus.FORBIDDEN, caller.dn() + " may not touch job " + job.id());
        }
    }

    static void actingFor(UserId user, Caller caller) {
        if (!caller.mayActFor(user)) {
            throw new Problem(HttpStatus.FORBIDDEN, caller.dn() + " may not act for user " + user);
        }
    }
}
