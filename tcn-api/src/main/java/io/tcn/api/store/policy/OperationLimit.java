// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.policy;

/// How many operations of a kind a VO may have under way at a storage element.
///
/// @param storageElement scheme and host, or `*`
/// @param vo name of the user, or `*`
/// @param operation such as `staging`
/// @param maxConcurrent positive
public record OperationLimit(String storageElement, String vo, String operation, int maxConcurrent) {}
