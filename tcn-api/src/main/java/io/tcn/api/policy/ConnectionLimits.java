// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.stereotype.Component;

/// The most connections that pipes may have together by what is configured in FTS's terms: links, numbers that were
/// fixed, and storages.
@Component
public class ConnectionLimits {
    private final Translation translation;
    private final Links links;

    ConnectionLimits(Translation translation, Links links) {
        this.translation = translation;
        this.links = links;
    }

    /// The limit of an endpoint: the lesser of what is declared and what its storage has, each way.
    public Optional<EndpointLimit> ofEndpoint(Endpoint endpoint, Optional<EndpointLimit> declared) {
        return translation.endpointLimit(endpoint, declared);
    }

    /// The limit of a pair over all users; empty if it has none.
    public OptionalInt ofPair(EndpointPair pair) {
        return translation.pairLimit(pair).stream()
                .mapToInt(PairLimit::maxConnections)
                .findFirst();
    }

    /// Where the limit of a pair comes from, as in `its link "l"`.
    public String sourceOf(EndpointPair pair) {
        String source = StorageElements.of(pair.source());
        String destination = StorageElements.of(pair.destination());
        return links.pin(source, destination).isPresent()
                ? "what it is fixed to (POST /optimizer/current)"
                : links.forPair(source, destination)
                        .map(link -> "its link \"" + link.name() + "\" (/config/links)")
                        .orElse("its limit");
    }
}
