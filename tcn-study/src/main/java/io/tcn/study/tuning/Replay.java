// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Runs jobs on a testbed in steps of [#STEP_SECONDS] of virtual time. Same jobs, same seed: same series.
///
/// Left out: queues and their delay, slow start after loss, files as things of their own, failures. What the
/// storages give moves by a first-order autoregressive noise that is alike for a few seconds; the link does not
/// move by itself.
public final class Replay {
    /// One step.
    public static final double STEP_SECONDS = 0.1;

    private static final double NOISE_SECONDS = 2;

    private final Testbed testbed;
    private final List<StorageCurve> sources;
    private final List<StorageCurve> destinations;
    private final List<Job> jobs;
    private final List<OptimizedJobs> groups;
    private final List<Background> background;
    private final RandomGenerator random;
    private double readNoise;
    private double writeNoise;

    /// @param sources read sides, by the index of the jobs' storages
    /// @param destinations write sides
    /// @param jobs who takes part
    /// @param groups who of them is tuned together by an optimizer
    /// @param background others on the link
    /// @param seed where chance comes from
    public Replay(
            Testbed testbed,
            List<StorageCurve> sources,
            List<StorageCurve> destinations,
            List<? extends Job> jobs,
            List<OptimizedJobs> groups,
            List<Background> background,
            long seed) {
        this.testbed = testbed;
        this.sources = List.copyOf(sources);
        this.destinations = List.copyOf(destinations);
        this.jobs = List.copyOf(jobs);
        this.groups = List.copyOf(groups);
        this.background = List.copyOf(background);
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        readNoise = testbed.noise() * random.nextGaussian();
        writeNoise = testbed.noise() * random.nextGaussian();
    }

    /// Jobs that share the testbed's storages.
    public static Replay of(Testbed testbed, List<? extends Job> jobs, long seed) {
        return new Replay(
                testbed,
                List.of(testbed.read()),
                List.of(testbed.write()),
                jobs,
                List.of(),
                Collections.emptyList(),
                seed);
    }

    /// Runs one job alone for so long, or until it is over.
    public static JobSeries alone(Testbed testbed, Job job, double seconds, long seed) {
        of(testbed, List.of(job), seed).run(seconds);
        return job.series();
    }

    /// Runs until all jobs are over, or for so long.
    public void run(double seconds) {
        long steps = Math.round(seconds / STEP_SECONDS);
        for (long step = 0; step < steps; step++) {
            double now = step * STEP_SECONDS;
            if (jobs.stream().allMatch(Job::isOver)) {
                return;
            }
            step(now);
        }
    }

    private void step(double now) {
        List<Job> present = jobs.stream().filter(job -> job.isThere(now)).toList();
        for (OptimizedJobs group : groups) {
            group.tune(now);
        }
        readNoise = next(readNoise);
        writeNoise = next(writeNoise);
        double readFactor = Math.exp(readNoise);
        double writeFactor = Math.exp(writeNoise);
        List<Flow> flows = new ArrayList<>();
        int[] firstOf = new int[present.size() + 1];
        for (int j = 0; j < present.size(); j++) {
            present.get(j).tune(now);
            firstOf[j] = flows.size();
            flows.addAll(present.get(j).flows(now, STEP_SECONDS, readFactor, writeFactor));
        }
        firstOf[present.size()] = flows.size();
        for (Background other : background) {
            if (other.isThere(now)) {
                flows.add(Flow.onLink(other.streams(), other.bps()));
            }
        }
        Allotment allotment = Allotment.of(
                flows,
                sources,
                readFactor,
                testbed.path().bandwidthBps(),
                testbed.path().rttSeconds(),
                destinations,
                writeFactor);
        double[] rates = new double[flows.size()];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = allotment.rateBps(i);
        }
        for (int j = 0; j < present.size(); j++) {
            present.get(j)
                    .moved(
                            now,
                            STEP_SECONDS,
                            Arrays.copyOfRange(rates, firstOf[j], firstOf[j + 1]),
                            allotment.lossRatio());
        }
    }

    private double next(double noise) {
        double keep = Math.exp(-STEP_SECONDS / NOISE_SECONDS);
        return keep * noise + Math.sqrt(1 - keep * keep) * testbed.noise() * random.nextGaussian();
    }
}
