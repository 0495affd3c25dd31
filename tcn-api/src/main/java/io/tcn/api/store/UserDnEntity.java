// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A row of `user_dn`: whom a certificate acts for.
@Entity
@Table(name = "user_dn")
class UserDnEntity {
    @Id
    private String dn = "";

    @Column(name = "user_id")
    private String userId = "";

    private boolean administrator;

    protected UserDnEntity() {}

    UserDnEntity(String dn, String userId, boolean administrator) {
        this.dn = dn;
        this.userId = userId;
        this.administrator = administrator;
    }

    String dn() {
        return dn;
    }

    String userId() {
        return userId;
    }

    boolean isAdministrator() {
        return administrator;
    }
}
