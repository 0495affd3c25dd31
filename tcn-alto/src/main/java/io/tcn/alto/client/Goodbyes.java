// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.Json;
import io.tcn.alto.codec.RequestBodies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Closes streams, in tasks of the timers, for it may block: with a word to the server where it can be told, or
/// without.
final class Goodbyes {
    private final StreamSource source;
    private final UpdateListener listener;
    private final Timers timers;

    Goodbyes(StreamSource source, UpdateListener listener, Timers timers) {
        this.source = source;
        this.listener = listener;
        this.timers = timers;
    }

    /// Tells the server that nothing is followed any more, then hangs up.
    void say(UpdateConnection connection, AltoStream stream) {
        Optional<String> control = connection.session().controlUri();
        timers.schedule(Duration.ZERO, () -> {
            try {
                if (control.isPresent()) {
                    source.control(
                            stream.uri(), control.get(), Json.write(RequestBodies.updateStream(Map.of(), List.of())));
                }
            } catch (AltoException e) {
                listener.fault("the stream was closed without a word: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                close(stream);
            }
        });
    }

    /// Without a word; nothing if there is no stream.
    void hangUp(@Nullable AltoStream stream) {
        if (stream != null) {
            timers.schedule(Duration.ZERO, () -> close(stream));
        }
    }

    private void close(AltoStream stream) {
        try {
            stream.closing().close();
        } catch (Exception e) {
            listener.fault("a stream could not be closed: " + e.getMessage());
        }
    }
}
