// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoMediaTypes;

/// The two kinds of path vectors (RFC 9275 §7.2 and §7.3).
enum PathVectorForm {
    /// Between PIDs.
    PIDS("cm-pv", AltoMediaTypes.COST_MAP, "cost-map"),
    /// Between endpoints.
    ENDPOINTS("ecs-pv", AltoMediaTypes.ENDPOINT_COST, "endpoint-cost-map");

    private final String resourceId;
    private final String rootType;
    private final String member;

    PathVectorForm(String resourceId, String rootType, String member) {
        this.resourceId = resourceId;
        this.rootType = rootType;
        this.member = member;
    }

    String resourceId() {
        return resourceId;
    }

    /// Media type of the root part.
    String rootType() {
        return rootType;
    }

    /// Name of the root's data.
    String member() {
        return member;
    }
}
