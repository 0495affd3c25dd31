// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What operators have declared, as a whole: the body of `PUT /tcn/v1/configuration`, and what `GET` answers. A list
/// that is not given is not looked at.
///
/// @param users as in `POST /tcn/v1/users`
/// @param resourceSets as in `POST /tcn/v1/resource-sets`
/// @param pipes as in `POST /tcn/v1/pipes`
/// @param resourceControls as in `PUT /tcn/v1/rc`
/// @param endpointLimits as in `PUT /tcn/v1/endpoint-limits`
record ConfigurationBody(
        @Nullable List<Requests.CreateUser> users,
        @Nullable List<Requests.CreateResourceSet> resourceSets,
        @Nullable List<Requests.CreatePipe> pipes,
        @Nullable List<Requests.SetRc> resourceControls,
        @Nullable List<Requests.SetEndpointLimit> endpointLimits) {}
