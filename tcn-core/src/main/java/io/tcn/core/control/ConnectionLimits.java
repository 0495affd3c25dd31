// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.Pipe;
import io.tcn.core.optimizer.ConnectionLimit;
import io.tcn.core.state.StateSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Works out which limits on connections concern which pipes: per endpoint, outbound and inbound, and in total.
/// Cost: O(pipes) where there are limits.
final class ConnectionLimits {
    private ConnectionLimits() {}

    /// @param pipes the pipes in the order of the observation
    static List<ConnectionLimit> of(StateSnapshot state, List<Pipe> pipes) {
        List<ConnectionLimit> limits = new ArrayList<>();
        if (!state.endpointLimits().isEmpty()) {
            Map<Endpoint, List<Integer>> outbound = byEndpoint(pipes, Pipe::source);
            Map<Endpoint, List<Integer>> inbound = byEndpoint(pipes, Pipe::destination);
            for (EndpointLimit limit : state.endpointLimits().values()) {
                add(limits, "outbound of " + limit.endpoint(), limit.maxOutbound(), outbound.get(limit.endpoint()));
                add(limits, "inbound of " + limit.endpoint(), limit.maxInbound(), inbound.get(limit.endpoint()));
            }
        }
        if (state.totalLimit() != EndpointLimit.UNLIMITED) {
            add(
                    limits,
                    "total",
                    state.totalLimit(),
                    IntStream.range(0, pipes.size()).boxed().toList());
        }
        return limits;
    }

    private static Map<Endpoint, List<Integer>> byEndpoint(List<Pipe> pipes, Function<Pipe, Endpoint> end) {
        Map<Endpoint, List<Integer>> grouped = new TreeMap<>();
        for (int i = 0; i < pipes.size(); i++) {
            grouped.computeIfAbsent(end.apply(pipes.get(i)), endpoint -> new ArrayList<>())
                    .add(i);
        }
        return grouped;
    }

    private static void add(
            List<ConnectionLimit> limits, String name, int maxConnections, @Nullable List<Integer> members) {
        if (members != null && maxConnections != EndpointLimit.UNLIMITED) {
            limits.add(new ConnectionLimit(
                    name,
                    maxConnections,
                    members.stream().mapToInt(Integer::intValue).toArray()));
        }
    }
}
