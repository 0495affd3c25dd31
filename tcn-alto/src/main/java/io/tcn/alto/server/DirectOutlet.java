// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoTransport;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Hands events to a receiver in the same process at once. If the receiver makes the server send more while it
/// hears something, it hears that afterwards. Used under the server's lock.
final class DirectOutlet implements Outlet {
    private final AltoTransport.StreamReceiver receiver;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private boolean speaking;
    private @Nullable String ended;
    private boolean done;

    DirectOutlet(AltoTransport.StreamReceiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public boolean offer(byte[] event) {
        if (ended == null) {
            waiting.add(event);
            speak();
        }
        return true;
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void end(String why) {
        if (ended == null) {
            ended = why;
            speak();
        }
    }

    private void speak() {
        if (speaking) {
            return;
        }
        speaking = true;
        try {
            while (!waiting.isEmpty()) {
                receiver.bytes(waiting.remove());
            }
            if (ended != null && !done) {
                done = true;
                receiver.ended(ended);
            }
        } finally {
            speaking = false;
        }
    }
}
