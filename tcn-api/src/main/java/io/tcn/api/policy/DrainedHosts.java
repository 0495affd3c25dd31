// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.cluster.Leadership;
import io.tcn.api.runtime.HostName;
import io.tcn.api.store.ServerLease;
import io.tcn.api.store.ServerLease.Present;
import io.tcn.api.store.policy.SettingStore;
import io.tcn.core.port.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Hosts that start nothing more. Readers never wait. Where several servers share the database, a host that is drained
/// gives the lead to a server of another one ([DrainedLead]).
@Component
public class DrainedHosts {
    private final SettingStore store;
    private final Changes changes;
    private final Leadership leadership;
    private final ServerLease leases;
    private final HostName own;
    private final TimeSource time;
    private final ConcurrentSkipListSet<String> hosts = new ConcurrentSkipListSet<>();

    DrainedHosts(
            SettingStore store,
            Changes changes,
            Leadership leadership,
            ServerLease leases,
            HostName own,
            TimeSource time) {
        this.store = store;
        this.changes = changes;
        this.leadership = leadership;
        this.leases = leases;
        this.own = own;
        this.time = time;
    }

    /// A host of a server.
    ///
    /// @param lastSign when a server of it has signed last that it lives; null where only its drain is known
    public record Host(
            String name, boolean drained, @Nullable Instant lastSign) {}

    void load() {
        hosts.addAll(store.drainedHosts());
    }

    /// Whether a host starts nothing more.
    public boolean isDrained(String hostname) {
        return hosts.contains(hostname);
    }

    /// The hosts that can be drained or let go on, by name: this one, those of the servers that share the database, and
    /// those that are drained.
    public Collection<Host> all() {
        TreeMap<String, Host> all = new TreeMap<>();
        if (leadership.isShared()) {
            hosts.forEach(name -> all.put(name, new Host(name, true, null)));
            for (Present server : leases.members()) {
                String name = server.member().host();
                all.merge(name, new Host(name, isDrained(name), server.lastSign()), DrainedHosts::later);
            }
        }
        all.put(own.value(), new Host(own.value(), isDrained(own.value()), time.now()));
        return new ArrayList<>(all.values());
    }

    private static Host later(Host one, Host other) {
        return other.lastSign() == null
                        || (one.lastSign() != null && one.lastSign().isAfter(other.lastSign()))
                ? one
                : other;
    }

    /// Whether a host is one that can be drained or let go on.
    public boolean isKnown(String hostname) {
        return hostname.equals(own.value())
                || all().stream().anyMatch(host -> host.name().equals(hostname));
    }

    /// The names of [#all], for messages.
    public String names() {
        return all().stream().map(Host::name).collect(Collectors.joining(", "));
    }

    /// Lets a host start nothing more, or go on.
    public void set(String hostname, boolean drained, String admin) {
        changes.make(
                new Changes.What(
                        admin,
                        "drain",
                        hostname + (drained ? " on" : " off"),
                        () -> Words.set("host", hostname, "drained", isDrained(hostname)),
                        () -> Words.set("host", hostname, "drained", drained)),
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
