// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

/// What is simulated for a claim.
///
/// @param workload name of the shipped scenario
/// @param controls how the users' shares are meant
/// @param backlogIntervals if above 0, all pipes never run dry, for this many control intervals
/// @param terrain the shape of the throughput
record Experiment(String workload, Controls controls, int backlogIntervals, Terrain terrain) {
    /// Whether the pipes never run dry.
    boolean isBacklogged() {
        return backlogIntervals > 0;
    }

    /// The same for an optimizer that does not look at controls: so that it runs once.
    Experiment withoutControls() {
        return new Experiment(workload, Controls.NONE, backlogIntervals, terrain);
    }
}
