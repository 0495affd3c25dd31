// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.marlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservationBuilder;
import io.tcn.core.optimizer.StageActivity;
import io.tcn.core.optimizer.Watched;
import io.tcn.core.port.StageTotals;
import io.tcn.core.utility.SumUtility;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Marlin's three searches on a pipe whose copies go in stages: a source of 8 Mbit/s for each request, a destination of
/// 32, a buffer of 64 MB between them. All in steps of 50 ms, by hand.
class MarlinStagesTest {
    private static final double READ_BPS = 8e6;
    private static final double WRITE_BPS = 32e6;
    private static final double BUFFER_BITS = 8 * 64e6;
    private static final double STEP = 0.05;
    private static final int SECONDS = 10;

    private final Optimizer optimizer = new MarlinFactory(new SumUtility()).create(new Random(1));
    private final Pipe pipe = Watched.pipe("p", 1, 64);
    private long interval;
    private double bufferedBits;
    private PipeTuning tuning = decide(Watched.idle(pipe, 1).toBuilder());

    private PipeTuning decide(PipeObservationBuilder seen) {
        interval++;
        PipeDecision decided = optimizer
                .decide(Watched.interval(interval, seen.build()))
                .pipes()
                .getFirst();
        return decided.tuning();
    }

    /// One interval.
    ///
    /// @param files how many there are
    /// @param sourceBps what the source gives to all requests together
    /// @return what arrived, in bit/s
    private double run(int files, double sourceBps) {
        int underWay = Math.min(files, tuning.connections());
        int readers = tuning.readThreads();
        int writers = Math.min(underWay, tuning.writeThreads());
        double read = 0;
        double written = 0;
        double full = 0;
        double empty = 0;
        for (int step = 0; step < SECONDS / STEP; step++) {
            double reads = Math.min(readers * READ_BPS, sourceBps) * STEP;
            double fits = Math.min(reads, BUFFER_BITS - bufferedBits);
            double writes = writers * WRITE_BPS * STEP;
            double there = Math.min(writes, bufferedBits + fits);
            bufferedBits += fits - there;
            read += fits;
            written += there;
            full += readers * STEP * (1 - fits / reads);
            empty += writers * STEP * (1 - there / writes);
        }
        StageTotals totals = new StageTotals(
                (long) (read / 8),
                (long) (written / 8),
                readers * SECONDS - full,
                writers * SECONDS - empty,
                full,
                empty);
        double bps = written / SECONDS;
        tuning = decide(Watched.running(pipe, tuning.connections(), underWay, files - underWay, bps).toBuilder()
                .stages(StageActivity.between(StageTotals.NONE, totals, SECONDS)));
        return bps;
    }

    private double meanOfLast(int intervals, int all, int files, double sourceBps) {
        double sum = 0;
        for (int i = 0; i < all; i++) {
            double bps = run(files, sourceBps);
            sum += i >= all - intervals ? bps : 0;
        }
        return sum / intervals;
    }

    @Test
    void oneLargeFileGetsTheReadersThatItsWriterTakes() {
        assertThat(tuning.readThreads()).isEqualTo(2);
        // One file is written by one request, of 32 Mbit/s: four readers feed it.
        assertThat(meanOfLast(20, 40, 1, 1e12)).isGreaterThan(0.98 * WRITE_BPS);
        assertThat(tuning.readThreads()).isBetween(4, 7);
        assertThat(tuning.writeThreads()).isBetween(1, 2);
    }

    @Test
    void whereFilesWaitTheDataPlaneChoosesAndConnectionsAreSearchedAlone() {
        run(1_000, 128e6);
        assertThat(tuning).isEqualTo(PipeTuning.of(tuning.connections()));
        for (int i = 0; i < 5; i++) {
            tuning = decide(Watched.running(pipe, tuning.connections(), tuning.connections(), 100, 20e6).toBuilder());
        }
        // The last one waits for nobody.
        tuning = decide(Watched.running(pipe, tuning.connections(), 1, 0, 20e6).toBuilder());
        assertThat(tuning.readThreads()).isPositive();
    }

    @Test
    void whereNoStageIsSeenTheDataPlaneChoosesAndConnectionsAreSearchedAlone() {
        for (int i = 0; i < 5; i++) {
            tuning = decide(Watched.running(pipe, tuning.connections(), tuning.connections(), 0, 20e6).toBuilder());
        }
        assertThat(tuning).isEqualTo(PipeTuning.of(tuning.connections()));
    }

    /// The first file of a pipe begins before anything is decided for it, and where files wait all begin without
    /// threads: that these show no stages says nothing of those after them.
    @Test
    void whatBeganWithoutThreadsIsNoSignThatThereAreNoStages() {
        Optimizer fresh = new MarlinFactory(new SumUtility()).create(new Random(1));
        for (int i = 1; i < 10; i++) {
            boolean wait = i == 5;
            PipeTuning told = fresh.decide(Watched.interval(i, Watched.running(pipe, 1, 1, wait ? 10 : 0, 20e6)))
                    .pipes()
                    .getFirst()
                    .tuning();
            assertThat(told.readThreads() > 0).as("interval %s", i).isEqualTo(!wait);
        }
        // The next one begins with threads, and shows none all the same.
        PipeTuning told = PipeTuning.of(1);
        for (int i = 10; i < 14; i++) {
            told = fresh.decide(Watched.interval(
                            i,
                            Watched.running(pipe, 1, 1, 0, 20e6).toBuilder()
                                    .finishedTransfers(i == 10 ? 1 : 0)
                                    .build()))
                    .pipes()
                    .getFirst()
                    .tuning();
        }
        assertThat(told).isEqualTo(PipeTuning.of(told.connections()));
    }

    @Test
    void noStageHasMoreRequestsThanThePipeMayHaveConnections() {
        Pipe narrow = Watched.pipe("narrow", 1, 3);
        Optimizer other = new MarlinFactory(new SumUtility()).create(new Random(1));
        PipeTuning narrowTuning = other.decide(Watched.interval(1, Watched.idle(narrow, 1)))
                .pipes()
                .getFirst()
                .tuning();
        for (int i = 2; i < 30; i++) {
            int readers = narrowTuning.readThreads();
            narrowTuning = other.decide(Watched.interval(
                            i,
                            Watched.running(narrow, 2, 2, 0, 8e6 * readers).toBuilder()
                                    .stages(new StageActivity(8e6 * readers, 8e6 * readers, readers, 2, 0, 0))
                                    .build()))
                    .pipes()
                    .getFirst()
                    .tuning();
            assertThat(narrowTuning.readThreads()).isBetween(1, 3);
            assertThat(narrowTuning.writeThreads()).isBetween(1, 3);
        }
        assertThat(narrowTuning.readThreads()).isGreaterThanOrEqualTo(2);
    }
}
