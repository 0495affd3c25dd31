// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What bounds have counted, kept while controls, sets and the map change: what was moved is owed afterwards, too.
/// Owned by the dispatch loop.
final class BoundDebts {
    /// How a bound that was not in force before a change has begun with it.
    private enum Beginning {
        /// With nothing.
        NEW,
        /// With what pipes owe that it concerns now.
        CONTINUED,
        /// With what it owed when it was in force last.
        RECALLED
    }

    private Map<BoundKey, BoundGate> before = Map.of();

    /// Those of which no pipe is left, and that are in debt: what comes back pays for it.
    private final Map<BoundKey, BoundGate> owing = new HashMap<>();

    private final Map<BoundGate, Beginning> beginnings = new HashMap<>();

    /// A change begins.
    ///
    /// @param inForce what has counted until now
    void begin(Map<BoundKey, BoundGate> inForce) {
        before = new HashMap<>(inForce);
        beginnings.clear();
    }

    /// What has counted for a bound until now; null if nothing has.
    @Nullable
    BoundGate recall(BoundKey key) {
        BoundGate owed = owing.remove(key);
        BoundGate known = before.getOrDefault(key, owed);
        if (owed != null) {
            beginnings.put(owed, Beginning.RECALLED);
        }
        return known;
    }

    /// One has begun with nothing.
    void begun(BoundGate gate) {
        beginnings.put(gate, Beginning.NEW);
    }

    /// Where the map has changed what a pipe uses, or tells it only now, the same bound holds at another
    /// resource, or at one that nobody knew: what the pipe itself has moved and not been paid for counts there
    /// as it did before. A map that comes and goes would forgive it each time. What others have moved does not
    /// count: the pipe may go where they never were.
    ///
    /// @param usage with the bounds that held until now
    /// @param now those that hold for it
    void carryOver(PipeUsage usage, List<BoundGate> now) {
        List<BoundGate> old = usage.bounds();
        if (old.equals(now)) {
            return;
        }
        double owedBits = 0;
        for (BoundGate counted : old) {
            owedBits = Math.max(owedBits, counted.debtBits());
        }
        for (BoundGate bound : now) {
            Beginning beginning = beginnings.get(bound);
            if (beginning != null) {
                // One that is recalled has counted what was moved before.
                double bits = beginning == Beginning.RECALLED ? usage.movedBits() : usage.unpaidBits();
                for (BoundGate counted : old) {
                    boolean same = !now.contains(counted) && counted.isOfSameSet(bound);
                    if (same && (bits > 0 || usage.open() > 0)) {
                        bound.continueFrom(counted, bits, usage.open() > 0);
                        beginnings.replace(bound, Beginning.NEW, Beginning.CONTINUED);
                    }
                }
            }
        }
        if (!old.isEmpty()) {
            usage.boundsReplaced(owedBits);
        }
    }

    /// The change is over: debts of what is not in force any more are kept.
    void end(Collection<BoundKey> inForce) {
        owing.putAll(before);
        owing.keySet().removeAll(inForce);
        owing.values().removeIf(gate -> !gate.isInDebt());
        owing.values().forEach(BoundGate::clear);
        before = Map.of();
        beginnings.forEach((gate, beginning) -> {
            if (beginning == Beginning.NEW) {
                gate.beginBesideWhatIsOpen();
            }
        });
    }
}
