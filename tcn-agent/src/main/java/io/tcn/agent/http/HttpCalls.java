// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.AgentClock;
import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.agent.http.Answer.Content;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/// Sends requests and turns every way in which they can go wrong into a [TransferException]. Shared by all attempts;
/// has no state but the client's connections and the memory of endpoints.
///
/// Redirects are followed here and not by the client, so that credentials go to the storage that they are meant for
/// and to nobody else. An interrupt gives up the request and closes its connection.
public final class HttpCalls {
    private static final int MAX_REDIRECTS = 5;

    private final HttpClient client;
    private final HttpTimeouts timeouts;
    private final EndpointMemory memory;
    private final AgentClock clock;

    public HttpCalls(HttpClient client, HttpTimeouts timeouts, EndpointMemory memory, AgentClock clock) {
        this.client = client;
        this.timeouts = timeouts;
        this.memory = memory;
        this.clock = clock;
    }

    HttpTimeouts timeouts() {
        return timeouts;
    }

    EndpointMemory memory() {
        return memory;
    }

    AgentClock clock() {
        return clock;
    }

    /// Makes the request for one address; called again for every redirect.
    @FunctionalInterface
    interface RequestMaker {
        HttpRequest.Builder make(URI uri) throws TransferException;
    }

    /// Sends a request and waits for its answer: to its end if it is read as text, else to its headers.
    <T> Answer<T> send(HttpFile file, RequestMaker maker, BodyHandler<Content<T>> handler, Duration timeout)
            throws TransferException, InterruptedException {
        URI uri = file.wire();
        for (int hop = 0; ; hop++) {
            CompletableFuture<HttpResponse<Content<T>>> future = begin(file, maker, handler, uri);
            Answer<T> answer = Answer.of(await(file.side(), uri, future, timeout));
            Optional<URI> next = redirect(file.side(), answer, hop);
            if (next.isEmpty()) {
                return answer;
            }
            uri = next.get();
        }
    }

    /// Begins a request without waiting.
    <T> CompletableFuture<HttpResponse<Content<T>>> begin(
            HttpFile file, RequestMaker maker, BodyHandler<Content<T>> handler, URI uri) throws TransferException {
        HttpRequest.Builder request;
        try {
            request = maker.make(uri);
            if (HttpAddress.origin(uri).equals(HttpAddress.origin(file.wire()))) {
                file.bearer().ifPresent(token -> request.header("Authorization", "Bearer " + token));
            }
            return client.sendAsync(request.uri(uri).build(), handler);
        } catch (IllegalArgumentException e) {
            throw new TransferException(
                    file.side().unavailable(),
                    "cannot ask for " + file.name() + ": " + e.getMessage(),
                    Outlook.NOT_SENT,
                    e);
        }
    }

    /// Where an answer sends us, empty if it is not a redirect.
    Optional<URI> redirect(Side side, Answer<?> answer, int hop) throws TransferException {
        Optional<String> location = answer.isRedirect() ? answer.headers().firstValue("Location") : Optional.empty();
        if (location.isEmpty()) {
            return Optional.empty();
        }
        if (hop >= MAX_REDIRECTS) {
            throw new TransferException(side.unavailable(), "the " + side.word() + " redirects without end");
        }
        try {
            return Optional.of(HttpAddress.toWire(answer.uri().resolve(location.get())));
        } catch (IllegalArgumentException e) {
            throw new TransferException(
                    side.unavailable(), "the " + side.word() + " redirects to no valid address", Outlook.FINAL, e);
        }
    }

    /// Waits for an answer; gives the request up when the time is over or the thread is interrupted.
    private static <T> HttpResponse<Content<T>> await(
            Side side, URI uri, CompletableFuture<HttpResponse<Content<T>>> future, Duration timeout)
            throws TransferException, InterruptedException {
        try {
            return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            giveUp(future);
            throw new TransferException(
                    side.unavailable(),
                    "the " + side.word() + " " + HttpAddress.origin(uri) + " did not answer within "
                            + timeout.toMillis() / 1000.0 + " s; see whether it is overloaded",
                    Outlook.NO_ANSWER,
                    e);
        } catch (InterruptedException e) {
            giveUp(future);
            throw e;
        } catch (ExecutionException e) {
            throw unreachable(side, uri, e.getCause() == null ? e : e.getCause());
        }
    }

    /// Gives a request up. An answer that has come in the same moment is thrown away, or its connection would stay
    /// open.
    static <T> void giveUp(CompletableFuture<HttpResponse<Content<T>>> future) {
        if (!future.cancel(true)) {
            var _ = future.thenAccept(response -> Answer.discard(response.body()));
        }
    }

    /// The failure for an exception of the client.
    static TransferException unreachable(Side side, URI uri, Throwable cause) {
        String who = "the " + side.word() + " " + HttpAddress.origin(uri);
        if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
            return new TransferException(
                    side.unavailable(),
                    "cannot connect to " + who + "; see whether it is up and the name right" + detail(cause),
                    Outlook.NOT_SENT,
                    cause);
        }
        if (cause instanceof SSLException) {
            return new TransferException(
                    side.unavailable(), "no TLS connection to " + who + detail(cause), Outlook.NOT_SENT, cause);
        }
        if (cause instanceof IOException) {
            return new TransferException(
                    side.unavailable(), "the connection to " + who + " broke" + detail(cause), Outlook.FINAL, cause);
        }
        return new TransferException(
                side.unavailable(), "the request to " + who + " failed" + detail(cause), Outlook.FINAL, cause);
    }

    private static String detail(Throwable cause) {
        Throwable deepest = cause;
        while (deepest.getMessage() == null && deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest.getMessage() == null ? "" : " (" + SafeText.of(deepest.getMessage()) + ")";
    }
}
