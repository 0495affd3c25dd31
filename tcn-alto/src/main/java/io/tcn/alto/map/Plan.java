// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.Service;
import io.tcn.alto.client.ServiceDirectory;
import io.tcn.alto.client.ServiceKind;
import io.tcn.alto.model.CostType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which service of a server tells of paths.
///
/// @param kind how good it is
/// @param service its id, empty if there is none
record Plan(Kind kind, String service) {
    /// From the best to the worst.
    enum Kind {
        /// Path vectors between endpoints.
        ENDPOINT_PATHS("endpoint-paths"),
        /// Path vectors between groups of addresses.
        PID_PATHS("pid-paths"),
        /// Costs: a capacity for each pair by itself, and nothing of what pairs share.
        COARSE("coarse"),
        /// Nothing of use.
        NONE("none");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /// In words of [FeedStatus].
        String text() {
            return text;
        }
    }

    /// The metric that bounds a pair: the least capacity on its path.
    static final CostType CAPACITY = CostType.of("bw-residual:max", CostType.NUMERICAL);

    /// @param isTooLarge whether there are more pairs than one request between endpoints may have
    static Plan of(ServiceDirectory directory, boolean isTooLarge) {
        Optional<Service> byEndpoint = AltoQueries.pathServices(directory, ServiceKind.ENDPOINT_PATH_VECTOR).stream()
                .findFirst();
        Optional<Service> byPid = AltoQueries.pathServices(directory, ServiceKind.PID_PATH_VECTOR).stream()
                .findFirst();
        if (byPid.isPresent() && (isTooLarge || byEndpoint.isEmpty())) {
            return new Plan(Kind.PID_PATHS, byPid.get().id());
        }
        if (byEndpoint.isPresent()) {
            return new Plan(Kind.ENDPOINT_PATHS, byEndpoint.get().id());
        }
        for (ServiceKind kind :
                List.of(ServiceKind.ENDPOINT_COST, ServiceKind.FILTERED_COST_MAP, ServiceKind.COST_MAP)) {
            for (Service service : directory.ofKind(kind)) {
                if (service.offers(CAPACITY)) {
                    return new Plan(Kind.COARSE, service.id());
                }
            }
        }
        return new Plan(Kind.NONE, "");
    }

    /// What may work where a server has refused a question for its size, the best first.
    static List<Plan> smaller(Plan refused, ServiceDirectory directory) {
        Optional<Plan> byPid = AltoQueries.pathServices(directory, ServiceKind.PID_PATH_VECTOR).stream()
                .findFirst()
                .map(service -> new Plan(Kind.PID_PATHS, service.id()))
                .filter(plan -> !plan.equals(refused));
        Optional<Plan> byEndpoint = AltoQueries.pathServices(directory, ServiceKind.ENDPOINT_PATH_VECTOR).stream()
                .findFirst()
                .map(service -> new Plan(Kind.ENDPOINT_PATHS, service.id()));
        return Stream.of(byPid, byEndpoint).flatMap(Optional::stream).toList();
    }
}
