// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.api.loop.SteadyLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Until when agents were heard: the next server reads what they told since. What is noted lies behind what was read
/// by so much that what follows from it is stored, and that clocks and slow senders do not matter.
///
/// Told by the thread that reads, noted by a loop of its own: a database that is slow must not hold up beacons.
final class HeardMark {
    /// A report may have waited ten seconds for the broker, its sender's clock be wrong by five, and the store be slow.
    static final Duration BEHIND = Duration.ofSeconds(60);

    /// Between two looks at how far it was read, and between two notes.
    static final Duration PERIOD = Duration.ofSeconds(5);

    private final @Nullable Instant since;
    private final Consumer<Instant> store;
    private volatile @Nullable Instant read;
    private @Nullable Instant noted;

    /// @param since until when servers before this one have heard what matters; null if there is nothing to read again
    /// @param store notes a moment; may fail
    HeardMark(@Nullable Instant since, Consumer<Instant> store) {
        this.since = since;
        this.store = store;
    }

    /// From when on it is to be read.
    Optional<Instant> since() {
        return Optional.ofNullable(since);
    }

    /// All was read that was there at this moment.
    void readUntil(Instant moment) {
        read = moment;
    }

    /// Notes what is new.
    ///
    /// @throws RuntimeException if the store cannot be written; then it is told next time
    SteadyLoop.Outcome note() {
        Instant known = read;
        if (known == null || known.equals(noted)) {
            return SteadyLoop.Outcome.AWAITED;
        }
        store.accept(known.minus(BEHIND));
        noted = known;
        return SteadyLoop.Outcome.DONE;
    }
}
