// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.store.policy.ActivityShare;
import io.tcn.api.store.policy.SettingStore;
import io.tcn.core.model.UserId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.springframework.stereotype.Component;

/// How users' activities share their pipes. Readers never wait.
@Component
public class ActivityShares {
    private final SettingStore store;
    private final Changes changes;
    private final ConcurrentSkipListMap<UserId, ActivityShare> shares = new ConcurrentSkipListMap<>();

    ActivityShares(SettingStore store, Changes changes) {
        this.store = store;
        this.changes = changes;
    }

    void load() {
        store.activityShares().forEach(share -> shares.put(share.user(), share));
    }

    /// Weight per activity of a user, if such are in force.
    public Optional<Map<String, Double>> of(UserId user) {
        return find(user).filter(ActivityShare::active).map(ActivityShare::weights);
    }

    /// What is set for a user, in force or not.
    public Optional<ActivityShare> find(UserId user) {
        return Optional.ofNullable(shares.get(user));
    }

    /// All that is set, by user.
    public List<ActivityShare> all() {
        return List.copyOf(shares.values());
    }

    /// Sets the shares of a user.
    public void set(ActivityShare share, String admin) {
        changes.make(
                new Changes.What(
                        admin,
                        "activity-share",
                        share.user() + " " + share.weights() + (share.active() ? "" : ", not in force"),
                        () -> Words.orNull(shares.get(share.user()), Words::keys),
                        () -> Words.keys(share)),
                () -> store.save(share),
                () -> shares.put(share.user(), share));
    }

    /// Takes the shares of a user back.
    ///
    /// @return whether there were any
    public boolean remove(UserId user, String admin) {
        if (!shares.containsKey(user)) {
            return false;
        }
        changes.make(
                new Changes.What(
                        admin,
                        "activity-share",
                        "deleted those of " + user,
                        () -> Words.orNull(shares.get(user), Words::keys),
                        () -> null),
                () -> store.removeActivityShare(user),
                () -> shares.remove(user));
        return true;
    }
}
