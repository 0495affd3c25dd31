// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.codec.EventStreamParser;
import io.tcn.alto.codec.StreamEvent;
import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.model.AltoFormatException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A stream that is open for a check, event by event.
final class StreamProbe implements AutoCloseable {
    /// What waits to be looked at.
    private sealed interface Heard {
        record Event(StreamEvent event) implements Heard {}

        record End(String why) implements Heard {}
    }

    private static final class Receiver implements AltoTransport.StreamReceiver {
        private static final int MAX_EVENTS = 10_000;
        private final EventStreamParser parser = new EventStreamParser();
        private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>(MAX_EVENTS);

        @Override
        public void bytes(byte[] next) {
            try {
                for (StreamEvent event : parser.feed(next)) {
                    boolean _ = heard.offer(new Heard.Event(event));
                }
            } catch (AltoFormatException unreadable) {
                boolean _ = heard.offer(new Heard.End("it cannot be read: " + unreadable.getMessage()));
            }
        }

        @Override
        public void ended(String why) {
            boolean _ = heard.offer(new Heard.End(why));
        }
    }

    private final Receiver receiver;
    private final AltoTransport.Opened opened;
    private final Duration patience;

    private StreamProbe(Receiver receiver, AltoTransport.Opened opened, Duration patience) {
        this.receiver = receiver;
        this.opened = opened;
        this.patience = patience;
    }

    static StreamProbe open(AltoTransport transport, AltoRequest request, Duration patience)
            throws IOException, InterruptedException {
        Receiver receiver = new Receiver();
        return new StreamProbe(receiver, transport.open(request, receiver), patience);
    }

    /// The answer in place of a stream, null if there is a stream.
    @Nullable
    AltoResponse refusal() {
        return opened instanceof AltoTransport.Opened.Refused(AltoResponse response) ? response : null;
    }

    /// Fails unless there is a stream.
    void needStream() throws Outcome {
        AltoResponse refusal = refusal();
        if (refusal != null) {
            throw Outcome.fail("opening the stream was answered with " + refusal.status());
        }
    }

    /// The next event; empty if the stream ended.
    Optional<StreamEvent.Message> next() throws Outcome, InterruptedException {
        long deadline = patience.toMillis();
        while (true) {
            Heard next = receiver.heard.poll(deadline, TimeUnit.MILLISECONDS);
            switch (next) {
                case null -> throw Outcome.fail("nothing came on the stream within " + patience);
                case Heard.End _ -> {
                    return Optional.empty();
                }
                case Heard.Event(StreamEvent.Message message) -> {
                    return Optional.of(message);
                }
                case Heard.Event _ -> {
                    // a comment, or how long to wait
                }
            }
        }
    }

    /// The next event, which must come.
    StreamEvent.Message need() throws Outcome, InterruptedException {
        return next().orElseThrow(() -> Outcome.fail("the stream ended"));
    }

    @Override
    public void close() {
        if (opened instanceof AltoTransport.Opened.Stream stream) {
            try {
                stream.stream().close();
            } catch (Exception gone) {
                // it was closed before
            }
        }
    }
}
