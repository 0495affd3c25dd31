// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.fts;

import static io.tcn.core.optimizer.fts.Watch.figure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The rows of the decision table in their order, one pipe from 1 to 41 connections, observed minute by minute. It
/// starts with 21. Files take 10 s: the window is 5 min, so after five equal minutes the throughput is theirs.
class FtsDecisionTableTest {
    private static final Pipe P = Seen.pipe("cms", "a.org", "b.net", 1, 41);
    private static final long MB = 1_000_000;

    private Watch watch = new Watch(FtsOptimizerSettings.DEFAULT);

    @Test
    void aNewPairStartsHalfway() {
        assertDecision(watch.start(Seen.of(P)).pipes().getFirst(), 21, Reason.START_HALFWAY);
        // 1 + (40 - 1)/2 = 20: the half is rounded down.
        Watch even = new Watch(FtsOptimizerSettings.DEFAULT);
        assertDecision(
                even.start(Seen.of(Seen.pipe("cms", "a", "b", 1, 40))).pipes().getFirst(), 20, Reason.START_HALFWAY);
    }

    @Test
    void aNewPairWithAConfiguredLinkStartsAtItsMaximum() {
        watch = new Watch(FtsOptimizerSettings.DEFAULT.withRange(FtsRange.LINK_CONFIGURATION));
        assertDecision(watch.start(Seen.of(P)).pipes().getFirst(), 41, Reason.START_AT_MAXIMUM);
    }

    @Test
    void aPairWithoutARangeIsFixedWhateverElseHolds() {
        Pipe fixed = Seen.pipe("cms", "a.org", "b.net", 7, 7);
        watch.start(Seen.of(fixed));
        assertDecision(watch.minuteOf(Seen.of(fixed).failedRetryably(100)), 7, Reason.FIXED);
        assertDecision(watch.minuteOf(Seen.of(fixed).moved(MB)), 7, Reason.FIXED);
    }

