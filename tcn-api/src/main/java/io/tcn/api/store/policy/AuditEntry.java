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
/// @param reason why, in the words of who made it, one line; null if nothing was said
/// @param before what there was, a JSON object; null if there was nothing, or it is not kept
/// @param after what there is now, a JSON object; null if nothing is left, or it is not kept
/// @param answered what is to be remembered for who sends the request again; null if nothing is
public record AuditEntry(
        Instant at,
        String dn,
        String action,
        String config,
        @Nullable String reason,
        @Nullable String before,
        @Nullable String after,
        @Nullable Answered answered) {
    public AuditEntry(Instant at, String dn, String action, String config) {
        this(at, dn, action, config, null, null, null, null);
    }

    /// The same, with an answer that is to be remembered.
    public AuditEntry with(@Nullable Answered answer) {
        return new AuditEntry(at, dn, action, config, reason, before, after, answer);
    }
}
