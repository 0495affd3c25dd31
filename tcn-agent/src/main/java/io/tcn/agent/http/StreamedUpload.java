// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.Footprint;
import io.tcn.agent.Relay;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.agent.http.Answer.Content;
import io.tcn.agent.http.EndpointMemory.Topic;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One PUT, fed by a relay.
///
/// The body is sent only after the storage's `100 Continue`, so that a redirect, a missing folder or a refusal costs
/// nothing. A storage that says neither that nor anything else in time is remembered, and the upload is to begin anew
/// without ([Outlook#SAME_WAY]): some have made an empty file by then, which must go before. There is no second try
/// here.
final class StreamedUpload {
    private static final Logger log = LoggerFactory.getLogger(StreamedUpload.class);
    /// How long an answer may take when the storage takes no more bytes.
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    /// After 5 s the JDK's client sends the body unasked, and then takes a `100 Continue` that comes all the same for
    /// the answer, or waits for ever. We have given up before, unless this process stood still.
    private static final Duration TOO_LATE = Duration.ofMillis(4_900);

    private final HttpFile file;
    private final HttpCalls calls;
    private final Relay relay;
    private final long sizeBytes;
    private final boolean overwrite;
    private final Footprint footprint;

    StreamedUpload(HttpFile file, Relay relay, long sizeBytes, boolean overwrite, Footprint footprint) {
        this.file = file;
        this.calls = file.calls();
        this.relay = relay;
        this.sizeBytes = sizeBytes;
        this.overwrite = overwrite;
        this.footprint = footprint;
    }

    void run() throws TransferException, InterruptedException {
        try {
            // Some storages say that a folder is missing only after they have taken the bytes, others not at all (500).
            new HttpFolders(file).make(true);
            Answer<Void> answer = putFollowingRedirects();
            if (TpcFailureText.isMissingFolder(answer.status(), answer.text()) && !hasBegun()) {
                new HttpFolders(file).make(false);
                answer = putFollowingRedirects();
            }
            check(answer);
        } finally {
            if (!relay.isComplete()) {
                relay.abort();
            }
        }
    }

    private void check(Answer<Void> answer) throws TransferException {
        boolean exists = !overwrite
                && TpcFailureText.localCode(file.side(), answer.text())
                        .filter(code -> code == ErrorCode.DESTINATION_EXISTS)
                        .isPresent();
        // These refuse the file as a whole: what may be there now is not ours. Said after the body only the last is
        // sure: of a quota, or of a right that ends, a storage may speak with the file half written.
        boolean refused = switch (answer.status()) {
            case 401, 403, 405, 409, 417 -> !hasBegun();
            case 412 -> true;
            default -> false;
        };
        if (refused || exists) {
            footprint.clean();
        } else if (HttpStatusCodes.mayGoOn(answer.status()) && (hasBegun() || sizeBytes == 0)) {
            footprint.uploadUnanswered();
        }
        // Some say so of a folder that is gone since, once they have the bytes.
        if (answer.status() == 404 || answer.status() == 409 || answer.status() == 500) {
            new HttpFolders(file).forget();
        }
        if (answer.status() == 417 && !hasBegun()) {
            // RFC 9110, section 10.1.1: the same request may be made without the expectation.
            calls.memory().remember(Topic.NEVER_SAYS_CONTINUE, HttpAddress.origin(answer.uri()), true);
            throw new TransferException(
                    ErrorCode.DESTINATION_UNAVAILABLE,
                    "the destination " + file.name() + " refuses to be asked whether it wants the file",
                    Outlook.SAME_WAY);
        }
        if (!answer.isSuccess()) {
            throw HttpStatusCodes.failure(file, "PUT", answer);
        }
        if (sizeBytes != 0 && !relay.isComplete()) {
            throw new TransferException(
                    ErrorCode.INTERRUPTED,
                    "the destination " + file.name() + " said " + answer.status() + " before it had all bytes");
        }
    }

    private Answer<Void> putFollowingRedirects() throws TransferException, InterruptedException {
        URI uri = file.wire();
        for (int hop = 0; ; hop++) {
            Answer<Void> answer = put(uri);
            Optional<URI> next = calls.rules().redirect(file.side(), answer, hop);
            if (next.isEmpty()) {
                return answer;
            }
            if (hasBegun()) {
                throw new TransferException(
                        ErrorCode.DESTINATION_UNAVAILABLE,
                        "the destination " + file.name() + " redirects only after it has taken the bytes");
            }
            uri = next.get();
        }
    }

    private Answer<Void> put(URI uri) throws TransferException, InterruptedException {
        boolean neverSays = calls.memory()
                .find(Topic.NEVER_SAYS_CONTINUE, HttpAddress.origin(uri))
                .isPresent();
        return put(uri, sizeBytes != 0 && !neverSays);
    }

    private Answer<Void> put(URI uri, boolean awaitGoAhead) throws TransferException, InterruptedException {
        return calls.tryAddresses(file, uri, address -> put(uri, awaitGoAhead, address));
    }

