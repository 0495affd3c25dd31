// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// When a limit that was learnt is tried again.
class ResourceLimitsTest {
    private static final double GBPS = 1e9;

    private final ResourceLimits limits = new ResourceLimits(1);

    /// Learnt as full with 8 connections of 0.75 Gbit/s; 7 of them move 5.25 of 6 Gbit/s, and an eighth has no room.
    @Test
    void aLimitThatHasNoRoomForOneMoreConnectionIsRaised() {
        limits.toldBps[0] = 6.1 * GBPS;
        limits.capacityBps[0] = 6.1 * GBPS;
        limits.learnFull(0, 8, 6 * GBPS, 0.2 * GBPS);
        double learnt = limits.limitBps(0, 7);
        limits.lines.lift(0, 5.9 * GBPS - learnt);
        for (int interval = 0; interval < 12; interval++) {
            limits.learnRoom(0, 7, 5.25 * GBPS, 0.1 * GBPS, false);
        }
        assertThat(limits.limitBps(0, 8)).isGreaterThan(8 * 0.75 * GBPS);
    }

    /// With a hundred connections of which ten more would fit, what is left is a matter of demand.
    @Test
    void aLimitThatHasRoomStays() {
        limits.toldBps[0] = 130 * GBPS;
        limits.capacityBps[0] = 130 * GBPS;
        limits.learnFull(0, 110, 82 * GBPS, 0.2 * GBPS);
        double learnt = limits.limitBps(0, 100);
        for (int interval = 0; interval < 12; interval++) {
            limits.learnRoom(0, 100, 0.9 * learnt, 0.1 * GBPS, false);
        }
        assertThat(limits.limitBps(0, 100)).isEqualTo(learnt);
    }

    /// Taken for full with 2 of 28 Gbit/s: a line so steep has no room for a third connection, and none of it is true.
    @Test
    void aLineByWhichOneMoreConnectionWouldCostHalfIsForgotten() {
        limits.toldBps[0] = 28 * GBPS;
        limits.capacityBps[0] = 28 * GBPS;
        limits.learnFull(0, 2, 2 * GBPS, 0.1 * GBPS);
        limits.learnRoom(0, 2, 1.8 * GBPS, 0.1 * GBPS, false);
        assertThat(limits.lines.isKnown(0)).isFalse();
        assertThat(limits.limitBps(0, 3)).isEqualTo(28 * GBPS);
    }

    /// For half a minute three tenths were carried, and that was taken for a cliff. Each connection carries 1 Gbit/s.
    @Test
    void aLineThatWasLearntInASlowMinuteIsRaisedToTheCapacityWithinSomeIntervals() {
        limits.toldBps[0] = 60 * GBPS;
        limits.capacityBps[0] = 60 * GBPS;
        limits.learnFull(0, 20, 18 * GBPS, 0.5 * GBPS);
        assertThat(intervalsUntil(54, true)).isLessThan(16);
    }

    /// Where connections are known to cost something that would be a step over a cliff.
    @Test
    void soItIsNotWhereConnectionsAreKnownToCostSomething() {
        limits.toldBps[0] = 60 * GBPS;
        limits.capacityBps[0] = 60 * GBPS;
        limits.learnFull(0, 20, 18 * GBPS, 0.5 * GBPS);
        assertThat(intervalsUntil(54, false)).isGreaterThan(20);
    }

    /// In how many intervals there is room for so many connections of 1 Gbit/s, of which as many are open as fit, the
    /// last one for a part of the time.
    private int intervalsUntil(double connections, boolean mayPass) {
        double open = 8;
        int intervals = 0;
        while (open < connections && intervals < 100) {
            intervals++;
            limits.learnRoom(0, open, open * GBPS, 0.1 * GBPS, mayPass);
            while (open + 0.1 <= limits.limitBps(0, open + 0.1) / GBPS) {
                open += 0.1;
            }
        }
        return intervals;
    }

    /// A cliff stays one: who was raised in vain waits for longer before it is tried again.
    @Test
    void whatIsStaleInVainIsTriedLessOften() {
        StaleLines stale = new StaleLines(1);
        List<Integer> waited = new ArrayList<>();
        for (int time = 0; time < 3; time++) {
            waited.add(reachedUntilStale(stale));
            stale.holdBack(0, 11 * GBPS);
        }
        assertThat(waited).containsExactly(3, 24, 192);
        assertThat(reachedUntilStale(stale)).isEqualTo(200);
        stale.holdBack(0, 19 * GBPS);
        assertThat(reachedUntilStale(stale)).as("after a success").isEqualTo(3);
        stale.holdBack(0, 11 * GBPS);
        assertThat(stale.reach(0, 17 * GBPS, 20 * GBPS, 17 * GBPS))
                .as("near what the map tells")
                .isFalse();
    }

    private static int reachedUntilStale(StaleLines stale) {
        int intervals = 1;
        while (intervals < 1000 && !stale.reach(0, 12 * GBPS, 20 * GBPS, 12 * GBPS)) {
            intervals++;
        }
        return intervals;
    }

