// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.Map;

/// What was found for one member of a family.
///
/// @param seed which
/// @param optimumBps the reachable optimum, averaged over the intervals, in bit/s
/// @param ceilingBps the optimum of the linear program, likewise
/// @param connections connections of the optimum, likewise
/// @param excess how far the optimum breaks a bound; 0 unless no n keeps all
/// @param figures per optimizer that ran
record SeedResult(
        long seed,
        double optimumBps,
        double ceilingBps,
        double connections,
        double excess,
        Map<String, RunFigures> figures) {
    /// How far the optimum may be from the best there is, as a part of the ceiling.
    double gap() {
        return ceilingBps > 0 ? 1 - optimumBps / ceilingBps : 0;
    }
}
