// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import io.tcn.sim.network.Physics;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.ScenarioDetails;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/// The settings of a run by name, for every report: results without them mean nothing.
final class SettingsText {
    private SettingsText() {}

    static SortedMap<String, Object> of(Comparison comparison) {
        SimulationSettings settings = comparison.settings();
        Physics physics = settings.physics();
        SortedMap<String, Object> all = new TreeMap<>();
        all.put("connectionsMin", settings.limits().minConnections());
        all.put("connectionsMax", settings.limits().maxConnections());
        all.put("controlIntervalSeconds", seconds(settings.interval()));
        all.put("connectionCeilingGbps", physics.ceilingBps() / 1e9);
        all.put("deterioration", physics.deterioration());
        all.put("deteriorationReferenceConnections", physics.referenceConnections());
        all.put("deteriorationFrom", "n0 = ceil(capacity / ceiling) connections");
        all.put("controls", comparison.hasBounds());
        all.put("knowledge", settings.knowledge().toString());
        all.put("mapUpdates", settings.mapUpdates().toString());
        String utility = comparison.scenario().details().settings().utility();
        all.put("utility", utility == null ? "sum of the throughputs" : utility);
        all.put("variesScenario", settings.variesScenario());
        all.put(
                comparison.scenario().details().storages().equals(ScenarioDetails.Storages.NONE)
                        ? "storages"
                        : "storagesNotInScenario",
                Double.isInfinite(comparison.scenario().storages().maxCapacityGbps())
                        ? "site capacity"
                        : "min(site capacity, "
                                + comparison.scenario().storages().maxCapacityGbps() + " Gbit/s)");
        if (settings.horizon() != null) {
            all.put("horizonSeconds", seconds(settings.horizon()));
        }
        return all;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
