// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.tuners;

import io.tcn.core.memory.PastSettings;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.catalog.KnownPast;
import io.tcn.core.optimizer.falcon.FalconJobTuner;
import io.tcn.core.optimizer.falcon.FalconMultiTuner;
import io.tcn.core.optimizer.falcon.FalconUtility;
import io.tcn.core.optimizer.fstream.StreamTuner;
import io.tcn.core.optimizer.harp.HarpHistory;
import io.tcn.core.optimizer.harp.HarpOptimizer;
import io.tcn.core.optimizer.harp.HarpTuner;
import io.tcn.core.optimizer.harp.SettingSlots;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.marlin.MarlinTuner;
import io.tcn.core.optimizer.rules.FixedRule;
import io.tcn.core.optimizer.rules.GlobusRules;
import io.tcn.core.optimizer.rules.ProActiveMultiChunk;
import io.tcn.core.optimizer.rules.SingleChunk;
import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.port.PastSetting;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.scenario.HyperParameters;
import io.tcn.study.paper.tuners.HarpData;
import io.tcn.study.tuning.AssignedTuner;
import io.tcn.study.tuning.ChannelJob;
import io.tcn.study.tuning.Datasets;
import io.tcn.study.tuning.FileBatch;
import io.tcn.study.tuning.Job;
import io.tcn.study.tuning.OptimizedJobs;
import io.tcn.study.tuning.Replay;
import io.tcn.study.tuning.StagedJob;
import io.tcn.study.tuning.Testbed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// Somebody who tunes jobs.
///
/// @param name as it is called
/// @param maker makes jobs that it tunes
record Contender(String name, Maker maker) {
    /// As often as Falcon decides in wide networks, so that all decide equally often.
    private static final double INTERVAL_SECONDS = 5;

    private static final int MOST = 100;
    private static final double STAGING_BYTES = 20e9;
    private static final double ENDLESS_BYTES = 1e15;
    private static final long COLLECTED = 1;
    private static final long PAST_SEEDS = 1000;
    private static final int PAST_SECONDS = 450;

    /// Jobs with what tunes several of them.
    ///
    /// @param jobs the jobs
    /// @param groups those tuned together
    record Team(List<Job> jobs, List<OptimizedJobs> groups) {}

    /// Makes jobs without end.
    @FunctionalInterface
    interface Maker {
        /// @param joins when each begins, in seconds
        Team make(Testbed testbed, List<FileBatch> files, double[] joins, long seed);
    }

    /// All of them: TCN and FTS, then the papers', then rules.
    static List<Contender> all() {
        HarpOptimizer harp = new HarpOptimizer(new HarpHistory(HarpData.collect(COLLECTED)));
        // As the server has it: the utility is proportional unless somebody chooses another.
        OptimizerRegistry registry = new OptimizerRegistry(Utilities.byName("proportional"), HyperParameters.USUAL);
        OptimizerRegistry ofSum = new OptimizerRegistry();
        List<Contender> all = new ArrayList<>();
        all.add(optimizer("tcn", "tcn", registry));
        all.add(optimizer("tcn, sum", "tcn", ofSum));
        for (String base : List.of("1.02", "1.05")) {
            OptimizerRegistry justEnough =
                    new OptimizerRegistry(Utilities.byName("proportional+cost:" + base), HyperParameters.USUAL);
            all.add(optimizer("tcn, +cost:" + base, "tcn", justEnough));
            all.add(optimizer("tcn-learned, +cost:" + base, "tcn-learned", justEnough));
        }
        for (String name : List.of("tcn-learned", "fts", "falcon-central", "fstream")) {
            all.add(optimizer(name, name, registry));
        }
        all.add(channels("falcon (job)", FalconJobTuner::usual));
        all.add(channels("falcon, 3 parameters", () -> new FalconMultiTuner(FalconUtility.usual())));
        all.add(new Contender("marlin", Contender::staged));
        all.add(channels("fstream++", StreamTuner::plusPlus));
        all.add(channels("fstream (doubling)", StreamTuner::fstream));
        all.add(channels("harp", () -> new HarpTuner(harp, false)));
        all.add(channels("harp, online", () -> new HarpTuner(harp, true)));
        all.add(optimizer("harp of pipes, no past", "harp", registry));
        all.add(harpAfterTcn(registry));
        all.add(channels("globus", GlobusRules::new));
        all.add(channels("sc", SingleChunk::new));
        all.add(channels("promc", ProActiveMultiChunk::new));
        for (int n : new int[] {4, 32}) {
            all.add(channels("static " + n, () -> new FixedRule(new ClassTuning(n, 1, 0))));
        }
        return List.copyOf(all);
    }

