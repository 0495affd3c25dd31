// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.http.AltoTransport.Opened;
import io.tcn.alto.http.AltoTransport.StreamReceiver;
import io.tcn.alto.http.HttpFields;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// HTTP as ALTO uses it, over any transport: types in `Accept` and `Content-Type`, redirects followed by hand,
/// credentials, conditional requests; every failure as an [AltoException]. Safe for use by several threads.
final class AltoHttp {
    private static final String ERROR_TYPE = "application/alto-error+json";

    private final AltoTransport transport;
    private final Credentials credentials;
    private final Set<Origin> trusted;
    private final Set<Origin> redirectTargets;
    private final int maxRedirects;
    private final InstantSource clock;

    /// @param trusted the only origins that get credentials
    /// @param redirectTargets origins to which redirects of other servers may lead
    AltoHttp(
            AltoTransport transport,
            Credentials credentials,
            Set<Origin> trusted,
            Set<Origin> redirectTargets,
            int maxRedirects,
            InstantSource clock) {
        this.transport = transport;
        this.credentials = credentials;
        this.trusted = Set.copyOf(trusted);
        this.redirectTargets = Set.copyOf(redirectTargets);
        this.maxRedirects = maxRedirects;
        this.clock = clock;
    }

    /// Reads a resource.
    ///
    /// @param accept expected types; that of errors is added
    /// @param held what we have of it already
    AltoAnswer get(URI uri, String accept, @Nullable Validator held) throws AltoException, InterruptedException {
        return whole(send(AltoRequest.get(uri, accepting(accept)), held, null), uri);
    }

    /// Asks a resource that takes parameters.
    ///
    /// @param contentType what the resource `accepts`
    AltoAnswer post(URI uri, String accept, String contentType, byte[] body)
            throws AltoException, InterruptedException {
        HttpFields fields = accepting(accept).with("Content-Type", contentType);
        return whole(send(AltoRequest.post(uri, fields, body), null, null), uri);
    }

    /// Asks for a stream.
    AltoStream open(URI uri, String contentType, byte[] body, StreamReceiver receiver)
            throws AltoException, InterruptedException {
        HttpFields fields = accepting("text/event-stream").with("Content-Type", contentType);
        Sent sent = send(AltoRequest.post(uri, fields, body), null, receiver);
        return switch (sent.opened()) {
            case Opened.Stream stream -> new AltoStream(sent.uri(), stream.stream());
            case Opened.Refused refused ->
                throw new AltoException(
                        Kind.INVALID,
                        shown(sent.uri()) + " answered " + refused.response().status() + " and no stream");
        };
    }

    private static AltoAnswer whole(Sent sent, URI asked) throws AltoException {
        return switch (sent.opened()) {
            case Opened.Refused refused -> {
                AltoResponse response = refused.response();
                yield new AltoAnswer(
                        sent.uri(), response.status(), response.fields(), response.body(), sent.received());
            }
            case Opened.Stream _ -> throw new AltoException(Kind.INVALID, shown(asked) + " answered with a stream");
        };
    }

    private static HttpFields accepting(String accept) {
        return HttpFields.NONE.with("Accept", accept + "," + ERROR_TYPE);
    }

    private Sent send(AltoRequest first, @Nullable Validator held, @Nullable StreamReceiver receiver)
            throws AltoException, InterruptedException {
        Set<String> seen = new HashSet<>();
        AltoRequest request = first;
        for (int hops = 0; ; hops++) {
            if (!Origin.isWeb(request.uri())) {
                throw new AltoException(Kind.REDIRECT, "not an http or https address: " + shown(request.uri()));
            }
            if (!seen.add(request.toString())) {
                throw new AltoException(Kind.REDIRECT, "redirects in a loop at " + shown(request.uri()));
            }
            if (hops > maxRedirects) {
                throw new AltoException(Kind.REDIRECT, "more than " + maxRedirects + " redirects");
            }
            Opened opened = authenticated(conditional(request, held), receiver);
            if (!(opened instanceof Opened.Refused(AltoResponse response))) {
                return new Sent(request.uri(), opened, clock.instant());
            }
            Optional<AltoRequest> next = Redirects.next(request, response, redirectTargets);
            if (next.isEmpty()) {
                boolean confirmed = response.status() == 304 && held != null;
                if (response.status() / 100 != 2 && !confirmed) {
                    throw Failures.of(response, request.uri(), clock.instant());
                }
                return new Sent(request.uri(), opened, clock.instant());
            }
            request = next.get();
        }
    }

    private static AltoRequest conditional(AltoRequest request, @Nullable Validator held) {
        if (held == null || !held.uri().equals(request.uri())) {
            return request;
        }
        return AltoRequest.get(request.uri(), request.fields().with("If-None-Match", held.etag()));
    }

    private Opened authenticated(AltoRequest request, @Nullable StreamReceiver receiver)
            throws AltoException, InterruptedException {
        boolean known = trusted.contains(Origin.of(request.uri()));
        for (int attempt = 0; ; attempt++) {
            Optional<String> field =
                    known ? credentials.authorization(request.method(), request.uri()) : Optional.empty();
            AltoRequest signed = field.isEmpty()
                    ? request
                    : new AltoRequest(
                            request.method(),
                            request.uri(),
                            request.fields().with("Authorization", field.get()),
                            request.body(),
                            request.caller());
            Opened opened = carried(signed, receiver);
            if (known
                    && opened instanceof Opened.Refused(AltoResponse response)
                    && response.status() == 401
                    && credentials.challenged(response.fields(), attempt)) {
                continue;
            }
            return opened;
        }
    }

    private Opened carried(AltoRequest request, @Nullable StreamReceiver receiver)
            throws AltoException, InterruptedException {
        try {
            return receiver == null
                    ? new Opened.Refused(transport.exchange(request))
                    : transport.open(request, receiver);
        } catch (HttpTimeoutException | SocketTimeoutException e) {
            throw new AltoException(Kind.TIMEOUT, shown(request.uri()) + ": " + e.getMessage(), e);
        } catch (AnswerTooLargeException e) {
            throw new AltoException(Kind.TOO_LARGE, shown(request.uri()) + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new AltoException(Kind.UNREACHABLE, shown(request.uri()) + ": " + e.getMessage(), e);
        }
    }

    /// An address without what may be secret in it.
    static String shown(URI uri) {
        String path = uri.getRawPath();
        return uri.getHost() == null
                ? "(no host)"
                : uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                        + (path == null ? "" : path);
    }

    /// What came back, from where, and when.
    private record Sent(URI uri, Opened opened, Instant received) {}
}
