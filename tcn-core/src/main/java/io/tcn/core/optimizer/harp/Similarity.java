// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.harp;

import java.util.ArrayList;
import java.util.List;

/// Weighted cosine similarity (HARP, equation 1): `sum w a b / sqrt(sum w a^2 sum w b^2)` over the features of
/// [PastTransfer], each divided by its greatest value so that none outweighs the others by its unit.
///
/// The paper's text has lost where in the formula the weights stand; here they weigh each product.
final class Similarity {
    /// Weights of bandwidth, round trip, product over buffer, class, size and number of files (section 3.2.2).
    private static final double[] WEIGHTS = {2, 2, 10, 10, 3, 1};

    /// The similarity that is asked for first, and how far it is lowered at a time. The paper gives the former.
    private static final double FIRST = 0.99;

    private static final double STEP = 0.01;

    private Similarity() {}

    /// From 0 to 1 for features that are not negative; 0 where one side has none above zero.
    static double of(double[] a, double[] b) {
        double product = 0;
        double ofA = 0;
        double ofB = 0;
        for (int i = 0; i < WEIGHTS.length; i++) {
            product += WEIGHTS[i] * a[i] * b[i];
            ofA += WEIGHTS[i] * a[i] * a[i];
            ofB += WEIGHTS[i] * b[i] * b[i];
        }
        return ofA > 0 && ofB > 0 ? product / Math.sqrt(ofA * ofB) : 0;
    }

    /// The entries above the highest threshold that leaves enough of them; all where there are not enough.
    ///
    /// @param wanted features of what is to be moved
    /// @param enough how many entries are enough; the paper has 6000
    static List<PastTransfer> alike(List<PastTransfer> history, double[] wanted, int enough) {
        double[] scale = wanted.clone();
        for (PastTransfer past : history) {
            double[] features = past.features();
            for (int i = 0; i < scale.length; i++) {
                scale[i] = Math.max(scale[i], features[i]);
            }
        }
        double[] scaledWanted = scaled(wanted, scale);
        double[] similarity = new double[history.size()];
        for (int k = 0; k < similarity.length; k++) {
            similarity[k] = of(scaled(history.get(k).features(), scale), scaledWanted);
        }
        for (double threshold = FIRST; threshold > 0; threshold -= STEP) {
            List<PastTransfer> alike = above(history, similarity, threshold);
            if (alike.size() >= enough) {
                return alike;
            }
        }
        return history;
    }

    private static List<PastTransfer> above(List<PastTransfer> history, double[] similarity, double threshold) {
        List<PastTransfer> alike = new ArrayList<>();
        for (int k = 0; k < similarity.length; k++) {
            if (similarity[k] > threshold) {
                alike.add(history.get(k));
            }
        }
        return alike;
    }

    private static double[] scaled(double[] features, double[] scale) {
        double[] scaled = new double[features.length];
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = scale[i] > 0 ? features[i] / scale[i] : 0;
        }
        return scaled;
    }
}
