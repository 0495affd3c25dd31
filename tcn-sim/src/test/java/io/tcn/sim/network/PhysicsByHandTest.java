// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.PathCounts;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// Rates and finish times that were worked out with pencil and paper, to 1e-9 of the value. Sizes are in bytes of
/// 8 bits: 1000 bytes at 80 bit/s take 100 s.
class PhysicsByHandTest {
    private static final TransferFailure FAULT = new TransferFailure(ErrorCode.INTERRUPTED, "broken on purpose");

    private static Offset<Double> tight(double value) {
        // Ends are late by less than a nanosecond, at moments of 1 s and more.
        return within(1e-9 * value);
    }

    private static void assertFinish(SmallWorld world, long number, double seconds) {
        assertThat(world.finish(number)).isCloseTo(seconds, tight(seconds));
    }

    @Test
    void parkingLot() {
        // One long pipe over two links of 80, a short pipe on each; a connection each: 40 everywhere. The short ones
        // have 50 bytes: 10 s. Then the long one, with 50 of 150 done, goes at 80: 10 s more.
        SmallWorld world = new SmallWorld().link("1", 80).link("2", 80);
        world.pipe("long", 0, "1", "2").pipe("a", 0, "1").pipe("b", 0, "2");
        world.start(1, "long", 150, 1);
        world.start(2, "a", 50, 1);
        world.start(3, "b", 50, 1);

        world.until(5);
        assertThat(world.rateBps("long")).isCloseTo(40, tight(40));
        world.until(100);

        assertFinish(world, 2, 10);
        assertFinish(world, 3, 10);
        assertFinish(world, 1, 20);
    }

    @Test
    void lossAndRoundTripAreToldAsFarAsTheModelHasThem() {
        // Four connections of at most 40 on a link of 80: half of what they want, of which a fifth is lost: 10 %.
        SmallWorld world =
                new SmallWorld().link("l", 80).with(new Physics(40, 0, 100)).with(TransferPhysics.NONE.withLoss(0.2));
        world.pipe("p", 0.05, "l");
        world.start(1, "p", 100_000, 4);
        world.until(10);
        PathCounts before = world.fluid().pathCounts(PipeId.of("p"));
        assertThat(world.rateBps("p")).isCloseTo(72, tight(72));
        assertThat(world.fluid().movingConnections(PipeId.of("p"), Duration.ofSeconds(1)))
                .isEqualTo(4);
        world.until(20);
        world.fluid().movedBytes(PipeId.of("p"));
        PathCounts after = world.fluid().pathCounts(PipeId.of("p"));
        assertThat(after.lossRatioSince(before)).isCloseTo(0.1, tight(0.1));
        assertThat(after.rttSeconds()).isEqualTo(0.05);
    }

    @Test
    void aModelWithoutLossAndRoundTripKnowsNeither() {
        SmallWorld world = new SmallWorld().link("l", 80);
        world.pipe("p", 0, "l");
        world.start(1, "p", 100_000, 4);
        world.until(10);
        world.fluid().movedBytes(PipeId.of("p"));
        PathCounts counts = world.fluid().pathCounts(PipeId.of("p"));
        assertThat(counts.lossRatioSince(PathCounts.NONE)).isNaN();
        assertThat(counts.rttSeconds()).isNaN();
    }

    @Test
    void triangle() {
        // Links x, y, z of 80, pipes over xy, yz, zx with weights 1, 2, 3. At level L: x carries 4L, y 3L, z 5L.
        // z is full at 16: yz 32, zx 48; xy then has 80 - 32 = 48 on y and 80 - 48 = 32 on x: 32.
        SmallWorld world = new SmallWorld().link("x", 80).link("y", 80).link("z", 80);
        world.pipe("xy", 0, "x", "y").pipe("yz", 0, "y", "z").pipe("zx", 0, "z", "x");
        world.start(1, "xy", 4000, 1);
        world.start(2, "yz", 4000, 2);
        world.start(3, "zx", 6000, 3);

        world.until(1);

        assertThat(world.rateBps("xy")).isCloseTo(32, tight(32));
        assertThat(world.rateBps("yz")).isCloseTo(32, tight(32));
        assertThat(world.rateBps("zx")).isCloseTo(48, tight(48));
        // 4000 bytes at 4 byte/s, 6000 at 6 byte/s: all at 1000 s.
        world.until(2000);
        assertFinish(world, 1, 1000);
        assertFinish(world, 2, 1000);
        assertFinish(world, 3, 1000);
    }

