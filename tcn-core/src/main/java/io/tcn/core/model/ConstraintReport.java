// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// How one constraint stands: what is used of it and what it costs. Operators see it as part of the control state.
///
/// @param kind bound, guarantee or share
/// @param user whose
/// @param resource on which resource
/// @param limitBps the limit in bit/s
/// @param usedBps what the user's pipes moved over the resource during the interval, in bit/s
/// @param price what one bit/s of the limit is worth (utility per bit/s): of an upper limit what one more would gain,
///     of a guarantee what one less would; 0 with optimizers that know no prices
public record ConstraintReport(
        ConstraintKind kind, UserId user, ResourceId resource, double limitBps, double usedBps, double price) {
    /// What is left until the limit is broken, in bit/s; negative when it is broken.
    public double slackBps() {
        return kind.isUpper() ? limitBps - usedBps : usedBps - limitBps;
    }
}
