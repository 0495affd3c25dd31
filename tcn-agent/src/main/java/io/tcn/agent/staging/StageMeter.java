// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.core.port.StageTotals;
import io.tcn.core.port.TimeSource;

/// Measures the two stages of a pipe: bytes, how many requests were at work for how long, and how long they had to
/// wait for the buffer. Safe for several threads.
final class StageMeter {
    private final TimeSource time;

    // Guarded by this.
    private long atNanos;
    private long readBytes;
    private long writtenBytes;
    private double readingSeconds;
    private double writingSeconds;
    private double fullSeconds;
    private double emptySeconds;
    private int places;
    private int reading;
    private int blocked;
    private int waitingForRoom;
    private int writing;
    private int starving;

    StageMeter(TimeSource time) {
        this.time = time;
        this.atNanos = time.nanoTime();
    }

    /// So many requests may read, 0 for any number.
    synchronized void readPlaces(int number) {
        advance();
        places = number;
    }

    /// A request begins to read, or ends.
    synchronized void reading(int change) {
        advance();
        reading += change;
    }

    /// A request that reads waits for room, or has it.
    synchronized void blocked(int change) {
        advance();
        blocked += change;
    }

    /// A file waits for room before its next request, or has it.
    synchronized void waitingForRoom(int change) {
        advance();
        waitingForRoom += change;
    }

    /// A request begins to write, or ends.
    synchronized void writing(int change) {
        advance();
        writing += change;
    }

    /// A request that writes waits for bytes, or has them.
    synchronized void starving(int change) {
        advance();
        starving += change;
    }

    synchronized void read(long bytes) {
        readBytes += bytes;
    }

    synchronized void written(long bytes) {
        writtenBytes += bytes;
    }

    /// What was measured until now.
    synchronized StageTotals totals() {
        advance();
        return new StageTotals(readBytes, writtenBytes, readingSeconds, writingSeconds, fullSeconds, emptySeconds);
    }

    /// Where a file waits for room, all places that are free are so because the buffer is full.
    private void advance() {
        long now = time.nanoTime();
        double seconds = Math.max(0, now - atNanos) / 1e9;
        atNanos = now;
        int idle = waitingForRoom > 0 ? Math.max(places == 0 ? waitingForRoom : 0, places - reading) : 0;
        readingSeconds += (reading - blocked) * seconds;
        fullSeconds += (blocked + idle) * seconds;
        writingSeconds += (writing - starving) * seconds;
        emptySeconds += starving * seconds;
    }
}
