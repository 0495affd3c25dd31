// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import java.io.IOException;
import java.util.OptionalInt;

/// Reaches a server in the same process without a network: an answer is there when the call returns, and what a
/// change pushes has been heard when [AltoServer#update] returns. Host and port of addresses play no part.
public final class InProcessTransport implements AltoTransport {
    private final AltoServer server;

    public InProcessTransport(AltoServer server) {
        this.server = server;
    }

    @Override
    public AltoResponse exchange(AltoRequest request) throws IOException {
        AltoResponse response = server.handle(request);
        OptionalInt cut = server.cut(request);
        if (cut.isPresent() && cut.getAsInt() < response.body().length) {
            throw new IOException("the connection broke after " + cut.getAsInt() + " bytes of the answer");
        }
        return response;
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) {
        return server.open(request, receiver);
    }
}
