// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;

/// What the optimizer of FTS decides on: a source and a destination, whoever's files move between them.
record EndpointPair(Endpoint source, Endpoint destination) {
    static EndpointPair of(Pipe pipe) {
        return new EndpointPair(pipe.source(), pipe.destination());
    }

    /// Whether FTS takes both ends to be on one site: what follows the first dot of their names is the same. Names
    /// without a dot are of one domain, too.
    boolean isLan() {
        return domain(source).equals(domain(destination));
    }

    private static String domain(Endpoint endpoint) {
        int dot = endpoint.host().indexOf('.');
        return dot < 0 ? "" : endpoint.host().substring(dot);
    }
}
