// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.AgentClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether an agent goes on, and what is wrong with Kafka; for all its threads.
final class AgentLife {
    private static final Logger log = LoggerFactory.getLogger(AgentLife.class);
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(500);

    private final AgentClock clock;
    private volatile boolean ended;
    private volatile @Nullable String trouble;

    AgentLife(AgentClock clock) {
        this.clock = clock;
    }

    boolean hasEnded() {
        return ended;
    }

    void end() {
        ended = true;
    }

    /// What is wrong with Kafka now, null if nothing is.
    @Nullable
    String trouble() {
        return trouble;
    }

    /// Kafka does not answer; told once.
    void inTrouble(Throwable failure) {
        String words = KafkaLink.words(failure);
        if (trouble == null && !ended) {
            log.warn("Kafka does not answer, it is tried again: {}", words);
        }
        trouble = words;
    }

    /// The same, for a loop that goes on after a while.
    void restAfter(Throwable failure) {
        inTrouble(failure);
        pause(AFTER_TROUBLE);
    }

    /// Kafka has answered.
    void isWell() {
        trouble = null;
    }

    void pause(Duration duration) {
        try {
            clock.pause(duration);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
