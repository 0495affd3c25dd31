// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.Address;
import java.util.Collection;
import java.util.List;

/// Which pairs of addresses are asked for: each source with each destination. No side may be empty, because for a
/// server that would mean the address of the client, and we ask for storages, never for ourselves.
public record EndpointPairs(List<Address> sources, List<Address> destinations) {
    public EndpointPairs {
        sources = sources.stream().distinct().sorted().toList();
        destinations = destinations.stream().distinct().sorted().toList();
        if (sources.isEmpty() || destinations.isEmpty()) {
            throw new IllegalArgumentException("pairs of endpoints need addresses on both sides");
        }
    }

    /// These sources with these destinations, in one order and each once.
    public static EndpointPairs of(Collection<Address> sources, Collection<Address> destinations) {
        return new EndpointPairs(List.copyOf(sources), List.copyOf(destinations));
    }
}
