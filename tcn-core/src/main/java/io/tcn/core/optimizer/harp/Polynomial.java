// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import io.tcn.core.optimizer.job.ClassTuning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.SingularMatrixException;

/// Throughput as a polynomial of concurrency, parallelism and pipelining, all products up to a total degree,
/// fitted by least squares (HARP, section 3.2.3). Its settings go from 1 file and stream and from 0 ahead to the
/// greatest of the entries; one that is the same in all of them is no variable.
final class Polynomial {
    /// The greatest setting in HARP's data.
    static final int MOST = 32;

    private final List<int[]> powers;
    private final Range range;
    private final double[] coefficients;

    private Polynomial(List<int[]> powers, Range range, double[] coefficients) {
        this.powers = powers;
        this.range = range;
        this.coefficients = coefficients;
    }

    /// The settings that some entries cover.
    private record Range(ClassTuning least, ClassTuning most) {
        static Range of(List<PastTransfer> entries) {
            ClassTuning first = entries.getFirst().tuning();
            int[] least = {first.concurrency(), first.parallelism(), first.pipelining()};
            int[] most = least.clone();
            for (PastTransfer entry : entries) {
                ClassTuning tuning = entry.tuning();
                int[] values = {tuning.concurrency(), tuning.parallelism(), tuning.pipelining()};
                for (int v = 0; v < values.length; v++) {
                    least[v] = Math.min(least[v], values[v]);
                    most[v] = Math.max(most[v], values[v]);
                }
            }
            return new Range(
                    new ClassTuning(
                            least[0] < most[0] ? 1 : least[0],
                            least[1] < most[1] ? 1 : least[1],
                            least[2] < most[2] ? 0 : least[2]),
                    new ClassTuning(most[0], most[1], most[2]));
        }

        List<int[]> powers(int degree) {
            int ofFiles = least.concurrency() < most.concurrency() ? degree : 0;
            int ofStreams = least.parallelism() < most.parallelism() ? degree : 0;
            int ofAhead = least.pipelining() < most.pipelining() ? degree : 0;
            List<int[]> powers = new ArrayList<>();
            for (int a = 0; a <= ofFiles; a++) {
                for (int b = 0; b <= ofStreams && a + b <= degree; b++) {
                    for (int c = 0; c <= ofAhead && a + b + c <= degree; c++) {
                        powers.add(new int[] {a, b, c});
                    }
                }
            }
            return powers;
        }
    }

    /// The best polynomial of a degree; empty where the entries do not determine it.
    static Optional<Polynomial> fit(List<PastTransfer> entries, int degree) {
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        Range range = Range.of(entries);
        List<int[]> powers = range.powers(degree);
        if (entries.size() < powers.size()) {
            return Optional.empty();
        }
        double[][] rows = new double[entries.size()][];
        double[] values = new double[entries.size()];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = row(powers, entries.get(k).tuning());
            values[k] = entries.get(k).throughputBps();
        }
        try {
            return Optional.of(new Polynomial(
                    powers,
                    range,
                    new QRDecomposition(new Array2DRowRealMatrix(rows, false))
                            .getSolver()
                            .solve(new ArrayRealVector(values, false))
                            .toArray()));
        } catch (SingularMatrixException undetermined) {
            return Optional.empty();
        }
    }

    private static double[] row(List<int[]> powers, ClassTuning tuning) {
        double x = tuning.concurrency() / (double) MOST;
        double y = tuning.parallelism() / (double) MOST;
        double z = tuning.pipelining() / (double) MOST;
        double[] row = new double[powers.size()];
        for (int t = 0; t < row.length; t++) {
            int[] power = powers.get(t);
            row[t] = Math.pow(x, power[0]) * Math.pow(y, power[1]) * Math.pow(z, power[2]);
        }
        return row;
    }

    /// What it says of a setting, in bit/s; may be negative.
    double of(ClassTuning tuning) {
        double[] row = row(powers, tuning);
        double value = 0;
        for (int t = 0; t < row.length; t++) {
            value += coefficients[t] * row[t];
        }
        return value;
    }

    /// Which part of the entries' variance it explains: 1 for all, below 0 for less than their mean does.
    double rSquared(List<PastTransfer> entries) {
        double mean = entries.stream()
                .mapToDouble(PastTransfer::throughputBps)
                .average()
                .orElse(0);
        double around = 0;
        double off = 0;
        for (PastTransfer entry : entries) {
            double value = entry.throughputBps();
            around += (value - mean) * (value - mean);
            double difference = value - of(entry.tuning());
            off += difference * difference;
        }
        return around > 0 ? 1 - off / around : 0;
    }

    /// The setting with its greatest value. The paper climbs with BFGS; there are so few settings that all are
    /// looked at, which cannot end in a lesser maximum.
    ///
    /// Cost: for the paper's data 32 x 32 x 33 values of a polynomial in the files ahead alone.
    ClassTuning maximum() {
        ClassTuning best = range.least();
        double greatest = Double.NEGATIVE_INFINITY;
        int degree = powers.stream().mapToInt(power -> power[2]).max().orElse(0);
        double[] ofAhead = new double[degree + 1];
        for (int files = range.least().concurrency(); files <= range.most().concurrency(); files++) {
            for (int streams = range.least().parallelism();
                    streams <= range.most().parallelism();
                    streams++) {
                Arrays.fill(ofAhead, 0);
                for (int t = 0; t < coefficients.length; t++) {
                    int[] power = powers.get(t);
                    ofAhead[power[2]] += coefficients[t]
                            * Math.pow(files / (double) MOST, power[0])
                            * Math.pow(streams / (double) MOST, power[1]);
                }
                for (int ahead = range.least().pipelining();
                        ahead <= range.most().pipelining();
                        ahead++) {
                    double value = 0;
                    for (int d = degree; d >= 0; d--) {
                        value = value * ahead / MOST + ofAhead[d];
                    }
                    if (value > greatest) {
                        greatest = value;
                        best = new ClassTuning(files, streams, ahead);
                    }
                }
            }
        }
        return best;
    }
}
