// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.security.Caller;
import io.tcn.core.model.UserId;
import org.springframework.http.HttpStatus;

/// Who may do what under /tcn/v1: administrators everything, others what concerns their own user.
final class Access {
    private Access() {}

    static void administrator(Caller caller) {
        if (!caller.administrator()) {
            throw new Problem(
                    HttpStatus.FORBIDDEN,
                    "only administrators may do this; " + caller.dn()
                            + " is none (setting tcn.security.administrators)");
        }
    }

    static UserId known(Caller caller) {
        return caller.findUser().orElseThrow(() -> new Problem(HttpStatus.FORBIDDEN, "a client certificate is needed"));
    }

    static void actingFor(UserId user, Caller caller) {
        if (!caller.mayActFor(user)) {
            throw new Problem(HttpStatus.FORBIDDEN, caller.dn() + " may not act for user " + user);
        }
    }
}
