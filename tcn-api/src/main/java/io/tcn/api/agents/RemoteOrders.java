// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The orders that agents have and have not ended. Guarded by the lock of [RemoteDataPlane].
final class RemoteOrders {
    private final AgentBytes pipeBytes;
    private final Map<Long, RemoteOrder> byNumber = new HashMap<>();
    private final Map<AttemptId, RemoteOrder> byAttempt = new HashMap<>();
    private final Map<String, Map<Long, RemoteOrder>> byInstance = new HashMap<>();
    private final Map<PipeId, Set<RemoteOrder>> byPipe = new HashMap<>();
    private Set<String> changed = new HashSet<>();

    /// @param pipeBytes counts what moves on the pipes of orders
    RemoteOrders(AgentBytes pipeBytes) {
        this.pipeBytes = pipeBytes;
    }

    void add(RemoteOrder order) {
        pipeBytes.begins(order.attempt.transfer().pipe());
        byNumber.put(order.number, order);
        byAttempt.put(order.attempt.id(), order);
        byInstance
                .computeIfAbsent(order.instance, first -> new LinkedHashMap<>())
                .put(order.number, order);
        byPipe.computeIfAbsent(order.attempt.transfer().pipe(), first -> new HashSet<>())
                .add(order);
        changed.add(order.instance);
    }

    void remove(RemoteOrder order) {
        byNumber.remove(order.number);
        byAttempt.remove(order.attempt.id(), order);
        byInstance.computeIfPresent(order.instance, (instance, own) -> {
            own.remove(order.number);
            return own.isEmpty() ? null : own;
        });
        byPipe.computeIfPresent(order.attempt.transfer().pipe(), (pipe, own) -> {
            own.remove(order);
            return own.isEmpty() ? null : own;
        });
        changed.add(order.instance);
    }

    /// The processes that have got or ended orders since this was asked last.
    Set<String> takeChanged() {
        Set<String> taken = changed;
        changed = new HashSet<>();
        return taken;
    }

    /// The order of a number; null if it has ended.
    @Nullable
    RemoteOrder find(long number) {
        return byNumber.get(number);
    }

    /// The order of an attempt; null if no agent has it.
    @Nullable
    RemoteOrder find(AttemptId attempt) {
        return byAttempt.get(attempt);
    }

    boolean contains(RemoteOrder order) {
        return byNumber.containsKey(order.number);
    }

    Collection<RemoteOrder> all() {
        return List.copyOf(byNumber.values());
    }

    /// What a process has, in the order in which it was given.
    List<RemoteOrder> of(String instance) {
        return List.copyOf(byInstance.getOrDefault(instance, Map.of()).values());
    }

    /// Those of a pipe, in no order.
    Set<RemoteOrder> of(PipeId pipe) {
        return Set.copyOf(byPipe.getOrDefault(pipe, Set.of()));
    }

    int countOf(String instance) {
        return byInstance.getOrDefault(instance, Map.of()).size();
    }

    int count() {
        return byNumber.size();
    }

    boolean isEmpty() {
        return byNumber.isEmpty();
    }

    /// How many connections the orders of each process have, of each pipe.
    Map<String, Map<PipeId, Integer>> byPlace() {
        Map<String, Map<PipeId, Integer>> running = new HashMap<>();
        byNumber.values()
                .forEach(order -> running.computeIfAbsent(order.instance, first -> new HashMap<>())
                        .merge(order.attempt.transfer().pipe(), order.connections.counted(), Integer::sum));
        return running;
    }
}
