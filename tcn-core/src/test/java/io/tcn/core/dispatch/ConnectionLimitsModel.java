// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import static org.assertj.core.api.Assertions.fail;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
import io.tcn.core.model.Pipe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which limits of connections stand, and that none is exceeded by what was opened while it stood: more than a limit
/// may be open only where it was lowered, and then the number falls.
final class ConnectionLimitsModel {
    private static final String TOTAL = "total";

    private final Map<String, Integer> most = new HashMap<>();
    private final Map<Pipe, List<String>> namesOf = new HashMap<>();
    private Map<String, Integer> openBefore = Map.of();

    /// @return whether another limit than none was lifted
    boolean setTotal(int limit) {
        Integer before = most.put(TOTAL, limit);
        return limit == EndpointLimit.UNLIMITED && before != null && before != EndpointLimit.UNLIMITED;
    }

    void set(EndpointLimit limit) {
        most.put(outbound(limit.endpoint()), limit.maxOutbound());
        most.put(inbound(limit.endpoint()), limit.maxInbound());
    }

    /// @return whether there was one
    boolean lift(Endpoint endpoint) {
        boolean wasSet = most.remove(outbound(endpoint)) != null;
        return most.remove(inbound(endpoint)) != null || wasSet;
    }

    void set(PairLimit limit) {
        most.put(between(limit.pair()), limit.maxConnections());
    }

    /// @return whether there was one
    boolean lift(EndpointPair pair) {
        return most.remove(between(pair)) != null;
    }

    /// Compares what is open now with what was open at the check before.
    ///
    /// @param openOnPipes connections of each pipe
    void check(Map<Pipe, Integer> openOnPipes) {
        Map<String, Integer> open = new HashMap<>();
        openOnPipes.forEach((pipe, connections) -> namesOf.computeIfAbsent(pipe, ConnectionLimitsModel::limitsOf)
                .forEach(name -> open.merge(name, connections, Integer::sum)));
        most.forEach((name, limit) -> {
            int now = open.getOrDefault(name, 0);
            int before = openBefore.getOrDefault(name, 0);
            if (now > limit && now > before) {
                fail("the limit %s, %d, is exceeded: %d connections are open, %d before", name, limit, now, before);
            }
        });
        openBefore = open;
    }

    private static List<String> limitsOf(Pipe pipe) {
        return List.of(TOTAL, outbound(pipe.source()), inbound(pipe.destination()), between(EndpointPair.of(pipe)));
    }

    private static String outbound(Endpoint endpoint) {
        return "outbound of " + endpoint;
    }

    private static String inbound(Endpoint endpoint) {
        return "inbound of " + endpoint;
    }

    private static String between(EndpointPair pair) {
        return "of the pair " + pair;
    }
}
