// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.units;

/// The most that somebody may have: a rate, or a share of each capacity.
public sealed interface Bound permits Rate, Share {
    /// Reads `40%` or a rate such as `10Gbit/s`.
    static Bound parse(String text) {
        if (text.contains("%")) {
            return Share.parse(text);
        }
        try {
            return Rate.parse(text);
        } catch (IllegalArgumentException noRate) {
            throw new IllegalArgumentException(noRate.getMessage() + ", or 40% of each capacity", noRate);
        }
    }
}
