// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.Footprint;
import io.tcn.agent.Progress;
import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.agent.http.EndpointMemory.Topic;
import io.tcn.agent.http.TpcFailureText.Verdict;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.List;

/// Lets one storage copy from or to the other by itself (HTTP third-party copy) and listens to its reports.
///
/// An answer `201` says only that the copy began; the last line of its body says how it ended, and even
/// `success` is no proof, so the caller looks at the destination afterwards. A body that ends without such a
/// line is a failure. Closing the connection tells the storage to stop, which it notices seconds later; until
/// then it may write, and the footprint says so.
public final class ThirdPartyCopy {
    private final HttpFile source;
    private final HttpFile destination;
    private final boolean overwrite;
    private final Footprint footprint;
    private final Progress progress;
    private final StripeCount reported;

    /// @param sizeBytes size of the file, or -1 if nobody knows
    public ThirdPartyCopy(
            HttpFile source,
            HttpFile destination,
            long sizeBytes,
            boolean overwrite,
            Footprint footprint,
            Progress progress) {
        this.source = source;
        this.destination = destination;
        this.reported = new StripeCount(sizeBytes);
        this.overwrite = overwrite;
        this.footprint = footprint;
        this.progress = progress;
    }

    /// The destination fetches the file.
    ///
    /// @param streams how many connections it shall use; with more than one the reports tell no progress
    /// @return bytes already counted as progress
    public long pull(int streams) throws TransferException, InterruptedException {
        new HttpFolders(destination).make(true);
        try {
            return copy(destination, source, streams);
        } catch (MissingFolderException e) {
            new HttpFolders(destination).make(false);
            return retry(streams);
        }
    }

    /// The source sends the file. Storages ignore `Overwrite: F` here, so the caller has looked before.
    ///
    /// @return bytes already counted as progress
    public long push() throws TransferException, InterruptedException {
        new HttpFolders(destination).make(true);
        try {
            return copy(source, destination, 1);
        } catch (MissingFolderException e) {
            throw e.failure;
        }
    }

    private long retry(int streams) throws TransferException, InterruptedException {
        try {
            return copy(destination, source, streams);
        } catch (MissingFolderException e) {
            throw e.failure;
        }
    }

    private long copy(HttpFile asked, HttpFile other, int streams)
            throws TransferException, InterruptedException, MissingFolderException {
        footprint.mayTouch();
        footprint.remoteCopyAsked();
        Answer<InputStream> answer;
        try {
            answer = asked.calls()
                    .send(
                            asked,
                            uri -> request(uri, asked, other, streams),
                            Answer.onSuccess(BodySubscribers::ofInputStream),
                            asked.calls().timeouts().slowHeader());
        } catch (TransferException e) {
            throw unanswered(e, other);
        }
        InputStream body = answer.body();
        if (body == null) {
            if (answer.status() == 500) {
                // It is over, and may have begun.
                footprint.remoteCopyOver();
            } else if (!HttpStatusCodes.mayGoOn(answer.status())) {
                footprint.clean();
            }
            throw noted(refused(asked, answer));
        }
        beginProgress(streams);
        try (body) {
            listen(asked, body, streams);
        } catch (IOException e) {
            throw noLastLine(asked, e);
        } finally {
            progress.rest();
        }
        return reported.bytes();
    }

