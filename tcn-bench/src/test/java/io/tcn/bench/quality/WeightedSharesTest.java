// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// One link with a direction each way, whose connections all carry a tenth of it: every user could have all.
class WeightedSharesTest {
    private final World world =
            WorldGenerator.generate(WorldTraits.parse("topology=link,weights=8,ratio=1,pipes=24"), 5, 20);

    private int userOf(int pipe) {
        return world.users().indexOf(world.pipes().get(pipe).user());
    }

    /// Full links, shared by weight between those who are there, each pipe of a user alike.
    private double[] fairBps() {
        double[] rates = new double[world.pipes().size()];
        for (int i = 0; i < rates.length; i++) {
            Set<Integer> present = new HashSet<>();
            int alike = 0;
            for (int j = 0; j < rates.length; j++) {
                if (world.network().path(i).equals(world.network().path(j))) {
                    present.add(userOf(j));
                    alike += userOf(i) == userOf(j) ? 1 : 0;
                }
            }
            double weights = present.stream()
                    .mapToDouble(user -> world.claims().weights().get(user))
                    .sum();
            double capacityBps = world.network().path(i).stream()
                    .mapToDouble(r -> world.network().flows().capacityBps(r, 0))
                    .min()
                    .orElseThrow();
            rates[i] = capacityBps * world.claims().weights().get(userOf(i)) / weights / alike;
        }
        return rates;
    }

    private double evenness(double[] rates) {
        WeightedShares shares = new WeightedShares(world);
        double even = Double.NaN;
        for (int interval = 1; interval <= WeightedShares.WINDOW; interval++) {
            assertThat(even).isNaN();
            even = shares.evenness(rates, interval);
        }
        return even;
    }

    @Test
    void sharesByWeightAreEven() {
        assertThat(evenness(fairBps())).isCloseTo(1, within(1e-9));
    }

    @Test
    void whoGivesAQuarterToOthersIsUneven() {
        // On each link user a has 3/4 per weight of what it should, and some other one more than it should.
        double[] rates = fairBps();
        double[] given = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            if (userOf(i) == 0) {
                given[i] = rates[i] / 4;
                rates[i] -= given[i];
            }
        }
        for (int i = 0; i < rates.length; i++) {
            for (int j = 0; j < rates.length; j++) {
                if (given[i] > 0
                        && userOf(j) == 1
                        && world.network().path(i).equals(world.network().path(j))) {
                    rates[j] += given[i];
                    given[i] = 0;
                }
            }
        }
        assertThat(evenness(rates)).isLessThan(0.75);
    }

    @Test
    void whereNothingIsFullNothingIsShared() {
        assertThat(evenness(new double[world.pipes().size()])).isNaN();
    }
}
