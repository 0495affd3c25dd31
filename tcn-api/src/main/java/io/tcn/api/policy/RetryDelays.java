// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import java.time.Duration;

/// How long a transfer waits after a failure that may pass, where its submission does not say: one default for each
/// face. Both are told in docs/native-api.md and docs/from-fts.md.
public final class RetryDelays {
    /// The native face, whose callers cannot say otherwise; as in the simulator.
    public static final Duration NATIVE = Duration.ofSeconds(10);

    /// The FTS face, where `retry_delay` is missing or 0.
    public static final Duration FTS = Duration.ofMinutes(2);

    private RetryDelays() {}
}
