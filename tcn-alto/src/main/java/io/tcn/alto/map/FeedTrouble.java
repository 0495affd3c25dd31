// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.BackOff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Questions to a server that failed one after the other: what is told of them, when the directory is read anew, and
/// how
/// long the next question waits. Any thread may see [#inWords]; the rest belongs to one.
final class FeedTrouble {
    /// Wait after the server refused to know us.
    private static final Duration AFTER_REFUSAL = Duration.ofMinutes(5);

    /// Bad answers in a row after which the directory is read anew.
    private static final int INVALID_TO_FORGET = 3;

    private static final Logger LOG = LoggerFactory.getLogger(FeedTrouble.class);

    private final String server;
    private final BackOff backOff;
    private final FeedCounters counters;
    private final Runnable forgetDirectory;
    private volatile @Nullable String words;
    private int failures;
    private int invalidInARow;

    FeedTrouble(String server, BackOff backOff, FeedCounters counters, Runnable forgetDirectory) {
        this.server = server;
        this.backOff = backOff;
        this.counters = counters;
        this.forgetDirectory = forgetDirectory;
    }

    /// Whether the last question failed.
    boolean isAny() {
        return failures > 0;
    }

    /// The last failure; null if all is well.
    @Nullable
    String inWords() {
        return words;
    }

    /// The server has told something of use.
    void over() {
        invalidInARow = 0;
        if (failures > 0) {
            LOG.info("ALTO server {} answers again", server);
        }
        failures = 0;
        words = null;
    }

    /// @return the wait until the next question
    Duration afterDefect(Throwable defect) {
        failures++;
        words = "a defect of TCN: " + defect;
        LOG.error("ALTO server {}: a question failed: a defect of TCN", server, defect);
        return backOff.after(failures);
    }

    /// @return the wait until the next question
    Duration after(AltoException failure) {
        failures++;
        words = failure.getMessage();
        if (failures == 1) {
            LOG.warn(
                    "ALTO server {} gave no usable answer, its last map stays in force: {}",
                    server,
                    failure.getMessage());
        }
        counters.count("failures." + failure.kind());
        switch (failure.kind()) {
            case INVALID -> {
                invalidInARow++;
                counters.count(
                        "invalid." + failure.invalidReason().map(Enum::name).orElse("OTHER"));
                if (invalidInARow >= INVALID_TO_FORGET) {
                    forgetDirectory.run();
                    invalidInARow = 0;
                }
            }
            case GONE, MISMATCH, NOT_OFFERED -> {
                forgetDirectory.run();
                if (failures == 1) {
                    return Duration.ZERO;
                }
            }
            case AUTH -> {
                return AFTER_REFUSAL;
            }
            default -> {}
        }
        return backOff.after(failure, failures);
    }
}
