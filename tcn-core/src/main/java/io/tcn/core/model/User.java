// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// An organisation or experiment that owns transfers.
///
/// @param id its name
/// @param weight its weight in the utility, from 1e-6 to 1e6, 1 by default
public record User(UserId id, double weight) {
    public User {
        Weights.check("the weight of user " + id, weight);
    }

    public static User of(UserId id) {
        return new User(id, 1.0);
    }
}
