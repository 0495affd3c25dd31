// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/// What a point of a grid runs.
///
/// @param scenario perhaps on another network
/// @param settings perhaps with other values
/// @param utility name of the utility, null for the sum of the throughputs
public record Variation(
        Scenario scenario,
        SimulationSettings settings,
        @Nullable String utility) {}
