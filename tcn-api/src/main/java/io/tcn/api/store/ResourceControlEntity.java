// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.Bound;
import io.tcn.core.model.ResourceSetName;
import io.tcn.core.model.UserId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/// A row of `resource_control`.
@Entity
@Table(name = "resource_control")
@IdClass(ResourceControlEntity.Key.class)
class ResourceControlEntity {
    /// What the amount means.
    enum Kind {
        RATE,
        SHARE
    }

    /// Primary key.
    record Key(String userId, String resourceSet) implements Serializable {}

    @Id
    @Column(name = "user_id")
    private String userId = "";

    @Id
    @Column(name = "resource_set")
    private String resourceSet = "";

    @Enumerated(EnumType.STRING)
    private Kind kind = Kind.RATE;

    private double amount;

    protected ResourceControlEntity() {}

    ResourceControlEntity(Bound bound) {
        this.userId = bound.user().value();
        this.resourceSet = bound.resourceSet().value();
        switch (bound.limit()) {
            case Bound.Rate rate -> {
                this.kind = Kind.RATE;
                this.amount = rate.maxBps();
            }
            case Bound.CapacityShare share -> {
                this.kind = Kind.SHARE;
                this.amount = share.share();
            }
        }
    }

    Bound toBound() {
        Bound.Limit limit = switch (kind) {
            case RATE -> new Bound.Rate(amount);
            case SHARE -> new Bound.CapacityShare(amount);
        };
        return new Bound(UserId.of(userId), ResourceSetName.of(resourceSet), limit);
    }
}
