// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.FileFacts;
import io.tcn.core.port.EarlierWrite;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Tells whether a file that lies at a destination can be what we wrote. Only then it may be removed.
///
/// What decides: who wrote last as far as this data plane knows; the size (never more than the source has); whether
/// it is still the file that was there before; whether it was replaced while we only watched; the time of its last
/// change, by the clock of the end. Where that clock is not known a small difference in time proves nothing, so a
/// file that would be foreign by a few minutes alone is a doubtful one then.
///
/// @param verdict what it comes to
/// @param why for people; empty for what is ours
record Evidence(Verdict verdict, String why) {
    /// Times of HTTP are whole seconds, and the clock of a door need not be that of the disk behind it.
    private static final Duration TOLERANCE = Duration.ofSeconds(5);
    /// For an end that does not tell its clock.
    private static final Duration BLIND_TOLERANCE = Duration.ofMinutes(2);
    /// No storage's clock is so wrong: tokens would not work either.
    private static final Duration WORST_CLOCK = Duration.ofMinutes(15);
    /// Within so short a time two states of a file may look the same.
    private static final Duration GRAIN = Duration.ofSeconds(2);

    /// Whose a file is.
    enum Verdict {
        /// It can be what we wrote, and nothing speaks against it.
        OURS,
        /// Somebody else wrote it.
        FOREIGN,
        /// It cannot be told.
        DOUBTFUL
    }

    private static final Evidence IS_OURS = new Evidence(Verdict.OURS, "");

    /// Judges what a running attempt finds after it has stopped writing.
    ///
    /// @param before the file that lay there before it wrote, null if there was none
    /// @param began when it wrote for the first time, by our clock
    /// @param now what lies there now
    /// @param mostBytes how many bytes it can have written, or -1 if nobody knows
    static Evidence ofRunning(@Nullable FileFacts before, Instant began, FileFacts now, long mostBytes) {
        if (isLonger(now, mostBytes)) {
            return longer(now, mostBytes);
        }
        if (before == null || !now.mayBeTheSameAs(before)) {
            return notBefore(began, now);
        }
        if (before.modified() == null || now.modified() == null) {
            return before.etag() != null && before.etag().equals(now.etag())
                    ? stillThere()
                    : doubtful("it does not tell whether it is the file that was there before");
        }
        boolean young = before.modified().isAfter(began.plus(ahead(now)).minus(GRAIN));
        return young && before.etag() == null
                ? doubtful("it looks like the file that was there before, which was too young to tell")
                : stillThere();
    }

    /// Judges what an earlier attempt may have left.
    ///
    /// @param now what lies there now
    static Evidence ofEarlier(EarlierWrite earlier, FileFacts now) {
        if (isLonger(now, earlier.sizeBytes())) {
            return longer(now, earlier.sizeBytes());
        }
        Instant until = earlier.until();
        boolean anyTime = earlier.from().equals(Instant.EPOCH);
        if (now.modified() == null) {
            return anyTime ? IS_OURS : doubtful("the storage does not tell when it was written");
        }
        if (!anyTime) {
            Evidence early = notBefore(earlier.from(), now);
            if (early.verdict() != Verdict.OURS) {
                return early;
            }
        }
        return until == null
                ? IS_OURS
                : byTime(
                        Duration.between(until.plus(ahead(now)), now.modified()),
                        now,
                        "it was written after this transfer wrote last");
    }

    /// Whether a file was replaced by somebody between two looks during which we did not write but a storage may have
    /// gone on with our copy: such a copy only grows, and does not change once it is whole.
    ///
    /// @param wholeBytes size of the whole file, or -1 if nobody knows
    static boolean wasReplaced(FileFacts earlier, FileFacts later, long wholeBytes) {
        if (later.sizeBytes() < earlier.sizeBytes()) {
            return true;
        }
        return wholeBytes >= 0
                && earlier.sizeBytes() == wholeBytes
                && earlier.modified() != null
                && later.modified() != null
                && later.modified().isAfter(earlier.modified().plus(GRAIN));
    }

    static Evidence foreign(String why) {
        return new Evidence(Verdict.FOREIGN, why);
    }

    private static Evidence doubtful(String why) {
        return new Evidence(Verdict.DOUBTFUL, why);
    }

    private static Evidence stillThere() {
        return foreign("it is the file that was there before");
    }

    private static boolean isLonger(FileFacts now, long mostBytes) {
        return mostBytes >= 0 && now.sizeBytes() > mostBytes;
    }

    private static Evidence longer(FileFacts now, long mostBytes) {
        return foreign("it has " + now.sizeBytes() + " bytes, and no more than " + mostBytes + " were written");
    }

    private static Evidence notBefore(Instant began, FileFacts now) {
        return now.modified() == null
                ? IS_OURS
                : byTime(
                        Duration.between(now.modified(), began.plus(ahead(now))),
                        now,
                        "it was there before this transfer wrote");
    }

    /// @param off how far the time of the file lies outside of what is possible, negative if it does not
    private static Evidence byTime(Duration off, FileFacts now, String what) {
        boolean known = now.clockAhead() != null;
        if (off.compareTo(known ? TOLERANCE : BLIND_TOLERANCE) <= 0) {
            return IS_OURS;
        }
        String why = what + ": its last change was at " + now.modified();
        return known || off.compareTo(WORST_CLOCK) > 0
                ? foreign(why)
                : doubtful(why + ", by a clock that the storage does not tell");
    }

    private static Duration ahead(FileFacts now) {
        return now.clockAhead() == null ? Duration.ZERO : now.clockAhead();
    }
}
