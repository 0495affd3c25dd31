// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A network map (RFC 7285 §11.2.1): which addresses are one place. The longest prefix around an address gives its
/// PID, and no other rule. A prefix that stands in two PIDs counts for neither.
public final class PidMapDocument {
    private final VersionTag vtag;
    private final SortedMap<String, List<Prefix>> pids;
    private final FaultCounts faults;
    private final PrefixTable<String> table;
    private final SortedSet<Family> families;
    private final SortedSet<Family> complete;

    /// @param vtag version
    /// @param pids prefixes of each PID as the map says; duplicates are found here
    /// @param faults what the parser met
    public PidMapDocument(VersionTag vtag, SortedMap<String, List<Prefix>> pids, FaultCounts faults) {
        Map<Prefix, String> owners = new HashMap<>();
        SortedSet<Prefix> twice = new TreeSet<>();
        pids.forEach((pid, prefixes) -> prefixes.forEach(prefix -> {
            String before = owners.putIfAbsent(prefix, pid);
            if (before != null && !before.equals(pid)) {
                twice.add(prefix);
            }
        }));
        twice.forEach(owners::remove);
        SortedMap<String, List<Prefix>> kept = new TreeMap<>();
        pids.forEach((pid, prefixes) -> kept.put(
                pid,
                prefixes.stream()
                        .filter(prefix -> !twice.contains(prefix))
                        .distinct()
                        .sorted()
                        .toList()));
        this.vtag = vtag;
        this.pids = Frozen.map(kept);
        this.table = new PrefixTable<>(owners);
        this.families = new TreeSet<>();
        this.complete = new TreeSet<>();
        SortedSet<Prefix> all = new TreeSet<>(owners.keySet());
        FaultCounts found = faults;
        for (Family family : Family.values()) {
            List<Prefix> own =
                    all.stream().filter(p -> p.base().family() == family).toList();
            if (own.isEmpty()) {
                continue;
            }
            families.add(family);
            if (covers(own, family)) {
                complete.add(family);
            } else {
                found = found.plus(new FaultCounts(Map.of(Fault.INCOMPLETE, 1)));
            }
        }
        this.faults =
                twice.isEmpty() ? found : found.plus(new FaultCounts(Map.of(Fault.DUPLICATE_PREFIX, twice.size())));
    }

    /// Whether sorted prefixes leave no address of the family out: each must begin before the first address that is
    /// not yet covered.
    private static boolean covers(List<Prefix> sorted, Family family) {
        BigInteger next = BigInteger.ZERO;
        for (Prefix prefix : sorted) {
            BigInteger first = number(prefix.base());
            if (first.compareTo(next) > 0) {
                return false;
            }
            next = next.max(first.add(BigInteger.ONE.shiftLeft(family.bits() - prefix.length())));
        }
        return next.equals(BigInteger.ONE.shiftLeft(family.bits()));
    }

    private static BigInteger number(Address address) {
        BigInteger high = new BigInteger(Long.toUnsignedString(address.high()));
        return high.shiftLeft(64).add(new BigInteger(Long.toUnsignedString(address.low())));
    }

    /// Version of the map.
    public VersionTag vtag() {
        return vtag;
    }

    /// Prefixes of each PID, those that stand in two PIDs left out; a PID may have none.
    public SortedMap<String, List<Prefix>> pids() {
        return pids;
    }

    /// What was wrong and is used all the same.
    public FaultCounts faults() {
        return faults;
    }

    /// The PID of an address, by longest prefix; empty if the map does not have the address.
    public Optional<PidMatch> find(Address address) {
        return table.find(address).map(match -> new PidMatch(match.value(), match.length()));
    }

    /// Whether each address of the family has a PID.
    public boolean isComplete(Family family) {
        return complete.contains(family);
    }

    /// Families that have at least one prefix.
    public List<Family> families() {
        return new ArrayList<>(families);
    }

    @Override
    public String toString() {
        return "network map " + vtag.resourceId() + " with " + pids.size() + " PIDs";
    }
}
