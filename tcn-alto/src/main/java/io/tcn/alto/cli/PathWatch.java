// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.EndpointPairs;
import io.tcn.alto.client.SubstreamContent;
import io.tcn.alto.client.UpdateListener;
import io.tcn.alto.client.UpdateStream;
import io.tcn.alto.codec.PathVectorParser;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.PathVectorDocument;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Follows the paths of pairs, by an update stream while one is up, else by asking. What the stream brings waits in a
/// queue for the one thread that tells it.
final class PathWatch {
    /// Hears what there is to tell.
    interface Teller {
        /// The first view.
        void first(PathView view);

        void changed(Instant at, List<PathChanges.Change> changes);

        void note(String text);
    }

    private sealed interface Event {
        record Content(SubstreamContent content, Instant at) implements Event {}

        record Note(String text) implements Event {}
    }

    private final class Listener implements UpdateListener {
        @Override
        public void changed(List<SubstreamContent> contents, Instant at) {
            contents.forEach(content -> put(new Event.Content(content, at)));
        }

        @Override
        public void confirmed(Instant at) {
            // nothing to tell
        }

        @Override
        public void up(boolean isUp) {
            put(new Event.Note(
                    isUp ? "the update stream is up" : "the update stream is down: asking instead, until it is back"));
        }

        @Override
        public void fault(String reason) {
            put(new Event.Note(reason));
        }

        /// A queue that is full means that nobody reads what we print; then what comes is dropped.
        private void put(Event event) {
            boolean _ = events.offer(event);
        }
    }

    private static final int MAX_EVENTS = 10_000;

    private final AltoClient client;
    private final String service;
    private final EndpointPairs pairs;
    private final Duration period;
    private final Teller teller;
    private final InstantSource clock;
    private final PathVectorParser<Address> parser;
    private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(MAX_EVENTS);
    private @Nullable PathView last;

    /// @param period between two questions where no stream is up
    PathWatch(
            AltoClient client,
            String service,
            EndpointPairs pairs,
            Duration period,
            Teller teller,
            InstantSource clock) {
        this.client = client;
        this.service = service;
        this.pairs = pairs;
        this.period = period;
        this.teller = teller;
        this.clock = clock;
        this.parser = PathVectorParser.endpoints(client.settings().lenient());
    }

    /// Follows until the thread is interrupted or the time is over.
    ///
    /// @param end when it is over, null for never
    void run(@Nullable Instant end) throws AltoException {
        try {
            ask();
            Optional<String> updates = client.directory().updatesOf(service).map(stream -> stream.id());
            if (updates.isEmpty()) {
                teller.note("the server has no update stream for " + service + ": asking every "
                        + Quantity.number(period.toMillis() / 1e3) + " s");
                follow(end, null);
                return;
            }
            try (DrainingTimers timers = new DrainingTimers();
                    UpdateStream stream = client.updates(updates.get(), new Listener(), timers)) {
                stream.follow(Set.of(client.substream(updates.get(), service, pairs, PathView.PROPERTIES)));
                follow(end, stream);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(@Nullable Instant end, @Nullable UpdateStream stream) throws InterruptedException {
        while (true) {
            long millis = period.toMillis();
            if (end != null) {
                millis = Math.min(millis, Duration.between(clock.instant(), end).toMillis());
            }
            if (millis <= 0) {
                return;
            }
            Event event = events.poll(millis, TimeUnit.MILLISECONDS);
            switch (event) {
                case Event.Content content -> take(content);
                case Event.Note note -> teller.note(note.text());
                case null -> {
                    boolean isOver = end != null && !clock.instant().isBefore(end);
                    if (!isOver && (stream == null || !stream.isUp())) {
                        askAgain();
                    }
                }
            }
        }
    }

    private void askAgain() throws InterruptedException {
        try {
            ask();
        } catch (AltoException trouble) {
            teller.note(trouble.getMessage() + "; trying again");
        }
    }

    private void ask() throws AltoException, InterruptedException {
        tell(client.endpointPathVectors(service, pairs, PathView.PROPERTIES).document(), clock.instant());
    }

    private void take(Event.Content event) {
        Optional<JsonNode> root = event.content().find(AltoMediaTypes.ENDPOINT_COST);
        Optional<JsonNode> elements = event.content().find(AltoMediaTypes.PROPERTY_MAP);
        if (root.isEmpty() || elements.isEmpty()) {
            teller.note("the stream brought a message without one of its two parts; left out");
            return;
        }
        try {
            tell(parser.join(parser.paths(root.get()), parser.anes(elements.get())), event.at());
        } catch (AltoFormatException wrong) {
            teller.note("the stream brought what cannot be used: " + wrong.getMessage());
        }
    }

    private void tell(PathVectorDocument<Address> document, Instant at) {
        PathView view = PathView.of(document, pairs.sources(), pairs.destinations());
        PathView before = last;
        last = view;
        if (before == null) {
            teller.first(view);
            return;
        }
        List<PathChanges.Change> changes = new ArrayList<>(PathChanges.between(before, view));
        if (!changes.isEmpty()) {
            teller.changed(at, changes);
        }
    }
}
