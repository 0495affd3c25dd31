// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import java.time.Instant;

/// A token that the vault keeps. Holds no secret.
///
/// @param name what it is called everywhere else: the first 16 hex digits of its SHA-1
/// @param ends when it expires
public record Kept(String name, Instant ends) {}
