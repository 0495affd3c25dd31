// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.SortedSet;

/// What a cancellation has changed.
///
/// @param transfers number of transfers
/// @param jobs ids of the jobs that they belong to
public record Canceled(long transfers, SortedSet<String> jobs) {}
