// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.Rationale;
import io.tcn.core.optimizer.Reason;
import io.tcn.core.optimizer.falcon.FalconJobTuner;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.core.optimizer.marlin.MarlinTuner;
import io.tcn.core.optimizer.marlin.StageSample;
import io.tcn.core.optimizer.marlin.StageThreads;
import io.tcn.core.optimizer.marlin.StageTuner;
import io.tcn.core.optimizer.rules.FixedRule;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.study.tuning.StorageCurve.Throttled;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final double G = 1e9;

    /// 1 Gbit/s, 100 ms, 100 Mbit/s a thread, no cost of a file or a channel.
    private static final Testbed PLAIN = new Testbed(
            "plain",
            new PathFacts(G, 0.1, 1e9),
            new Throttled(0.1 * G, G),
            StorageCurve.UNLIMITED,
            Double.POSITIVE_INFINITY,
            0,
            0,
            0);

    private static JobTuner fixed(int files, int streams, int ahead) {
        return new FixedRule(new ClassTuning(files, streams, ahead));
    }

    /// Four threads of 100 Mbit/s; 1 GB files, pauses of 0.1 s in 80 s: 399.5.
    @Test
    void threadsOfAThrottledStorageAddUp() {
        assertThat(BestStatic.steadyBps(PLAIN, Datasets.endless(), new ClassTuning(4, 1, 0)))
                .isCloseTo(0.4 * G, within(0.001 * G));
    }

    /// A file of 1.25 MB takes 0.1 s and a pause of 0.1 s: half of the rate. One ahead fills the pause.
    @Test
    void smallFilesPauseForARoundTripUnlessSomeAreAskedForAhead() {
        List<FileBatch> small = Datasets.of(10_000_000, 1.25e6);
        assertThat(BestStatic.steadyBps(PLAIN, small, new ClassTuning(4, 1, 0))).isCloseTo(0.2 * G, within(1e5));
        assertThat(BestStatic.steadyBps(PLAIN, small, new ClassTuning(4, 1, 1))).isCloseTo(0.4 * G, within(1e5));
    }

    /// 1 MB in 0.1 s is 80 Mbit/s a stream; with two of them the thread's 100 bind.
    @Test
    void aWindowLimitsAStreamAndStreamsAddUp() {
        Testbed narrow = new Testbed(
                "narrow",
                new PathFacts(G, 0.1, 1e6),
                new Throttled(0.1 * G, G),
                StorageCurve.UNLIMITED,
                Double.POSITIVE_INFINITY,
                0,
                0,
                0);
        assertThat(BestStatic.steadyBps(narrow, Datasets.endless(), new ClassTuning(1, 1, 0)))
                .isCloseTo(0.08 * G, within(1e6));
        assertThat(BestStatic.steadyBps(narrow, Datasets.endless(), new ClassTuning(1, 2, 0)))
                .isCloseTo(0.1 * G, within(1e6));
    }

    /// 10 GB at 1 Gbit/s take 80 s, and half of a file of 8 s more, for in the end some channels are out of
    /// files.
    @Test
    void aJobEndsWhenItsFilesHaveMoved() {
        JobSeries series =
                Replay.alone(PLAIN, ChannelJob.of("job", PLAIN, Datasets.of(100, 1e8), fixed(10, 1, 4)), 600, 1);
        assertThat(series.finishedAtSeconds()).isBetween(80.0, 88.0);
    }

    /// 30 threads of 100 Mbit/s share the 1 Gbit/s of the storage, 20 to 10.
    @Test
    void competingJobsShareByThreads() {
        ChannelJob large = ChannelJob.of("large", PLAIN, Datasets.endless(), fixed(20, 1, 0));
        ChannelJob small = ChannelJob.of("small", PLAIN, Datasets.endless(), fixed(10, 1, 0));
        Replay.of(PLAIN, List.of(large, small), 1).run(60);
        assertThat(large.series().meanBps(30, 60) / small.series().meanBps(30, 60))
                .isCloseTo(2, within(0.01));
    }

    @Test
    void aTokensLimitIsHeld() {
        ChannelJob job = new ChannelJob(
                "job", PLAIN, Datasets.endless(), fixed(10, 1, 0), 0, 0, Double.POSITIVE_INFINITY, 0.3 * G);
        assertThat(Replay.alone(PLAIN, job, 60, 1).meanBps(30, 60)).isCloseTo(0.3 * G, within(1e6));
    }

    @Test
    void backgroundTakesItsStreamsShareWhileItIsThere() {
        Testbed open = PLAIN.withStorages(StorageCurve.UNLIMITED, StorageCurve.UNLIMITED);
        ChannelJob job = ChannelJob.of("job", open, Datasets.endless(), fixed(10, 1, 4));
        new Replay(
                        open,
                        List.of(open.read()),
                        List.of(open.write()),
                        List.of(job),
                        List.of(),
                        List.of(new Background(30, 60, 10, Double.POSITIVE_INFINITY)),
                        1)
                .run(90);
        assertThat(job.series().meanBps(10, 30)).isCloseTo(G, within(1e7));
        assertThat(job.series().meanBps(31, 60)).isCloseTo(0.5 * G, within(1e7));
        assertThat(job.series().meanBps(61, 90)).isCloseTo(G, within(1e7));
    }

    /// Reading is twice as fast as sending: the buffer of 1 GB is full after 16 s at 0.5 Gbit/s more in than
    /// out.
    @Test
    void aFullBufferHoldsTheStageBeforeIt() {
        Testbed testbed = PLAIN.withBandwidthBps(0.5 * G);
        List<StageSample> seen = new ArrayList<>();
        StageTuner still = new StageTuner() {
            @Override
            public StageThreads first() {
                return new StageThreads(10, 5, 5);
            }

            @Override
            public StageThreads next(StageSample sample) {
                seen.add(sample);
                return first();
            }
        };
        StagedJob job = new StagedJob("job", testbed, 1e12, 1e9, still, 0, 0, Double.POSITIVE_INFINITY);
        Replay.alone(testbed, job, 60, 1);
        assertThat(seen.get(2).read().waitedRatio()).isLessThan(0.01);
        assertThat(seen.get(2).read().throughputBps()).isCloseTo(G, within(1e7));
        assertThat(seen.getLast().read().waitedRatio()).isCloseTo(0.5, within(0.01));
        assertThat(seen.getLast().read().throughputBps()).isCloseTo(0.5 * G, within(1e7));
    }

    @Test
    void theSameSeedGivesTheSameSeries() {
        assertThat(total(3)).isEqualTo(total(3));
        assertThat(total(3)).isNotEqualTo(total(4));
    }

    private static double total(long seed) {
        ChannelJob job = ChannelJob.of("job", Testbeds.XSEDE, Datasets.endless(), FalconJobTuner.usual());
        return Replay.alone(Testbeds.XSEDE, job, 100, seed).meanBps(0, 100);
    }

    @Test
    void nobodyBeatsTheStoragesAndTheLink() {
        for (Testbed testbed : Testbeds.ALL) {
            double most = testbed.path().bandwidthBps();
            ChannelJob falcon = ChannelJob.of("falcon", testbed, Datasets.endless(), FalconJobTuner.usual());
            StagedJob marlin =
                    new StagedJob("marlin", testbed, 1e15, 1e10, new MarlinTuner(), 0, 0, Double.POSITIVE_INFINITY);
            Replay.of(testbed, List.of(falcon, marlin), 1).run(100);
            for (int second = 0; second < 100; second++) {
                assertThat(falcon.series().throughputBps(second)
                                + marlin.series().throughputBps(second))
                        .as("%s, second %d", testbed.name(), second)
                        .isLessThanOrEqualTo(most * (1 + 1e-9));
            }
            assertThat(falcon.series().meanBps(50, 100)).as(testbed.name()).isPositive();
            assertThat(marlin.series().meanBps(50, 100)).as(testbed.name()).isPositive();
        }
    }

    /// An optimizer of pipes sees the loss and the round trip that the replay knows.
    @Test
    void anOptimizerOfPipesSeesLoss() {
        AssignedTuner tuner = new AssignedTuner();
        OptimizedJobs.Member member =
                new OptimizedJobs.Member(ChannelJob.of("job", Testbeds.EMULAB, Datasets.endless(), tuner), tuner);
        List<PipeObservation> seen = new ArrayList<>();
        Optimizer watching = observation -> {
            PipeObservation pipe = observation.pipes().getFirst();
            seen.add(pipe);
            return Decision.unpriced(
                    observation, List.of(PipeDecision.of(pipe, 100, Rationale.of(Reason.PROBE))), 0, 0);
        };
        OptimizedJobs group = new OptimizedJobs(Testbeds.EMULAB, List.of(member), watching, 5, 100, 1e9);
        new Replay(
                        Testbeds.EMULAB,
                        List.of(Testbeds.EMULAB.read()),
                        List.of(Testbeds.EMULAB.write()),
                        List.of(member.job()),
                        List.of(group),
                        List.of(),
                        1)
                .run(60);
        PipeObservation last = seen.getLast();
        assertThat(last.lossRatio())
                .isPositive()
                .isCloseTo(member.job().series().meanLoss(50, 60), within(0.01));
        assertThat(last.rttSeconds()).isEqualTo(Testbeds.EMULAB.path().rttSeconds());
        assertThat(last.movingConnections()).isEqualTo(100);
        assertThat(seen.getFirst().lossRatio()).isNaN();
    }

    /// The real optimizers on jobs: both fill most of the link of Emulab, Falcon as it wanders in the noise.
    @Test
    void anOptimizerOfPipesTunesJobs() {
        for (String name : List.of("tcn", "falcon-central")) {
            List<OptimizedJobs.Member> members = new ArrayList<>();
            for (int k = 0; k < 2; k++) {
                AssignedTuner tuner = new AssignedTuner();
                members.add(new OptimizedJobs.Member(
                        ChannelJob.of("job", Testbeds.EMULAB, Datasets.endless(), tuner), tuner));
            }
            OptimizedJobs group = new OptimizedJobs(
                    Testbeds.EMULAB,
                    members,
                    new OptimizerRegistry().find(name).orElseThrow().factory().create(new SplittableRandom(1)),
                    5,
                    100,
                    1e9);
            new Replay(
                            Testbeds.EMULAB,
                            List.of(Testbeds.EMULAB.read()),
                            List.of(Testbeds.EMULAB.write()),
                            members.stream().map(OptimizedJobs.Member::job).toList(),
                            List.of(group),
                            List.of(),
                            1)
                    .run(300);
            double all = members.stream()
                    .mapToDouble(member -> member.job().series().meanBps(200, 300))
                    .sum();
            assertThat(all).as(name).isBetween(0.6 * G, 1.0001 * G);
        }
    }
}
