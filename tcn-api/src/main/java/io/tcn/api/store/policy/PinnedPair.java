// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

/// A pair of storage elements whose number of connections is fixed.
///
/// @param source storage element
/// @param destination storage element
/// @param connections how many, positive
public record PinnedPair(String source, String destination, int connections) {}
