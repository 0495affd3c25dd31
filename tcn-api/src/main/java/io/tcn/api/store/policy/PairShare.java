// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

/// What a VO may have of a pair of storage elements, beside others.
///
/// @param source storage element, or `*`
/// @param destination storage element, or `*`
/// @param vo name of the user, or `public` for those that have no share of their own
/// @param share positive; its ratio to the others' counts
public record PairShare(String source, String destination, String vo, int share) {}
