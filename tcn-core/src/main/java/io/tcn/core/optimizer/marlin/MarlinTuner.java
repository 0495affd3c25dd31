// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.optimizer.falcon.FalconUtility;

/// Marlin's own way (section 3): three independent searches at the same time, one for each stage. Reading and
/// writing climb equation 1, `T / K^n`; sending climbs equation 2, `T / K^n - T L B`.
///
/// The paper writes K = 0.02 where Falcon has 1.02; it is read as Falcon's.
public final class MarlinTuner implements StageTuner {
    /// Threads of a stage at most: beyond this the utility is no longer concave.
    public static final int MOST = 100;

    private static final int START = 2;

    private final FalconUtility disk = FalconUtility.nonlinear(0, FalconUtility.CONCURRENCY_BASE);
    private final FalconUtility link = FalconUtility.usual();
    private final StageSearch read = new StageSearch(START, MOST);
    private final StageSearch network = new StageSearch(START, MOST);
    private final StageSearch write = new StageSearch(START, MOST);
    private StageThreads tried = new StageThreads(START, START, START);

    @Override
    public StageThreads first() {
        tried = new StageThreads(read.first(), network.first(), write.first());
        return tried;
    }

    @Override
    public StageThreads next(StageSample sample) {
        double loss = sample.totalLossRatio(tried.network());
        tried = new StageThreads(
                next(read, disk, tried.read(), sample.read(), 0),
                next(network, link, tried.network(), sample.network(), loss),
                next(write, disk, tried.write(), sample.write(), 0));
        return tried;
    }

    private static int next(
            StageSearch search, FalconUtility utility, int threads, StageSample.Stage seen, double lossRatio) {
        return search.next(threads, utility.of(threads, seen.throughputBps(), lossRatio), seen.waitedRatio());
    }
}
