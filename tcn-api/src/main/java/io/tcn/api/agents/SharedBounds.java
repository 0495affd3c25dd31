// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.core.model.PipeId;
import io.tcn.core.port.ShapedBound;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The bounds of pipes, and which share of each every place has. Guarded by the lock of [RemoteDataPlane].
final class SharedBounds {
    private final Map<PipeId, List<ShapedBound>> bounds = new TreeMap<>();
    private Map<String, Map<PipeId, List<ShapedBound>>> shares = Map.of();

    /// A place is told its share.
    @FunctionalInterface
    interface Share {
        /// @param own its part of each bound; empty if none concerns the pipe any more
        /// @return whether it is on its way; one that is not told now is told the next time
        boolean tell(String place, PipeId pipe, List<ShapedBound> own);
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

    /// Whatever share of the bounds of a pipe a place was told before, it has none now.
    void forgetShare(String place, PipeId pipe) {
        Map<PipeId, List<ShapedBound>> own = shares.get(place);
        if (own != null) {
            own.remove(pipe);
        }
    }

    /// What a place has of the bounds of a pipe.
    ///
    /// @param running connections of running transfers by place and pipe
    List<ShapedBound> shareOf(String place, PipeId pipe, Map<String, Map<PipeId, Integer>> running) {
        return BoundShares.of(place, pipe, bounds, running);
    }

    boolean isBound(PipeId pipe) {
        return bounds.containsKey(pipe);
    }

    boolean isEmpty() {
        return bounds.isEmpty() && shares.isEmpty();
    }

    /// Divides the bounds anew and tells those whose share has changed, or could not be told before.
    void divide(Map<String, Map<PipeId, Integer>> running, Share share) {
        Map<String, Map<PipeId, List<ShapedBound>>> before = shares;
        Map<String, Map<PipeId, List<ShapedBound>>> now = BoundShares.of(bounds, running);
        Map<String, Map<PipeId, List<ShapedBound>>> told = new HashMap<>();
        now.forEach((place, pipes) -> pipes.forEach((pipe, own) -> {
            if (own.equals(of(before, place, pipe)) || share.tell(place, pipe, own)) {
                told.computeIfAbsent(place, first -> new HashMap<>()).put(pipe, own);
            }
        }));
        before.forEach((place, pipes) -> pipes.forEach((pipe, own) -> {
            boolean isOver = !bounds.containsKey(pipe) && of(now, place, pipe) == null;
            if (isOver && !share.tell(place, pipe, List.of()) && running.containsKey(place)) {
                told.computeIfAbsent(place, first -> new HashMap<>()).put(pipe, own);
            }
        }));
        shares = told;
    }

    private static @Nullable List<ShapedBound> of(
            Map<String, Map<PipeId, List<ShapedBound>>> shares, String place, PipeId pipe) {
        return shares.getOrDefault(place, Map.of()).get(pipe);
    }
}
