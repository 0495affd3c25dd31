// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.optimizer.falcon.ConjugateSearch;
import io.tcn.core.optimizer.falcon.FalconUtility;

/// The alternative that Marlin is compared with in its figures 3 and 4: one [ConjugateSearch] over the threads
/// of all three stages on equation 3, `T_r / K^n_r + T_n / K^n_n + T_w / K^n_w - T_n L B`. It takes no notice
/// of waiting.
public final class MarlinConjugateTuner implements StageTuner {
    private static final int START = 2;

    private final FalconUtility disk = FalconUtility.nonlinear(0, FalconUtility.CONCURRENCY_BASE);
    private final FalconUtility link = FalconUtility.usual();
    private final ConjugateSearch search =
            new ConjugateSearch(new int[] {START, START, START}, new int[] {1, 1, 1}, new int[] {
                MarlinTuner.MOST, MarlinTuner.MOST, MarlinTuner.MOST
            });
    private int[] tried = search.first();

    @Override
    public StageThreads first() {
        return chosen();
    }

    @Override
    public StageThreads next(StageSample sample) {
        tried = search.next(disk.of(tried[0], sample.read().throughputBps(), 0)
                + link.of(tried[1], sample.network().throughputBps(), sample.lossRatio())
                + disk.of(tried[2], sample.write().throughputBps(), 0));
        return chosen();
    }

    private StageThreads chosen() {
        return new StageThreads(tried[0], tried[1], tried[2]);
    }
}
