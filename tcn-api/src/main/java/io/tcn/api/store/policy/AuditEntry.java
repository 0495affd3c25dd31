// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import java.time.Instant;

/// A change of the configuration.
///
/// @param at when
/// @param dn distinguished name of who made it
/// @param action FTS's word, such as `ban-se`
/// @param config what was set, one line
public record AuditEntry(Instant at, String dn, String action, String config) {}
