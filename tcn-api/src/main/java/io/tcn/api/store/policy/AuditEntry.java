// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import io.tcn.api.store.answered.Answered;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A change of the configuration.
///
/// @param at when
/// @param dn distinguished name of who made it
/// @param action FTS's word, such as `ban-se`
/// @param config what was set, one line
/// @param answered what is to be remembered for who sends the request again; null if nothing is
public record AuditEntry(
        Instant at,
        String dn,
        String action,
        String config,
        @Nullable Answered answered) {
    public AuditEntry(Instant at, String dn, String action, String config) {
        this(at, dn, action, config, null);
    }
}
