// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.job.FileClass;
import io.tcn.core.optimizer.job.PathFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// HARP's history of transfers: it finds the entries that are like a job, groups them by path, files and
/// period, and learns a model from each group. Models are kept for jobs that ask alike. Not for several
/// threads.
public final class HarpHistory {
    /// Entries that are enough (section 3.2.2).
    private static final int ENOUGH = 6000;

    private final List<PastTransfer> entries;
    private final int enough;
    private final double keptFiles;
    private final Map<String, List<GroupModel>> known = new TreeMap<>();
    private final Map<String, Optional<GroupModel>> modelOfGroup = new TreeMap<>();

    /// @param entries in the order of their age, or any other
    public HarpHistory(List<PastTransfer> entries) {
        this(entries, ENOUGH);
    }

    /// @param enough how many entries a job is compared with at least
    public HarpHistory(List<PastTransfer> entries, int enough) {
        this(entries, enough, GroupModel.KEPT_FILES);
    }

    /// @param enough how many entries a job is compared with at least
    /// @param keptFiles part of the estimate that is kept when concurrency is relaxed, above 0 and at most 1
    public HarpHistory(List<PastTransfer> entries, int enough, double keptFiles) {
        this.entries = List.copyOf(entries);
        this.enough = enough;
        this.keptFiles = keptFiles;
    }

    /// The models for some files on a path; none where nothing is known.
    List<GroupModel> models(PathFacts path, FileClass files) {
        double[] wanted = PastTransfer.featuresOf(path, files.files(), files.meanBytes());
        return known.computeIfAbsent(path + " " + files, fresh -> learn(wanted));
    }

    private List<GroupModel> learn(double[] wanted) {
        Map<String, List<PastTransfer>> groups = new TreeMap<>();
        for (PastTransfer past : Similarity.alike(entries, wanted, enough)) {
            groups.computeIfAbsent(
                            past.path() + " " + past.files() + " " + past.fileBytes() + " " + past.period(),
                            fresh -> new ArrayList<>())
                    .add(past);
        }
        List<GroupModel> models = new ArrayList<>();
        groups.forEach((name, group) -> modelOfGroup
                .computeIfAbsent(name + " " + group.size(), fresh -> GroupModel.of(group, keptFiles))
                .ifPresent(models::add));
        return List.copyOf(models);
    }

    /// The validation accuracies of the models for some files on a path, those that are known.
    public List<Double> validationAccuracies(PathFacts path, FileClass files) {
        return models(path, files).stream()
                .map(GroupModel::validationAccuracy)
                .filter(accuracy -> !accuracy.isNaN())
                .toList();
    }
}
