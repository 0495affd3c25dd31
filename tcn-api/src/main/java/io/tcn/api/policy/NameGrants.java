// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.security.Grants;
import io.tcn.api.security.Operation;
import io.tcn.api.store.policy.Grant;
import io.tcn.api.store.policy.SettingStore;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// Rights that operators gave to single names (FTS: `/config/authorize`). Readers never wait.
@Component
public class NameGrants implements Grants {
    private static final Comparator<Grant> ORDER =
            Comparator.comparing(Grant::dn).thenComparing(Grant::operation);

    private final SettingStore store;
    private final Changes changes;
    private final ConcurrentSkipListSet<Grant> grants = new ConcurrentSkipListSet<>(ORDER);

    NameGrants(SettingStore store, Changes changes) {
        this.store = store;
        this.changes = changes;
    }

    void load() {
        grants.addAll(store.grants());
    }

    @Override
    public Set<Operation> of(String dn) {
        return grants.stream()
                .filter(grant -> grant.dn().equals(dn))
                .map(Grant::operation)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// All that was given, by name.
    public List<Grant> all() {
        return List.copyOf(grants);
    }

    /// Gives a right.
    public void grant(Grant grant, String admin) {
        changes.make(
                new Changes.What(
                        admin,
                        "authorize",
                        grant.operation().ftsName() + " to " + grant.dn(),
                        () -> grants.contains(grant) ? Words.keys(grant) : null,
                        () -> Words.keys(grant)),
                () -> store.save(grant),
                () -> grants.add(grant));
    }

    /// Takes rights back.
    public void revoke(List<Grant> revoked, String admin) {
        if (revoked.isEmpty()) {
            return;
        }
        changes.make(
                revoked.stream()
                        .map(grant -> new Changes.What(
                                admin,
                                "revoke",
                                grant.operation().ftsName() + " from " + grant.dn(),
                                () -> Words.keys(grant),
                                () -> null))
                        .toList(),
                () -> revoked.forEach(store::remove),
                () -> revoked.forEach(grants::remove));
    }
}
