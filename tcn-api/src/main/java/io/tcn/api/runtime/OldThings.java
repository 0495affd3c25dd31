// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.store.ArchiveStore;
import io.tcn.api.store.RetentionCursor;
import io.tcn.api.store.RetentionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/// What goes when it is old, block by block.
interface OldThings {
    /// Takes the next old jobs from the working tables.
    ///
    /// @param before those that were over before this moment are old
    CompletableFuture<RetentionStore.Step> removeJobs(Instant before, RetentionStore.Then then, RetentionCursor at);

    /// Deletes the oldest jobs of the archive.
    ///
    /// @param before those that were over before this moment are old
    CompletableFuture<ArchiveStore.Deleted> deleteArchived(Instant before);

    /// How long the archive is kept where no setting says it; 0: for ever.
    Duration archiveKeptByDefault();

    /// Removes the oldest entries of the audit that are old.
    ///
    /// @return how many, 0 if none was left
    CompletableFuture<Integer> removeAudit(Instant before);

    /// Lets pipes go that came on first use and that nobody uses any more.
    ///
    /// @return how many
    CompletableFuture<Integer> forgetPipes();
}