    @Test
    void aSourceBeyondItsCapTakesConnectionsAwayBeforeAnythingElseIsLookedAt() {
        // 8 Mbit/s are 60 MB a minute.
        watch = capped(Map.of(P.source(), 8e6), Map.of(P.destination(), 8e6));
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(traffic(60 * MB)), 23, Reason.EMA_ROSE);
        assertDecision(watch.minuteOf(traffic(61 * MB)), 22, Reason.SOURCE_THROUGHPUT_LIMIT);
        assertDecision(watch.minuteOf(traffic(61 * MB).failedRetryably(99)), 21, Reason.SOURCE_THROUGHPUT_LIMIT);
        assertDecision(watch.minuteOf(traffic(61 * MB).queued(0)), 20, Reason.SOURCE_THROUGHPUT_LIMIT);
    }

    @Test
    void aDestinationBeyondItsCapTakesConnectionsAway() {
        watch = capped(Map.of(P.source(), 1e9), Map.of(P.destination(), 8e6));
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(traffic(61 * MB)), 20, Reason.DESTINATION_THROUGHPUT_LIMIT);
        assertDecision(watch.minuteOf(traffic(60 * MB)), 22, Reason.EMA_ROSE);
    }

    @Test
    void capsTakeAwayNothingBelowTheMinimum() {
        watch = capped(Map.of(P.source(), 8e6), Map.of());
        watch.start(Seen.of(P));
        int n = 21;
        for (int i = 0; i < 30; i++) {
            n = watch.minuteOf(traffic(100 * MB)).tuning().connections();
        }
        assertThat(n).isEqualTo(1);
    }

    @Test
    void whileNothingChangesThePairIsLeftAloneUntilTheSteadyIntervalIsOver() {
        watch.start(Seen.of(P));
        for (int i = 1; i < 5; i++) {
            assertDecision(watch.minuteOf(Seen.of(P)), 21, Reason.STEADY);
        }
        // 300 s after the decision at the start: it runs, and knows of no throughput.
        assertDecision(watch.minuteOf(Seen.of(P)), 21, Reason.NO_THROUGHPUT);
        assertDecision(watch.minuteOf(Seen.of(P)), 21, Reason.STEADY);
    }

    @Test
    void aChangedSuccessRateEndsTheSteadyIntervalEarly() {
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(Seen.of(P)), 21, Reason.STEADY);
        // 99 of 100 are enough.
        assertDecision(watch.minuteOf(Seen.of(P).finished(99, MB, 10).failedRetryably(1)), 21, Reason.NO_THROUGHPUT);
    }

    @Test
    void aLowSuccessRateTakesConnectionsAwayEvenIfNothingIsKnownOfTheThroughput() {
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(Seen.of(P).failedRetryably(1)), 20, Reason.LOW_SUCCESS);
        assertDecision(watch.minuteOf(Seen.of(P).failedRetryably(1).moved(MB).queued(0)), 19, Reason.LOW_SUCCESS);
    }

    /// The rate is rounded up: 961 of 1000 are 97.
    @ParameterizedTest
    @CsvSource({"960, 40, LOW_SUCCESS, 20", "961, 39, EMA_ROSE, 23", "970, 30, EMA_ROSE, 23", "0, 0, EMA_ROSE, 23"})
    void below97PercentTheSuccessRateIsLow(long finished, long failed, Reason reason, int connections) {
        watch.start(Seen.of(P));
        PipeDecision decision =
                watch.minuteOf(Seen.of(P).moved(MB).finished(finished, MB, 10).failedRetryably(failed));
        assertDecision(decision, connections, reason);
        assertThat(figure(decision, "successRate")).isEqualTo(failed == 0 ? 100 : Math.ceil(finished / 10.0));
    }

    @Test
    void failuresThatNoRetryMendsDoNotCount() {
        watch.start(Seen.of(P));
        PipeDecision decision =
                watch.minuteOf(Seen.of(P).moved(MB).finished(1, MB, 10).failedForGood(1000));
        assertDecision(decision, 23, Reason.EMA_ROSE);
        assertThat(figure(decision, "successRate")).isEqualTo(100);
    }

    @Test
    void aLowSuccessRateThatRisesTo96PercentIsSparedOnce() {
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(Seen.of(P).finished(95, MB, 10).failedRetryably(5)), 20, Reason.LOW_SUCCESS);
        // Within the window 120 of 125: 96.
        assertDecision(watch.minuteOf(Seen.of(P).finished(25, MB, 10)), 20, Reason.LOW_SUCCESS_IMPROVING);
        // 144 of 150: 96 again, no better; something moved, so it is not the same as before.
        assertDecision(
                watch.minuteOf(Seen.of(P).moved(MB).finished(24, MB, 10).failedRetryably(1)), 19, Reason.LOW_SUCCESS);
    }

    @Test
    void aLowSuccessRateThatRisesIsNotSparedBelow96PercentOrWithMoreRetries() {
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(Seen.of(P).finished(90, MB, 10).failedRetryably(10)), 20, Reason.LOW_SUCCESS);
        // 190 of 200: better, but 95 only.
        assertDecision(watch.minuteOf(Seen.of(P).finished(100, MB, 10)), 19, Reason.LOW_SUCCESS);
        // 240 of 250: 96, but with a retry more than before.
        assertDecision(watch.minuteOf(Seen.of(P).finished(50, MB, 10).retried(1)), 18, Reason.LOW_SUCCESS);
    }

    @Test
    void aQueueShorterThanTheDecisionLeavesItWhateverTheThroughputDoes() {
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(traffic(60 * MB).queued(20)), 21, Reason.QUEUE_EMPTYING);
        assertDecision(watch.minuteOf(traffic(90 * MB).queued(0)), 21, Reason.QUEUE_EMPTYING);
        assertDecision(watch.minuteOf(traffic(90 * MB).queued(21)), 23, Reason.EMA_ROSE);
    }

    @Test
    void aRisingThroughputAddsConnectionsUpToTheMaximum() {
        watch.start(Seen.of(P));
        long bytes = 60 * MB;
        int n = 21;
        while (n < 41) {
            bytes *= 2;
            n = Math.min(41, n + 2);
            assertDecision(watch.minuteOf(traffic(bytes)), n, Reason.EMA_ROSE);
        }
        assertDecision(watch.minuteOf(traffic(2 * bytes)), 41, Reason.EMA_ROSE);
    }

    @Test
    void theConservativeModeAddsOneAtATime() {
        watch = new Watch(FtsOptimizerSettings.DEFAULT.withMode(FtsMode.CONSERVATIVE));
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(traffic(60 * MB)), 22, Reason.EMA_ROSE);
    }

    @Test
    void anAverageThatStaysAddsConnectionsOnceTheSteadyIntervalIsOver() {
        watch = new Watch(quick());
        filled(60 * MB);
        // Now each window is like the last, and 60 MB a minute are 8 Mbit/s.
        int n = 29;
        for (int i = 1; i < 5; i++) {
            assertDecision(watch.minuteOf(traffic(60 * MB)), n, Reason.STEADY);
        }
        PipeDecision decision = watch.minuteOf(traffic(60 * MB));
        assertDecision(decision, 31, Reason.EMA_EQUAL);
        assertThat(figure(decision, "ema")).isEqualTo(8e6, within(1e-3));
    }

    /// 10 MB/s have magnitude 7, and so have 10^6.5 = 3.163 MB/s and more.
    @Test
    void anAverageThatFallsKeepsTheDecisionAsLongAsItKeepsItsOrderOfMagnitude() {
        watch = new Watch(quick());
        filled(600 * MB);
        // 8, 6, 4 MB/s in a window of five minutes: still 7; then 2 MB/s: 6.
        assertDecision(watch.minuteOf(traffic(0)), 29, Reason.EMA_FELL);
        assertDecision(watch.minuteOf(traffic(0)), 29, Reason.EMA_FELL);
        assertDecision(watch.minuteOf(traffic(0)), 29, Reason.EMA_FELL);
        assertDecision(watch.minuteOf(traffic(0)), 28, Reason.EMA_FELL_MAGNITUDE);
        // Nothing moved within the window: the average stays what it was.
        PipeDecision decision = watch.minuteOf(traffic(0));
        assertDecision(decision, 28, Reason.STEADY);
        assertThat(figure(decision, "throughput")).isZero();
        assertThat(figure(decision, "ema")).isEqualTo(16e6, within(1e-3));
    }

    @Test
    void theMagnitudeIsThatOfBytesPerSecond() {
        watch = new Watch(quick());
        filled(60 * MB);
        // 0.8, 0.6, 0.4 and 0.32 MB/s, log 5.505: 6 all. In bit/s the last two would be 7 (6.505) and 6 (6.408).
        assertDecision(watch.minuteOf(traffic(0)), 29, Reason.EMA_FELL);
        assertDecision(watch.minuteOf(traffic(0)), 29, Reason.EMA_FELL);
        assertDecision(watch.minuteOf(traffic(0)), 29, Reason.EMA_FELL);
        PipeDecision decision = watch.minuteOf(traffic(36 * MB));
        assertThat(figure(decision, "throughput")).isEqualTo(8 * 0.32e6, within(1e-3));
        assertDecision(decision, 29, Reason.EMA_FELL);
    }

    @Test
    void anAverageThatFallsBecauseFilesBecameSmallerAddsConnections() {
        watch = new Watch(quick());
        watch.start(Seen.of(P));
        watch.minuteOf(Seen.of(P).moved(600 * MB).finished(10, 1000 * MB, 10));
        // The large files leave the window with the first minute: from 2 MB/s to 1 MB/s, from 1 GB to 1 MB.
        for (int i = 0; i < 4; i++) {
            watch.minuteOf(Seen.of(P).queued(0));
        }
        PipeDecision decision = watch.minuteOf(Seen.of(P).moved(300 * MB).finished(1000, MB, 10));
        assertDecision(decision, 25, Reason.FILES_SMALLER);
        assertThat(figure(decision, "meanFileSize")).isEqualTo(1e6, within(1e-3));
        assertThat(figure(decision, "fileSizeDeviation")).isEqualTo(0, within(1.0));
    }

    @Test
    void inTheConservativeModeNothingIsAddedBeyondTheQueue() {
        watch = new Watch(FtsOptimizerSettings.DEFAULT.withMode(FtsMode.CONSERVATIVE));
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(traffic(60 * MB).queued(21)), 21, Reason.NOT_ENOUGH_QUEUED);
        assertDecision(watch.minuteOf(traffic(60 * MB).queued(22)), 22, Reason.EMA_ROSE);
    }

    @Test
    void inTheOtherModesNothingIsAddedBeyondWhatTheQueuesStreamsCanUse() {
        watch = new Watch(settings(1, 1, FtsMode.AGGRESSIVE));
        watch.start(Seen.of(P));
        assertDecision(watch.minuteOf(traffic(60 * MB).queued(22)), 21, Reason.TOO_MANY_STREAMS);
        assertDecision(watch.minuteOf(traffic(60 * MB).queued(23)), 23, Reason.EMA_ROSE);
    }

    @Test
    void theAverageTakesATenthOfEachNewThroughput() {
        watch.start(Seen.of(P));
        // 30 MB in 300 s are 0.8 Mbit/s; the average began with 0.
        PipeDecision decision = watch.minuteOf(traffic(30 * MB));
        assertThat(figure(decision, "throughput")).isEqualTo(0.8e6, within(1e-3));
        assertThat(figure(decision, "ema")).isEqualTo(0.08e6, within(1e-3));
        // 60 MB in 300 s: 0.1 x 1.6 + 0.9 x 0.08.
        assertThat(figure(watch.minuteOf(traffic(30 * MB)), "ema")).isEqualTo(0.232e6, within(1e-3));
    }

    @Test
    void theFirstThroughputThatIsSeenIsTheAverage() {
        PipeDecision decision = watch.minuteOf(traffic(30 * MB));
        assertDecision(decision, 21, Reason.START_HALFWAY);
        assertThat(figure(decision, "ema")).isEqualTo(0.8e6, within(1e-3));
    }

    /// Without a configured link FTS goes from 2 connections to 60, the limit of storages.
    @Test
    void theRangeOfDefaultsIsThatOfTheStorages() {
        watch = new Watch(FtsOptimizerSettings.DEFAULT.withRange(FtsRange.STORAGE_DEFAULTS));
        PipeDecision decision = watch.start(Seen.of(Seen.pipe("cms", "se.cern.ch", "se.fnal.gov", 1, 100)))
                .pipes()
                .getFirst();
        assertDecision(decision, 31, Reason.START_HALFWAY);
        assertThat(figure(decision, "min")).isEqualTo(2);
        assertThat(figure(decision, "max")).isEqualTo(60);
    }

    @ParameterizedTest
    @CsvSource({"se1.cern.ch, se2.cern.ch, 35", "se1, se2, 35", "se1.cern.ch, se2.ch, 31", "se1.cern.ch, se1, 31"})
    void pairsWithinOneDomainBeginAtTen(String source, String destination, int halfway) {
        watch = new Watch(FtsOptimizerSettings.DEFAULT.withRange(FtsRange.STORAGE_DEFAULTS));
        assertDecision(
                watch.start(Seen.of(Seen.pipe("cms", source, destination, 1, 100)))
                        .pipes()
                        .getFirst(),
                halfway,
                Reason.START_HALFWAY);
    }

    @Test
    void thePipesLimitsHoldWhereverTheRangeComesFrom() {
        watch = new Watch(FtsOptimizerSettings.DEFAULT.withRange(FtsRange.STORAGE_DEFAULTS));
        Pipe narrow = Seen.pipe("cms", "a.org", "b.net", 4, 8);
        assertDecision(watch.start(Seen.of(narrow)).pipes().getFirst(), 6, Reason.START_HALFWAY);
        Pipe narrower = Seen.pipe("cms", "a.org", "b.net", 1, 3);
        assertThat(watch.minuteOf(Seen.of(narrower)).tuning().connections()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "CONSERVATIVE, 1, 0, 1", // one file, 21 connections, but streams are off
        "NORMAL, 1, 0, 16", // 21 would be more than allowed
        "NORMAL, 2, 2, 5", // 21 / 4
        "AGGRESSIVE, 2, 2, 5",
        "NORMAL, 20, 100, 1"
    })
    void aTransferGetsTheStreamsThatLeaveNoConnectionUnused(FtsMode mode, int active, int queued, int streams) {
        watch = new Watch(FtsOptimizerSettings.DEFAULT.withMode(mode));
        PipeDecision decision =
                watch.start(Seen.of(P).active(active).queued(queued)).pipes().getFirst();
        assertThat(decision.tuning().streamsPerTransfer()).isEqualTo(streams);
    }

    @ParameterizedTest
    @EnumSource(FtsMode.class)
    void modesAreKnownByFtssNumbers(FtsMode mode) {
        assertThat(FtsMode.of(mode.number())).isEqualTo(mode);
    }

    @Test
    void itIsAskedForAsFts() {
        assertThat(watch.name()).isEqualTo("fts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ema", "throughput", "window", "successRate", "retries", "meanFileSize"})
    void aDecisionCarriesTheNumbersBehindIt(String figure) {
        watch.start(Seen.of(P));
        assertThat(watch.minuteOf(traffic(MB)).rationale().figures()).containsKey(figure);
    }

    /// Shows five equal minutes of files of 10 s: from 21 connections to 29 in four steps, the average of a quick
    /// optimizer rising with the window until that is full.
    private void filled(long bytes) {
        watch.start(Seen.of(P));
        for (int i = 0; i < 4; i++) {
            watch.minuteOf(traffic(bytes));
        }
        // The fifth leaves the decision for its queue is short, so that the tests go on from 29.
        assertDecision(watch.minuteOf(traffic(bytes).queued(0)), 29, Reason.QUEUE_EMPTYING);
    }

    /// Files of 1 MB that took 10 s each.
    private static Seen traffic(long bytes) {
        return Seen.of(P).moved(bytes).finished(10, MB, 10);
    }

    private static Watch capped(Map<Endpoint, Double> outbound, Map<Endpoint, Double> inbound) {
        return new Watch(FtsOptimizerSettings.DEFAULT.withCaps(outbound, inbound));
    }

    /// The average is the last throughput.
    private static FtsOptimizerSettings quick() {
        return settings(1, 16, FtsMode.NORMAL);
    }

    private static FtsOptimizerSettings settings(double alpha, int maxStreams, FtsMode mode) {
        return FtsOptimizerSettings.DEFAULT.toBuilder()
                .mode(mode)
                .alpha(alpha)
                .maxStreams(maxStreams)
                .build();
    }

    private static void assertDecision(PipeDecision decision, int connections, Reason reason) {
        assertThat(decision.rationale().reason()).isEqualTo(reason);
        assertThat(decision.tuning().connections()).isEqualTo(connections);
    }
}
