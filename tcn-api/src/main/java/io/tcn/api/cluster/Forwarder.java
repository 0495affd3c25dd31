// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.agent.http.ClientProperties;
import io.tcn.api.store.ServerLease.Member;
import io.tcn.api.store.ServerLease.Seen;
import io.tcn.core.port.TimeSource;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/// Passes requests on to the server that leads, and its answers back, bodies as they come. Nothing is sent
/// twice: where the connection was not made, nothing was sent, and the caller may send it again; where it broke
/// later, the caller is told that nobody knows. A request whose server has lost the lead meanwhile is not
/// waited for any longer.
@Component
class Forwarder implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);
    private static final String HEALTH = "/tcn/v1/health";
    private static final int BUFFER = 16 * 1024;
    private static final int SOON_SECONDS = 2;

    /// Fewer than one address may have connections to the server that leads.
    private static final int MOST = 400;

    /// Of one connection, and not of the message (RFC 9110, 7.6.1); what the client writes by itself.
    private static final Set<String> NOT_PASSED = Set.of(
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "host",
            "content-length",
            "expect",
            "tcn-passed-on");

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final Leadership leadership;
    private final LeaderReach reach;
    private final TimeSource time;
    private final Semaphore places = new Semaphore(MOST);
    private final Map<Passage, Long> underWay = new ConcurrentHashMap<>();
    private final LeaderLine line = new LeaderLine();
    private long triedNanos;

    /// A request that is under way.
    private static final class Passage {
        private volatile @Nullable InputStream answer;

        void end() {
            InputStream body = answer;
            if (body != null) {
                try {
                    body.close();
                } catch (IOException gone) {
                    answer = null;
                }
            }
        }
    }

    Forwarder(Leadership leadership, LeaderReach reach, TimeSource time) {
        this.leadership = leadership;
        this.reach = reach;
        this.time = time;
        this.triedNanos = time.nanoTime() - BETWEEN_TRIES.toNanos();
        leadership.afterLook(this::endOld);
        leadership.afterLook(this::tryAgain);
        ClientProperties.set();
    }

    /// Answers of a server that leads no more may never end.
    private void endOld() {
        long term =
                leadership.seen().filter(seen -> !seen.isFree()).map(Seen::term).orElse(0L);
        underWay.forEach((passage, of) -> {
            if (of != term) {
                passage.end();
            }
        });
    }

    /// While nothing reaches the server that leads its health is asked for: nobody may send this server anything more
    /// that would show that the way is free again. On the thread that renews the lease: it waits for nothing.
    private void tryAgain() {
        Member leader = leadership.role() == Role.FOLLOWER
                ? leadership.leader().map(Seen::leader).orElse(null)
                : null;
        if (leader == null || !reach.isFailing(leader) || time.nanoTime() - triedNanos < BETWEEN_TRIES.toNanos()) {
            return;
        }
        triedNanos = time.nanoTime();
        HttpRequest health = HttpRequest.newBuilder(URI.create(leader.address() + HEALTH))
                .timeout(BETWEEN_TRIES)
                .build();
        var _ = line.to(leader)
                .sendAsync(health, HttpResponse.BodyHandlers.discarding())
                .thenAccept(_ -> reach.reached(leader));
    }

    /// Passes a request on.
    ///
    /// @throws NotAnswered if there is no answer, and nothing of one was written
    /// @throws IOException if the caller has not sent all of it, or the answer broke off while it was written
    void pass(HttpServletRequest request, HttpServletResponse response, Seen seen, Member leader) throws IOException {
        if (!places.tryAcquire()) {
            throw NotAnswered.later("Too many requests are passed on at this moment, try again", SOON_SECONDS);
        }
        Passage passage = new Passage();
        underWay.put(passage, seen.term());
        try (PassedBody body = new PassedBody(request)) {
            HttpResponse<InputStream> answer = answer(body, message(request, body, seen, leader), seen, leader);
            try (InputStream in = answer.body()) {
                passage.answer = in;
                write(answer, in, response);
            }
        } finally {
            underWay.remove(passage);
            places.release();
        }
    }

    private static HttpRequest message(HttpServletRequest request, PassedBody body, Seen seen, Member leader) {
        try {
            HttpRequest.Builder message = HttpRequest.newBuilder(URI.create(leader.address() + PassOn.target(request)));
            for (String name : Collections.list(request.getHeaderNames())) {
                if (!NOT_PASSED.contains(name.toLowerCase(Locale.ROOT))) {
                    for (String value : Collections.list(request.getHeaders(name))) {
                        message.header(name, value);
                    }
                }
            }
            return message.setHeader(Passport.HEADER, passport(request, seen).signed(String.valueOf(seen.secret())))
                    .method(request.getMethod(), body.publisher())
                    .build();
        } catch (IllegalArgumentException unreadable) {
            LOG.debug("A request cannot be passed on", unreadable);
            throw NotAnswered.unreadable();
        }
    }

    private static Passport passport(HttpServletRequest request, Seen seen) {
        String host = request.getHeader("Host");
        return new Passport(
                seen.term(),
                seen.now(),
                request.getMethod(),
                PassOn.target(request),
                request.getScheme(),
                host == null ? "" : host,
                String.valueOf(request.getRemoteAddr()),
                request.getAttribute("jakarta.servlet.request.X509Certificate") instanceof X509Certificate[] chain
                        ? List.of(chain)
                        : List.of());
    }

    /// Waits for the head of the answer, as long as the server leads.
    private HttpResponse<InputStream> answer(PassedBody body, HttpRequest message, Seen seen, Member leader)
            throws IOException {
        CompletableFuture<HttpResponse<InputStream>> coming =
                line.to(leader).sendAsync(message, HttpResponse.BodyHandlers.ofInputStream());
        while (true) {
            try {
                HttpResponse<InputStream> head = coming.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                reach.reached(leader);
                return head;
            } catch (TimeoutException waiting) {
                if (leadership.leader().filter(now -> now.term() == seen.term()).isEmpty()) {
                    coming.cancel(true);
                    throw broken(message, waiting);
                }
            } catch (ExecutionException failed) {
                body.fail();
                reach.failed(leader);
                Throwable cause = failed.getCause();
                if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
                    LOG.debug("The server that leads cannot be reached", failed);
                    throw NotAnswered.later(
                            "The server that leads cannot be reached now; nothing was sent to it, try again",
                            SOON_SECONDS);
                }
                throw broken(message, failed);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                coming.cancel(true);
                throw broken(message, stop);
            }
        }
    }

    private static NotAnswered broken(HttpRequest message, Exception cause) {
        LOG.debug("No answer to {} {}", message.method(), message.uri().getPath(), cause);
        return SAFE.contains(message.method())
                ? NotAnswered.later("The server that leads did not answer, try again", SOON_SECONDS)
                : NotAnswered.unknown();
    }

    private static void write(HttpResponse<InputStream> answer, InputStream in, HttpServletResponse response)
            throws IOException {
        byte[] buffer = new byte[BUFFER];
        // Before anything is said: an answer may break off after its head, and is none then.
        int read = read(answer, in, buffer, response);
        response.setStatus(answer.statusCode());
        answer.headers().map().forEach((name, values) -> {
            if (!NOT_PASSED.contains(name.toLowerCase(Locale.ROOT))) {
                for (int i = 0; i < values.size(); i++) {
                    if (i == 0) {
                        response.setHeader(name, values.get(i));
                    } else {
                        response.addHeader(name, values.get(i));
                    }
                }
            }
        });
        answer.headers().firstValueAsLong("Content-Length").ifPresent(response::setContentLengthLong);
        OutputStream out = response.getOutputStream();
        while (read >= 0) {
            out.write(buffer, 0, read);
            if (in.available() == 0) {
                // An event of a stream, or the end: nobody knows when more comes.
                out.flush();
            }
            read = read(answer, in, buffer, response);
        }
    }

    private static int read(
            HttpResponse<InputStream> answer, InputStream in, byte[] buffer, HttpServletResponse response)
            throws IOException {
        try {
            return in.read(buffer);
        } catch (IOException broken) {
            if (response.isCommitted()) {
                throw broken;
            }
            response.reset();
            throw broken(answer.request(), broken);
        }
    }

    @Override
    public void destroy() {
        line.close();
    }
}
