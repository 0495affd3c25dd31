// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.optimizer.falcon.FalconFactory;
import io.tcn.core.optimizer.fstream.FStreamFactory;
import io.tcn.core.optimizer.marlin.MarlinFactory;
import io.tcn.core.utility.SumUtility;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A pipe is declared again with another most while it is tuned.
class ChangedLimitsTest {
    /// Each connection brings as much as the one before: the most is the best.
    @Test
    void aRaisedMostIsUsed() {
        List<OptimizerFactory> tuners = new ArrayList<>(FalconFactory.all(new SumUtility()));
        tuners.add(new MarlinFactory(new SumUtility()));
        tuners.add(new FStreamFactory(new SumUtility()));
        for (OptimizerFactory factory : tuners) {
            Optimizer tuner = factory.create(new Random(1));
            int n = 1;
            int highest = 0;
            for (int interval = 1; interval <= 90; interval++) {
                int most = interval <= 30 ? 8 : 64;
                n = tuner.decide(Watched.interval(
                                interval, Watched.running(Watched.pipe("p", 1, most), n, n, 1000, n * 20e6)))
                        .pipes()
                        .getFirst()
                        .tuning()
                        .connections();
                assertThat(n).as(factory.name()).isLessThanOrEqualTo(most);
                highest = Math.max(highest, n);
            }
            assertThat(highest).as(factory.name()).isGreaterThan(20);
        }
    }
}
