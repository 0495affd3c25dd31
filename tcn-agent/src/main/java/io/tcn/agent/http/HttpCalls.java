// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.AgentClock;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.agent.http.Answer.Content;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends requests and turns every way in which they can go wrong into a [TransferException]. Shared by all attempts;
/// has no state but connections, addresses and the memory of endpoints.
///
/// Redirects are followed here and not by the client, by [CallRules]. All addresses of a storage are tried until one
/// takes the connection. An interrupt gives up the request and closes its connection.
public final class HttpCalls {
    private static final int PROBE_MILLIS = 1_000;

    private final StorageClient client;
    private final StorageAddresses addresses;
    private final CallRules rules;
    private final HttpTimeouts timeouts;
    private final EndpointMemory memory;
    private final AgentClock clock;
    private final ChecksumGate checksums;

    /// @param checksumRequests how many checksums one storage is asked for at once
    public HttpCalls(
            StorageClient client,
            StorageAddresses addresses,
            CallRules rules,
            HttpTimeouts timeouts,
            EndpointMemory memory,
            AgentClock clock,
            int checksumRequests) {
        this.client = client;
        this.addresses = addresses;
        this.rules = rules;
        this.timeouts = timeouts;
        this.memory = memory;
        this.clock = clock;
        this.checksums = new ChecksumGate(checksumRequests);
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

    ChecksumGate checksums() {
        return checksums;
    }

    CallRules rules() {
        return rules;
    }

    /// Makes the request for one address; called again for every redirect.
    @FunctionalInterface
    interface RequestMaker {
        HttpRequest.Builder make(URI uri) throws TransferException;
    }

    /// One exchange with one address of a storage.
    @FunctionalInterface
    interface Exchange<T> {
        Answer<T> with(InetSocketAddress address) throws TransferException, InterruptedException;
    }

    /// Sends a request and waits for its answer: to its end if it is read as text, else to its headers.
    <T> Answer<T> send(HttpFile file, RequestMaker maker, BodyHandler<Content<T>> handler, Duration timeout)
            throws TransferException, InterruptedException {
        URI uri = file.wire();
        for (int hop = 0; ; hop++) {
            URI target = uri;
            Answer<T> answer = tryAddresses(
                    file,
                    target,
                    address -> Answer.of(
                            await(file.side(), target, begin(file, maker, handler, target, address), timeout), target));
            Optional<URI> next = rules.redirect(file.side(), answer, hop);
            if (next.isEmpty()) {
                return answer;
            }
            uri = next.get();
        }
    }

    /// Goes through the addresses of a storage until one takes the connection.
    <T> Answer<T> tryAddresses(HttpFile file, URI uri, Exchange<T> exchange)
            throws TransferException, InterruptedException {
        if (file.hasUser()) {
            throw new TransferException(
                    file.side().permission(),
                    "the URL of the " + file.side().word() + " " + file.name()
                            + " has a user in it; TCN uses tokens only, take it out",
                    Outlook.NOT_SENT);
        }
        List<InetSocketAddress> all = addresses.of(file.side(), uri);
        for (InetSocketAddress address : all) {
            try {
                return exchange.with(address);
            } catch (TransferException e) {
                Throwable cause = e.getCause();
                // What the other end of a copy did not take says nothing about this address.
                boolean ofThisEnd = e.code() == file.side().unavailable();
                if (!ofThisEnd || cause == null || !CallFailures.isNotConnected(cause)) {
                    throw e;
                }
                addresses.failed(address);
                if (address.equals(all.getLast())) {
                    throw lastWord(file.side(), uri, address, e, cause);
                }
            }
        }
        throw new IllegalStateException("no address of " + HttpAddress.origin(uri));
    }

    /// A connection may also be late because TLS is: then something else is wrong than where nobody listens.
    private TransferException lastWord(
            Side side, URI uri, InetSocketAddress address, TransferException failure, Throwable cause) {
        if (!(cause instanceof HttpConnectTimeoutException) || !HttpAddress.isEncrypted(uri)) {
            return failure;
        }
        try (Socket probe = new Socket()) {
            probe.connect(address, PROBE_MILLIS);
            return CallFailures.mute(side, uri, client.connectTimeout(), cause);
        } catch (IOException e) {
            return failure;
        }
    }

    /// Begins a request without waiting.
    <T> CompletableFuture<HttpResponse<Content<T>>> begin(
            HttpFile file, RequestMaker maker, BodyHandler<Content<T>> handler, URI uri, InetSocketAddress address)
            throws TransferException {
        file.asksAt(address);
        HttpRequest.Builder request;
        try {
            request = maker.make(uri);
            if (rules.sendsOwn(file, uri)) {
                file.bearer().ifPresent(token -> request.header("Authorization", "Bearer " + token));
            }
            file.trace().ifPresent(parent -> request.setHeader("traceparent", parent));
            return client.send(request, uri, address, handler);
        } catch (IllegalArgumentException e) {
            // Of a header that no request can have, as with a token that is none: the endpoint has no part in it. The
            // message would tell the header.
            throw new TransferException(
                    ErrorCode.INTERNAL,
                    "cannot ask for " + file.name()
                            + ": a header of the request is none, see whether the tokens are right",
                    Outlook.NOT_SENT);
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
            throw CallFailures.silent(side, uri, timeout, e);
        } catch (InterruptedException e) {
            giveUp(future);
            throw e;
        } catch (ExecutionException e) {
            throw CallFailures.unreachable(side, uri, e.getCause() == null ? e : e.getCause());
        }
    }

    /// Gives a request up. An answer that has come in the same moment is thrown away, or its connection would stay
    /// open.
    static <T> void giveUp(CompletableFuture<HttpResponse<Content<T>>> future) {
        if (!future.cancel(true)) {
            var _ = future.thenAccept(response -> Answer.discard(response.body()));
        }
    }
}
