// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class PidMapDocumentTest {
    private static final VersionTag VTAG = new VersionTag("netmap", "1");

    private static PidMapDocument map(Map<String, List<String>> pids) throws AltoFormatException {
        SortedMap<String, List<Prefix>> parsed = new TreeMap<>();
        for (Map.Entry<String, List<String>> pid : pids.entrySet()) {
            List<Prefix> prefixes = new ArrayList<>();
            for (String text : pid.getValue()) {
                prefixes.add(Prefix.parse(text).prefix());
            }
            parsed.put(pid.getKey(), prefixes);
        }
        return new PidMapDocument(VTAG, parsed, FaultCounts.NONE);
    }

    private static Map<String, List<String>> sites(Map<String, List<String>> more) {
        Map<String, List<String>> pids = new TreeMap<>(Map.of(
                "pid-cern", List.of("192.0.2.0/26", "2001:db8:1::/48"),
                "pid-bnl", List.of("192.0.2.64/26", "2001:db8:2::/48"),
                "pid-fnal", List.of("192.0.2.128/26", "2001:db8:3::/48"),
                "pid-rest", List.of("0.0.0.0/0", "::/0")));
        pids.putAll(more);
        return pids;
    }

    private static String pid(PidMapDocument map, String address) throws AltoFormatException {
        return map.find(Address.parse(address)).map(PidMatch::pid).orElse("none");
    }

    @Test
    void n04TheLongestPrefixGivesThePid() throws Exception {
        PidMapDocument map = map(sites(Map.of()));
        assertThat(pid(map, "192.0.2.1")).isEqualTo("pid-cern");
        assertThat(pid(map, "192.0.2.70")).isEqualTo("pid-bnl");
        assertThat(pid(map, "192.0.2.200")).isEqualTo("pid-rest");
        assertThat(pid(map, "2001:db8:2:ffff::")).isEqualTo("pid-bnl");
        assertThat(map.find(Address.parse("8.8.8.8"))).contains(new PidMatch("pid-rest", 0));
        PidMapDocument more = map(sites(Map.of("pid-x", List.of("192.0.2.0/24"))));
        assertThat(pid(more, "192.0.2.1")).isEqualTo("pid-cern");
        assertThat(more.find(Address.parse("192.0.2.200"))).contains(new PidMatch("pid-x", 24));
        assertThat(pid(more, "8.8.8.8")).isEqualTo("pid-rest");
    }

    @Test
    void n04AMappedAddressIsMatchedAsIpv6() throws Exception {
        PidMapDocument map = map(sites(Map.of("pid-m", List.of("::ffff:0:0/96"))));
        assertThat(pid(map, "::ffff:192.0.2.1")).isEqualTo("pid-m");
        assertThat(pid(map, "192.0.2.1")).isEqualTo("pid-cern");
    }

    @Test
    void n04SingleAddressesArePrefixesToo() throws Exception {
        PidMapDocument map = map(Map.of("a", List.of("192.0.2.1/32", "::1/128")));
        assertThat(map.find(Address.parse("192.0.2.1"))).contains(new PidMatch("a", 32));
        assertThat(map.find(Address.parse("::1"))).contains(new PidMatch("a", 128));
        assertThat(map.find(Address.parse("192.0.2.2"))).isEmpty();
    }

    @Test
    void n06APrefixInTwoPidsCountsForNeither() throws Exception {
        PidMapDocument map = map(sites(Map.of("pid-x", List.of("192.0.2.0/24"), "pid-y", List.of("192.0.2.0/26"))));

        assertThat(pid(map, "192.0.2.1")).isEqualTo("pid-x");
        assertThat(pid(map, "192.0.2.70")).isEqualTo("pid-bnl");
        assertThat(pid(map, "192.0.2.200")).isEqualTo("pid-x");
        assertThat(map.pids()).containsEntry("pid-y", List.of());
        assertThat(map.faults().of(Fault.DUPLICATE_PREFIX)).isEqualTo(1);
    }

    @Test
    void n06APrefixTwiceInOnePidIsNoFault() throws Exception {
        PidMapDocument map = map(Map.of("a", List.of("0.0.0.0/0", "0.0.0.0/0")));
        assertThat(map.faults()).isEqualTo(FaultCounts.NONE);
        assertThat(pid(map, "1.2.3.4")).isEqualTo("a");
    }

    @Test
    void n06GapsAreFoundForEachFamily() throws Exception {
        assertThat(map(sites(Map.of())).isComplete(Family.IPV4)).isTrue();
        assertThat(map(sites(Map.of())).isComplete(Family.IPV6)).isTrue();
        PidMapDocument halves = map(Map.of("a", List.of("0.0.0.0/1", "::/1"), "b", List.of("128.0.0.0/1")));
        assertThat(halves.isComplete(Family.IPV4)).isTrue();
        assertThat(halves.isComplete(Family.IPV6)).isFalse();
        assertThat(halves.faults().of(Fault.INCOMPLETE)).isEqualTo(1);
        assertThat(pid(halves, "ffff::")).isEqualTo("none");
        PidMapDocument four = map(Map.of("a", List.of("0.0.0.0/0")));
        assertThat(four.families()).containsExactly(Family.IPV4);
        assertThat(four.faults()).isEqualTo(FaultCounts.NONE);
    }

    @Test
    void n04TheTrieAgreesWithALinearScan() throws Exception {
        for (int seed = 0; seed < 100; seed++) {
            RandomGenerator random =
                    RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            SortedMap<String, List<Prefix>> pids = new TreeMap<>();
            Set<Prefix> seen = new HashSet<>();
            for (int i = 0; i < 40; i++) {
                Address base = address(random);
                Prefix prefix = Prefix.around(base, random.nextInt(base.family().bits() + 1));
                if (seen.add(prefix)) {
                    pids.computeIfAbsent("pid" + random.nextInt(9), _ -> new ArrayList<>())
                            .add(prefix);
                }
            }
            PidMapDocument map = new PidMapDocument(VTAG, pids, FaultCounts.NONE);
            for (int i = 0; i < 100; i++) {
                Address address = address(random);
                assertThat(map.find(address)).as("seed %d, %s", seed, address).isEqualTo(scan(pids, address));
            }
        }
    }

    /// Few different bits, so that prefixes often hold one another.
    private static Address address(RandomGenerator random) {
        long bits = sparse(random);
        return random.nextBoolean()
                ? new Address(Family.IPV4, 0, bits >>> 32)
                : new Address(Family.IPV6, bits, sparse(random));
    }

    private static long sparse(RandomGenerator random) {
        long bits = 0;
        for (int i = 0; i < 4; i++) {
            bits |= 1L << random.nextInt(64);
        }
        return bits;
    }

    private static Optional<PidMatch> scan(SortedMap<String, List<Prefix>> pids, Address address) {
        PidMatch best = null;
        for (Map.Entry<String, List<Prefix>> pid : pids.entrySet()) {
            for (Prefix prefix : pid.getValue()) {
                if (prefix.contains(address) && (best == null || prefix.length() > best.prefixLength())) {
                    best = new PidMatch(pid.getKey(), prefix.length());
                }
            }
        }
        return Optional.ofNullable(best);
    }
}
