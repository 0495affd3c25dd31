// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import io.tcn.core.model.PipeId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What will be without a change and with it.
///
/// @param before what will be under the present declarations, in the mean of the runs
/// @param after what will be under the others
/// @param runs the runs with the change, which differ in errors of measurement and in the optimizer's lots. Where it
///     may rest in several places they decide in which: how far the runs lie apart tells how far what happens may be
///     from the figures
/// @param members where pipes went that were simulated in groups
/// @param accuracy how well the model tells the past
/// @param simulatedPipes how many pipes and groups were simulated
/// @param idlePipes pipes with nothing to move, which were left out
/// @param notes what was simplified or guessed, in words
public record Prediction(
        Outcome before,
        Outcome after,
        List<Outcome> runs,
        SortedMap<PipeId, InGroup> members,
        Accuracy accuracy,
        int simulatedPipes,
        int idlePipes,
        List<String> notes) {
    /// @param group the name of the group in the outcomes
    /// @param part what part of the group's throughput is that of the pipe, if it stays as it is
    public record InGroup(PipeId group, double part) {}

    public Prediction {
        members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
        runs = List.copyOf(runs);
        notes = List.copyOf(notes);
    }
}
