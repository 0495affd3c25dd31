// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// An address in binary: the same one however it was spelt (RFC 7285 §10.4). An IPv4-mapped IPv6 address is what it
/// was written as, an IPv6 address.
///
/// @param family which family
/// @param high upper 64 bits of an IPv6 address, 0 for IPv4
/// @param low lower 64 bits, for IPv4 its 32
public record Address(Family family, long high, long low) implements Comparable<Address> {
    public Address {
        if (family == Family.IPV4 && (high != 0 || low >>> 32 != 0)) {
            throw new IllegalArgumentException("more than 32 bits in an IPv4 address");
        }
    }

    /// Reads an address without its type: four decimal numbers without leading zeros, or IPv6; no zone, no other
    /// form.
    ///
    /// @throws AltoFormatException if it is something else
    public static Address parse(String text) throws AltoFormatException {
        return AddressText.read(text);
    }

    /// Reads a typed address, such as `ipv4:192.0.2.1` or `ipv6:2001:db8::1`.
    ///
    /// @throws AltoFormatException if the type is none that we know or does not fit the address
    public static Address parseTyped(String text) throws AltoFormatException {
        int colon = text.indexOf(':');
        Family family = colon < 0 ? null : Family.find(text.substring(0, colon)).orElse(null);
        if (family == null) {
            throw new AltoFormatException(InvalidReason.ADDRESS, "no known address type in an endpoint address");
        }
        Address address = parse(text.substring(colon + 1));
        if (address.family != family) {
            throw new AltoFormatException(InvalidReason.ADDRESS, "address of another family than its type says");
        }
        return address;
    }

    /// With its type, as ALTO writes it.
    public String typed() {
        return family.addressType() + ":" + this;
    }

    @Override
    public int compareTo(Address other) {
        if (family != other.family) {
            return family.compareTo(other.family);
        }
        int upper = Long.compareUnsigned(high, other.high);
        return upper != 0 ? upper : Long.compareUnsigned(low, other.low);
    }

    /// Four decimal numbers, or as RFC 5952 says.
    @Override
    public String toString() {
        return AddressText.write(this);
    }
}
