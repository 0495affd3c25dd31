// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.model.PipeId;
import io.tcn.core.optimizer.PipeObservation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Gives the pipes of an observation dense indexes, and says where each was in the observation before: so that what
/// is remembered of pipes can lie in arrays, although pipes come and go. Cost: O(pipes).
public final class PipeTable {
    private List<PipeId> ids = List.of();
    private int[] previous = {};
    private int[] next = {};
    private boolean changed;

    /// Takes over the pipes of a new observation.
    ///
    /// @return whether they are others, or in another order, than before
    boolean sync(List<PipeObservation> pipes) {
        changed = !isSame(pipes);
        if (changed) {
            Map<PipeId, Integer> before = new HashMap<>();
            for (int i = 0; i < ids.size(); i++) {
                before.put(ids.get(i), i);
            }
            List<PipeId> now = new ArrayList<>(pipes.size());
            next = new int[ids.size()];
            Arrays.fill(next, -1);
            previous = new int[pipes.size()];
            for (int i = 0; i < previous.length; i++) {
                PipeId id = pipes.get(i).pipe().id();
                now.add(id);
                previous[i] = before.getOrDefault(id, -1);
                if (previous[i] >= 0) {
                    next[previous[i]] = i;
                }
            }
            ids = now;
        }
        return changed;
    }

    private boolean isSame(List<PipeObservation> pipes) {
        if (pipes.size() != ids.size()) {
            return false;
        }
        for (int i = 0; i < ids.size(); i++) {
            if (!pipes.get(i).pipe().id().equals(ids.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// The index that a pipe had in the observation before; -1 for a new one.
    public int before(int pipe) {
        return changed ? previous[pipe] : pipe;
    }

    /// The index that a pipe of the observation before has now; -1 for one that is gone.
    public int after(int pipe) {
        return changed ? next[pipe] : pipe;
    }

    /// The values of an array by the indexes before, in the order of the indexes now; `absent` for new pipes.
    public double[] carry(double[] values, double absent) {
        if (!changed) {
            return values;
        }
        double[] carried = new double[previous.length];
        for (int i = 0; i < carried.length; i++) {
            carried[i] = previous[i] < 0 ? absent : values[previous[i]];
        }
        return carried;
    }

    /// As the other one.
    public boolean[] carry(boolean[] values, boolean absent) {
        if (!changed) {
            return values;
        }
        boolean[] carried = new boolean[previous.length];
        for (int i = 0; i < carried.length; i++) {
            carried[i] = previous[i] < 0 ? absent : values[previous[i]];
        }
        return carried;
    }
}
