// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The place of a limit that is kept for a pipe that was passed over again and again. A pipe that is at its n, or at a
/// full endpoint, whenever the limit has room would wait for as long as others have work under the limit.
///
/// The place is kept for a while in which a connection of the pipe may become free: each time for twice as long, since
/// nobody knows how long that takes, and with a rest of three times as long after it. So at most a quarter of one place
/// is lost, and a pipe of whatever files has its turn. Mutable; part of a [SharedLimit].
final class KeptPlace {
    /// After so many times that another began in its stead.
    private static final int PASSED_OVER = 8;

    private static final long FIRST_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int RESTS = 3;

    /// What is known of a pipe that has not been passed over for so long is forgotten.
    private static final long REMEMBERED_NANOS = Duration.ofMinutes(10).toNanos();

    private static final class Waiter {
        private int passedOver;
        private long nextNanos = FIRST_NANOS;
        private long seenNanos;
    }

    private final Map<PipeQueue, Waiter> waiters = new HashMap<>();
    private @Nullable PipeQueue holder;
    private long untilNanos;
    private long restUntilNanos;

    /// @param nowNanos of the loop's clock
    KeptPlace(long nowNanos) {
        this.untilNanos = nowNanos;
        this.restUntilNanos = nowNanos;
    }

    /// Whom it is kept for; null if for nobody.
    @Nullable
    PipeQueue holder(long nowNanos) {
        return nowNanos - untilNanos < 0 ? holder : null;
    }

    /// There was room, the pipe could have begun something if a connection of its own had been free, and another had
    /// the turn.
    ///
    /// @return whether a place is kept for it from now on
    boolean passedOver(PipeQueue pipe, long nowNanos) {
        Waiter waiter = waiters.computeIfAbsent(pipe, fresh -> new Waiter());
        waiter.passedOver++;
        waiter.seenNanos = nowNanos;
        // Its end lies before that of the rest.
        if (waiter.passedOver < PASSED_OVER || nowNanos - restUntilNanos < 0) {
            return false;
        }
        waiter.passedOver = 0;
        holder = pipe;
        untilNanos = nowNanos + waiter.nextNanos;
        restUntilNanos = untilNanos + RESTS * waiter.nextNanos;
        waiter.nextNanos *= 2;
        return true;
    }

    /// The pipe has begun something under the limit.
    void used(PipeQueue pipe) {
        if (!waiters.isEmpty()) {
            waiters.remove(pipe);
        }
        if (pipe.equals(holder)) {
            holder = null;
        }
    }

    /// Forgets pipes that do not wait any more.
    void look(long nowNanos) {
        if (!waiters.isEmpty()) {
            // Who has the place is not passed over meanwhile.
            waiters.entrySet()
                    .removeIf(each ->
                            !each.getKey().equals(holder) && nowNanos - each.getValue().seenNanos > REMEMBERED_NANOS);
        }
        if (holder != null && holder(nowNanos) == null) {
            Waiter waiter = waiters.get(holder);
            if (waiter != null) {
                waiter.seenNanos = nowNanos;
            }
            holder = null;
        }
    }
}
