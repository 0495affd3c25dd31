// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.Endpoint;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hears once when a storage begins to fail, and once when it works again.
interface StorageNews {
    /// Several attempts in a row have failed there.
    ///
    /// @param since when the first of them failed
    /// @param inARow how many
    /// @param reason the message of the last one
    void fails(Endpoint endpoint, Instant since, long inARow, String reason);

    /// An attempt has finished there.
    ///
    /// @param since when it began to fail
    /// @param inARow how many attempts failed meanwhile
    void works(Endpoint endpoint, Instant since, Duration failed, long inARow);

    /// One line each.
    final class InLog implements StorageNews {
        private static final Logger LOG = LoggerFactory.getLogger(StorageNews.class);

        @Override
        public void fails(Endpoint endpoint, Instant since, long inARow, String reason) {
            LOG.warn(
                    "Storage {} fails since {}: {} attempts in a row, the last with: {}",
                    endpoint,
                    since,
                    inARow,
                    reason);
        }

        @Override
        public void works(Endpoint endpoint, Instant since, Duration failed, long inARow) {
            LOG.info(
                    "Storage {} works again; it failed since {}, for {} s, {} attempts",
                    endpoint,
                    since,
                    failed.toSeconds(),
                    inARow);
        }
    }
}
