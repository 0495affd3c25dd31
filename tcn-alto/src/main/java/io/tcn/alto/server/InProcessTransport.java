// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;

/// Reaches a server in the same process without a network: an answer is there when the call returns, and what a
/// change pushes has been heard when [AltoServer#update] returns. Host and port of addresses play no part.
public final class InProcessTransport implements AltoTransport {
    private final AltoServer server;

    public InProcessTransport(AltoServer server) {
        this.server = server;
    }

    @Override
    public AltoResponse exchange(AltoRequest request) {
        return server.handle(request);
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) {
        return server.open(request, receiver);
    }
}
