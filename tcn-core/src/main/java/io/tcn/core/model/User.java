// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// An organisation or experiment that owns transfers.
///
/// @param id its name
/// @param weight its weight in the utility, positive, 1 by default
public record User(UserId id, double weight) {
    public User {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("the weight of user " + id + " must be positive, given was " + weight);
        }
    }

    public static User of(UserId id) {
        return new User(id, 1.0);
    }
}
