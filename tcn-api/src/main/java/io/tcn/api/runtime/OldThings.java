// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.RetentionCursor;
import io.tcn.api.store.RetentionStore;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/// What is removed when it is old, block by block.
interface OldThings {
    /// Removes the next old jobs.
    ///
    /// @param before those that were over before this moment are old
    CompletableFuture<RetentionStore.Step> removeJobs(Instant before, RetentionCursor at);

    /// Removes the oldest entries of the audit that are old.
    ///
    /// @return how many, 0 if none was left
    CompletableFuture<Integer> removeAudit(Instant before);
}
