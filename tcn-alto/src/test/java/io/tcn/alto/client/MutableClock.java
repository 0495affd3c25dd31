// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until a test moves it.
final class MutableClock implements InstantSource {
    private Instant now = Instant.parse("2026-11-22T00:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }
}
