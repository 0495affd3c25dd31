// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.Json;
import java.time.Duration;

/// What the client takes from a server at most.
///
/// @param connect time to connect
/// @param answer time from the request to the last byte of the answer
/// @param bodyBytes size of a good answer
/// @param errorBytes how much of any other answer is read; the rest is cut off
/// @param redirects hops of one call
public record AltoLimits(Duration connect, Duration answer, int bodyBytes, int errorBytes, int redirects) {
    /// The usual limits; a small heap takes smaller answers.
    public static final AltoLimits DEFAULT =
            new AltoLimits(Duration.ofSeconds(3), Duration.ofSeconds(15), Json.MAX_BYTES, 64 << 10, 5);
    /// The largest good answer where the heap is large.
    static final int LARGEST_BODY = 64 << 20;

    public AltoLimits {
        if (!connect.isPositive() || !answer.isPositive() || bodyBytes <= 0 || errorBytes <= 0 || redirects < 0) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }
}
