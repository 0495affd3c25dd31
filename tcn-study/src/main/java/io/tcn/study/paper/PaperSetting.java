// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.PipeLimits;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.Physics;
import io.tcn.sim.run.SimulationSettings;
import java.time.Duration;
import java.util.Locale;

/// What the paper leaves open and all claims share.
///
/// @param capacityScale all capacities, those of the links and of the storages, are this part of what the topology
///     says: the part of the network that the transfers may use. ESnet of 2026 at 0.1 has links of 1 to 200 Gbit/s, as
///     in the years of the paper
/// @param ceilingGbps the most that one connection carries, in Gbit/s
/// @param deterioration part of its capacity that a resource loses when every pipe on it has M connections, 0 to 1
/// @param maxConnections M; m is 1
/// @param intervalSeconds the control interval
/// @param knowledge what the map tells of the network; the looked-up optimum always knows all
public record PaperSetting(
        double capacityScale,
        double ceilingGbps,
        double deterioration,
        int maxConnections,
        double intervalSeconds,
        Knowledge knowledge) {
    /// Chosen once, for all claims; docs/paper.md says why and what hangs on it.
    public static final PaperSetting DEFAULT = new PaperSetting(0.1, 0.5, 0.95, 100, 1, Knowledge.FULL);

    /// Longer than nearly all runs need that end at all; what is not finished then counts as finished then.
    private static final Duration HORIZON = Duration.ofDays(5);

    public PaperSetting {
        if (!(capacityScale > 0) || Double.isInfinite(capacityScale)) {
            throw new IllegalArgumentException(
                    "the capacities are scaled by a positive factor, given was " + capacityScale);
        }
        if (!(intervalSeconds >= 0.001 && intervalSeconds <= 1e5)) {
            throw new IllegalArgumentException(
                    "a control interval is 0.001 to 1e5 s, given was " + intervalSeconds + " s");
        }
        if (maxConnections < 2) {
            throw new IllegalArgumentException("M is at least 2 connections, given was " + maxConnections);
        }
        // Refuses ceilings and deteriorations that make no sense.
        new Physics(ceilingGbps * 1e9, deterioration, maxConnections).ceilingBps();
    }

    /// The settings of a run. Nothing is kept from starting by a bound: the protocols of the paper know no admission.
    ///
    /// @param contestant who runs
    /// @param controls whether the scenario's controls are in force
    /// @param terrain the deterioration that it runs with
    /// @param horizonSeconds end of a run with infinite backlogs; 0: until all is done
    SimulationSettings toSettings(Contestant contestant, boolean controls, Terrain terrain, double horizonSeconds) {
        return new SimulationSettings(
                        terrain.physics(this),
                        new PipeLimits(1, maxConnections),
                        Duration.ofNanos(Math.round(intervalSeconds * 1e9)),
                        controls,
                        contestant == Contestant.OPTIMUM ? Knowledge.FULL : knowledge,
                        horizonSeconds > 0 ? Duration.ofNanos(Math.round(horizonSeconds * 1e9)) : HORIZON)
                .withBounds(BoundSettings.NONE);
    }

    Physics physics() {
        return new Physics(ceilingGbps * 1e9, deterioration, maxConnections);
    }

    PaperSetting withCapacityScale(double other) {
        return new PaperSetting(other, ceilingGbps, deterioration, maxConnections, intervalSeconds, knowledge);
    }

    PaperSetting withCeilingGbps(double other) {
        return new PaperSetting(capacityScale, other, deterioration, maxConnections, intervalSeconds, knowledge);
    }

    PaperSetting withDeterioration(double other) {
        return new PaperSetting(capacityScale, ceilingGbps, other, maxConnections, intervalSeconds, knowledge);
    }

    PaperSetting withMaxConnections(int other) {
        return new PaperSetting(capacityScale, ceilingGbps, deterioration, other, intervalSeconds, knowledge);
    }

    PaperSetting withIntervalSeconds(double other) {
        return new PaperSetting(capacityScale, ceilingGbps, deterioration, maxConnections, other, knowledge);
    }

    /// All of it in one line.
    public String inWords() {
        return String.format(
                Locale.ROOT,
                "capacities x %s, %s Gbit/s per connection, %s %% of a resource lost at M connections on every pipe,"
                        + " m = 1, M = %d, interval %s s%s",
                number(capacityScale),
                number(ceilingGbps),
                number(deterioration * 100),
                maxConnections,
                number(intervalSeconds),
                knowledge == Knowledge.FULL ? "" : ", the map tells " + knowledge);
    }

    private static String number(double value) {
        return Math.rint(value) == value ? Long.toString((long) value) : Double.toString(value);
    }
}
