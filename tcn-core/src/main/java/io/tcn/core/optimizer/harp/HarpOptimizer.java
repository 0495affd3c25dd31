// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;
import java.util.Optional;

/// HARP's optimizer (section 3.2): from the models of similar transfers, weighted by how well they tell what a
/// sample brought, a setting for a class of files: the weighted mean of their relaxed maxima (equation 5),
/// rounded.
public final class HarpOptimizer {
    /// What it recommends for a class.
    ///
    /// @param tuning the setting
    /// @param unitBps what one file at a time is expected to bring, in bit/s, above zero
    /// @param estimateBps what the setting is expected to bring
    public record Advice(ClassTuning tuning, double unitBps, double estimateBps) {}

    private final HarpHistory history;

    public HarpOptimizer(HarpHistory history) {
        this.history = history;
    }

    /// Advice for a class of files; empty where history has nothing that can be fitted.
    ///
    /// @param sampled the setting of the sample
    /// @param seenBps what it brought, in bit/s
    public Optional<Advice> advise(PathFacts path, FileClass files, ClassTuning sampled, double seenBps) {
        return advise(history.models(path, files), sampled, seenBps);
    }

    /// The same with models that were found before.
    static Optional<Advice> advise(List<GroupModel> models, ClassTuning sampled, double seenBps) {
        if (models.isEmpty() || !(seenBps > 0)) {
            return Optional.empty();
        }
        double[] weights = ModelWeights.of(
                models.stream().mapToDouble(model -> model.estimateBps(sampled)).toArray(), seenBps);
        double concurrency = 0;
        double parallelism = 0;
        double pipelining = 0;
        double unitBps = 0;
        double estimateBps = 0;
        for (int k = 0; k < weights.length; k++) {
            GroupModel model = models.get(k);
            ClassTuning relaxed = model.relaxed();
            concurrency += weights[k] * relaxed.concurrency();
            parallelism += weights[k] * relaxed.parallelism();
            pipelining += weights[k] * relaxed.pipelining();
            unitBps += weights[k] * model.estimateBps(relaxed.withConcurrency(1));
            estimateBps += weights[k] * model.estimateBps(relaxed);
        }
        ClassTuning tuning = new ClassTuning(
                Math.max(1, (int) Math.round(concurrency)), Math.max(1, (int) Math.round(parallelism)), (int)
                        Math.round(pipelining));
        // A fitted polynomial may be negative at one file; its even part of the whole stands for it then.
        double unit = unitBps > 0 ? unitBps : Math.max(1, estimateBps) / tuning.concurrency();
        return Optional.of(new Advice(tuning, unit, estimateBps));
    }
}
