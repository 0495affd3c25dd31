// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Instant;

/// A document and how good it is.
///
/// @param document what the server says; the same object as before when nothing changed
/// @param confirmedAt when the server last said so
/// @param bytes length of the body that came for it, 0 when none did
/// @param unchanged whether the server (304) or its promise of freshness confirmed what was held
public record Answer<T>(T document, Instant confirmedAt, long bytes, boolean unchanged) {}
