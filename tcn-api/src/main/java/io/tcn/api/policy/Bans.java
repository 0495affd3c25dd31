// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.security.BannedCallers;
import io.tcn.api.store.policy.BanStore;
import io.tcn.api.store.policy.DnBan;
import io.tcn.api.store.policy.SeBan;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.stereotype.Component;

/// Which storages and which people are banned. A ban is kept under the name that it was set for, and holds for all
/// names of that storage ([StorageElements#storage]). Readers never wait.
@Component
public class Bans implements BannedCallers {
    private record Key(String storageElement, UserId user) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byName = storageElement.compareTo(other.storageElement);
            return byName != 0 ? byName : user.compareTo(other.user);
        }
    }

    private final BanStore store;
    private final Changes changes;
    private final TimeSource time;
    private final ConcurrentSkipListMap<Key, SeBan> storages = new ConcurrentSkipListMap<>();
    private volatile Map<Key, SeBan> byStorage = Map.of();
    private final ConcurrentSkipListMap<String, DnBan> names = new ConcurrentSkipListMap<>();

    Bans(BanStore store, Changes changes, TimeSource time) {
        this.store = store;
        this.changes = changes;
        this.time = time;
    }

    void load() {
        store.storages().forEach(ban -> storages.put(new Key(ban.storageElement(), ban.user()), ban));
        index();
        store.names().forEach(ban -> names.put(ban.dn(), ban));
    }

    /// Bans are few and change rarely.
    private void index() {
        Map<Key, SeBan> strictest = new HashMap<>();
        storages.forEach((key, ban) -> strictest.merge(
                new Key(StorageElements.storage(key.storageElement()), key.user()),
                ban,
                (known, other) -> isStricter(other, known) ? other : known));
        byStorage = Map.copyOf(strictest);
    }

    /// They stand in this order in [SeBan.Status].
    private static boolean isStricter(SeBan ban, SeBan than) {
        return ban.status().compareTo(than.status()) < 0;
    }

    /// The ban of a storage element for a user's transfers: of those that were set for the names of this storage the
    /// strictest, the one for this name before others of its kind.
    ///
    /// @param storageElement scheme and host in lower case, without port
    public Optional<SeBan> find(String storageElement, UserId user) {
        if (storages.isEmpty()) {
            return Optional.empty();
        }
        SeBan own = storages.get(new Key(storageElement, user));
        SeBan strictest = byStorage.get(new Key(StorageElements.storage(storageElement), user));
        return Optional.ofNullable(own == null || (strictest != null && isStricter(strictest, own)) ? strictest : own);
    }

    /// The ban that was set for a name itself.
    public Optional<SeBan> findNamed(String storageElement, UserId user) {
        return Optional.ofNullable(storages.get(new Key(storageElement, user)));
    }

    /// The name of the same storage for which a ban was set; empty if there is none.
    public Optional<String> otherName(String storageElement, UserId user) {
        return find(storageElement, user).map(SeBan::storageElement).filter(name -> !name.equals(storageElement));
    }

    /// Whether a name may do nothing.
    @Override
    public boolean isBanned(String dn) {
        return names.containsKey(dn);
    }

    @Override
    public void lookAgain() {
        List<DnBan> now = store.names();
        names.keySet().retainAll(now.stream().map(DnBan::dn).toList());
        now.forEach(ban -> names.put(ban.dn(), ban));
    }

    /// All banned storages, by storage element and user.
    public List<SeBan> storages() {
        return List.copyOf(storages.values());
    }

    /// All banned names, in order.
    public List<DnBan> names() {
        return List.copyOf(names.values());
    }

    /// Adds the ban of a storage element or replaces the one there was.
    SeBan ban(String storageElement, UserId user, SeBan.Status status, String message, String admin) {
        SeBan ban = new SeBan(storageElement, user, status, message, time.now(), admin);
        changes.make(
                new Changes.What(
                        admin,
                        "ban-se",
                        storageElement + " for " + user + ", " + status + ": " + message,
                        () -> Words.orNull(storages.get(new Key(storageElement, user)), Words::keys),
                        () -> Words.keys(ban)),
                () -> store.save(ban),
                () -> {
                    storages.put(new Key(storageElement, user), ban);
                    index();
                });
        return ban;
    }

    /// Ends the ban of a storage element.
    ///
    /// @return whether there was one
    public boolean unban(String storageElement, UserId user, String admin) {
        Key key = new Key(storageElement, user);
        if (!storages.containsKey(key)) {
            return false;
        }
        changes.make(
                new Changes.What(
                        admin,
                        "unban-se",
                        storageElement + " for " + user,
                        () -> Words.orNull(storages.get(key), Words::keys),
                        () -> null),
                () -> store.remove(storageElement, user),
                () -> {
                    storages.remove(key);
                    index();
                });
        return true;
    }

    /// Adds the ban of a name or replaces the one there was.
    void ban(String dn, String message, String admin) {
        DnBan ban = new DnBan(dn, message, time.now(), admin);
        changes.make(
                new Changes.What(
                        admin,
                        "ban-dn",
                        dn + ": " + message,
                        () -> Words.orNull(names.get(dn), Words::keys),
                        () -> Words.keys(ban)),
                () -> store.save(ban),
                () -> names.put(dn, ban));
    }

    /// Ends the ban of a name.
    ///
    /// @return whether there was one
    public boolean unban(String dn, String admin) {
        if (!names.containsKey(dn)) {
            return false;
        }
        changes.make(
                new Changes.What(admin, "unban-dn", dn, () -> Words.orNull(names.get(dn), Words::keys), () -> null),
                () -> store.remove(dn),
                () -> names.remove(dn));
        return true;
    }
}
