// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import io.tcn.core.model.UserId;
import java.time.Instant;

/// A storage element that a user's transfers may not use.
///
/// @param storageElement scheme and host
/// @param user whose transfers
/// @param status what becomes of them
/// @param message why, in the words of who banned it; empty if nothing was said
/// @param added since when
/// @param admin distinguished name of who banned it
public record SeBan(String storageElement, UserId user, Status status, String message, Instant added, String admin) {
    /// What becomes of transfers, the strictest first.
    public enum Status {
        /// Cancelled; new ones are refused.
        CANCEL,
        /// They wait for the end of the ban; new ones are refused.
        WAIT,
        /// They wait for the end of the ban; new ones are accepted and wait too.
        WAIT_AS
    }
}
