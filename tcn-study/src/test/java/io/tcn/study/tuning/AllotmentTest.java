// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tcn.study.tuning.StorageCurve.Contended;
import io.tcn.study.tuning.StorageCurve.Saturating;
import io.tcn.study.tuning.StorageCurve.Throttled;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllotmentTest {
    private static final double M = 1e6;
    private static final StorageCurve ANY = StorageCurve.UNLIMITED;

    private static Allotment share(
            List<Flow> flows, StorageCurve read, double linkBps, double rtt, StorageCurve write) {
        return Allotment.of(flows, List.of(read), 1, linkBps, rtt, List.of(write), 1);
    }

    /// Three streams and one of 100 Mbit/s; who has three wants no more than 45: 45 and 55.
    @Test
    void theLinkGoesByStreamsAndWhatOneDoesNotWantTheOtherGets() {
        List<Flow> flows = List.of(Flow.onLink(3, 1e9), Flow.onLink(1, 1e9));
        Allotment even = share(flows, ANY, 100 * M, 0.03, ANY);
        assertThat(even.rateBps(0)).isCloseTo(75 * M, within(1.0));
        assertThat(even.rateBps(1)).isCloseTo(25 * M, within(1.0));
        Allotment modest = share(List.of(Flow.onLink(3, 45 * M), Flow.onLink(1, 1e9)), ANY, 100 * M, 0.03, ANY);
        assertThat(modest.rateBps(0)).isCloseTo(45 * M, within(1.0));
        assertThat(modest.rateBps(1)).isCloseTo(55 * M, within(1.0));
    }

    /// Four threads of 20 Mbit/s.
    @Test
    void aThrottledStorageHoldsEachThread() {
        Allotment allotment = share(List.of(Flow.through(0, 0, 4, 4, 1e9)), new Throttled(20 * M, 1e9), 1e9, 0.03, ANY);
        assertThat(allotment.rateBps(0)).isCloseTo(80 * M, within(1.0));
    }

    /// Falcon's third point for HPCLab: 7.9 with one, 28 in all, 20.5 with four.
    @Test
    void aSaturatingStorageMeetsTheThirdPointOfThePaper() {
        StorageCurve curve = Saturating.through(7.9e9, 28e9);
        assertThat(curve.totalBps(1)).isCloseTo(7.9e9, within(1.0));
        assertThat(curve.totalBps(4)).isCloseTo(20.5e9, within(0.2e9));
        assertThat(Saturating.through(16.5e9, 84e9).totalBps(4)).isCloseTo(48.5e9, within(0.5e9));
        assertThatThrownBy(() -> Saturating.through(2, 1)).hasMessageContaining("less than all");
    }

    /// 1 % a thread beyond ten: at thirty 80 % are left, at a thousand half.
    @Test
    void tooManyThreadsCost() {
        StorageCurve curve = new Contended(new Throttled(1e9, 10e9), 10, 0.01);
        assertThat(curve.totalBps(10)).isEqualTo(10e9);
        assertThat(curve.totalBps(30)).isCloseTo(8e9, within(1.0));
        assertThat(curve.totalBps(1000)).isCloseTo(5e9, within(1.0));
    }

    /// 10 Mbit/s in 30 ms, 60 ms with a full queue: 1.5 (11680 / (0.06 x 10e6))^2 = 5.7e-4; with twice the streams
    /// four times that.
    @Test
    void lossFollowsTheSquareRootLawOnceTheLinkIsFarTooSmall() {
        assertThat(loss(49, 20)).isZero();
        assertThat(loss(100, 20)).isCloseTo(1.5 * Math.pow(11_680 / (0.06 * 10 * M), 2), within(1e-9));
        assertThat(loss(200, 20) / loss(100, 20)).isCloseTo(4, within(1e-6));
    }

    /// 60 streams of 20 Mbit/s share 1000: 5/6 of what they want, 8 x 5/6 x 1/6 = 1.11 instead of 1.5. At 3/4 both
    /// laws are one, and a stream that gets nearly all it wants loses nearly nothing.
    @Test
    void whoGetsNearlyWhatHeWantsLosesLittle() {
        double window = 0.06 * 1e9 / 60 / 11_680;
        assertThat(loss(60, 20)).isCloseTo(8 * 5 / 36.0 / (window * window), within(1e-9));
        assertThat(loss(1000, 1.3333)).isCloseTo(loss(1000, 1.3334), within(1e-3 * loss(1000, 1.3334)));
        assertThat(loss(50, 20.001)).isLessThan(1e-3 * loss(50, 40));
    }

    private static double loss(int streams, double wantedMbps) {
        return share(List.of(Flow.onLink(streams, streams * wantedMbps * M)), ANY, 1e9, 0.03, ANY)
                .lossRatio();
    }

    /// Reading could fill the link three times, writing takes half of it: its receivers hold the senders back.
    @Test
    void whatAStorageDoesNotTakeIsNotLostOnTheLink() {
        Allotment allotment =
                share(List.of(Flow.through(0, 0, 30, 30, 3e9)), ANY, 1e9, 0.03, new Throttled(1e9, 0.5e9));
        assertThat(allotment.rateBps(0)).isCloseTo(0.5e9, within(1.0));
        assertThat(allotment.lossRatio()).isZero();
    }
}
