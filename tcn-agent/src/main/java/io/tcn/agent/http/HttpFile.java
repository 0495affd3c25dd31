// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.FileFacts;
import io.tcn.agent.Footprint;
import io.tcn.agent.OpenBytes;
import io.tcn.agent.OpenPart;
import io.tcn.agent.Relay;
import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import io.tcn.agent.StoredFile;
import io.tcn.agent.TransferException;
import io.tcn.agent.http.EndpointMemory.Topic;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A file at an HTTP or WebDAV storage.
public final class HttpFile implements StoredFile {
    private static final Pattern FOLDER = Pattern.compile(
            "<(?:[a-z0-9_.-]{1,64}+:)?collection(?:\\s[^<>]{0,400}+)?+/?>|iscollection>\\s*+(?:1|true)\\s*+<",
            Pattern.CASE_INSENSITIVE);
    private static final int REMOVE_TRIES = 3;
    private static final Duration REMOVE_PAUSE = Duration.ofSeconds(1);

    private final HttpCalls calls;
    private final Side side;
    private final URI wire;
    private final String name;
    private final boolean hasUser;
    private final Optional<String> bearer;
    private final Queueing queueing;
    private final Supplier<Optional<String>> trace;
    private volatile @Nullable InetSocketAddress peer;

    /// @param url with scheme http, https, dav or davs
    /// @param bearer token for this end
    public HttpFile(HttpCalls calls, Side side, URI url, Optional<String> bearer) {
        this(calls, side, url, bearer, Optional::empty);
    }

    /// @param url with scheme http, https, dav or davs
    /// @param bearer token for this end
    /// @param trace value of the header `traceparent` at the moment, empty for none
    public HttpFile(HttpCalls calls, Side side, URI url, Optional<String> bearer, Supplier<Optional<String>> trace) {
        this(calls, side, url, bearer, trace, Queueing.UNTOLD);
    }

    /// @param trace value of the header `traceparent` at the moment, empty for none
    public HttpFile(
            HttpCalls calls,
            Side side,
            URI url,
            Optional<String> bearer,
            Supplier<Optional<String>> trace,
            Queueing queueing) {
        this.queueing = queueing;
        this.trace = trace;
        this.calls = calls;
        this.side = side;
        this.wire = HttpAddress.toWire(url);
        this.name = SafeText.of(url);
        this.hasUser = url.getRawUserInfo() != null;
        this.bearer = bearer;
    }

