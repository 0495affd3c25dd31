// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What opens the two ends of a transfer, by name: the secrets themselves are not in the control plane.
///
/// @param source name of the credential that reads, null if none is needed
/// @param destination name of the credential that writes, null if none is needed
/// @param ends when the first of them ends: from then on no attempt can begin. Null if they never do
public record TransferCredentials(
        @Nullable String source,
        @Nullable String destination,
        @Nullable Instant ends) {
    /// No credentials.
    public static final TransferCredentials NONE = new TransferCredentials(null, null, null);
}
