// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

import java.time.Instant;

/// A name that may do nothing.
///
/// @param dn distinguished name, or subject of a token
/// @param message why; empty if nothing was said
/// @param added since when
/// @param admin distinguished name of who banned it
public record DnBan(String dn, String message, Instant added, String admin) {}
