// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A transport that says who we are to one origin and to no other, for those who need the answers as they come.
public final class AuthenticatingTransport implements AltoTransport {
    private static final int UNAUTHORIZED = 401;

    private final AltoTransport transport;
    private final Credentials credentials;
    private final Origin origin;

    /// @param known any address of the server that gets our credentials
    /// @param random what must not be guessed; safe for several threads
    public AuthenticatingTransport(AltoTransport transport, AltoAuth auth, URI known, RandomGenerator random) {
        this.transport = transport;
        this.credentials = Credentials.of(auth, random);
        this.origin = Origin.of(known);
    }

    @Override
    public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            AltoResponse response = transport.exchange(signed(request));
            if (!isWorthRepeating(request, response, attempt)) {
                return response;
            }
        }
    }

    @Override
    public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            Opened opened = transport.open(signed(request), receiver);
            if (!(opened instanceof Opened.Refused(AltoResponse response))
                    || !isWorthRepeating(request, response, attempt)) {
                return opened;
            }
        }
    }

    private boolean isKnown(AltoRequest request) {
        return Origin.isWeb(request.uri()) && Origin.of(request.uri()).equals(origin);
    }

    private boolean isWorthRepeating(AltoRequest request, AltoResponse response, int attempt) {
        return response.status() == UNAUTHORIZED
                && isKnown(request)
                && credentials.challenged(response.fields(), attempt);
    }

    private AltoRequest signed(AltoRequest request) {
        Optional<String> field =
                isKnown(request) ? credentials.authorization(request.method(), request.uri()) : Optional.empty();
        return field.isEmpty()
                ? request
                : new AltoRequest(
                        request.method(),
                        request.uri(),
                        request.fields().with("Authorization", field.get()),
                        request.body(),
                        request.caller());
    }
}
