// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.PairLimit;
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

/// Works out which limits on connections concern which pipes: per endpoint, outbound and inbound, per pair of
/// endpoints, and in total.
/// Cost: O(pipes) where there are limits.
final class ConnectionLimits {
    private ConnectionLimits() {}

    /// @param pipes the pipes in the order of the observation
    static List<ConnectionLimit> of(StateSnapshot state, List<Pipe> pipes) {
        List<ConnectionLimit> limits = new ArrayList<>();
        if (!state.endpointLimits().isEmpty()) {
            Map<Endpoint, List<Integer>> outbound = grouped(pipes, Pipe::source);
            Map<Endpoint, List<Integer>> inbound = grouped(pipes, Pipe::destination);
            for (EndpointLimit limit : state.endpointLimits().values()) {
                add(limits, "outbound of " + limit.endpoint(), limit.maxOutbound(), outbound.get(limit.endpoint()));
                add(limits, "inbound of " + limit.endpoint(), limit.maxInbound(), inbound.get(limit.endpoint()));
            }
        }
        if (!state.pairLimits().isEmpty()) {
            Map<EndpointPair, List<Integer>> pairs = grouped(pipes, EndpointPair::of);
            for (PairLimit limit : state.pairLimits().values()) {
                add(limits, "pair " + limit.pair(), limit.maxConnections(), pairs.get(limit.pair()));
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

    private static <K extends Comparable<K>> Map<K, List<Integer>> grouped(List<Pipe> pipes, Function<Pipe, K> key) {
        Map<K, List<Integer>> grouped = new TreeMap<>();
        for (int i = 0; i < pipes.size(); i++) {
            grouped.computeIfAbsent(key.apply(pipes.get(i)), first -> new ArrayList<>())
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