    /// Connections ask for all of 10 Gbit/s, and 11 of 20 arrive: what holds them back is what the map tells.
    @Test
    void aCapacityThatIsRefutedBeforeAnybodyWasHeldBackIsRaisedBeyondWhatIsCarried() {
        limits.toldBps[0] = 10 * GBPS;
        limits.capacityBps[0] = 12.5 * GBPS;
        for (int interval = 0; interval < 12; interval++) {
            limits.capacityPrice[0] = 1;
            limits.see(0, 11 * GBPS, 0.1 * GBPS, 1);
            limits.learnRoom(0, 12, 11 * GBPS, 0.1 * GBPS, false);
            limits.doubt(0, false);
        }
        assertThat(limits.limitBps(0, 12)).isBetween(13.5 * GBPS, 1.3 * 11 * GBPS);
    }

    /// The same without a price: nobody asks for it.
    @Test
    void aCapacityThatNobodyAsksForStays() {
        limits.toldBps[0] = 10 * GBPS;
        limits.capacityBps[0] = 12.5 * GBPS;
        for (int interval = 0; interval < 12; interval++) {
            limits.see(0, 11 * GBPS, 0.1 * GBPS, 1);
            limits.learnRoom(0, 12, 11 * GBPS, 0.1 * GBPS, false);
            limits.doubt(0, false);
        }
        assertThat(limits.limitBps(0, 12)).isLessThan(12.5 * GBPS);
    }

    /// Half of it is told, 10 of 20 Gbit/s, and connections carry 6 % more than they were taken for, with noise of a
    /// tenth. It took 11 intervals with a mean that began with nothing and raises of 1, 2 and 4 %; it takes 4.
    @Test
    void aCapacityOfWhichHalfIsToldIsRefutedInTheFirstIntervalsThatFillIt() {
        limits.toldBps[0] = 10 * GBPS;
        limits.capacityBps[0] = 10 * GBPS;
        limits.capacityPrice[0] = 1;
        double connections = 2;
        double before = 2;
        int interval = 0;
        while (connections < 19 && interval < 20) {
            double carriedBps = Math.min(20, 1.06 * connections) * GBPS;
            limits.see(0, carriedBps, 0.1 * carriedBps, connections / before);
            limits.learnRoom(0, connections, carriedBps, 0.1 * carriedBps, false);
            limits.doubt(0, false);
            before = connections;
            connections = limits.limitBps(0, connections) / GBPS;
            interval++;
        }
        assertThat(interval).as("intervals until nearly all of it is asked for").isLessThanOrEqualTo(5);
    }

    /// What was carried in the first interval is all that is known.
    @Test
    void aMeanBeginsWithWhatWasCarriedFirst() {
        limits.see(0, 6 * GBPS, 0.6 * GBPS, 1);
        assertThat(limits.meanBps[0]).isEqualTo(6 * GBPS);
        limits.see(0, 3 * GBPS, 0.3 * GBPS, 1);
        assertThat(limits.meanBps[0]).isBetween(3 * GBPS, 6 * GBPS);
    }

    /// With noise of a tenth a plain mean would still be at 6 Gbit/s after two intervals in which connections doubled.
    @Test
    void aMeanDoesNotLagBehindConnectionsThatGrow() {
        limits.toldBps[0] = 10 * GBPS;
        limits.capacityBps[0] = 10 * GBPS;
        limits.see(0, 3 * GBPS, 0.3 * GBPS, 1);
        limits.see(0, 3 * GBPS, 0.3 * GBPS, 1);
        limits.see(0, 6 * GBPS, 0.6 * GBPS, 2);
        limits.see(0, 12 * GBPS, 1.2 * GBPS, 2);
        assertThat(limits.meanBps[0]).isBetween(8 * GBPS, 12 * GBPS);
    }

    /// A second connection on what one has filled: as many would carry twice as much, and carry the same.
    @Test
    void aMeanGoesNoFartherThanWhatWasCarried() {
        limits.toldBps[0] = 10 * GBPS;
        limits.capacityBps[0] = 10 * GBPS;
        for (int interval = 0; interval < 12; interval++) {
            limits.see(0, 5 * GBPS, 0.5 * GBPS, 1);
        }
        limits.see(0, 5.2 * GBPS, 0.5 * GBPS, 2);
        assertThat(limits.meanBps[0]).isBetween(4.5 * GBPS, 5.2 * GBPS);
    }

    /// The map tells 400 Gbit/s, and it is full with 200.
    @Test
    void aCapacityIsTrustedUntilItIsRefuted() {
        limits.toldBps[0] = 400 * GBPS;
        limits.capacityBps[0] = 400 * GBPS;
        for (int interval = 0; interval < 3; interval++) {
            seenFull();
            assertThat(limits.trustedBps(0)).isEqualTo(400 * GBPS);
        }
        for (int interval = 0; interval < 5; interval++) {
            seenFull();
        }
        assertThat(limits.trustedBps(0)).isEqualTo(200 * GBPS);
    }

    private void seenFull() {
        limits.see(0, 200 * GBPS, 0.1 * GBPS, 1);
        limits.learnFull(0, 40, 200 * GBPS, 0.1 * GBPS);
        limits.doubt(0, true);
    }
}
