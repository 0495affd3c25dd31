// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;

/// Where a transfer comes from and goes to, as ALTO sees it: two addresses of one family.
///
/// @param source address of the source
/// @param destination address of the destination
public record AddressPair(Address source, Address destination) implements Comparable<AddressPair> {
    @Override
    public int compareTo(AddressPair other) {
        int first = source.compareTo(other.source);
        return first != 0 ? first : destination.compareTo(other.destination);
    }

    @Override
    public String toString() {
        return source + " > " + destination;
    }
}
