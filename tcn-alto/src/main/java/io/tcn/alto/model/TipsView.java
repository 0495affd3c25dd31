// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// An open view of a resource's versions (RFC 9569 §6.3).
///
/// @param uri address of the view as written: absolute by the RFC, a path alone by some servers
/// @param summary which versions there are
public record TipsView(String uri, TipsSummary summary) {}
