// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import java.util.Comparator;

/// Where a transfer comes from and goes to, as ALTO sees it: two addresses of one family.
///
/// @param source address of the source
/// @param destination address of the destination
public record AddressPair(Address source, Address destination) implements Comparable<AddressPair> {
    private static final Comparator<AddressPair> ORDER =
            Comparator.comparing(AddressPair::source).thenComparing(AddressPair::destination);

    @Override
    public int compareTo(AddressPair other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return source + " > " + destination;
    }
}
