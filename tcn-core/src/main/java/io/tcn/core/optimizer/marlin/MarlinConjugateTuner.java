// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import io.tcn.core.optimizer.falcon.ConjugateSearch;

/// The alternative that Marlin is compared with in its figures 3 and 4: one [ConjugateSearch] over the threads
/// of all three stages on [CombinedUtility]. It takes no notice of waiting.
public final class MarlinConjugateTuner implements StageTuner {
    private static final int START = 2;

    private final CombinedUtility utility = new CombinedUtility();
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
        tried = search.next(utility.of(chosen(), sample));
        return chosen();
    }

    private StageThreads chosen() {
        return new StageThreads(tried[0], tried[1], tried[2]);
    }
}
