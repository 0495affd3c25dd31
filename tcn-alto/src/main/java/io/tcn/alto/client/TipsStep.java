// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Instant;

/// What one step of following versions brought.
public sealed interface TipsStep {
    /// The next version, new to us.
    record Changed(SubstreamContent content, Instant at) implements TipsStep {}

    /// The next version, which says the same as before.
    record Same(Instant at) implements TipsStep {}

    /// There is no next version yet: ask again after the usual period.
    ///
    /// @param isConfirmed whether the server said so; else it only let us wait
    record NotYet(Instant at, boolean isConfirmed) implements TipsStep {}
}
