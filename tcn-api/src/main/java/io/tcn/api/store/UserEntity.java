// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A row of `tcn_user`.
@Entity
@Table(name = "tcn_user")
class UserEntity {
    @Id
    private String id = "";

    private double weight;

    protected UserEntity() {}

    UserEntity(User user) {
        this.id = user.id().value();
        this.weight = user.weight();
    }

    User toUser() {
        return new User(UserId.of(id), weight);
    }
}
