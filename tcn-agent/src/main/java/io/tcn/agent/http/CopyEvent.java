// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import org.jspecify.annotations.Nullable;

/// What a storage reports while it copies by itself.
sealed interface CopyEvent {
    /// How far one stripe of a copy has come. Every field may be missing.
    ///
    /// @param timestampSeconds seconds since 1970, -1 if missing
    /// @param stripe index of the stripe, 0 if missing
    /// @param stripeBytes bytes of this stripe, -1 if missing
    /// @param stripeCount how many stripes there are, -1 if missing
    /// @param connections whom the storage is talking to, null if missing
    record Marker(
            long timestampSeconds,
            int stripe,
            long stripeBytes,
            int stripeCount,
            @Nullable String connections) implements CopyEvent {}

    /// The copy is over and the storage believes it went well.
    record Success(String text) implements CopyEvent {}

    /// The copy is over and failed.
    record Failure(String text) implements CopyEvent {}
}
