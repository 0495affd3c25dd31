// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.runtime.Directory;
import io.tcn.api.store.DirectoryStore;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/// What every declaration is checked for.
final class DeclarationChecks {
    private static final int MAX_PATTERNS = 4000;
    private static final int LONGEST_NAME = 1024;

    private DeclarationChecks() {}

    static void knownUser(Directory directory, UserId user) {
        if (directory.findUser(user).isEmpty()) {
            throw Problem.badRequest("there is no user " + user + ": create it first with POST /tcn/v1/users");
        }
    }

    static User user(Requests.CreateUser body) {
        return RequestBodies.checked(() ->
                new User(UserId.of(RequestBodies.need(body.id(), "id")), body.weight() == null ? 1.0 : body.weight()));
    }

    /// The names of certificates for a user; who is an administrator stays one.
    static List<DirectoryStore.UserDn> names(Directory directory, UserId user, Collection<String> dns) {
        for (String dn : dns) {
            if (dn == null || !dn.startsWith("/") || dn.length() > LONGEST_NAME) {
                throw Problem.badRequest("\"dns\" holds names in slash form, as in /DC=org/CN=Alice");
            }
            RequestBodies.printable(dn, "dns");
        }
        return dns.stream()
                .map(dn -> new DirectoryStore.UserDn(
                        dn,
                        user,
                        directory
                                .findDn(dn)
                                .map(DirectoryStore.UserDn::administrator)
                                .orElse(false)))
                .toList();
    }

    static ResourceSet resourceSet(@Nullable String name, @Nullable List<String> resources) {
        List<String> patterns = resources == null ? List.of() : resources;
        for (String pattern : patterns) {
            if (pattern == null || !pattern.matches("[^\\s\\p{Cc}]+")) {
                throw Problem.badRequest("\"resources\" holds names of resources without blanks, as in link:*");
            }
        }
        if (String.join(" ", patterns).length() > MAX_PATTERNS) {
            throw Problem.badRequest("\"resources\" holds at most " + MAX_PATTERNS + " characters");
        }
        ResourceSet set = RequestBodies.checked(
                () -> new ResourceSet(ResourceSetName.of(RequestBodies.need(name, "name")), patterns));
        ResourceSet.findFixed(set.name()).filter(fixed -> !fixed.equals(set)).ifPresent(fixed -> {
            throw new Problem(
                    HttpStatus.CONFLICT, set.name() + " is always " + fixed.patterns() + ": choose another name");
        });
        return set;
    }
}