    @Test
    void twoLevelsOfBottlenecks() {
        // Link n of 24 holds a and b at 12 each; link w of 100 leaves 88 for c. When a ends (60 bytes at 1.5 byte/s: 40
        // s), b gets all 24 of n and c 76.
        SmallWorld world = new SmallWorld().link("n", 24).link("w", 100);
        world.pipe("a", 0, "n").pipe("b", 0, "n", "w").pipe("c", 0, "w");
        world.start(1, "a", 60, 1);
        world.start(2, "b", 120, 1);
        world.start(3, "c", 2000, 1);

        world.until(39);
        assertThat(world.rateBps("c")).isCloseTo(88, tight(88));
        world.until(41);
        assertThat(world.rateBps("b")).isCloseTo(24, tight(24));
        assertThat(world.rateBps("c")).isCloseTo(76, tight(76));
        world.until(1000);

        assertFinish(world, 1, 40);
        // b: 60 bytes by 40 s, the other 60 at 3 byte/s: 60 s. c: 440 by 40 s, 190 by 60 s, the other 1370 at 12.5.
        assertFinish(world, 2, 60);
        assertFinish(world, 3, 60 + 1370 / 12.5);
    }

    @Test
    void deteriorationAndItsEnd() {
        // C = 800, ceiling 80: n0 = 10. Two pipes of up to 10 connections reach the reference with 20: half is lost, d
        // = 0.5 * 800 / (20 - 10) = 40. 12 + 4 connections: C = 800 - 6 * 40 = 560, 35 each: 420 and 140 bit/s.
        // The second has 175 bytes: 10 s. Then 12 connections: C = 720, 60 each, below the ceiling. The first has moved
        // 525 of 1425: the other 900 at 90 byte/s take 10 s.
        SmallWorld world = new SmallWorld().link("l", 800).with(new Physics(80, 0.5, 10));
        world.pipe("p", 0, "l").pipe("q", 0, "l");
        world.start(1, "p", 1425, 12);
        world.start(2, "q", 175, 4);

        world.until(100);

        assertFinish(world, 2, 10);
        assertFinish(world, 1, 20);
    }

    @Test
    void connectionsOfALongRoundTripGetLess() {
        // beta = 1, round trips 0.05 and 0.2 s: weights 2 and 0.5 per connection. 1 and 4 connections: 2 and 2. So 50
        // and 50 of 100 bit/s; with beta = 0.5: sqrt 2 and 4 * sqrt 0.5 = 2 sqrt 2, a third and two thirds.
        SmallWorld world = new SmallWorld().link("l", 100).with(TransferPhysics.NONE.withRttBias(1));
        world.pipe("near", 0.05, "l").pipe("far", 0.2, "l");
        world.start(1, "near", 1000, 1);
        world.start(2, "far", 1000, 4);
        world.until(1);
        assertThat(world.rateBps("near")).isCloseTo(50, tight(50));
        assertThat(world.rateBps("far")).isCloseTo(50, tight(50));

        SmallWorld half = new SmallWorld().link("l", 99).with(TransferPhysics.NONE.withRttBias(0.5));
        half.pipe("near", 0.05, "l").pipe("far", 0.2, "l");
        half.start(1, "near", 1000, 1);
        half.start(2, "far", 1000, 4);
        half.until(1);
        assertThat(half.rateBps("near")).isCloseTo(33, tight(33));
        assertThat(half.rateBps("far")).isCloseTo(66, tight(66));
    }

    @Test
    void theCeilingOfAConnectionHoldsWhateverItsRoundTrip() {
        // Weights 2 and 0.5, ceiling 30, link 100: near would have 80 and has 30; far takes 30, not the 70 left.
        SmallWorld world =
                new SmallWorld().link("l", 100).with(new Physics(30, 0, 100)).with(TransferPhysics.NONE.withRttBias(1));
        world.pipe("near", 0.05, "l").pipe("far", 0.2, "l");
        world.start(1, "near", 150, 1);
        world.start(2, "far", 1000, 1);

        world.until(1);
        assertThat(world.rateBps("near")).isCloseTo(30, tight(30));
        assertThat(world.rateBps("far")).isCloseTo(30, tight(30));
        world.until(100);
        // 150 bytes at 3.75 byte/s.
        assertFinish(world, 1, 40);
    }

    @Test
    void aStorageOverThreadsRisesHoldsAndDeclines() {
        // 100 at 2 connections, 100 at 4, 40 at 8, and 40 beyond: 1 has 50, 3 have 100, 6 have 70, 20 have 40.
        CapacityCurve curve = new CapacityCurve(List.of(
                new CapacityCurve.Point(2, 100), new CapacityCurve.Point(4, 100), new CapacityCurve.Point(8, 40)));
        SmallWorld world = new SmallWorld().link("l", 90).curve("l", curve);
        world.pipe("p", 0, "l");
        world.start(1, "p", 1_000_000, 1);

        assertThat(rateWith(world, 1)).isCloseTo(50, tight(50));
        // The capacity of the resource is an upper bound.
        assertThat(rateWith(world, 3)).isCloseTo(90, tight(90));
        assertThat(rateWith(world, 6)).isCloseTo(70, tight(70));
        assertThat(rateWith(world, 20)).isCloseTo(40, tight(40));
    }