    private Answer<Void> put(URI uri, boolean awaitGoAhead, InetSocketAddress address)
            throws TransferException, InterruptedException {
        footprint.mayTouch();
        if (!awaitGoAhead) {
            footprint.writing();
        }
        long began = calls.clock().nanoTime();
        // Told by the thread that begins to send: this one may wake up long after.
        CompletableFuture<Long> started =
                relay.started().thenApply(begin -> calls.clock().nanoTime());
        CompletableFuture<HttpResponse<Content<Void>>> future =
                calls.begin(file, target -> request(target, awaitGoAhead), Answer.textOnly(), uri, address);
        try {
            if (awaitGoAhead) {
                boolean goesAhead = goesAhead(future);
                long waited = started.getNow(calls.clock().nanoTime()) - began;
                boolean tooLate = waited > TOO_LATE.toNanos();
                if (!goesAhead || (tooLate && hasBegun())) {
                    throw noGoAhead(uri, future, tooLate);
                }
            }
            return Answer.of(answerTo(future), uri);
        } catch (InterruptedException e) {
            HttpCalls.giveUp(future);
            footprint.uploadUnanswered();
            throw e;
        } catch (ExecutionException e) {
            boolean ofSource = relay.sourceTrouble().isPresent();
            TransferException failure = broken(uri, e.getCause() == null ? e : e.getCause());
            // One that was asked whether it wants the file may have made an empty one before it broke off.
            boolean wasSent = (hasBegun() && ofSource) || failure.outlook() != Outlook.NOT_SENT;
            if (wasSent && (hasBegun() || awaitGoAhead)) {
                footprint.uploadUnanswered();
            }
            throw failure;
        } finally {
            if (hasBegun()) {
                footprint.writing();
            }
        }
    }

    /// Waits for the answer. When the storage closes the connection in the middle of a body that had to wait for
    /// `100 Continue`, the client of JDK 25 never completes the request. But it stops asking for the body; that is
    /// taken as the end.
    private HttpResponse<Content<Void>> answerTo(CompletableFuture<HttpResponse<Content<Void>>> future)
            throws InterruptedException, ExecutionException {
        CompletableFuture.anyOf(future, relay.writerGone()).get();
        try {
            return future.get(LAST_WORDS.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            HttpCalls.giveUp(future);
            throw new ExecutionException(new IOException("closed by the storage"));
        }
    }

    private HttpRequest.Builder request(URI uri, boolean awaitGoAhead) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).PUT(body()).expectContinue(awaitGoAhead);
        if (awaitGoAhead) {
            spellExpectation(request);
        }
        return overwrite ? request : request.header("If-None-Match", "*");
    }

    /// Replaces the JDK's spelling `100-Continue` by the usual one; see [ClientProperties].
    private static void spellExpectation(HttpRequest.Builder request) {
        try {
            request.setHeader("Expect", "100-continue");
        } catch (IllegalArgumentException e) {
            log.debug("the JDK's spelling of Expect stays: {}", e.getMessage());
        }
    }

    private BodyPublisher body() {
        if (sizeBytes == 0) {
            return BodyPublishers.noBody();
        }
        return sizeBytes < 0 ? BodyPublishers.fromPublisher(relay) : BodyPublishers.fromPublisher(relay, sizeBytes);
    }

    /// Waits until the storage wants the body or answers.
    private boolean goesAhead(CompletableFuture<?> answered) throws InterruptedException {
        try {
            CompletableFuture.anyOf(answered, relay.started())
                    .get(calls.timeouts().goAhead().toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return hasBegun();
        } catch (ExecutionException e) {
            return true;
        }
    }

    private boolean hasBegun() {
        return relay.started().isDone();
    }

    private TransferException broken(URI uri, Throwable cause) {
        Optional<TransferException> sourceFailure = relay.sourceTrouble();
        if (sourceFailure.isPresent()) {
            return sourceFailure.get();
        }
        TransferException failure = CallFailures.unreachable(file.side(), uri, cause);
        if (!hasBegun() || failure.outlook() == Outlook.NOT_SENT) {
            return failure;
        }
        return new TransferException(
                ErrorCode.INTERRUPTED,
                failure.getMessage() + " after " + relay.passedBytes()
                        + " bytes; a full storage does that too, see whether it has space",
                Outlook.FINAL,
                cause);
    }

    /// The storage did not say in time that it wants the body.
    ///
    /// @param tooLate whether nobody could have heard it, because this process stood still
    private TransferException noGoAhead(
            URI uri, CompletableFuture<HttpResponse<Content<Void>>> future, boolean tooLate) {
        HttpCalls.giveUp(future);
        footprint.uploadUnanswered();
        if (!tooLate) {
            calls.memory().remember(Topic.NEVER_SAYS_CONTINUE, HttpAddress.origin(uri), true);
        }
        return new TransferException(
                ErrorCode.INTERRUPTED,
                tooLate
                        ? "this server stood still while it began to send to " + file.name()
                        : "the destination " + file.name() + " did not say that it wants the file",
                Outlook.SAME_WAY);
    }
}
