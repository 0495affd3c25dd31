// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.EndpointLimit;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/// A row of `endpoint_limit`; null stands for no limit.
@Entity
@Table(name = "endpoint_limit")
class EndpointLimitEntity {
    @Id
    private String endpoint = "";

    @Column(name = "max_outbound")
    private @Nullable Integer maxOutbound;

    @Column(name = "max_inbound")
    private @Nullable Integer maxInbound;

    protected EndpointLimitEntity() {}

    EndpointLimitEntity(EndpointLimit limit) {
        this.endpoint = limit.endpoint().toString();
        this.maxOutbound = column(limit.maxOutbound());
        this.maxInbound = column(limit.maxInbound());
    }

    EndpointLimit toEndpointLimit() {
        return new EndpointLimit(EndpointText.parse(endpoint), limit(maxOutbound), limit(maxInbound));
    }

    private static @Nullable Integer column(int limit) {
        return limit == EndpointLimit.UNLIMITED ? null : limit;
    }

    private static int limit(@Nullable Integer column) {
        return column == null ? EndpointLimit.UNLIMITED : column;
    }
}
