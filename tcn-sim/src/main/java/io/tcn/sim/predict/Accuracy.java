// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.UserId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How well the model tells what is known already: it learns from an earlier part of the past and tells the later one.
///
/// @param learnedSeconds the part that it learnt from
/// @param toldSeconds the part that it told
/// @param users by user, what was told and what was
/// @param error the summed differences over what all users moved, 0: exact
/// @param trouble why nothing could be told; null: it could
public record Accuracy(
        double learnedSeconds,
        double toldSeconds,
        SortedMap<UserId, Told> users,
        double error,
        @Nullable String trouble) {
    /// @param toldBps what the model says, in bit/s
    /// @param wasBps what was measured
    public record Told(double toldBps, double wasBps) {}

    public Accuracy {
        users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
    }

    static Accuracy none(String trouble) {
        return new Accuracy(0, 0, Collections.emptySortedMap(), 0, trouble);
    }
}
