// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.CostType;
import org.jspecify.annotations.Nullable;

/// Which service of a server tells of paths.
final class PathServices {
    private PathServices() {}

    /// @param asked its id, null for the first of the kind
    static Service find(ServiceDirectory directory, ServiceKind kind, @Nullable String asked) throws AltoException {
        for (Service service : directory.ofKind(kind)) {
            if (service.offers(CostType.PATH_VECTOR) && (asked == null || asked.equals(service.id()))) {
                return service;
            }
        }
        String ends = kind == ServiceKind.PID_PATH_VECTOR ? "PIDs" : "addresses";
        String other = kind == ServiceKind.PID_PATH_VECTOR ? "without --pids" : "with --pids";
        boolean hasOther = directory
                .ofKind(
                        kind == ServiceKind.PID_PATH_VECTOR
                                ? ServiceKind.ENDPOINT_PATH_VECTOR
                                : ServiceKind.PID_PATH_VECTOR)
                .stream()
                .anyMatch(service -> service.offers(CostType.PATH_VECTOR));
        throw AltoException.notOffered("the server has no path vectors between " + ends
                + (asked == null ? "" : " with the id " + asked)
                + (hasOther ? "; ask " + other : ""));
    }
}
