// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.EventStreamParser;
import io.tcn.alto.codec.Json;
import io.tcn.alto.codec.RequestBodies;
import io.tcn.alto.codec.RequestBodies.Addition;
import io.tcn.alto.codec.StreamEvent;
import io.tcn.alto.model.AltoFormatException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One connection of an update stream, from its opening to its end: what is followed in it and under which ids. Only
/// tasks of the stream's mailbox use it, but for the count of bytes that wait.
final class UpdateConnection {
    /// Without a byte for so long a stream is dead; servers comment every 15 s (RFC 8895 §6.8).
    static final Duration SILENCE = Duration.ofSeconds(45);

    /// After so long a stream counts as good.
    static final Duration PROOF = Duration.ofMinutes(5);

    /// Bytes that came and have not been looked at yet; a server that sends faster than we read is cut off.
    private static final long MAX_QUEUED = 128L << 20;

    private final UpdateSession session = new UpdateSession();
    private final EventStreamParser parser = new EventStreamParser();
    private final AtomicLong queued = new AtomicLong();
    private final Instant openedAt;
    private final Set<String> lost = new LinkedHashSet<>();
    private final Set<SubstreamRequest> told = new LinkedHashSet<>();
    private Instant lastByte;
    private @Nullable AltoStream stream;
    private boolean up;
    private boolean busy;
    private boolean left;
    private int ids;

    UpdateConnection(Instant now) {
        this.openedAt = now;
        this.lastByte = now;
    }

    /// The body that opens the stream.
    ///
    /// @param held contents of before; their tags are sent where the resource is not asked with an input
    byte[] opening(Set<SubstreamRequest> requests, Map<SubstreamRequest, SubstreamContent> held) {
        Map<String, Addition> additions = new LinkedHashMap<>();
        for (SubstreamRequest request : requests) {
            SubstreamContent before = held.get(request);
            Optional<String> tag = before == null || request.input() != null
                    ? Optional.empty()
                    : VersionTags.own(before).stream().map(own -> own.tag()).findFirst();
            String id = nextId();
            session.add(id, request, before, tag.isPresent(), false);
            additions.put(id, new Addition(request.resourceId(), tag.orElse(null), request.patches(), request.input()));
        }
        return Json.write(RequestBodies.updateStream(additions, null));
    }

    /// The body of a control request that makes the stream follow these and nothing else; empty if it does already.
    /// New substreams are in the same request as the end of those that they replace.
    Optional<byte[]> change(Set<SubstreamRequest> wanted, Map<SubstreamRequest, SubstreamContent> held) {
        Set<SubstreamRequest> missing = new LinkedHashSet<>(wanted);
        List<String> removals = new ArrayList<>(lost);
        session.followed().forEach((id, request) -> {
            if (!missing.remove(request)) {
                removals.add(id);
            }
        });
        if (missing.isEmpty() && removals.isEmpty()) {
            return Optional.empty();
        }
        removals.forEach(session::remove);
        lost.clear();
        Map<String, Addition> additions = new LinkedHashMap<>();
        for (SubstreamRequest request : missing) {
            String id = nextId();
            session.add(id, request, held.get(request), false, told.contains(request));
            additions.put(id, new Addition(request.resourceId(), null, request.patches(), request.input()));
        }
        return Optional.of(Json.write(RequestBodies.updateStream(additions, removals.isEmpty() ? null : removals)));
    }

    /// Whether what is followed differs from this.
    boolean differs(Set<SubstreamRequest> wanted) {
        return !lost.isEmpty() || !new LinkedHashSet<>(session.followed().values()).equals(wanted);
    }

    private String nextId() {
        return "s" + ++ids;
    }

    /// Counts bytes that have come, from any thread.
    ///
    /// @return whether there is room for them
    boolean enqueue(int bytes) {
        return queued.addAndGet(bytes) <= MAX_QUEUED;
    }

    /// Reads bytes.
    ///
    /// @throws AltoFormatException if the stream cannot be read on
    List<StreamEvent> read(byte[] bytes, Instant now) throws AltoFormatException {
        queued.addAndGet(-bytes.length);
        lastByte = now;
        return parser.feed(bytes);
    }

    UpdateSession session() {
        return session;
    }

    /// The copy of a substream is lost: its request is not followed until it is added anew.
    void lose(String id) {
        session.remove(id);
        lost.add(id);
    }

    /// The listener has heard of this resource since the stream came up.
    void told(SubstreamRequest request) {
        told.add(request);
    }

    boolean hasLost() {
        return !lost.isEmpty();
    }

    @Nullable
    AltoStream stream() {
        return stream;
    }

    void opened(AltoStream given) {
        stream = given;
    }

    /// To be ended with a word to the server as soon as the stream is there.
    void leave() {
        left = true;
    }

    boolean isLeft() {
        return left;
    }

    boolean isUp() {
        return up;
    }

    void started() {
        up = true;
    }

    /// Whether the stream can be changed now: it is there, and no other change is on its way.
    boolean isReady() {
        return stream != null && up && !busy;
    }

    void busy(boolean now) {
        busy = now;
    }

    boolean isSilent(Instant now) {
        return Duration.between(lastByte, now).compareTo(SILENCE) >= 0;
    }

    boolean isProven(Instant now) {
        return up && Duration.between(openedAt, now).compareTo(PROOF) >= 0;
    }
}
