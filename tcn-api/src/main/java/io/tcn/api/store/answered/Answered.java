// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.answered;

/// A request that its caller may send again, and its answer.
///
/// @param id made of the caller and his key
/// @param asked digest of what he asked for
/// @param answer as JSON
public record Answered(String id, String asked, String answer) {}
