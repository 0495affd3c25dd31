// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// How far an attempt has come. Written by whichever thread moves bytes, read by the watchdog.
public final class Progress {
    /// Reports that come so soon after each other are one.
    private static final long ONE_REPORT_NANOS = 100_000_000;

    private final PipeBytes pipeBytes;
    private final LongConsumer limitBytes;
    private final LongAdder copyBytes = new LongAdder();
    private final LongAdder heldNanos = new LongAdder();
    private final TimeSource time;
    private volatile @Nullable Long waitsSinceNanos;
    private volatile LongConsumer listener = bytes -> {};
    private volatile IntConsumer users = connections -> {};
    private volatile long lastNanos;
    private volatile long beganNanos;
    private volatile long movedNanos;
    private volatile boolean moved;
    private volatile int connections = 1;
    private volatile boolean moving;
    private volatile boolean settling;
    private volatile long expectedBytes = FileFacts.UNKNOWN_SIZE;
    private volatile Reports reports = Reports.NONE;

    /// What reports of a storage have said so far.
    ///
    /// @param atNanos when the last one came, or the copy began
    /// @param rate between the last two; none before the first
    private record Reports(long atNanos, ReportedRate rate) {
        static final Reports NONE = new Reports(0, ReportedRate.NONE);
    }

    /// @param pipeBytes where all attempts of the same pipe count their bytes
    public Progress(PipeBytes pipeBytes, TimeSource time) {
        this(pipeBytes, bytes -> {}, time);
    }

    /// @param pipeBytes where all attempts of the same pipe count their bytes
    /// @param limitBytes where all attempts under the same limit do
    public Progress(PipeBytes pipeBytes, LongConsumer limitBytes, TimeSource time) {
        this.pipeBytes = pipeBytes;
        this.limitBytes = limitBytes;
        this.time = time;
        this.lastNanos = time.nanoTime();
    }

    /// So many bytes will move, -1 if nobody knows: after the last of them the end that writes has its own work
    /// to do.
    public void expect(long bytes) {
        expectedBytes = bytes;
    }

    /// How many bytes will move, -1 if nobody knows.
    public long expectedBytes() {
        return expectedBytes;
    }

    /// How many bytes of the present copy have moved.
    public long copiedBytes() {
        return copyBytes.sum();
    }

    /// How long bytes of the present copy have been moving; zero before its first.
    public Duration copying() {
        return moving ? Duration.ofNanos(time.nanoTime() - beganNanos) : Duration.ZERO;
    }

    /// Counts bytes that were moved.
    public void moved(long bytes) {
        if (bytes > 0) {
            pipeBytes.add(bytes);
            limitBytes.accept(bytes);
            copyBytes.add(bytes);
            listener.accept(bytes);
            showedMoving();
            if (expectedBytes >= 0 && copyBytes.sum() >= expectedBytes) {
                settling = true;
            }
        }
    }

    /// Counts bytes of which a storage has reported that they were moved; zero if none were since its last report.
    public void reported(long bytes) {
        moved(bytes);
        Reports before = reports;
        long now = time.nanoTime();
        long since = now - before.atNanos();
        boolean isFirst = !before.rate().isKnown();
        if (isFirst && bytes > 0 && since > 0) {
            ReportedRate rate = ReportedRate.of(bytes, since);
            pipeBytes.firstReport(rate);
            reports = new Reports(now, rate);
        } else if (!isFirst && since < ONE_REPORT_NANOS) {
            reports = new Reports(before.atNanos(), before.rate().plus(bytes));
        } else if (!isFirst) {
            reports = new Reports(now, ReportedRate.of(bytes, since));
        }
    }

    /// Bytes that have probably moved since the last report of the storage.
    ///
    /// @param first how copies of the pipe do until their first report
    double outstandingBytes(ReportedRate first) {
        Reports last = reports;
        if (!moving || settling) {
            return 0;
        }
        ReportedRate rate = last.rate().isKnown() ? last.rate() : first;
        double bytes = rate.bytesAfter(time.nanoTime() - last.atNanos());
        return expectedBytes < 0 ? bytes : Math.clamp((double) (expectedBytes - copyBytes.sum()), 0, bytes);
    }

    /// Bytes that move from now on are told to somebody else, too: those that do not pass through us.
    public void alsoTell(LongConsumer other) {
        listener = other;
    }

    /// Nothing is asked for until a moment, because a bound does not let it: nobody is to blame for that time.
    public void holdFor(long nanos) {
        heldNanos.add(nanos);
        lastNanos = Math.max(lastNanos, time.nanoTime() + nanos);
    }

    /// A request waits for its turn among ours from now on, or does no more: nobody is to blame for that time. Told by
    /// the thread of the attempt.
    public void waits(boolean begins) {
        long now = time.nanoTime();
        Long since = waitsSinceNanos;
        if (begins) {
            waitsSinceNanos = now;
        } else if (since != null) {
            waitsSinceNanos = null;
            heldNanos.add(now - since);
        }
    }

    /// How long the copy was held back in all.
    public Duration held() {
        Long since = waitsSinceNanos;
        return Duration.ofNanos(heldNanos.sum() + (since == null ? 0 : time.nanoTime() - since));
    }

    /// Something other than a count of bytes showed that the copy is alive.
    public void alive() {
        showedMoving();
    }

    private void showedMoving() {
        long now = time.nanoTime();
        lastNanos = now;
        movedNanos = now;
        moved = true;
    }

    /// Whether bytes of the present copy have moved since a moment, as far as it is told.
    boolean hasMovedSince(long nanos) {
        return moved && movedNanos - nanos >= 0;
    }

    /// How long ago the present copy has shown that bytes move; null if it has not yet.
    public @Nullable Duration sinceMoved() {
        return moved ? Duration.ofNanos(Math.max(0, time.nanoTime() - movedNanos)) : null;
    }

    /// The present copy uses so many connections.
    public void uses(int count) {
        connections = count;
        users.accept(count);
    }

    /// How many connections the present copy uses, or will when it begins.
    public int connections() {
        return connections;
    }

    /// Whenever it is said how many connections the copy uses, somebody hears it, on the same thread.
    public void onUse(IntConsumer hears) {
        users = hears;
    }

    /// Every byte was handed over; what is still awaited is the word that they are safe.
    public void settle() {
        if (!settling) {
            lastNanos = time.nanoTime();
            settling = true;
        }
    }

    /// From now on bytes are expected to move.
    public void begin() {
        lastNanos = time.nanoTime();
        beganNanos = lastNanos;
        copyBytes.reset();
        settling = false;
        moved = false;
        moving = true;
        pipeBytes.begins(this);
    }

    /// As [#begin], where a storage copies and reports now and then how far it has come.
    public void beginReported() {
        begin();
        reports = new Reports(beganNanos, ReportedRate.NONE);
        pipeBytes.beginsReported(this);
    }

    /// Bytes are no longer expected to move.
    public void rest() {
        moving = false;
        pipeBytes.ends(this);
    }

    /// Whether all bytes are there and only the last word is missing.
    public boolean isSettling() {
        return moving && settling;
    }

    /// Idle time begins anew: nobody could have moved anything, because this process stood still.
    public void startAnew() {
        lastNanos = time.nanoTime();
    }

    /// How long nothing has moved although something should; zero while nothing should.
    public Duration idle() {
        return !moving ? Duration.ZERO : Duration.ofNanos(time.nanoTime() - lastNanos);
    }
}
