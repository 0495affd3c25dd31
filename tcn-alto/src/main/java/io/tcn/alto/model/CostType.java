// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import org.jspecify.annotations.Nullable;

/// What a cost means (RFC 7285 §10.7). A `cost-context` (RFC 9439 §3.3) is no part of it.
///
/// @param metric for example `routingcost` or `delay-rt`
/// @param mode for example `numerical`; the registry is open
/// @param description for people; no part of the key
public record CostType(String metric, String mode, @Nullable String description) {
    /// Mode of numbers that may be computed with.
    public static final String NUMERICAL = "numerical";

    /// Mode of ranks that may only be compared.
    public static final String ORDINAL = "ordinal";

    /// Mode of arrays (RFC 9275 §6.5.2).
    public static final String ARRAY = "array";

    /// Metric of path vectors (RFC 9275 §6.5.1).
    public static final String ANE_PATH = "ane-path";

    /// The cost type of path vectors.
    public static final CostType PATH_VECTOR = of(ANE_PATH, ARRAY);

    public CostType {
        if (!AltoNames.isCostMetric(metric)) {
            throw new IllegalArgumentException("not a cost metric: " + metric);
        }
        if (!AltoNames.isCostMode(mode)) {
            throw new IllegalArgumentException("not a cost mode: " + mode);
        }
    }

    /// A cost type without a description.
    public static CostType of(String metric, String mode) {
        return new CostType(metric, mode, null);
    }

    /// Reads one.
    ///
    /// @throws AltoFormatException if metric or mode breaks its grammar
    public static CostType parse(String metric, String mode, @Nullable String description) throws AltoFormatException {
        if (!AltoNames.isCostMetric(metric) || !AltoNames.isCostMode(mode)) {
            throw new AltoFormatException(InvalidReason.COST_TYPE, "cost type breaks its grammar");
        }
        return new CostType(metric, mode, description);
    }

    /// Whether the other one means the same: metric and mode count, descriptions do not.
    public boolean sameKey(CostType other) {
        return metric.equals(other.metric) && mode.equals(other.mode);
    }

    /// Whether this is the cost type of path vectors.
    public boolean isPathVector() {
        return sameKey(PATH_VECTOR);
    }
}
