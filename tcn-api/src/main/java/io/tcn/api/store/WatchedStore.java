// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.time.Duration;

/// The store of transfers, as far as it is watched from outside.
public interface WatchedStore {
    /// How long its thread has worked on the request that is under way; zero between requests.
    Duration atWork();

    /// Where its thread is now, for people.
    String place();

    /// Tells those who wait that the database does not come back.
    void hangs();
}
