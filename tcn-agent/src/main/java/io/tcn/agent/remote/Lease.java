// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.WriteLease;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Until when an agent may change destinations, in terms that are numbered from 1.
///
/// A term lasts as long as the agent, again and again within the length of the lease, has both
///
/// - announced itself: a heartbeat that names this term was acknowledged by the broker, and
/// - looked: it has read all that was in its topics of commands and of servers.
///
/// Both count from the moment before the request was sent. When either is late, or no heartbeat is
/// acknowledged within the lease after the first that named the term, the term is over for ever, also if the
/// process only woke up too late to notice: the next one begins when both have succeeded anew, and what ran
/// in the old one is stopped. So, with a lease L and a server that waits T > L for a heartbeat:
///
/// - Of a term that lives, heartbeats follow each other in the log within L. A server that has read the log
///   up to a mark of its own, made T after the last heartbeat that it has, knows that the term is over.
/// - A server whose beacon was acknowledged at b knows that at b + L whatever belongs to an older epoch was
///   told to stop, or is of a term that is over.
///
/// Time is measured by the monotonic clock and by the wall clock, and the longer time counts: one of them may
/// stand still while a machine is suspended. Safe for several threads.
public final class Lease {
    private final TimeSource time;
    private final Duration length;
    private long term = 1;
    private boolean held;
    private @Nullable Moment named;
    private @Nullable Moment announced;
    private @Nullable Moment looked;

    /// A moment by both clocks.
    record Moment(long nanos, Instant wall) {}

    public Lease(TimeSource time, Duration length) {
        this.time = time;
        this.length = length;
    }

    Moment now() {
        return new Moment(time.nanoTime(), time.now());
    }

    /// The number of the present term, or of the next one if none lasts.
    synchronized long term() {
        look();
        return term;
    }

    /// The number of the term that a heartbeat is about to name.
    synchronized long naming() {
        look();
        if (named == null) {
            named = now();
        }
        return term;
    }

    /// Whether this term lasts.
    synchronized boolean isHeld(long which) {
        look();
        return held && term == which;
    }

    synchronized boolean isHeld() {
        look();
        return held;
    }

    /// A lease of one attempt, in the term in which it was ordered.
    WriteLease of(long which) {
        return () -> isHeld(which);
    }

    /// A heartbeat was acknowledged.
    ///
    /// @param sent before it was sent
    /// @param named the term that it named; one of before says nothing about the present one
    synchronized void announced(Moment sent, long named) {
        look();
        if (named == term) {
            announced = later(announced, sent);
            begin();
        }
    }

    /// All topics were read up to their ends.
    ///
    /// @param asked before it was asked where the ends are
    synchronized void looked(Moment asked) {
        look();
        looked = later(looked, asked);
        begin();
    }

    private void look() {
        // Also one that never began: a server may have read its heartbeat, whether we know that or not.
        boolean unheard = announced != null ? isOver(announced) : named != null && isOver(named);
        if (unheard || (held && isOver(looked))) {
            held = false;
            term++;
            named = null;
            announced = null;
            looked = null;
        }
    }

    private void begin() {
        held = held || (!isOver(announced) && !isOver(looked));
    }

    private boolean isOver(@Nullable Moment since) {
        if (since == null) {
            return true;
        }
        Duration byMonotonic = Duration.ofNanos(time.nanoTime() - since.nanos());
        Duration byWall = Duration.between(since.wall(), time.now());
        return byMonotonic.compareTo(length) >= 0 || byWall.compareTo(length) >= 0;
    }

    private static Moment later(@Nullable Moment one, Moment other) {
        return one != null && one.nanos() - other.nanos() > 0 ? one : other;
    }
}
