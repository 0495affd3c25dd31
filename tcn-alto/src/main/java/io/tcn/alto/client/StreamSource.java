// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.AltoTransport.StreamReceiver;
import io.tcn.alto.model.AltoMediaTypes;
import java.net.URI;

/// The update stream service of a server: opens streams and controls them. Calls block.
final class StreamSource {
    private final AltoHttp http;
    private final ResourceCalls calls;
    private final String id;

    /// @param id of the service in the directory
    StreamSource(AltoHttp http, ResourceCalls calls, String id) {
        this.http = http;
        this.calls = calls;
        this.id = id;
    }

    /// Opens a stream (RFC 8895 §6.5).
    AltoStream open(byte[] body, StreamReceiver receiver) throws AltoException, InterruptedException {
        return calls.calling(
                id,
                ServiceKind.UPDATES,
                service -> http.open(service.uri(), AltoMediaTypes.UPDATE_STREAM_PARAMS, body, receiver));
    }

    /// Changes a stream (RFC 8895 §7). The proof that it is done comes in the stream itself.
    ///
    /// @param stream address that the stream came from
    /// @param reference what the stream says of its control, perhaps relative
    void control(URI stream, String reference, byte[] body) throws AltoException, InterruptedException {
        URI uri = Addresses.resolve(stream, reference)
                .filter(Origin::isWeb)
                .orElseThrow(() ->
                        new AltoException(AltoException.Kind.REDIRECT, "the stream names no address for its control"));
        http.post(uri, "*/*", AltoMediaTypes.UPDATE_STREAM_PARAMS, body);
    }
}
