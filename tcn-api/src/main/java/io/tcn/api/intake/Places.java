// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import java.util.concurrent.ConcurrentHashMap;

/// Counts what each caller has under way.
final class Places {
    private final int mostPerCaller;
    private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

    Places(int mostPerCaller) {
        this.mostPerCaller = mostPerCaller;
    }

    /// Takes a place.
    ///
    /// @return whether the caller had one left
    boolean take(String caller) {
        boolean[] entered = new boolean[1];
        taken.compute(caller, (name, now) -> {
            int count = now == null ? 0 : now;
            entered[0] = count < mostPerCaller;
            return entered[0] ? Integer.valueOf(count + 1) : now;
        });
        return entered[0];
    }

    /// Gives a place back that was taken.
    void giveBack(String caller) {
        taken.computeIfPresent(caller, (name, now) -> now == 1 ? null : Integer.valueOf(now - 1));
    }
}
