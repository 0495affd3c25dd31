// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import java.util.List;

/// How one bound stands: what is used of it and what it costs.
///
/// @param user whose bound
/// @param resource on which resource
/// @param boundBps the bound in bit/s
/// @param usedBps what was used during the interval in bit/s
/// @param price what one more bit/s would be worth (utility per bit/s); 0 with optimizers that know no prices
public record ConstraintReport(UserId user, ResourceId resource, double boundBps, double usedBps, double price) {
    /// Reports of an optimizer that knows no prices.
    ///
    /// @param throughputBps throughput per pipe of the observation
    public static List<ConstraintReport> unpriced(List<Constraint> constraints, double[] throughputBps) {
        return constraints.stream()
                .map(constraint -> new ConstraintReport(
                        constraint.user(),
                        constraint.resource(),
                        constraint.boundBps(),
                        constraint.usedBps(throughputBps),
                        0))
                .toList();
    }

    /// What is left of the bound in bit/s; negative when it is exceeded.
    public double slackBps() {
        return boundBps - usedBps;
    }
}
