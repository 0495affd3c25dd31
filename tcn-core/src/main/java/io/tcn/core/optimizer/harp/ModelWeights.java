// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.ml.clustering.Cluster;
import org.apache.commons.math3.ml.clustering.Clusterable;
import org.apache.commons.math3.ml.clustering.DBSCANClusterer;

/// How much each model counts (HARP, section 3.2.3): models are put into classes by how far they are off what
/// the sample transfer brought, with DBSCAN, and all of a class count alike, more the better the class
/// estimates.
///
/// The paper's text has lost the formula of a class's weight, and gives neither radius nor least size. Here the
/// class that comes k-th from the worst counts 2^k, a radius is [#RADIUS] of the sample's throughput, a class
/// has one member or more, so that none is noise. On a history with some tens of groups that gives the paper's
/// four to six classes.
final class ModelWeights {
    private static final double RADIUS = 0.05;

    private record Miss(int model, double ratio) implements Clusterable {
        @Override
        public double[] getPoint() {
            return new double[] {ratio};
        }
    }

    private ModelWeights() {}

    /// Weights that sum to one.
    ///
    /// @param estimatesBps what each model says of the sample's setting
    /// @param seenBps what the sample brought, above zero
    static double[] of(double[] estimatesBps, double seenBps) {
        List<Miss> misses = new ArrayList<>();
        for (int k = 0; k < estimatesBps.length; k++) {
            misses.add(new Miss(k, Math.abs(estimatesBps[k] - seenBps) / seenBps));
        }
        List<Cluster<Miss>> classes = new ArrayList<>(new DBSCANClusterer<Miss>(RADIUS, 0).cluster(misses));
        classes.sort(Comparator.<Cluster<Miss>>comparingDouble(ModelWeights::meanMiss)
                .reversed());
        double[] weights = new double[estimatesBps.length];
        double sum = 0;
        for (int rank = 0; rank < classes.size(); rank++) {
            for (Miss miss : classes.get(rank).getPoints()) {
                weights[miss.model()] = Math.pow(2, rank);
                sum += weights[miss.model()];
            }
        }
        for (int k = 0; k < weights.length; k++) {
            weights[k] /= sum;
        }
        return weights;
    }

    private static double meanMiss(Cluster<Miss> cluster) {
        return cluster.getPoints().stream().mapToDouble(Miss::ratio).average().orElse(0);
    }
}
