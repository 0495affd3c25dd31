// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.StreamEvent;
import io.tcn.alto.http.AltoTransport.StreamReceiver;
import io.tcn.alto.model.AltoFormatException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Follows resources through an update stream for as long as it takes (RFC 8895): opens it, changes what is followed,
/// notices when it is dead, opens it again. After three failures in a row it tries only every five minutes.
///
/// ```
/// idle --follow--> opening --first event--> up --silence, fault, end--> waiting --delay--> opening
/// ```
///
/// Everything happens in one mailbox, so the state has one owner at a time; what may block runs in tasks of the
/// timers and comes back as a message. Safe for use by several threads.
public final class UpdateStream implements AutoCloseable {
    private static final Duration TICK = Duration.ofSeconds(1);

    private final StreamSource source;
    private final UpdateListener listener;
    private final Timers timers;
    private final Goodbyes goodbyes;
    private final Retries retries;
    private final InstantSource clock;
    private final Mailbox mailbox;

    // all in the mailbox
    private final Map<SubstreamRequest, SubstreamContent> contents = new LinkedHashMap<>();
    private Set<SubstreamRequest> wanted = Set.of();
    private @Nullable UpdateConnection current;
    private int waits;
    private boolean waiting;
    private boolean closed;

    private volatile boolean up;
    private volatile boolean fallback;

    UpdateStream(StreamSource source, UpdateListener listener, Timers timers, BackOff backOff, InstantSource clock) {
        this.source = source;
        this.listener = listener;
        this.timers = timers;
        this.goodbyes = new Goodbyes(source, listener, timers);
        this.retries = new Retries(backOff);
        this.clock = clock;
        this.mailbox = new Mailbox(this::broken);
    }

    /// From now on these are followed, and nothing else. What is followed already goes on undisturbed; what is not
    /// any more is ended in the same request in which its successor begins.
    public void follow(Set<SubstreamRequest> requests) {
        Set<SubstreamRequest> copy = new LinkedHashSet<>(requests);
        mailbox.run(() -> {
            wanted = copy;
            contents.keySet().retainAll(copy);
            UpdateConnection connection = current;
            if (closed) {
                return;
            }
            if (copy.isEmpty()) {
                leave();
            } else if (connection != null) {
                reconcile(connection);
            } else if (!waiting) {
                open();
            }
        });
    }

    /// A content that was told is of no use: it is fetched anew.
    public void reject(SubstreamRequest request, String why) {
        mailbox.run(() -> {
            contents.remove(request);
            UpdateConnection connection = current;
            if (connection != null) {
                apply(connection, connection.session().reject(request, why));
            }
        });
    }

    /// Whether a stream is up.
    public boolean isUp() {
        return up;
    }

    /// Whether streams failed so often in a row that they are tried only rarely, and resources must be asked for.
    public boolean isFallback() {
        return fallback;
    }

    /// Ends the stream, and tells the server where it can be told. Nothing is heard afterwards.
    @Override
    public void close() {
        mailbox.run(() -> {
            leave();
            closed = true;
        });
    }

    private void leave() {
        waits++;
        waiting = false;
        UpdateConnection connection = current;
        current = null;
        if (connection == null) {
            return;
        }
        told(false);
        AltoStream stream = connection.stream();
        if (stream == null) {
            connection.leave(); // its first events may be heard before it is handed over
        } else {
            goodbyes.say(connection, stream);
        }
    }

    private void open() {
        UpdateConnection connection = new UpdateConnection(clock.instant());
        current = connection;
        byte[] body = connection.opening(wanted, contents);
        timers.schedule(Duration.ZERO, () -> {
            try {
                AltoStream stream = source.open(body, new Receiver(connection));
                mailbox.run(() -> opened(connection, stream));
            } catch (AltoException e) {
                mailbox.run(() -> failed(connection, String.valueOf(e.getMessage()), e));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                mailbox.run(() -> failed(connection, "interrupted", null));
            } catch (RuntimeException | Error defect) {
                // Told and tried again like any failure: a stream must not die quietly.
                mailbox.run(() -> failed(connection, "a defect of TCN: " + defect, null));
            }
        });
    }

    private void opened(UpdateConnection connection, AltoStream stream) {
        connection.opened(stream);
        if (connection.isLeft()) {
            goodbyes.say(connection, stream);
            return;
        }
        if (isOld(connection)) {
            goodbyes.hangUp(stream);
            return;
        }
        timers.schedule(TICK, () -> mailbox.run(() -> tick(connection)));
        reconcile(connection);
    }

    private void tick(UpdateConnection connection) {
        if (isOld(connection)) {
            return;
        }
        Instant now = clock.instant();
        if (connection.isProven(now)) {
            retries.proven();
        }
        if (connection.isSilent(now)) {
            failed(connection, "the stream was silent for " + UpdateConnection.SILENCE, null);
            return;
        }
        apply(connection, connection.session().tick(now));
        timers.schedule(TICK, () -> mailbox.run(() -> tick(connection)));
    }

