// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.optimizer.falcon.FalconUtility;

/// What Marlin's alternatives climb, all three stages in one number (equation 3): `T_r / K^n_r + T_n / K^n_n +
/// T_w / K^n_w - T_n L B`.
final class CombinedUtility {
    private final FalconUtility disk = FalconUtility.nonlinear(0, FalconUtility.CONCURRENCY_BASE);
    private final FalconUtility link = FalconUtility.usual();

    /// In bit/s.
    ///
    /// @param threads that were at work
    /// @param sample what was seen of them
    double of(StageThreads threads, StageSample sample) {
        double loss = sample.totalLossRatio(threads.network());
        return disk.of(threads.read(), sample.read().throughputBps(), 0)
                + link.of(threads.network(), sample.network().throughputBps(), loss)
                + disk.of(threads.write(), sample.write().throughputBps(), 0);
    }
}
