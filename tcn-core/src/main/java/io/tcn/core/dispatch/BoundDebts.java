// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What bounds have counted, kept while controls, sets and the map change: what was moved is owed afterwards, too.
/// Owned by the dispatch loop.
final class BoundDebts {
    private Map<BoundKey, BoundGate> before = Map.of();

    /// Those of which no pipe is left, and that are in debt: what comes back pays for it.
    private final Map<BoundKey, BoundGate> owing = new HashMap<>();

    /// Those that the last change has begun with nothing, and those that it has begun with what others counted.
    private final Set<BoundGate> begun = new HashSet<>();

    private final Set<BoundGate> continued = new HashSet<>();

    /// A change begins.
    ///
    /// @param inForce what has counted until now
    void begin(Map<BoundKey, BoundGate> inForce) {
        before = new HashMap<>(inForce);
        begun.clear();
        continued.clear();
    }

    /// What has counted for a bound until now; null if nothing has.
    @Nullable
    BoundGate recall(BoundKey key) {
        BoundGate owed = owing.remove(key);
        BoundGate known = before.getOrDefault(key, owed);
        if (owed != null) {
            continued.add(owed);
        }
        return known;
    }

    /// One has begun with nothing.
    void begun(BoundGate gate) {
        begun.add(gate);
    }

    /// Where the map has changed what a pipe uses, or tells it only now, the same bound holds at another resource,
    /// or at one that nobody knew: what the pipe has moved counts there as it did before. A map that comes and goes
    /// would forgive it each time.
    ///
    /// @param old what held for a pipe
    /// @param now what holds for it
    void carryOver(List<BoundGate> old, List<BoundGate> now) {
        for (BoundGate bound : now) {
            if (begun.contains(bound) || continued.contains(bound)) {
                for (BoundGate counted : old) {
                    if (!now.contains(counted) && counted.isAs(bound)) {
                        bound.continueFrom(counted);
                        begun.remove(bound);
                        continued.add(bound);
                    }
                }
            }
        }
    }

    /// The change is over: debts of what is not in force any more are kept.
    void end(Collection<BoundKey> inForce) {
        owing.putAll(before);
        owing.keySet().removeAll(inForce);
        owing.values().removeIf(gate -> !gate.isInDebt());
        owing.values().forEach(BoundGate::clear);
        before = Map.of();
        begun.forEach(BoundGate::beginBesideWhatIsOpen);
    }
}
