// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/// Takes the bodies of requests in. A body is received as a whole first, into a temporary file where it is
/// large, so that slow senders hold no memory. Only then is it worked on, and what is worked on at once may
/// fill a part of the heap at most: what is made of a body takes up to twenty times its bytes. A body that
/// needs more than that part is worked on alone.
@Component
public class Intake {
    private static final int HEAP_PER_BYTE = 20;
    private static final int PART_OF_HEAP = 4;
    private static final long BYTES_PER_PERMIT = 1024;
    private static final int PATIENCE_SECONDS = 20;
    private static final int RETRY_AFTER_SECONDS = 10;

    private final int permits;
    private final long patienceMillis;
    private final Semaphore room;

    Intake() {
        this(Runtime.getRuntime().maxMemory() / PART_OF_HEAP, TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    /// @param bytes heap that bodies in work may fill
    /// @param patienceMillis how long a body waits for room
    Intake(long bytes, long patienceMillis) {
        this.permits = Math.clamp(bytes / BYTES_PER_PERMIT, 1, Integer.MAX_VALUE);
        this.patienceMillis = patienceMillis;
        this.room = new Semaphore(permits, true);
    }

    /// What is done with a body.
    ///
    /// @param <T> what comes of it
    @FunctionalInterface
    public interface Work<T> {
        T on(InputStream body) throws IOException;
    }

    /// Receives a body, which is JSON in UTF-8, and works on it.
    ///
    /// @param most bytes
    /// @throws Refused 413 for a larger body, 400 for one that holds halves of characters or zeros, 503 if
    ///     there is no room for too long
    public <T> T take(HttpServletRequest request, long most, Work<T> work) throws IOException {
        return take(request.getInputStream(), request.getContentLengthLong(), most, work);
    }

    /// @param announced bytes that the sender says it sends, negative if it does not
    <T> T take(InputStream sent, long announced, long most, Work<T> work) throws IOException {
        if (announced > most) {
            throw Refused.tooLarge(most);
        }
        try (Spool spool = Spool.of(sent, most)) {
            if (spool.size() > most) {
                throw Refused.tooLarge(most);
            }
            int share = Math.clamp(spool.size() * HEAP_PER_BYTE / BYTES_PER_PERMIT, 1, permits);
            enter(share);
            try {
                return work.on(new WholeCharacters(spool.open()));
            } finally {
                room.release(share);
            }
        }
    }

    private void enter(int share) {
        boolean entered = false;
        try {
            entered = room.tryAcquire(share, patienceMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        if (!entered) {
            throw Refused.busy("Too many large requests are worked on now", RETRY_AFTER_SECONDS);
        }
    }
}
