// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.job.ClassTuning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// What one group of entries teaches, which saw the same path, files and load (HARP, section 3.2.3 and 3.2.4):
/// a polynomial, its maximum, and that maximum with smaller values that cost little.
///
/// The entries are parted 70 to 30 at random, by a fixed seed; where there are fewer than [#FEW], the second of three
/// neighbours by their setting is for validation, so that no polynomial is judged beyond its data, and no more files at
/// a time are advised than the fewest of the entries that moved about the most: a line is good enough for the paper's
/// test and rises to the end where the data do not. The degree grows
/// from 1 until R^2 is above 0.7
/// on both parts. A group that does not get there by degree [#MOST_DEGREE] is an outlier and gives no model.
///
/// Relaxation lowers files ahead as long as the estimate stays above 0.99 of what it was, then concurrency
/// above 0.7, then parallelism above 0.7, each against the estimate before its turn. The paper gives the
/// numbers and not the order.
final class GroupModel {
    private static final double TRAINED = 0.7;
    private static final double GOOD = 0.7;
    private static final int MOST_DEGREE = 4;
    /// Relaxation of concurrency in the paper.
    static final double KEPT_FILES = 0.7;

    /// The paper's groups have 216 entries.
    private static final int FEW = 30;

    private static final int OF_THREE = 3;
    private static final double KEPT_STREAMS = 0.7;
    private static final double KEPT_AHEAD = 0.99;

    private final Polynomial polynomial;
    private final ClassTuning maximum;
    private final ClassTuning relaxed;
    private final double validationAccuracy;

    private GroupModel(Polynomial polynomial, double validationAccuracy, double keptFiles, int mostFiles) {
        this.polynomial = polynomial;
        this.maximum = polynomial.maximum();
        ClassTuning lower = relax(polynomial, maximum, keptFiles);
        this.relaxed = lower.withConcurrency(Math.min(lower.concurrency(), mostFiles));
        this.validationAccuracy = validationAccuracy;
    }

    /// The model of a group; empty for an outlier.
    static Optional<GroupModel> of(List<PastTransfer> group) {
        return of(group, KEPT_FILES);
    }

    /// The same with another relaxation of concurrency.
    static Optional<GroupModel> of(List<PastTransfer> group, double keptFiles) {
        List<PastTransfer> training = new ArrayList<>();
        List<PastTransfer> validation = new ArrayList<>();
        part(group, training, validation);
        for (int degree = 1; degree <= MOST_DEGREE; degree++) {
            Optional<Polynomial> fitted = Polynomial.fit(training, degree);
            if (fitted.isPresent()
                    && fitted.get().rSquared(training) > GOOD
                    && fitted.get().rSquared(validation) > GOOD) {
                return Optional.of(new GroupModel(
                        fitted.get(),
                        accuracy(fitted.get(), validation, degree),
                        keptFiles,
                        group.size() < FEW ? fewestFiles(group, keptFiles) : Integer.MAX_VALUE));
            }
        }
        return Optional.empty();
    }

    /// The fewest files at a time with which a part of the most was moved.
    private static int fewestFiles(List<PastTransfer> group, double part) {
        double most =
                group.stream().mapToDouble(PastTransfer::throughputBps).max().orElse(0);
        return group.stream()
                .filter(past -> past.throughputBps() >= part * most)
                .mapToInt(past -> past.tuning().concurrency())
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    private static void part(List<PastTransfer> group, List<PastTransfer> training, List<PastTransfer> validation) {
        List<PastTransfer> ordered = new ArrayList<>(group);
        if (group.size() < FEW) {
            ordered.sort(
                    Comparator.comparingInt((PastTransfer past) -> past.tuning().connections())
                            .thenComparingInt(past -> past.tuning().pipelining()));
            for (int k = 0; k < ordered.size(); k++) {
                boolean isInner = k % OF_THREE == 1 && k < ordered.size() - 1;
                (isInner ? validation : training).add(ordered.get(k));
            }
            return;
        }
        Collections.shuffle(ordered, new Random(group.size()));
        int trained = (int) Math.round(TRAINED * ordered.size());
        training.addAll(ordered.subList(0, trained));
        validation.addAll(ordered.subList(trained, ordered.size()));
    }

    /// Section 4.1: what a polynomial of the other part says of this one's maximum, over what it says of its
    /// own. NaN where the part is too small for that.
    private static double accuracy(Polynomial trained, List<PastTransfer> validation, int degree) {
        return Polynomial.fit(validation, degree)
                .map(other -> other.of(trained.maximum()) / other.of(other.maximum()))
                .orElse(Double.NaN);
    }

    private static ClassTuning relax(Polynomial polynomial, ClassTuning maximum, double keptFiles) {
        ClassTuning tuning = maximum;
        double least = KEPT_AHEAD * polynomial.of(tuning);
        while (tuning.pipelining() > 0) {
            ClassTuning fewer = new ClassTuning(tuning.concurrency(), tuning.parallelism(), tuning.pipelining() - 1);
            if (polynomial.of(fewer) < least) {
                break;
            }
            tuning = fewer;
        }
        least = keptFiles * polynomial.of(tuning);
        while (tuning.concurrency() > 1) {
            ClassTuning fewer = tuning.withConcurrency(tuning.concurrency() - 1);
            if (polynomial.of(fewer) < least) {
                break;
            }
            tuning = fewer;
        }
        least = KEPT_STREAMS * polynomial.of(tuning);
        while (tuning.parallelism() > 1) {
            ClassTuning fewer = new ClassTuning(tuning.concurrency(), tuning.parallelism() - 1, tuning.pipelining());
            if (polynomial.of(fewer) < least) {
                break;
            }
            tuning = fewer;
        }
        return tuning;
    }

    /// What it expects of a setting, in bit/s, zero or more.
    double estimateBps(ClassTuning tuning) {
        return Math.max(0, polynomial.of(tuning));
    }

    /// The setting with the greatest estimate.
    ClassTuning maximum() {
        return maximum;
    }

    /// The same with smaller values that cost little.
    ClassTuning relaxed() {
        return relaxed;
    }

    /// How near the maximum of the trained part is to that of the other, 1 for the same; NaN where not known.
    double validationAccuracy() {
        return validationAccuracy;
    }
}
