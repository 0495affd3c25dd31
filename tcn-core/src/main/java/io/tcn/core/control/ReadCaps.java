// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.PipeTuning;
import io.tcn.core.optimizer.ConnectionLimit;
import java.util.List;

/// Keeps the requests that read for staged copies to what the limits of connections allow. For such a pipe a storage
/// sees its threads that read and not its n; where those of all pipes under a limit, or n where that is more, are above
/// the limit together, the threads of each are fewer in proportion, but one at least. Cost: O(pipes under limits).
final class ReadCaps {
    private ReadCaps() {}

    /// Changes the tunings of an interval.
    ///
    /// @param tunings in the order of the pipes
    static void apply(PipeTuning[] tunings, List<ConnectionLimit> limits) {
        for (ConnectionLimit limit : limits) {
            long wanted = 0;
            for (int k = 0; k < limit.size(); k++) {
                PipeTuning tuning = tunings[limit.pipe(k)];
                wanted += Math.max(tuning.readThreads(), tuning.connections());
            }
            if (wanted <= limit.maxConnections()) {
                continue;
            }
            for (int k = 0; k < limit.size(); k++) {
                PipeTuning tuning = tunings[limit.pipe(k)];
                if (tuning.readThreads() > 1) {
                    // Above zero: more is wanted than a limit of one or more.
                    long fewer = (long) tuning.readThreads() * limit.maxConnections() / wanted;
                    tunings[limit.pipe(k)] = tuning.withReadThreads((int) Math.max(1, fewer));
                }
            }
        }
    }
}
