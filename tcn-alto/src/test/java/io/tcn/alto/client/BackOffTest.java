// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackOffTest {
    private final BackOff backOff = BackOff.ofRequests(new Random(7));

    @Test
    void g08TheBoundDoublesFromOneSecondToFiveMinutes() {
        List<Long> bounds = IntStream.rangeClosed(1, 12)
                .mapToObj(failures -> backOff.bound(failures).toSeconds())
                .toList();
        assertThat(bounds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L, 300L);
        assertThat(backOff.bound(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(5));
        assertThat(BackOff.ofStreams(new Random(7)).bound(9)).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void g08TheWaitIsAnywhereUpToTheBound() {
        List<Duration> waits =
                IntStream.range(0, 1000).mapToObj(_ -> backOff.after(4)).toList();
        assertThat(waits).allMatch(wait -> !wait.isNegative() && wait.compareTo(Duration.ofSeconds(8)) <= 0);
        // of 1000 draws from 0..8 s all in one half has a chance of 2 to the -999
        assertThat(waits).anyMatch(wait -> wait.toSeconds() < 4).anyMatch(wait -> wait.toSeconds() >= 4);
        assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> backOff.after(0)))
                .isNotNull();
    }

    @Test
    void x04WhatTheServerAsksForIsClippedToOneSecondAndTenMinutes() {
        assertThat(backOff.after(busy(Duration.ZERO), 1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backOff.after(busy(Duration.ofSeconds(90)), 1)).isEqualTo(Duration.ofSeconds(90));
        assertThat(backOff.after(busy(Duration.ofDays(9)), 1)).isEqualTo(Duration.ofMinutes(10));
    }

    private static AltoException busy(Duration retryAfter) {
        return new AltoException(Kind.BUSY, "busy", 503, null, retryAfter);
    }
}
