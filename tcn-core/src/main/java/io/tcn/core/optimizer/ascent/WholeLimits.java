// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.ConnectionLimit;
import java.util.List;

/// Keeps limits on connections after rounding: rounding up may exceed a limit that the real numbers keep. Limits come
/// before the least number of connections of a pipe.
final class WholeLimits {
    private WholeLimits() {}

    /// Takes connections away until every limit holds, one at a time from the pipe that was rounded up furthest; of
    /// several the first.
    ///
    /// @param n real-valued connections
    /// @param published whole ones; changed in place
    static void keep(List<ConnectionLimit> limits, double[] n, int[] published) {
        for (ConnectionLimit limit : limits) {
            long sum = 0;
            for (int k = 0; k < limit.size(); k++) {
                sum += published[limit.pipe(k)];
            }
            while (sum > limit.maxConnections()) {
                int furthest = -1;
                double most = Double.NEGATIVE_INFINITY;
                for (int k = 0; k < limit.size(); k++) {
                    int i = limit.pipe(k);
                    if (published[i] > 0 && published[i] - n[i] > most) {
                        most = published[i] - n[i];
                        furthest = i;
                    }
                }
                published[furthest]--;
                sum--;
            }
        }
    }
}
