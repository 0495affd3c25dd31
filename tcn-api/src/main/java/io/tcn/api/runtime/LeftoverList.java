// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.LeftoverStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The list of what transfers that are over have left at their destinations, as the clean-up sees it. What is answered
/// is durable.
interface LeftoverList {
    /// What is to be removed now, what waits longest first.
    CompletableFuture<List<LeftoverStore.Due>> due(Instant now, int limit);

    /// Nothing of ours is there any more; where the submitter was told that something may be left, he is told of this.
    CompletableFuture<?> removed(LeftoverStore.Due due);

    /// It could not be removed; the submitter is told that a part may be left.
    CompletableFuture<?> again(LeftoverStore.Due due, Instant next);

    /// It could not be removed, and nobody tries any more; the submitter is told.
    CompletableFuture<?> givenUp(LeftoverStore.Due due);
}