    private static double rateWith(SmallWorld world, int connections) {
        world.until(world.engine.nanoTime() / 1e9 + 1);
        world.fluid().adjust(SmallWorld.id(1), connections);
        world.until(world.engine.nanoTime() / 1e9 + 1);
        return world.rateBps("p");
    }

    @Test
    void backgroundTrafficTakesItsPartFirst() {
        // Link of 80 with 60 of others for 5 s, then 5 s without, in turn: 2.5 and 10 byte/s. Of 113 bytes 12.5
        // + 50 + 12.5 = 75 move in 15 s, the other 38 at 10 byte/s in 3.8 s.
        SmallWorld world = new SmallWorld().link("l", 80);
        world.pipe("p", 0, "l");
        BackgroundTraffic.onOff(SmallWorld.resource("l"), 60, Duration.ofSeconds(5), Duration.ofSeconds(5))
                .start(world.engine, world.fluid());
        world.start(1, "p", 113, 1);

        world.until(100);

        assertFinish(world, 1, 18.8);
    }

    @Test
    void moreBackgroundThanALinkCarriesLeavesNothing() {
        // 100 of others on 80 until 10 s, then 40: the 50 bytes move at 5 byte/s from 10 to 20 s.
        SmallWorld world = new SmallWorld().link("l", 80);
        world.pipe("p", 0, "l");
        BackgroundTraffic.trace(
                        SmallWorld.resource("l"),
                        List.of(new BackgroundTraffic.Step(0, 100), new BackgroundTraffic.Step(10, 40)))
                .start(world.engine, world.fluid());
        world.start(1, "p", 50, 1);

        world.until(9);
        assertThat(world.rateBps("p")).isZero();
        world.until(100);

        assertFinish(world, 1, 20);
    }

    @Test
    void aLinkThatGoesDownHoldsItsTransfersAndLetsThemGoOn() {
        // 10 byte/s until 4 s, nothing until 7 s, then 5 byte/s: 100 bytes are done at 7 + 60 / 5 = 19 s.
        SmallWorld world = new SmallWorld().link("l", 80);
        world.pipe("p", 0, "l");
        world.start(1, "p", 100, 1);
        world.until(4).fluid().setCapacityBps(SmallWorld.resource("l"), 0);
        world.until(7).fluid().setCapacityBps(SmallWorld.resource("l"), 40);

        world.until(100);

        assertFinish(world, 1, 19);
        assertThat(world.fluid().capacityBps(SmallWorld.resource("l"))).isEqualTo(40);
        assertThat(world.fluid().carriedBps(SmallWorld.resource("l"))).isZero();
    }

    @Test
    void aFaultEndsAllAttemptsOfItsResourceAndNoOthers() {
        // p and q share l at 5 byte/s each until 4 s; r is alone on m: 8 s. What p and q moved stays counted.
        SmallWorld world = new SmallWorld().link("l", 80).link("m", 80);
        world.pipe("p", 0, "l").pipe("q", 0, "l").pipe("r", 0, "m");
        world.start(1, "q", 1000, 1);
        world.start(2, "p", 1000, 1);
        world.start(3, "r", 80, 1);
        world.until(4).fluid().failActive(SmallWorld.resource("l"), FAULT);

        world.until(100);

        assertThat(world.troubles).containsExactly("1 failed@4.0", "2 failed@4.0");
        assertFinish(world, 3, 8);
        assertThat(world.fluid().movedBytes(PipeId.of("p"))).isEqualTo(20);
    }

    @Test
    void overSubscriptionCostsGoodput() {
        // C = 100, ceiling 50. 4 connections ask for 200: half of what they send is too much; a part 0.4 of that is
        // lost: 100 (1 - 0.4 * 0.5) = 80. 2 connections ask for 100: nothing is lost.
        SmallWorld world =
                new SmallWorld().link("l", 100).with(new Physics(50, 0, 100)).with(TransferPhysics.NONE.withLoss(0.4));
        world.pipe("p", 0, "l");
        world.start(1, "p", 1_000_000, 4);

        assertThat(rateWith(world, 4)).isCloseTo(80, tight(80));
        assertThat(rateWith(world, 2)).isCloseTo(100, tight(100));
    }

