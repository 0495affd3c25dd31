// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.tcn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.optimizer.ModelNetwork;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.utility.SumUtility;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlainFirstOrderOptimizerTest {
    private static PlainFirstOrderOptimizer optimizer(StartValue start) {
        return new PlainFirstOrderOptimizer(
                ZeroOrderSettings.DEFAULT.withStart(start), new SumUtility(), new Random(3));
    }

    /// 1,000 over 10 per connection: full with 100 connections. Below that, each one more gives 10.
    @Test
    void itClimbsUntilTheLinkIsFull() {
        ModelNetwork net = new ModelNetwork(1);
        net.link("l", 1000).ceiling(10);
        net.pipe("p", "cms", "l").limits(1, 200);
        assertThat(net.run(optimizer(StartValue.MIN), 120).getLast().totalBps()).isEqualTo(1000, within(20.0));
    }

    /// Beyond 20 connections each costs 50 of 1,000; with 40 and more the link is dead and stays so: no slope shows
    /// the way back.
    @Test
    void onAPlateauItStays() {
        ModelNetwork net = new ModelNetwork(1);
        net.link("l", 1000).ceiling(50).deteriorates(20, 50);
        net.pipe("p", "cms", "l").limits(45, 200);
        net.pipe("q", "cms", "l").limits(45, 200);
        assertThat(net.run(optimizer(StartValue.MIN), 50).getLast().totalBps()).isZero();
    }
}
