// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.Directory;
import io.tcn.core.model.UserId;

/// What every declaration is checked for.
final class Declarations {
    private Declarations() {}

    static void knownUser(Directory directory, UserId user) {
        if (directory.findUser(user).isEmpty()) {
            throw Problem.badRequest("there is no user " + user + ": create it first with POST /tcn/v1/users");
        }
    }
}
