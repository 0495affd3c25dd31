// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.EndpointLimit;
import io.tcn.core.model.EndpointPair;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.StrictestLimits;
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
/// endpoints, and in total; each storage is one, whatever the spelling of its address. Those that are kept where
/// transfers start are the same ([StrictestLimits]).
/// Cost: O(pipes) where there are limits.
final class ConnectionLimits {
    private ConnectionLimits() {}

    /// @param pipes the pipes in the order of the observation
    static List<ConnectionLimit> of(StateSnapshot state, List<Pipe> pipes) {
        List<ConnectionLimit> limits = new ArrayList<>();
        if (!state.endpointLimits().isEmpty()) {
            Map<Endpoint, List<Integer>> read =
                    grouped(pipes, pipe -> pipe.source().storage());
            Map<Endpoint, List<Integer>> written =
                    grouped(pipes, pipe -> pipe.destination().storage());
            Map<Endpoint, EndpointLimit> inbound =
                    StrictestLimits.inbound(state.endpointLimits().values());
            StrictestLimits.outbound(state.endpointLimits().values()).forEach((storage, out) -> {
                add(limits, "outbound of " + out.endpoint(), out.maxOutbound(), read.get(storage));
                EndpointLimit in = inbound.getOrDefault(storage, out);
                add(limits, "inbound of " + in.endpoint(), in.maxInbound(), written.get(storage));
            });
        }
        if (!state.pairLimits().isEmpty()) {
            Map<EndpointPair, List<Integer>> pairs =
                    grouped(pipes, pipe -> EndpointPair.of(pipe).storages());
            StrictestLimits.pairs(state.pairLimits().values())
                    .forEach((storages, limit) ->
                            add(limits, "pair " + limit.pair(), limit.maxConnections(), pairs.get(storages)));
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
