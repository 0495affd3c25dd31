// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.rules;

import io.tcn.core.optimizer.job.PathFacts;
import java.util.List;

/// HARP's classes of files (section 3.1: tiny, small, medium, large) by their size against the bandwidth-delay
/// product.
///
/// The paper says that the ends hang on the product and does not give them. Ours are a tenth of it, itself, and
/// twenty times it: with the 48 MB of Stampede-Gordon they part the four sizes of its data collection (section
/// 3.2.1: 1-5 MB, 15-30 MB, 50-200 MB, 1-5 GB).
public final class FileChunks {
    /// How many classes there are.
    public static final int COUNT = 4;

    private static final double TINY = 0.1;
    private static final double SMALL = 1;
    private static final double MEDIUM = 20;

    private FileChunks() {}

    /// Where tiny, small and medium end, in bytes.
    public static List<Double> endsBytes(PathFacts path) {
        double product = path.bdpBytes();
        return List.of(TINY * product, SMALL * product, MEDIUM * product);
    }

    /// The class of a file, from 0 (tiny) to 3 (large).
    public static int of(PathFacts path, double sizeBytes) {
        List<Double> ends = endsBytes(path);
        int chunk = 0;
        while (chunk < ends.size() && sizeBytes > ends.get(chunk)) {
            chunk++;
        }
        return chunk;
    }
}
