// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.RequestBodies;
import io.tcn.alto.codec.RequestBodies.Flow;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Requests for path vectors (RFC 9275 §7.2.3, §7.3.3): the cost type and those properties that are offered.
final class PathVectorQuestions {
    private PathVectorQuestions() {}

    static ObjectNode endpoints(Service service, EndpointPairs pairs, List<String> properties) {
        return RequestBodies.endpointPathVector(pairs.sources(), pairs.destinations(), offered(service, properties));
    }

    static ObjectNode flows(Service service, List<EndpointPairs> flows, List<String> properties) {
        List<Flow> each = flows.stream()
                .map(flow -> new Flow(flow.sources(), flow.destinations()))
                .toList();
        return RequestBodies.flowPathVector(each, offered(service, properties));
    }

    static ObjectNode pids(Service service, PidPairs pairs, List<String> properties) {
        return RequestBodies.pidPathVector(pairs.sources(), pairs.destinations(), offered(service, properties));
    }

    private static List<String> offered(Service service, List<String> properties) {
        return Questions.offered(service.capabilities().anePropertyNames(), properties);
    }
}
