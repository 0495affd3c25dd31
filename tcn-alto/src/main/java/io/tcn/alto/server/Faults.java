// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Faults that tests switch on, each for one resource by its id; no request can. They hold for whole answers,
/// not for what update streams send. Thread-safe.
public final class Faults {
    private record Pair(String resourceId, String source, String destination) {}

    private record Property(String resourceId, String property) {}

    private final Map<String, AltoResponse> answers = new ConcurrentHashMap<>();
    private final Map<String, String> contentTypes = new ConcurrentHashMap<>();
    private final Map<String, Integer> cuts = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private final Set<String> retagged = ConcurrentHashMap.newKeySet();
    private final Set<String> renamed = ConcurrentHashMap.newKeySet();
    private final Set<Pair> droppedPairs = ConcurrentHashMap.newKeySet();
    private final Set<Property> droppedProperties = ConcurrentHashMap.newKeySet();
    private final AtomicLong counter = new AtomicLong();

    Faults() {}

    /// Requests get this answer, whatever they ask.
    public void answer(String resourceId, AltoResponse instead) {
        answers.put(resourceId, instead);
    }

    /// Good answers say that they are of this media type.
    public void contentType(String resourceId, String mediaType) {
        contentTypes.put(resourceId, mediaType);
    }

    /// The connection breaks after so many bytes of the content.
    public void cutAfter(String resourceId, int bytes) {
        cuts.put(resourceId, bytes);
    }

    /// Requests wait until this is closed.
    public AutoCloseable hold(String resourceId) {
        CountDownLatch latch = new CountDownLatch(1);
        held.put(resourceId, latch);
        return () -> {
            held.remove(resourceId, latch);
            latch.countDown();
        };
    }

    /// Each answer has another tag, though its content is the same.
    public void retag(String resourceId) {
        retagged.add(resourceId);
    }

    /// Elements have other names in each answer, also to equal requests.
    public void rename(String resourceId) {
        renamed.add(resourceId);
    }

    /// A pair is left out, named as requests name it.
    public void dropPair(String resourceId, String source, String destination) {
        droppedPairs.add(new Pair(resourceId, source, destination));
    }

    /// A property of elements is left out.
    public void dropProperty(String resourceId, String property) {
        droppedProperties.add(new Property(resourceId, property));
    }

    /// All is well again; requests that wait go on.
    public void clear() {
        answers.clear();
        contentTypes.clear();
        cuts.clear();
        retagged.clear();
        renamed.clear();
        droppedPairs.clear();
        droppedProperties.clear();
        held.values().forEach(CountDownLatch::countDown);
        held.clear();
    }

    void await(String resourceId) {
        CountDownLatch latch = held.get(resourceId);
        if (latch != null) {
            try {
                latch.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    Optional<AltoResponse> answer(String resourceId) {
        return Optional.ofNullable(answers.get(resourceId));
    }

    AltoResponse disguise(String resourceId, AltoResponse response) {
        String type = contentTypes.get(resourceId);
        return type == null
                ? response
                : new AltoResponse(response.status(), response.fields().with("Content-Type", type), response.body());
    }

    OptionalInt cut(@Nullable String resourceId) {
        Integer bytes = resourceId == null ? null : cuts.get(resourceId);
        return bytes == null ? OptionalInt.empty() : OptionalInt.of(bytes);
    }

    boolean retags(String resourceId) {
        return retagged.contains(resourceId);
    }

    String tag(String resourceId, String tag) {
        return retags(resourceId) ? "r" + counter.incrementAndGet() : tag;
    }

    /// What is added to a request before names are made for it.
    byte[] salt(String resourceId) {
        return renamed.contains(resourceId)
                ? Long.toString(counter.incrementAndGet()).getBytes(StandardCharsets.US_ASCII)
                : new byte[0];
    }

    PairFilter pairs(String resourceId) {
        return droppedPairs.isEmpty()
                ? (source, destination) -> true
                : (source, destination) ->
                        !droppedPairs.contains(new Pair(resourceId, source.key(), destination.key()));
    }

    PropertyFilter properties(String resourceId) {
        return name -> !droppedProperties.contains(new Property(resourceId, name));
    }
}
