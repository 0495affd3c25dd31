// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

/// What a figure should be.
///
/// @param kind on which side of the limit
/// @param limit the limit, which still meets the aim
public record Aim(Kind kind, double limit) {
    /// On which side of its limit a figure should be.
    public enum Kind {
        AT_LEAST(">="),
        AT_MOST("<=");

        private final String sign;

        Kind(String sign) {
            this.sign = sign;
        }
    }

    public static Aim atLeast(double limit) {
        return new Aim(Kind.AT_LEAST, limit);
    }

    public static Aim atMost(double limit) {
        return new Aim(Kind.AT_MOST, limit);
    }

    /// Compares the figure as measured, not as rounded for the table.
    public boolean isMetBy(double value) {
        return switch (kind) {
            case AT_LEAST -> value >= limit;
            case AT_MOST -> value <= limit;
        };
    }

    /// Such as `>= 0.9`.
    @Override
    public String toString() {
        return kind.sign + " " + Numbers.shortest(limit);
    }
}
