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
/// fitted by least squares (HARP, section 3.2.3). Settings go from 1 to [#MOST] files and streams and from 0 to
/// [#MOST] ahead.
final class Polynomial {
    /// The greatest setting in HARP's data.
    static final int MOST = 32;

    private final int degree;
    private final double[] coefficients;

    private Polynomial(int degree, double[] coefficients) {
        this.degree = degree;
        this.coefficients = coefficients;
    }

    /// The best polynomial of a degree; empty where the entries do not determine it.
    static Optional<Polynomial> fit(List<PastTransfer> entries, int degree) {
        int terms = powers(degree).size();
        if (entries.size() < terms) {
            return Optional.empty();
        }
        double[][] rows = new double[entries.size()][];
        double[] values = new double[entries.size()];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = row(degree, entries.get(k).tuning());
            values[k] = entries.get(k).throughputBps();
        }
        try {
            return Optional.of(new Polynomial(
                    degree,
                    new QRDecomposition(new Array2DRowRealMatrix(rows, false))
                            .getSolver()
                            .solve(new ArrayRealVector(values, false))
                            .toArray()));
        } catch (SingularMatrixException undetermined) {
            return Optional.empty();
        }
    }

    private static List<int[]> powers(int degree) {
        List<int[]> powers = new ArrayList<>();
        for (int a = 0; a <= degree; a++) {
            for (int b = 0; a + b <= degree; b++) {
                for (int c = 0; a + b + c <= degree; c++) {
                    powers.add(new int[] {a, b, c});
                }
            }
        }
        return powers;
    }

    private static double[] row(int degree, ClassTuning tuning) {
        List<int[]> powers = powers(degree);
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
        double[] row = row(degree, tuning);
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
    /// Cost: 32 x 32 x 33 values of a polynomial in the files ahead alone.
    ClassTuning maximum() {
        List<int[]> powers = powers(degree);
        ClassTuning best = new ClassTuning(1, 1, 0);
        double greatest = Double.NEGATIVE_INFINITY;
        double[] ofAhead = new double[degree + 1];
        for (int files = 1; files <= MOST; files++) {
            for (int streams = 1; streams <= MOST; streams++) {
                Arrays.fill(ofAhead, 0);
                for (int t = 0; t < coefficients.length; t++) {
                    int[] power = powers.get(t);
                    ofAhead[power[2]] += coefficients[t]
                            * Math.pow(files / (double) MOST, power[0])
                            * Math.pow(streams / (double) MOST, power[1]);
                }
                for (int ahead = 0; ahead <= MOST; ahead++) {
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