    private void heard(UpdateConnection connection, byte[] bytes) {
        if (isOld(connection)) {
            return;
        }
        Instant now = clock.instant();
        try {
            for (StreamEvent event : connection.read(bytes, now)) {
                apply(connection, connection.session().take(event, now));
            }
        } catch (AltoFormatException e) {
            failed(connection, String.valueOf(e.getMessage()), null);
        }
    }

    private void apply(UpdateConnection connection, List<UpdateEffect> effects) {
        for (UpdateEffect effect : effects) {
            if (isOld(connection)) {
                return;
            }
            switch (effect) {
                case UpdateEffect.Started _ -> {
                    connection.started();
                    told(true);
                    reconcile(connection);
                }
                case UpdateEffect.Changed changed -> {
                    for (SubstreamContent content : changed.contents()) {
                        contents.put(content.request(), content);
                        connection.told(content.request());
                    }
                    listener.changed(changed.contents(), clock.instant());
                }
                case UpdateEffect.Confirmed _ -> listener.confirmed(clock.instant());
                case UpdateEffect.Resync resync -> {
                    listener.fault("a full copy is needed: " + resync.why());
                    connection.lose(resync.substream());
                    reconcile(connection);
                }
                case UpdateEffect.RetryFloor floor -> retries.notBefore(floor.delay());
                case UpdateEffect.Close close -> failed(connection, close.why(), null);
            }
        }
    }

    /// Makes the stream follow what is wanted, one request at a time.
    private void reconcile(UpdateConnection connection) {
        AltoStream stream = connection.stream();
        if (stream == null || !connection.isReady() || !connection.differs(wanted)) {
            return;
        }
        Optional<String> control = connection.session().controlUri();
        if (control.isEmpty()) {
            if (connection.hasLost()) {
                failed(connection, "a copy is lost and the stream cannot be controlled", null);
            } else {
                goodbyes.hangUp(connection.stream());
                told(false);
                open();
            }
            return;
        }
        Optional<byte[]> body = connection.change(wanted, contents);
        if (body.isEmpty()) {
            return;
        }
        connection.busy(true);
        timers.schedule(Duration.ZERO, () -> {
            try {
                source.control(stream.uri(), control.get(), body.get());
                mailbox.run(() -> changed(connection));
            } catch (AltoException e) {
                mailbox.run(() -> failed(connection, String.valueOf(e.getMessage()), e));
            } catch (RuntimeException | Error defect) {
                mailbox.run(() -> failed(connection, "a defect of TCN: " + defect, null));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                mailbox.run(() -> failed(connection, "interrupted", null));
            }
        });
    }

    private void changed(UpdateConnection connection) {
        connection.busy(false);
        if (!isOld(connection)) {
            reconcile(connection);
        }
    }

    private void failed(UpdateConnection connection, String why, @Nullable AltoException cause) {
        if (isOld(connection)) {
            return;
        }
        current = null;
        if (connection.isProven(clock.instant())) {
            retries.proven();
        }
        Duration delay = retries.afterFailure(cause);
        fallback = retries.isOutOfPatience();
        goodbyes.hangUp(connection.stream());
        told(false);
        listener.fault(why);
        int number = ++waits;
        waiting = true;
        timers.schedule(delay, () -> mailbox.run(() -> reopen(number)));
    }

    private void reopen(int number) {
        if (waiting && number == waits) {
            waiting = false;
            open();
        }
    }

    private void told(boolean isUp) {
        if (up != isUp) {
            up = isUp;
            if (isUp) {
                fallback = false;
            }
            listener.up(isUp);
        }
    }

    private void broken(Throwable bug) {
        listener.fault("a defect of the client: " + bug);
        UpdateConnection connection = current;
        if (connection != null) {
            failed(connection, "the stream is opened anew after a defect", null);
        }
    }

    @SuppressWarnings("ReferenceEquality") // each connection is another one
    private boolean isOld(UpdateConnection connection) {
        return closed || connection != current;
    }

    /// Brings what a transport hears into the mailbox.
    private final class Receiver implements StreamReceiver {
        private final UpdateConnection connection;

        Receiver(UpdateConnection connection) {
            this.connection = connection;
        }

        @Override
        public void bytes(byte[] next) {
            if (connection.enqueue(next.length)) {
                mailbox.run(() -> heard(connection, next));
            } else {
                mailbox.run(() -> failed(connection, "the server sends faster than we can read", null));
            }
        }

        @Override
        public void ended(String why) {
            mailbox.run(() -> failed(connection, why, null));
        }
    }
}
