// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.api.timetable.Timetables;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
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
import org.jspecify.annotations.Nullable;

/// A row of `resource_control`.
@Entity
@Table(name = "resource_control")
@IdClass(ResourceControlEntity.Key.class)
class ResourceControlEntity {
    /// What the amount is.
    enum Kind {
        /// Of a bound, in bit/s.
        RATE,
        /// Of a bound, in parts of the capacity.
        SHARE,
        /// In bit/s.
        GUARANTEE,
        /// A relative weight.
        WEIGHT
    }

    /// Primary key.
    record Key(String userId, String resourceSet, ControlKind control) implements Serializable {
        static Key of(ResourceControl control) {
            return new Key(control.user().value(), control.resourceSet().value(), ControlKind.of(control));
        }
    }

    @Id
    @Column(name = "user_id")
    private String userId = "";

    @Id
    @Column(name = "resource_set")
    private String resourceSet = "";

    @Id
    @Enumerated(EnumType.STRING)
    private ControlKind control = ControlKind.BOUND;

    @Enumerated(EnumType.STRING)
    private Kind kind = Kind.RATE;

    private double amount;

    /// As JSON; null: always in force.
    private @Nullable String timetable;

    protected ResourceControlEntity() {}

    ResourceControlEntity(TimedControl timed) {
        ResourceControl control = timed.control();
        this.timetable = timed.when() == null ? null : Timetables.text(timed.when());
        this.userId = control.user().value();
        this.resourceSet = control.resourceSet().value();
        this.control = ControlKind.of(control);
        switch (control) {
            case Bound(var _, var _, Bound.Rate rate) -> {
                this.kind = Kind.RATE;
                this.amount = rate.maxBps();
            }
            case Bound(var _, var _, Bound.CapacityShare share) -> {
                this.kind = Kind.SHARE;
                this.amount = share.share();
            }
            case Guarantee guarantee -> {
                this.kind = Kind.GUARANTEE;
                this.amount = guarantee.minBps();
            }
            case RelativeWeight weight -> {
                this.kind = Kind.WEIGHT;
                this.amount = weight.weight();
            }
        }
    }

    TimedControl toTimedControl() {
        return new TimedControl(toResourceControl(), timetable == null ? null : Timetables.parse(timetable));
    }

    private ResourceControl toResourceControl() {
        UserId user = UserId.of(userId);
        ResourceSetName set = ResourceSetName.of(resourceSet);
        return switch (kind) {
            case RATE -> new Bound(user, set, new Bound.Rate(amount));
            case SHARE -> new Bound(user, set, new Bound.CapacityShare(amount));
            case GUARANTEE -> new Guarantee(user, set, amount);
            case WEIGHT -> new RelativeWeight(user, set, amount);
        };
    }
}
