// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.PipeId;
import io.tcn.core.port.ShapedBound;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The bounds of pipes, and which share of each every place has. Guarded by the lock of [RemoteDataPlane].
final class SharedBounds {
    private final Map<PipeId, List<ShapedBound>> bounds = new TreeMap<>();
    private Map<String, Map<PipeId, List<ShapedBound>>> shares = Map.of();

    /// A place is told its share.
    @FunctionalInterface
    interface Share {
        /// @param own its part of each bound; empty if none concerns the pipe any more
        void tell(String place, PipeId pipe, List<ShapedBound> own);
    }

    void set(PipeId pipe, List<ShapedBound> held) {
        if (held.isEmpty()) {
            bounds.remove(pipe);
        } else {
            bounds.put(pipe, List.copyOf(held));
        }
    }

    /// Whatever shares were told before, one place has all now.
    void forgetShares() {
        shares = Map.of();
    }

    /// What a place has of the bounds of a pipe.
    ///
    /// @param running connections of running transfers by place and pipe
    List<ShapedBound> shareOf(String place, PipeId pipe, Map<String, Map<PipeId, Integer>> running) {
        return BoundShares.of(bounds, running).getOrDefault(place, Map.of()).getOrDefault(pipe, List.of());
    }

    boolean isBound(PipeId pipe) {
        return bounds.containsKey(pipe);
    }

    boolean isEmpty() {
        return bounds.isEmpty() && shares.isEmpty();
    }

    /// Divides the bounds anew and tells those whose share has changed.
    void divide(Map<String, Map<PipeId, Integer>> running, Share share) {
        Map<String, Map<PipeId, List<ShapedBound>>> before = shares;
        shares = BoundShares.of(bounds, running);
        shares.forEach((place, pipes) -> pipes.forEach((pipe, own) -> {
            if (!own.equals(before.getOrDefault(place, Map.of()).get(pipe))) {
                share.tell(place, pipe, own);
            }
        }));
        before.forEach((place, pipes) -> pipes.keySet().forEach(pipe -> {
            if (!bounds.containsKey(pipe)
                    && !shares.getOrDefault(place, Map.of()).containsKey(pipe)) {
                share.tell(place, pipe, List.of());
            }
        }));
    }
}
