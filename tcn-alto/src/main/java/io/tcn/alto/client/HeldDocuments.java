// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.AltoFormatException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What the GET resources of one kind said last, so that a server need only confirm it (RFC 7285 §8.3.6). Safe for
/// use by several threads; two that ask at once may both go to the server.
final class HeldDocuments<T> {
    private final ResourceCalls calls;
    private final ServiceKind kind;
    private final Reader<T> reader;
    private final InstantSource clock;
    private final Map<String, Held<T>> held = new ConcurrentHashMap<>();

    /// Makes a document of what a service said.
    interface Reader<T> {
        T read(Service service, byte[] body) throws AltoFormatException;
    }

    HeldDocuments(ResourceCalls calls, ServiceKind kind, Reader<T> reader, InstantSource clock) {
        this.calls = calls;
        this.kind = kind;
        this.reader = reader;
        this.clock = clock;
    }

    /// Reads a resource, or has what is held of it confirmed.
    ///
    /// @param insist whether to ask even though the server promised that nothing changes for now
    Answer<T> get(String id, boolean insist) throws AltoException, InterruptedException {
        return calls.calling(id, kind, service -> get(service, insist));
    }

    private Answer<T> get(Service service, boolean insist) throws AltoException, InterruptedException {
        Held<T> before = held.get(service.id());
        if (before != null && !before.asked().equals(service.uri())) {
            before = null;
        }
        if (before != null && !insist && clock.instant().isBefore(before.freshUntil())) {
            return new Answer<>(before.document(), before.confirmedAt(), 0, true);
        }
        AltoAnswer answer = calls.get(service, before == null ? null : before.validator());
        Instant fresh = Freshness.until(answer.fields(), answer.received());
        if (before != null && answer.isUnchanged()) {
            held.put(
                    service.id(),
                    new Held<>(service.uri(), before.document(), before.validator(), answer.received(), fresh));
            return new Answer<>(before.document(), answer.received(), 0, true);
        }
        T document = calls.parse(answer, kind, (_, body) -> reader.read(service, body));
        Validator validator = answer.fields()
                .first("ETag")
                .map(etag -> new Validator(answer.uri(), etag))
                .orElse(null);
        held.put(service.id(), new Held<>(service.uri(), document, validator, answer.received(), fresh));
        return new Answer<>(document, answer.received(), answer.body().length, false);
    }

    /// The last answer of one resource.
    private record Held<T>(
            URI asked, T document, @Nullable Validator validator, Instant confirmedAt, Instant freshUntil) {}
}
