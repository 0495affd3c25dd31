// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The ends of the pipes that there are, and how many pipes have each: an end goes with its last pipe. Guarded by its
/// owner.
final class PipeEnds {
    private final TreeMap<Endpoint, Integer> pipes = new TreeMap<>();

    /// A pipe is new, another, or gone.
    ///
    /// @param before null if it is new
    /// @param now null if it is gone
    /// @return the ends that have come or gone with it
    Set<Endpoint> moved(@Nullable Pipe before, @Nullable Pipe now) {
        Set<Endpoint> left = new TreeSet<>();
        Set<Endpoint> come = new TreeSet<>();
        if (now != null) {
            count(now.source(), 1, come);
            count(now.destination(), 1, come);
        }
        if (before != null) {
            count(before.source(), -1, left);
            count(before.destination(), -1, left);
        }
        left.addAll(come);
        return left;
    }

    /// @param changed takes the end if it is the first or the last
    private void count(Endpoint end, int more, Set<Endpoint> changed) {
        int known = pipes.getOrDefault(end, 0);
        if (known + more == 0) {
            pipes.remove(end);
        } else {
            pipes.put(end, known + more);
        }
        if (known == 0 || known + more == 0) {
            changed.add(end);
        }
    }

    boolean contains(Endpoint end) {
        return pipes.containsKey(end);
    }

    Set<Endpoint> all() {
        return Set.copyOf(pipes.keySet());
    }
}
