// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Optional;

/// Families of addresses.
public enum Family {
    IPV4("ipv4", 32),
    IPV6("ipv6", 128);

    private final String addressType;
    private final int bits;

    Family(String addressType, int bits) {
        this.addressType = addressType;
        this.bits = bits;
    }

    /// ALTO's name of it (RFC 7285 §10.4.2).
    public String addressType() {
        return addressType;
    }

    /// Length of an address, in bits.
    public int bits() {
        return bits;
    }

    /// The family of this name, empty if it is none that we know.
    public static Optional<Family> find(String addressType) {
        for (Family family : values()) {
            if (family.addressType.equalsIgnoreCase(addressType)) {
                return Optional.of(family);
            }
        }
        return Optional.empty();
    }
}