    private HttpRequest.Builder request(URI uri, HttpFile asked, HttpFile other, int streams) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method("COPY", BodyPublishers.noBody())
                .header(
                        asked.side() == Side.DESTINATION ? "Source" : "Destination",
                        other.wire().toString())
                .header("Overwrite", overwrite ? "T" : "F")
                .header("Credential", "none");
        if (streams > 1) {
            request.header("X-Number-Of-Streams", Integer.toString(streams));
        }
        if (asked.calls().rules().sendsOther(asked, uri, other)) {
            other.bearer().ifPresent(token -> request.header("TransferHeaderAuthorization", "Bearer " + token));
        }
        return request;
    }

    private TransferException unanswered(TransferException failure, HttpFile other) {
        if (failure.changedNothing()) {
            footprint.clean();
            return failure;
        }
        if (failure.outlook() != Outlook.NO_ANSWER) {
            return new TransferException(
                    failure.code(),
                    "no answer to the third-party copy: " + failure.getMessage(),
                    Outlook.FINAL,
                    failure);
        }
        return new TransferException(
                ErrorCode.TIMEOUT,
                "no answer to the third-party copy: " + failure.getMessage() + " and whether " + other.name()
                        + " hangs, which it may be waiting for",
                Outlook.FINAL,
                failure);
    }

    private static TransferException refused(HttpFile asked, Answer<?> answer) throws MissingFolderException {
        Verdict verdict = TpcFailureText.judgeStatus(asked.side(), answer.status(), answer.text());
        if (verdict.outlook() == Outlook.ANOTHER_WAY
                && !TpcFailureText.isMissingFolder(answer.status(), answer.text())) {
            rememberRefusal(asked, answer.status());
        }
        TransferException failure = verdict.code() == ErrorCode.DESTINATION_EXISTS
                ? TransferException.destinationExists()
                : new TransferException(
                        verdict.code(),
                        "COPY of " + asked.name() + " was answered with " + answer.status()
                                + HttpStatusCodes.by(asked, answer) + ": "
                                + SafeText.of(answer.text()),
                        verdict.outlook());
        if (HttpStatusCodes.isOverload(answer.status()) && verdict.outlook() == Outlook.FINAL) {
            failure = failure.blaming(
                    asked.side(),
                    RetryAfter.of(answer, asked.calls().clock().now()).orElse(null));
        }
        if (asked.side() == Side.DESTINATION && TpcFailureText.isMissingFolder(answer.status(), answer.text())) {
            throw new MissingFolderException(failure);
        }
        return failure;
    }

    /// An ordinary WebDAV server need not be asked again for a while. One that is known to copy from and to
    /// others had another reason, unless it says that it does not know the method.
    private static void rememberRefusal(HttpFile asked, int status) {
        if (status == 403 || status == 412) {
            // Of this file, or of who asks.
            return;
        }
        EndpointMemory memory = asked.calls().memory();
        String origin = HttpAddress.origin(asked.wire());
        boolean unknownMethod = status == 405 || status == 501;
        if (unknownMethod || memory.find(Topic.COPIES_AFAR, origin).isEmpty()) {
            memory.remember(Topic.OFFERS_COPY, origin, false);
        }
    }

    private void listen(HttpFile asked, InputStream body, int streams) throws IOException, TransferException {
        MarkerParser parser = new MarkerParser();
        ReportAllowance allowance = new ReportAllowance(asked.calls().clock());
        byte[] buffer = new byte[4096];
        for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
            allowance.take(count);
            if (heed(asked, parser.feed(buffer, count), streams)) {
                return;
            }
        }
        if (!heed(asked, parser.end().stream().toList(), streams)) {
            throw noLastLine(asked, new IOException("the body ended"));
        }
    }

    /// Takes reports in; returns whether the copy is over and went well.
    private boolean heed(HttpFile asked, List<CopyEvent> events, int streams) throws TransferException {
        for (CopyEvent event : events) {
            switch (event) {
                case CopyEvent.Marker marker -> count(marker, streams);
                case CopyEvent.Success ignored -> {
                    footprint.remoteCopyOver();
                    asked.calls().memory().remember(Topic.COPIES_AFAR, HttpAddress.origin(asked.wire()), true);
                    return true;
                }
                case CopyEvent.Failure failure -> {
                    footprint.remoteCopyOver();
                    throw noted(failed(asked, failure.text()));
                }
            }
        }
        return false;
    }

    /// What exists, and was not to be overwritten, is somebody else's, however a storage tells of it: nothing of ours
    /// is there.
    private TransferException noted(TransferException failure) {
        if (failure.code() == ErrorCode.DESTINATION_EXISTS && !overwrite) {
            footprint.clean();
        }
        return failure;
    }

    private void beginProgress(int streams) {
        if (streams > 1) {
            progress.begin();
        } else {
            progress.beginReported();
        }
    }

    private void count(CopyEvent.Marker marker, int streams) {
        if (streams > 1) {
            // Such markers count bytes that were handed out, not received: they only prove that the storage lives.
            progress.alive();
            return;
        }
        progress.reported(reported.add(marker));
    }

    private static TransferException failed(HttpFile asked, String text) {
        Verdict verdict = TpcFailureText.judge(asked.side(), text);
        return verdict.code() == ErrorCode.DESTINATION_EXISTS
                ? TransferException.destinationExists()
                : new TransferException(
                        verdict.code(),
                        "the third-party copy by " + asked.name() + " failed: " + SafeText.of(text),
                        verdict.outlook());
    }

    private static TransferException noLastLine(HttpFile asked, IOException cause) {
        return new TransferException(
                ErrorCode.INTERRUPTED,
                "the connection to " + asked.name() + " ended before the third-party copy said how it went"
                        + (cause.getMessage() == null ? "" : " (" + SafeText.of(cause.getMessage()) + ")"),
                Outlook.FINAL,
                cause);
    }

    /// The copy was refused because a folder above the destination is missing.
    private static final class MissingFolderException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient TransferException failure;

        MissingFolderException(TransferException failure) {
            super(failure);
            this.failure = failure;
        }
    }
}