    private static Contender channels(String name, Supplier<JobTuner> tuners) {
        return new Contender(name, (testbed, files, joins, seed) -> {
            List<Job> jobs = new ArrayList<>();
            for (double join : joins) {
                jobs.add(channel(testbed, files, tuners.get(), join));
            }
            return new Team(jobs, List.of());
        });
    }

    private static ChannelJob channel(Testbed testbed, List<FileBatch> files, JobTuner tuner, double join) {
        return new ChannelJob(
                "job", testbed, files, tuner, 0, join, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    private static Team staged(Testbed testbed, List<FileBatch> files, double[] joins, long seed) {
        List<Job> jobs = new ArrayList<>();
        for (double join : joins) {
            jobs.add(new StagedJob(
                    "job",
                    testbed,
                    ENDLESS_BYTES,
                    STAGING_BYTES,
                    new MarlinTuner(),
                    0,
                    join,
                    Double.POSITIVE_INFINITY));
        }
        return new Team(jobs, List.of());
    }

    private static Contender optimizer(String label, String name, OptimizerRegistry registry) {
        return new Contender(
                label, (testbed, files, joins, seed) -> piped(testbed, files, joins, created(registry, name, seed)));
    }

    private static Optimizer created(OptimizerRegistry registry, String name, long seed) {
        return registry.find(name)
                .orElseThrow(() -> new IllegalStateException("there is no optimizer " + name))
                .factory()
                .create(new SplittableRandom(seed));
    }

    private static Team piped(Testbed testbed, List<FileBatch> files, double[] joins, Optimizer optimizer) {
        List<Job> jobs = new ArrayList<>();
        List<OptimizedJobs.Member> members = new ArrayList<>();
        for (double join : joins) {
            AssignedTuner tuner = new AssignedTuner();
            ChannelJob job = channel(testbed, files, tuner, join);
            jobs.add(job);
            members.add(new OptimizedJobs.Member(job, tuner));
        }
        double fileBytes = files.getFirst().fileBytes();
        return new Team(
                jobs, List.of(new OptimizedJobs(testbed, members, optimizer, INTERVAL_SECONDS, MOST, fileBytes)));
    }

    /// HARP on pipes whose past is what `tcn` did on the same testbed for so long, the day before.
    private static Contender harpAfterTcn(OptimizerRegistry registry) {
        return new Contender("harp of pipes, after tcn", (testbed, files, joins, seed) -> {
            SettingSlots slots = new SettingSlots();
            List<PastSetting> seen = new ArrayList<>();
            Optimizer tcn = created(registry, "tcn", seed);
            Team before = piped(testbed, files, joins, observation -> {
                seen.addAll(slots.add(observation));
                return tcn.decide(observation);
            });
            replay(testbed, before, PAST_SEEDS + seed).run(PAST_SECONDS);
            seen.addAll(slots.underWay());
            PastSettings past = new PastSettings(Math.max(1, seen.size()));
            seen.forEach(setting -> past.add(dayBefore(setting)));
            OptimizerRegistry told = new OptimizerRegistry(
                    Utilities.byName("proportional"),
                    HyperParameters.USUAL,
                    new KnownPast(FirstConnections.AS_SET, past));
            return piped(testbed, files, joins, created(told, "harp", seed));
        });
    }

    private static PastSetting dayBefore(PastSetting setting) {
        return new PastSetting(
                setting.key(),
                setting.until().minus(Duration.ofDays(1)),
                setting.connections(),
                setting.throughputBps(),
                setting.seconds(),
                setting.files(),
                setting.fileBytes(),
                setting.bandwidthBps());
    }

    /// A run of a team's jobs.
    static Replay replay(Testbed testbed, Team team, long seed) {
        return new Replay(
                testbed,
                List.of(testbed.read()),
                List.of(testbed.write()),
                team.jobs(),
                team.groups(),
                List.of(),
                seed);
    }

    /// Files of 1 GB without end.
    static List<FileBatch> files() {
        return Datasets.endless();
    }
}