    @Override
    public Side side() {
        return side;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public Optional<InetSocketAddress> peer() {
        return Optional.ofNullable(peer);
    }

    /// It is asked for at an address, which a redirect may have named.
    void asksAt(InetSocketAddress address) {
        peer = address;
    }

    URI wire() {
        return wire;
    }

    /// Whether its URL names a user.
    boolean hasUser() {
        return hasUser;
    }

    Optional<String> bearer() {
        return bearer;
    }

    Optional<String> trace() {
        return trace.get();
    }

    HttpCalls calls() {
        return calls;
    }

    @Override
    public Optional<FileFacts> look(boolean withChecksum) throws TransferException, InterruptedException {
        if (!withChecksum) {
            return head(false);
        }
        try (ChecksumGate.Place _ = checksumPlace()) {
            return head(true);
        } catch (TransferException e) {
            // The storage may be there and only its checksum slow or broken.
            if (e.code() == side.unavailable() && !e.changedNothing()) {
                return head(false).map(facts -> facts.withChecksumTrouble(String.valueOf(e.getMessage())));
            }
            throw e;
        }
    }

    private ChecksumGate.Place checksumPlace() throws InterruptedException {
        queueing.told(true);
        try {
            return calls.checksums().enter(HttpAddress.origin(wire));
        } finally {
            queueing.told(false);
        }
    }

    private Optional<FileFacts> head(boolean withChecksum) throws TransferException, InterruptedException {
        Duration timeout =
                withChecksum ? calls.timeouts().slowHeader() : calls.timeouts().header();
        Answer<Void> answer = calls.send(
                this,
                uri -> {
                    HttpRequest.Builder request = HttpRequest.newBuilder(uri).method("HEAD", BodyPublishers.noBody());
                    return withChecksum ? request.header("Want-Digest", "adler32") : request;
                },
                Answer.textOnly(),
                timeout);
        if (answer.isSuccess()) {
            long size = answer.headers().firstValueAsLong("Content-Length").orElse(FileFacts.UNKNOWN_SIZE);
            Checksum checksum = withChecksum
                    ? DigestHeader.adler32(answer.headers().allValues("Digest")).orElse(null)
                    : null;
            return Optional.of(
                    LookAnswer.facts(size, checksum, answer, calls.clock().now()));
        }
        if (answer.status() == 404 || answer.status() == 410) {
            return Optional.empty();
        }
        throw HttpStatusCodes.failure(this, "HEAD", answer);
    }

    @Override
    public Optional<FileFacts> inspect() throws TransferException, InterruptedException {
        Optional<FileFacts> found = head(false);
        if (found.isEmpty() || (found.get().modified() != null && found.get().sizeBytes() >= 0)) {
            return found;
        }
        // XRootD tells the time of the last change here only; and a HEAD need not tell the size.
        Answer<Void> answer = plain("PROPFIND", "Depth", "0");
        return answer.status() == 207 ? Optional.of(LookAnswer.withProperties(found.get(), answer.text())) : found;
    }

    @Override
    public boolean isFolder() throws TransferException, InterruptedException {
        return isFolder(plain("PROPFIND", "Depth", "0"));
    }

    private static boolean isFolder(Answer<?> properties) {
        return properties.status() == 207 && FOLDER.matcher(properties.text()).find();
    }

    /// Whether it is a folder as far as the storage can tell at all. What has bytes is none where the question is
    /// forbidden: many gateways let through the methods of HTTP alone.
    ///
    /// @throws TransferException if it does not tell this time, or not to this user
    private boolean mayBeFolder(FileFacts seen) throws TransferException, InterruptedException {
        Answer<Void> answer = plain("PROPFIND", "Depth", "0");
        boolean isForbidden = answer.status() == 401 || answer.status() == 403;
        boolean mayTell = (isForbidden && seen.sizeBytes() <= 0)
                || answer.status() == 429
                || (answer.status() >= 500 && answer.status() != 501);
        if (mayTell) {
            throw HttpStatusCodes.failure(this, "PROPFIND", answer);
        }
        return isFolder(answer);
    }

    @Override
    public OpenBytes open() throws TransferException, InterruptedException {
        Answer<Flow.Publisher<List<ByteBuffer>>> answer = calls.send(
                this,
                uri -> HttpRequest.newBuilder(uri).GET(),
                Answer.onSuccess(BodySubscribers::ofPublisher),
                calls.timeouts().slowHeader());
        Flow.Publisher<List<ByteBuffer>> bytes = answer.body();
        if (bytes == null) {
            throw HttpStatusCodes.failure(this, "GET", answer);
        }
        return new OpenBytes(
                answer.headers().firstValueAsLong("Content-Length").orElse(FileFacts.UNKNOWN_SIZE),
                LookAnswer.state(answer),
                bytes);
    }

    @Override
    public boolean givesParts() {
        return calls.memory()
                .find(Topic.GIVES_NO_PARTS, HttpAddress.origin(wire))
                .isEmpty();
    }

    @Override
    public Optional<Duration> rightLasts() {
        return bearer.flatMap(TokenEnd::of)
                .map(end -> Duration.between(calls.clock().now(), end));
    }

    @Override
    public void doubtParts() {
        calls.memory().remember(Topic.GIVES_NO_PARTS, HttpAddress.origin(wire), true);
    }

    /// By a range request (RFC 9110, section 14). A storage that answers with another part or with the whole file
    /// is not asked for parts for a while. It may give only the beginning of what it was asked for. A file of which
    /// it has given some is read on by parts, whatever it does with others.
    @Override
    public Optional<OpenPart> openPart(long from, long to) throws TransferException, InterruptedException {
        String origin = HttpAddress.origin(wire);
        if (from == 0 && calls.memory().find(Topic.GIVES_NO_PARTS, origin).isPresent()) {
            return Optional.empty();
        }
        Answer<Flow.Publisher<List<ByteBuffer>>> answer = calls.send(
                this,
                uri -> HttpRequest.newBuilder(uri).GET().header("Range", "bytes=" + from + "-" + (to - 1)),
                Answer.onSuccess(BodySubscribers::ofPublisher),
                calls.timeouts().slowHeader());
        Flow.Publisher<List<ByteBuffer>> bytes = answer.body();
        if (answer.status() == 416) {
            throw new TransferException(
                    ErrorCode.SOURCE_SIZE_MISMATCH,
                    "the source " + name + " has no bytes " + from + " to " + to
                            + " any more; copy it when it is at rest");
        }
        if (bytes == null) {
            throw HttpStatusCodes.failure(this, "GET", answer);
        }
        Optional<PartRange> range = answer.headers().firstValue("Content-Range").flatMap(PartRange::parse);
        if (answer.status() != 206 || range.isEmpty() || !range.get().begins(from, to)) {
            Answer.discard(new Answer.Content<>("", bytes));
            if (range.isPresent() && range.get().fileBytes() >= 0 && range.get().fileBytes() < to) {
                throw TransferException.sizeChanged(name, to, range.get().fileBytes());
            }
            doubtParts();
            return Optional.empty();
        }
        return Optional.of(new OpenPart(range.get().fileBytes(), LookAnswer.state(answer), bytes));
    }

    @Override
    public void write(Relay relay, long sizeBytes, boolean overwrite, Footprint footprint)
            throws TransferException, InterruptedException {
        new StreamedUpload(this, relay, sizeBytes, overwrite, footprint).run();
    }

    /// With the precondition of RFC 9110, section 13.1.1, where the storage names states of files by strong ETags. One
    /// that refuses although the name is still the same does not mean it, and is asked without. Before it is asked
    /// again it is looked whether the file is still the one that was seen: a request that was not answered may have
    /// removed it, and somebody may have put another one there since.
    @Override
    public boolean remove(FileFacts seen, Footprint footprint) throws TransferException, InterruptedException {
        String etag = seen.etag() == null ? "" : seen.etag();
        // As a property it may have letters that no header can have.
        boolean conditional = etag.startsWith("\"") && etag.chars().allMatch(c -> c > 0x20 && c < 0x7f);
        boolean mayBeDone = false;
        for (int attempt = 1; ; attempt++) {
            footprint.mayTouch();
            boolean asked = false;
            try {
                Optional<FileFacts> now = attempt > 1 ? inspect() : Optional.of(seen);
                if (now.isEmpty()) {
                    return true;
                }
                if (!now.get().mayBeTheSameAs(seen)) {
                    if (mayBeDone) {
                        return false;
                    }
                    break;
                }
                if (mayBeFolder(seen)) {
                    // Whoever makes folders, no copy does. Its removal could be that of all that is in it (RFC 4918,
                    // section 9.6.1).
                    return false;
                }
                footprint.mayTouch();
                asked = true;
                Answer<Void> answer = conditional ? plain("DELETE", "If-Match", etag) : plain("DELETE");
                if (answer.isSuccess() || answer.status() == 404 || answer.status() == 410) {
                    return true;
                }
                if (conditional && answer.status() == 412) {
                    conditional = false;
                    continue;
                }
                mayBeDone = true;
                if (answer.status() < 500 || attempt >= REMOVE_TRIES) {
                    throw HttpStatusCodes.failure(this, "DELETE", answer);
                }
            } catch (TransferException e) {
                mayBeDone |= asked && !e.changedNothing();
                if (e.code() != side.unavailable() || attempt >= REMOVE_TRIES) {
                    throw e;
                }
            }
            calls.clock().pause(REMOVE_PAUSE);
        }
        throw TransferException.replaced(side, name);
    }

    /// Whether the storage of this file may be asked to fetch it from another one: its OPTIONS list COPY, and it has
    /// not refused such an order lately. Remembered for a while.
    public boolean offersCopy() throws InterruptedException {
        String origin = HttpAddress.origin(wire);
        Optional<Boolean> known = calls.memory().find(Topic.OFFERS_COPY, origin);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            Answer<Void> answer = plain("OPTIONS");
            Offer offer = Offer.of(answer);
            // A storage that is busy, or does not serve this user, has not told what it offers.
            if (answer.isSuccess() || answer.headers().firstValue("Allow").isPresent()) {
                calls.memory().remember(Topic.OFFERS_COPY, origin, offer.copy());
            }
            if (offer.copiesAfar()) {
                calls.memory().remember(Topic.COPIES_AFAR, origin, true);
            }
            return offer.copy();
        } catch (TransferException e) {
            // Not remembered: it may be a passing trouble, which the copy itself will report better.
            return false;
        }
    }

    /// Whether the storage of this file may be asked to send it to another one. An ordinary WebDAV server must not be:
    /// it may take the other one's path for a path of its own, and write there.
    public boolean offersPush() throws InterruptedException {
        return offersCopy()
                && calls.memory()
                        .find(Topic.COPIES_AFAR, HttpAddress.origin(wire))
                        .isPresent();
    }

    /// What is at another place of the same storage, with the same right.
    HttpFile beside(URI other) {
        return new HttpFile(calls, side, other, bearer, trace);
    }

    /// A request without a body whose answer is text at most.
    ///
    /// @param headers names and values in turns
    Answer<Void> plain(String method, String... headers) throws TransferException, InterruptedException {
        return calls.send(
                this,
                uri -> {
                    HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody());
                    return headers.length == 0 ? request : request.headers(headers);
                },
                Answer.textOnly(),
                calls.timeouts().header());
    }
}
