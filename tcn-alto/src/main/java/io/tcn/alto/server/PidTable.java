// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.Family;
import io.tcn.alto.model.Prefix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The PIDs of a network: one per site, and one for the rest of each address family that sites have, so that
/// the map is complete (RFC 7285 §11.2.2). The longest prefix decides where an address belongs.
final class PidTable {
    /// Where all addresses are that no site has.
    static final String REST = "pid-rest";

    private static final int MAX_NAME = 64;

    private record Entry(
            Prefix prefix, String pid, @Nullable String site) {}

    private final SortedMap<String, String> pidOfSite;
    private final Map<String, String> siteOfPid = new HashMap<>();
    private final SortedMap<String, SortedMap<String, List<String>>> prefixes = new TreeMap<>();

    /// Longest first.
    private final List<Entry> entries = new ArrayList<>();

    PidTable(List<PublishedNetwork.Site> sites) {
        pidOfSite =
                SafeNames.of(sites.stream().map(PublishedNetwork.Site::id).toList(), "pid-", MAX_NAME, Set.of(REST));
        Map<Family, Boolean> hasRest = new EnumMap<>(Family.class);
        prefixes.put(REST, new TreeMap<>());
        for (PublishedNetwork.Site site : sites) {
            String pid = pid(site.id());
            siteOfPid.put(pid, site.id());
            prefixes.put(pid, new TreeMap<>());
            for (String text : site.prefixes()) {
                Prefix prefix = PublishedNetwork.parse(text);
                add(new Entry(prefix, pid, site.id()));
                hasRest.merge(prefix.base().family(), prefix.length() > 0, Boolean::logicalAnd);
            }
        }
        hasRest.forEach((family, rest) -> {
            if (rest) {
                add(new Entry(new Prefix(new Address(family, 0, 0), 0), REST, null));
            }
        });
        entries.sort(
                Comparator.comparingInt((Entry entry) -> entry.prefix.length()).reversed());
        prefixes.values().forEach(families -> families.values().forEach(Collections::sort));
    }

    private void add(Entry entry) {
        entries.add(entry);
        prefixesOf(entry.pid)
                .computeIfAbsent(entry.prefix.base().family().addressType(), none -> new ArrayList<>())
                .add(entry.prefix.toString());
    }

    private SortedMap<String, List<String>> prefixesOf(String pid) {
        return prefixes.computeIfAbsent(pid, none -> new TreeMap<>());
    }

    private String pid(String site) {
        String pid = pidOfSite.get(site);
        if (pid == null) {
            throw new IllegalStateException("no PID for site " + site);
        }
        return pid;
    }

    /// All PIDs with their prefixes by address type.
    SortedMap<String, SortedMap<String, List<String>>> prefixes() {
        return prefixes;
    }

    /// Whether there is a PID of this name.
    boolean has(String pid) {
        return prefixes.containsKey(pid);
    }

    /// The site of a PID, null for the rest and for unknown ones.
    @Nullable
    String siteOf(String pid) {
        return siteOfPid.get(pid);
    }

    /// The site that an address belongs to, null if none.
    @Nullable
    String siteOf(Address address) {
        Entry entry = longest(address);
        return entry == null ? null : entry.site;
    }

    /// The PID that an address belongs to, null if it is of a family that no site has.
    @Nullable
    String pidOf(Address address) {
        Entry entry = longest(address);
        return entry == null ? null : entry.pid;
    }

    private @Nullable Entry longest(Address address) {
        for (Entry entry : entries) {
            if (entry.prefix.contains(address)) {
                return entry;
            }
        }
        return null;
    }
}