    @Test
    void theDeadTimeOfANewConnectionIsWhatItsSlowStartCosts() {
        // Windows double every RTT from W0: 1, 2, 4, 8 W0 as a continuous curve 2^t. Up to x = 8 at t = 3 it moves
        // 7 / ln 2 = 10.0989 W0, for which the full 8 W0 per RTT would need 1.26236 RTT: it costs 1.73764 RTT.
        TransferPhysics rampUp = TransferPhysics.NONE.withRampUp(true);
        double rtt = 0.1;
        double fullBps = 8 * 8 * TransferPhysics.INITIAL_WINDOW_BYTES / rtt;
        double cost = rtt * (3 - 7 / Math.log(2) / 8);
        assertThat(rampUp.rampUpSeconds(rtt, fullBps)).isCloseTo(cost, tight(cost));
        assertThat(rampUp.rampUpSeconds(rtt, fullBps / 8)).isZero();

        // A file of one second's bytes ends that much later.
        SmallWorld world = new SmallWorld().link("l", fullBps).with(rampUp);
        world.pipe("p", rtt, "l");
        world.start(1, "p", Math.round(fullBps / 8), 1);
        world.until(100);
        assertFinish(world, 1, 1 + cost);
    }

    @Test
    void aConnectionThatJoinsOpensUpBeforeItTakesPart() {
        // As above, 1.73764 RTT: c. Three seconds' bytes of one connection at its ceiling, from c on. A second one is
        // wanted at c + 1 and takes part from 2 c + 1 on; that it is asked for again meanwhile changes nothing. By then
        // 1 + c of the 3 s are done, the others take half as long: 2 c + 1 + (2 - c) / 2 = 2 + 1.5 c.
        double rtt = 0.1;
        double fullBps = 8 * 8 * TransferPhysics.INITIAL_WINDOW_BYTES / rtt;
        double cost = rtt * (3 - 7 / Math.log(2) / 8);
        SmallWorld world = new SmallWorld()
                .link("l", 10 * fullBps)
                .with(new Physics(fullBps, 0, 100))
                .with(TransferPhysics.NONE.withRampUp(true));
        world.pipe("p", rtt, "l");
        world.start(1, "p", Math.round(3 * fullBps / 8), 1);
        world.until(cost + 1).fluid().adjust(SmallWorld.id(1), 2);
        world.until(1.5 * cost + 1).fluid().adjust(SmallWorld.id(1), 2);

        world.until(100);

        assertFinish(world, 1, 2 + 1.5 * cost);
    }

    @Test
    void theNextFileOnWarmConnectionsPaysNoSlowStartAndIsPipelined() {
        // Cost per file 2 s + 3 round trips of 0.1 s = 2.3 s. Link 80: 100 bytes in 10 s. The first ends at 12.3 s. The
        // second, on its connection with a pipelining of 4, waits 0.575 s: ends at 22.875 s. The third begins 20 s
        // later, when the connection is cold: 42.875 + 2.3 + 10.
        SmallWorld world = new SmallWorld()
                .link("l", 80)
                .with(TransferPhysics.NONE.withFileCost(new TransferPhysics.FileCost(2, 3, 0)));
        world.pipe("p", 0.1, "l");
        PipeTuning pipelined = new PipeTuning(1, 1, 4, 0, 0, 0);
        world.start(1, "p", 100, pipelined);
        world.until(12.3);
        world.start(2, "p", 100, pipelined);
        world.until(42.875);
        world.start(3, "p", 100, pipelined);
        world.until(100);

        assertFinish(world, 1, 12.3);
        assertFinish(world, 2, 22.875);
        assertFinish(world, 3, 55.175);
    }

    @Test
    void anAttemptThatIsChosenToFailMovesAPartOfItsBytes() {
        SmallWorld world = new SmallWorld().link("l", 80);
        world.pipe("p", 0, "l").pipe("q", 0, "l");
        world.drive(new FailingDataPlane(
                world.fluid(), pipe -> pipe.equals(PipeId.of("p")) ? 1 : 0, FAULT, new SplittableRandom(7)));
        world.start(1, "p", 100, 1);
        world.start(2, "q", 100, 1);

        world.until(100);

        assertThat(world.troubles).hasSize(1).allMatch(line -> line.startsWith("1 failed@") && !line.endsWith("clean"));
        assertThat(world.fluid().movedBytes(PipeId.of("p"))).isLessThan(100);
        // Together they moved 10 byte/s all the time.
        double moved = world.fluid().movedBytes(PipeId.of("p")) + 100;
        assertFinish(world, 2, moved / 10);
    }
}
