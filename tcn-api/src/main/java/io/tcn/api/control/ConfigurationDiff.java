// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.runtime.DirectoryChange;
import io.tcn.api.store.DirectoryStore;
import io.tcn.api.store.TimedControl;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// What has to change so that a configuration becomes another: for people, and for the directory.
final class ConfigurationDiff {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /// One thing that changes.
    ///
    /// @param what as in `pipe`
    /// @param name its name
    /// @param before null if it is new
    /// @param after null if it goes
    record Change(String what, String name, Requests.@Nullable Declared before, Requests.@Nullable Declared after) {
        String kind() {
            return before == null ? "ADD" : after == null ? "REMOVE" : "CHANGE";
        }

        DirectoryAnswers.ChangeAnswer view() {
            return new DirectoryAnswers.ChangeAnswer(what, name, kind(), before, after);
        }

        /// For the audit, in one line.
        String inWords() {
            return what + " " + name + ": "
                    + (before == null ? "" : "before " + MAPPER.writeValueAsString(before))
                    + (before == null || after == null ? "" : ", ")
                    + (after == null ? "" : "after " + MAPPER.writeValueAsString(after));
        }
    }

    private final List<Change> changes = new ArrayList<>();
    private final List<User> users = new ArrayList<>();
    private final List<DirectoryStore.UserDn> dns = new ArrayList<>();
    private final List<ResourceSet> sets = new ArrayList<>();
    private final List<Pipe> pipes = new ArrayList<>();
    private final List<TimedControl> controls = new ArrayList<>();
    private final List<EndpointLimit> limits = new ArrayList<>();
    private final List<ResourceControl> goneControls = new ArrayList<>();
    private final List<Endpoint> goneLimits = new ArrayList<>();
    private final List<ResourceSetName> goneSets = new ArrayList<>();
    private final List<Pipe> gonePipes = new ArrayList<>();
    private final List<UserId> goneUsers = new ArrayList<>();
    private final List<String> goneDns = new ArrayList<>();

    /// @param remove whether what is not wanted goes
    /// @param names of a user's certificates, as the directory keeps them
    ConfigurationDiff(
            Configuration present,
            Configuration wanted,
            boolean remove,
            Function<Configuration.UserWithNames, List<DirectoryStore.UserDn>> names) {
        compare(
                "user",
                present.users(),
                wanted.users(),
                remove,
                Configuration::view,
                user -> {
                    users.add(user.user());
                    dns.addAll(names.apply(user));
                },
                (key, gone) -> goneUsers.add(key));
        findGoneDns(present.users(), wanted.users());
        compare(
                "resource-set",
                present.sets(),
                wanted.sets(),
                remove,
                Configuration::view,
                sets::add,
                (key, gone) -> goneSets.add(key));
        compare(
                "pipe",
                present.pipes(),
                wanted.pipes(),
                remove,
                Configuration::view,
                pipes::add,
                (key, gone) -> gonePipes.add(gone));
        compare(
                "resource-control",
                present.controls(),
                wanted.controls(),
                remove,
                Configuration::view,
                controls::add,
                (key, gone) -> goneControls.add(gone.control()));
        compare(
                "endpoint-limit",
                present.limits(),
                wanted.limits(),
                remove,
                Configuration::view,
                limits::add,
                (key, gone) -> goneLimits.add(key));
    }

    /// Names that a user has and is not to have, and nobody else either.
    private void findGoneDns(
            @Nullable Map<UserId, Configuration.UserWithNames> present,
            @Nullable Map<UserId, Configuration.UserWithNames> wanted) {
        if (present == null || wanted == null) {
            return;
        }
        Set<String> kept =
                wanted.values().stream().flatMap(user -> user.dns().stream()).collect(Collectors.toSet());
        present.forEach((id, user) -> {
            if (wanted.containsKey(id)) {
                user.dns().stream().filter(dn -> !kept.contains(dn)).forEach(goneDns::add);
            }
        });
    }

    private <K, V> void compare(
            String what,
            @Nullable Map<K, V> present,
            @Nullable Map<K, V> wanted,
            boolean remove,
            Function<V, ? extends Requests.Declared> view,
            Consumer<V> put,
            BiConsumer<K, V> gone) {
        if (present == null || wanted == null) {
            return;
        }
        wanted.forEach((key, value) -> {
            V before = present.get(key);
            if (!value.equals(before)) {
                changes.add(new Change(
                        what, key.toString(), before == null ? null : view.apply(before), view.apply(value)));
                put.accept(value);
            }
        });
        if (remove) {
            present.forEach((key, value) -> {
                if (!wanted.containsKey(key)) {
                    changes.add(new Change(what, key.toString(), view.apply(value), null));
                    gone.accept(key, value);
                }
            });
        }
    }

    List<Change> changes() {
        return changes;
    }

    DirectoryChange change() {
        return new DirectoryChange(
                new DirectoryChange.Put(users, dns, sets, pipes, controls, limits),
                new DirectoryChange.Gone(goneControls, goneLimits, goneSets, gonePipes, goneUsers, goneDns));
    }

    /// The users that go.
    List<UserId> goneUsers() {
        return goneUsers;
    }

    /// The sets that go.
    List<ResourceSetName> goneSets() {
        return goneSets;
    }
}
