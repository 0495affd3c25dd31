// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.ResourceSetName;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;

/// A row of `resource_set`; the patterns stand one per line.
@Entity
@Table(name = "resource_set")
class ResourceSetEntity {
    @Id
    private String name = "";

    private String patterns = "";

    protected ResourceSetEntity() {}

    ResourceSetEntity(ResourceSet set) {
        this.name = set.name().value();
        this.patterns = String.join("\n", set.patterns());
    }

    ResourceSet toResourceSet() {
        return new ResourceSet(ResourceSetName.of(name), List.of(patterns.split("\n", -1)));
    }
}
