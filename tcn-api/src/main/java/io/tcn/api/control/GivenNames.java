// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.store.DirectoryStore.UserDn;
import io.tcn.core.model.UserId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Names of certificates and whom they are given to. A name acts for one user: who gets one that another user has takes
/// it from that one.
///
/// @param users names of users by names of certificates
record GivenNames(Map<String, String> users) {
    /// Those of the users of a body.
    static GivenNames of(@Nullable List<Requests.CreateUser> bodies) {
        Map<String, String> users = new HashMap<>();
        for (Requests.CreateUser body : bodies == null ? List.<Requests.CreateUser>of() : bodies) {
            String user = body == null ? null : body.id();
            // What is missing is refused where each user is read.
            if (user == null || body.dns() == null) {
                continue;
            }
            for (String dn : body.dns()) {
                String other = dn == null ? null : users.put(dn, user);
                if (other != null && !other.equals(user)) {
                    throw Problem.badRequest("users: the certificate " + dn + " is there for " + other + " and for "
                            + user + ", and can act for one of them only");
                }
            }
        }
        return new GivenNames(users);
    }

    /// What a user keeps of the names it has.
    List<String> left(Directory directory, UserId user) {
        return directory.dnsOf(user).stream()
                .filter(dn -> users.getOrDefault(dn, user.value()).equals(user.value()))
                .toList();
    }

    /// The users that lose names, as they are then; in order.
    List<Configuration.UserWithNames> losers(Directory directory) {
        return users.entrySet().stream()
                .map(given -> directory
                        .findDn(given.getKey())
                        .map(UserDn::user)
                        .filter(user -> !user.value().equals(given.getValue())))
                .flatMap(Optional::stream)
                .distinct()
                .sorted()
                .flatMap(user -> directory.findUser(user).stream())
                .map(user -> new Configuration.UserWithNames(user, left(directory, user.id())))
                .toList();
    }
}
