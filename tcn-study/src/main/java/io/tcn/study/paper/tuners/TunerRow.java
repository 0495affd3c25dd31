// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import java.util.List;

/// A claim with what came out.
///
/// @param paper whose claim
/// @param claim the claim
/// @param values ours, one per seed, rising; empty where it was not run; NaN, last, where a seed never got
///     there
/// @param best of the best static setting, NaN where the question has no sense
public record TunerRow(TunerPaper paper, TunerClaim claim, List<Double> values, double best) {
    public TunerRow {
        values = values.stream().sorted().toList();
    }

    /// Whether it was reproduced.
    public enum Verdict {
        /// The median lies where the claim says.
        REACHED("yes"),
        /// It lies below.
        BELOW("no, less"),
        /// It lies above.
        ABOVE("no, more"),
        /// In half of the runs or more it did not happen at all.
        NEVER("no, never"),
        /// The paper does not tell enough.
        NOT_RUN("not run");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /// In words.
        public String words() {
            return words;
        }
    }

    /// Whether it was reproduced.
    public Verdict verdict() {
        if (values.isEmpty()) {
            return Verdict.NOT_RUN;
        }
        double median = percentile(50);
        if (Double.isNaN(median)) {
            return Verdict.NEVER;
        }
        return median < claim.from() ? Verdict.BELOW : median > claim.to() ? Verdict.ABOVE : Verdict.REACHED;
    }

    /// A percentile, by the nearest rank; NaN where that seed has none.
    ///
    /// @param percent 0 to 100
    public double percentile(double percent) {
        int rank = (int) Math.ceil(percent / 100 * values.size());
        return values.get(Math.clamp(rank - 1, 0, values.size() - 1));
    }
}
