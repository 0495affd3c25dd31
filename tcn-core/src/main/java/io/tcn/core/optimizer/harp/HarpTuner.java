// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.JobSample;
import io.tcn.core.optimizer.job.JobTuner;
import io.tcn.core.optimizer.job.PathFacts;
import io.tcn.core.optimizer.rules.FileChunks;
import io.tcn.core.optimizer.rules.HeuristicRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// HARP for one job (section 3.1): each class of files is sampled by itself with a heuristic setting until two
/// looks of three seconds differ by less than 5 % ([AdaptiveSampling]); then all move at once as
/// [HarpOptimizer] advises and [ChannelDistribution] shares. A class of which history knows nothing keeps its
/// heuristic setting.
///
/// With online tuning (section 4.2) there is no phase of sampling: all classes start with the heuristic
/// settings, every look is a sample, and a class's setting changes when [#CONSISTENT] looks in a row have
/// advised concurrency or parallelism to differ by two or more in the same direction; pipelining follows then.
/// The paper reads "four" in one place and n in another.
public final class HarpTuner implements JobTuner {
    /// The monitor interval (section 3.1.1).
    public static final double LOOK_SECONDS = 3;

    private static final int CONSISTENT = 4;
    private static final int WORTH_IT = 2;
    private static final int MOST = 10;

    private final HarpOptimizer optimizer;
    private final boolean isOnline;
    private @Nullable PathFacts path;
    private List<ClassTuning> heuristic = List.of();
    private final List<HarpOptimizer.Advice> advice = new ArrayList<>();
    private List<ClassTuning> current = List.of();
    private List<FileClass> all = List.of();
    private int sampling = -1;
    private AdaptiveSampling looks = new AdaptiveSampling();
    private int[] larger = new int[0];
    private int[] smaller = new int[0];

    /// @param optimizer with the history
    /// @param isOnline whether it goes on tuning
    public HarpTuner(HarpOptimizer optimizer, boolean isOnline) {
        this.optimizer = optimizer;
        this.isOnline = isOnline;
    }

    @Override
    public List<Double> classEndsBytes(PathFacts facts) {
        return FileChunks.endsBytes(facts);
    }

    @Override
    public double sampleSeconds(PathFacts facts) {
        return LOOK_SECONDS;
    }

    @Override
    public List<ClassTuning> first(PathFacts facts, List<FileClass> classes) {
        path = facts;
        all = classes;
        heuristic = classes.stream()
                .map(files -> HeuristicRule.of(facts, files, 2, MOST))
                .toList();
        larger = new int[classes.size()];
        smaller = new int[classes.size()];
        advice.clear();
        heuristic.forEach(tuning -> advice.add(new HarpOptimizer.Advice(tuning, 1, 1)));
        sampling = isOnline ? classes.size() : nextToSample(classes, 0);
        current = isOnline ? ChannelDistribution.of(classes, advice) : onlySampled(classes.size());
        return current;
    }

    private static int nextToSample(List<FileClass> left, int from) {
        int next = from;
        while (next < left.size() && left.get(next).isEmpty()) {
            next++;
        }
        return next;
    }

    private List<ClassTuning> onlySampled(int classes) {
        List<ClassTuning> tunings = new ArrayList<>(Collections.nCopies(classes, ClassTuning.WAITS));
        if (sampling < classes) {
            tunings.set(sampling, heuristic.get(sampling));
        }
        return tunings;
    }

    @Override
    public List<ClassTuning> next(JobSample sample) {
        if (path == null) {
            throw new IllegalStateException("a tuner is asked for its first setting first");
        }
        List<FileClass> left = sample.left();
        if (sampling < left.size()) {
            sampled(path, sample);
        } else if (isOnline) {
            watch(path, sample);
        }
        current = sampling < left.size() ? onlySampled(left.size()) : ChannelDistribution.of(left, advice);
        return current;
    }

    private void sampled(PathFacts facts, JobSample sample) {
        List<FileClass> left = sample.left();
        double bps = sample.classes().get(sampling).throughputBps();
        boolean over = looks.converges(bps) || left.get(sampling).isEmpty();
        if (!over) {
            return;
        }
        optimizer
                .advise(facts, all.get(sampling), heuristic.get(sampling), looks.throughputBps())
                .ifPresent(found -> advice.set(sampling, found));
        looks = new AdaptiveSampling();
        sampling = nextToSample(left, sampling + 1);
    }

    private void watch(PathFacts facts, JobSample sample) {
        for (int i = 0; i < current.size(); i++) {
            double bps = sample.classes().get(i).throughputBps();
            ClassTuning running = current.get(i);
            if (running.concurrency() == 0 || sample.left().get(i).isEmpty()) {
                continue;
            }
            int index = i;
            optimizer.advise(facts, all.get(i), running, bps).ifPresent(found -> consider(index, found));
        }
    }

    private void consider(int i, HarpOptimizer.Advice found) {
        ClassTuning now = advice.get(i).tuning();
        int files = found.tuning().concurrency() - now.concurrency();
        int streams = found.tuning().parallelism() - now.parallelism();
        int towards = Math.abs(files) >= WORTH_IT ? files : Math.abs(streams) >= WORTH_IT ? streams : 0;
        larger[i] = towards > 0 ? larger[i] + 1 : 0;
        smaller[i] = towards < 0 ? smaller[i] + 1 : 0;
        if (Math.max(larger[i], smaller[i]) >= CONSISTENT) {
            advice.set(i, found);
            larger[i] = 0;
            smaller[i] = 0;
        }
    }
}
