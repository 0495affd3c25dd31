// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.KafkaLink;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Until when agents were heard: the next server reads what they told since. What is noted lies behind what was read
/// by so much that what follows from it is stored, and that clocks and slow senders do not matter.
///
/// Told by the thread that reads, noted by the one that sends.
final class HeardMark {
    /// A report may have waited ten seconds for the broker, its sender's clock be wrong by five, and the store be slow.
    static final Duration BEHIND = Duration.ofSeconds(60);

    static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(HeardMark.class);

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

    /// Notes what is new, if that is worth it.
    void note() {
        Instant known = read;
        Instant last = noted;
        if (known == null || (last != null && Duration.between(last, known).compareTo(PERIOD) < 0)) {
            return;
        }
        try {
            store.accept(known.minus(BEHIND));
            noted = known;
        } catch (RuntimeException | Error away) {
            LOG.debug("Until when agents were heard cannot be noted, it is tried again: {}", KafkaLink.words(away));
        }
    }
}
