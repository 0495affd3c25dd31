// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Comparator;

/// A prefix: all addresses that begin as its base does.
///
/// @param base first address
/// @param length bits that count
public record Prefix(Address base, int length) implements Comparable<Prefix> {
    private static final Comparator<Prefix> ORDER =
            Comparator.comparing(Prefix::base).thenComparingInt(Prefix::length);

    public Prefix {
        if (length < 0 || length > base.family().bits()) {
            throw new IllegalArgumentException("length " + length + " in a prefix of " + base.family());
        }
        if (!masked(base, length).equals(base)) {
            throw new IllegalArgumentException(base + " has bits behind the length " + length);
        }
    }

    /// What was read.
    ///
    /// @param prefix the prefix, masked
    /// @param masked whether the text had bits behind the length
    public record Reading(Prefix prefix, boolean masked) {}

    /// The prefix that holds this address alone.
    public static Prefix of(Address address) {
        return new Prefix(address, address.family().bits());
    }

    /// The prefix of this length around an address.
    public static Prefix around(Address address, int length) {
        return new Prefix(masked(address, length), length);
    }

    /// Reads `192.0.2.0/24` or `2001:db8::/32`. Bits behind the length are cut off, and the reading tells.
    ///
    /// @throws AltoFormatException if it is no prefix
    public static Reading parse(String text) throws AltoFormatException {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new AltoFormatException(InvalidReason.ADDRESS, "a prefix without its length");
        }
        Address address = Address.parse(text.substring(0, slash));
        int length = length(text.substring(slash + 1));
        if (length < 0 || length > address.family().bits()) {
            throw new AltoFormatException(InvalidReason.ADDRESS, "a prefix with an impossible length");
        }
        Prefix prefix = around(address, length);
        return new Reading(prefix, !prefix.base.equals(address));
    }

    /// Decimal without sign or leading zeros, -1 if it is something else.
    private static int length(String digits) {
        boolean plain = !digits.isEmpty()
                && digits.length() <= 3
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                && (digits.length() == 1 || digits.charAt(0) != '0');
        return plain ? Integer.parseInt(digits) : -1;
    }

    private static Address masked(Address address, int length) {
        Family family = address.family();
        if (family == Family.IPV4) {
            long mask = length == 0 ? 0 : (0xFFFF_FFFFL << (32 - length)) & 0xFFFF_FFFFL;
            return new Address(family, 0, address.low() & mask);
        }
        long highMask = length == 0 ? 0 : -1L << Math.max(0, 64 - length);
        long lowMask = length <= 64 ? 0 : -1L << (128 - length);
        return new Address(family, address.high() & highMask, address.low() & lowMask);
    }

    /// Whether the address lies inside.
    public boolean contains(Address address) {
        return address.family() == base.family() && masked(address, length).equals(base);
    }

    @Override
    public int compareTo(Prefix other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return base + "/" + length;
    }
}
