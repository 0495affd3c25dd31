// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import inet.ipaddr.IPAddress;
import inet.ipaddr.format.util.AssociativeAddressTrie.AssociativeTrieNode;
import inet.ipaddr.ipv4.IPv4Address;
import inet.ipaddr.ipv4.IPv4AddressAssociativeTrie;
import inet.ipaddr.ipv6.IPv6Address;
import inet.ipaddr.ipv6.IPv6AddressAssociativeTrie;
import java.util.Map;
import java.util.Optional;

/// Finds the longest prefix that holds an address: a binary trie, at most as many steps as the address has bits.
/// Never changed after it is made.
///
/// @param <V> what a prefix stands for
public final class PrefixTable<V> {
    private final IPv4AddressAssociativeTrie<V> four = new IPv4AddressAssociativeTrie<>();
    private final IPv6AddressAssociativeTrie<V> six = new IPv6AddressAssociativeTrie<>();

    public PrefixTable(Map<Prefix, V> entries) {
        entries.forEach((prefix, value) -> {
            switch (prefix.base().family()) {
                case IPV4 -> four.put(four(prefix.base(), prefix.length()), value);
                case IPV6 -> six.put(six(prefix.base(), prefix.length()), value);
            }
        });
    }

    /// An entry that was found.
    ///
    /// @param length length of its prefix
    /// @param value what it stands for
    public record Match<V>(int length, V value) {}

    /// The entry with the longest prefix around the address.
    public Optional<Match<V>> find(Address address) {
        return switch (address.family()) {
            case IPV4 -> match(four.longestPrefixMatchNode(four(address, 32)));
            case IPV6 -> match(six.longestPrefixMatchNode(six(address, 128)));
        };
    }

    private static <V> Optional<Match<V>> match(AssociativeTrieNode<? extends IPAddress, V> node) {
        if (node == null) {
            return Optional.empty();
        }
        Integer length = node.getKey().getPrefixLength();
        return Optional.of(new Match<>(length == null ? node.getKey().getBitCount() : length, node.getValue()));
    }

    /// A whole address is stored and looked up without a length: the trie takes it as its longest prefix.
    private static IPv4Address four(Address address, int length) {
        IPv4Address plain = new IPv4Address((int) address.low());
        return length == 32 ? plain : plain.toPrefixBlock(length);
    }

    private static IPv6Address six(Address address, int length) {
        IPv6Address plain = new IPv6Address(address.high(), address.low());
        return length == 128 ? plain : plain.toPrefixBlock(length);
    }
}
