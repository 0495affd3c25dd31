// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tcn.api.openapi.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What operators have declared, as a whole: the body of `PUT /tcn/v1/configuration`, and what `GET` answers. A list
/// that is not given is not looked at.
@About("What operators have declared, as a whole. A list that is not given is not looked at.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record ConfigurationBody(
        @About("Users.") @Nullable List<Requests.CreateUser> users,
        @About("Resource-sets.") @Nullable List<Requests.CreateResourceSet> resourceSets,
        @About("Pipes.") @Nullable List<Requests.CreatePipe> pipes,
        @About("Resource controls.") @Nullable List<Requests.SetRc> resourceControls,
        @About("Limits of endpoints.") @Nullable List<Requests.SetEndpointLimit> endpointLimits) {}
