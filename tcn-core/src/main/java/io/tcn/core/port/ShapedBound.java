// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;

/// A bound that concerns a pipe: all pipes with the same user and resource share it.
///
/// @param user whom it holds
/// @param resource where it holds
/// @param maxBps the most that the user's pipes together may move over the resource, in bit/s, positive
public record ShapedBound(UserId user, ResourceId resource, double maxBps) {
    public ShapedBound {
        if (!(maxBps > 0) || Double.isInfinite(maxBps)) {
            throw new IllegalArgumentException("a bound must be more than 0 bit/s, given was " + maxBps);
        }
    }
}
