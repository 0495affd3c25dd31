// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.loop;

import java.time.Instant;

/// A loop that fails now.
///
/// @param loop its name
/// @param reason in words that everybody may read; the log has more
/// @param since when it began to fail
/// @param failures how often it has failed since then
public record LoopTrouble(String loop, String reason, Instant since, long failures) {}
