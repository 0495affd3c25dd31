// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.store.policy.SettingStore;
import java.util.concurrent.ConcurrentSkipListSet;
import org.springframework.stereotype.Component;

/// Hosts that start nothing more. Readers never wait.
@Component
public class DrainedHosts {
    private final SettingStore store;
    private final Changes changes;
    private final ConcurrentSkipListSet<String> hosts = new ConcurrentSkipListSet<>();

    DrainedHosts(SettingStore store, Changes changes) {
        this.store = store;
        this.changes = changes;
    }

    void load() {
        hosts.addAll(store.drainedHosts());
    }

    /// Whether a host starts nothing more.
    public boolean isDrained(String hostname) {
        return hosts.contains(hostname);
    }

    /// Lets a host start nothing more, or go on.
    public void set(String hostname, boolean drained, String admin) {
        changes.make(
                new Changes.What(admin, "drain", hostname + (drained ? " on" : " off")),
                () -> store.setDrained(hostname, drained),
                () -> {
                    if (drained) {
                        hosts.add(hostname);
                    } else {
                        hosts.remove(hostname);
                    }
                });
    }
}
