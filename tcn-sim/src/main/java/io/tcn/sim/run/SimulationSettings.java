// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.PipeLimits;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.Physics;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioDetails;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a scenario leaves open and a run must know.
///
/// @param physics the network's behaviour
/// @param limits m and M of every pipe
/// @param interval the control interval
/// @param controls whether the scenario's resource controls are in force
/// @param knowledge what the control plane's map tells of the network
/// @param horizon virtual time after which the run ends in any case; null: 3000 s with infinite backlogs, else
///     [#PATIENCE] after the last arrival
/// @param variesScenario whether the seed of a run changes the chance of the scenario too: arrivals, background,
///     failures and noise
/// @param mapUpdates whether the map hears of capacities that change
/// @param bounds how bounds and guarantees are kept where transfers start
/// @param groupOrder whether coflows go in Sincronia's order; else their files go as they come
public record SimulationSettings(
        Physics physics,
        PipeLimits limits,
        Duration interval,
        boolean controls,
        Knowledge knowledge,
        @Nullable Duration horizon,
        boolean variesScenario,
        MapUpdates mapUpdates,
        BoundSettings bounds,
        boolean groupOrder) {
    /// m = 1 and M = 100 connections, a decision every second, controls in force, everything known.
    ///
    /// The server decides every 10 s and FTS every 60 s; what matters is how many decisions fall into the life of a
    /// transfer. The ESnet of 2026 is about ten times as fast as that of the paper, so that 2 TB are gone after 30
    /// intervals of 10 s. A gradient over 30 pipes from single probes takes longer than that.
    public static final SimulationSettings DEFAULT = new SimulationSettings(
            Physics.DEFAULT, new PipeLimits(1, 100), Duration.ofSeconds(1), true, Knowledge.FULL, null);

    /// Time that finite transfers get after the last arrival before a run is given up as stuck.
    public static final Duration PATIENCE = Duration.ofSeconds(200_000);

    /// Length of a run with infinite backlogs.
    public static final Duration BACKLOG_HORIZON = Duration.ofMinutes(50);

    /// Settings under which the map does not hear of changes, bounds are kept and groups ordered as in the server.
    public SimulationSettings(
            Physics physics,
            PipeLimits limits,
            Duration interval,
            boolean controls,
            Knowledge knowledge,
            @Nullable Duration horizon,
            boolean variesScenario) {
        this(
                physics,
                limits,
                interval,
                controls,
                knowledge,
                horizon,
                variesScenario,
                MapUpdates.NONE,
                BoundSettings.DEFAULT,
                true);
    }

    /// Settings under which the chance of the scenario is the same in all runs, and the map does not hear of
    /// changes.
    public SimulationSettings(
            Physics physics,
            PipeLimits limits,
            Duration interval,
            boolean controls,
            Knowledge knowledge,
            @Nullable Duration horizon) {
        this(physics, limits, interval, controls, knowledge, horizon, false);
    }

    public SimulationSettings {
        if (interval.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("a control interval is 1 ms or more, given was " + interval);
        }
        if (horizon != null && horizon.compareTo(interval) < 0) {
            throw new IllegalArgumentException("the horizon " + horizon + " is shorter than an interval, " + interval);
        }
    }

    public SimulationSettings withControls(boolean inForce) {
        return new SimulationSettings(
                physics, limits, interval, inForce, knowledge, horizon, variesScenario, mapUpdates, bounds, groupOrder);
    }

    public SimulationSettings withPhysics(Physics other) {
        return new SimulationSettings(
                other, limits, interval, controls, knowledge, horizon, variesScenario, mapUpdates, bounds, groupOrder);
    }

    public SimulationSettings withKnowledge(Knowledge other) {
        return new SimulationSettings(
                physics, limits, interval, controls, other, horizon, variesScenario, mapUpdates, bounds, groupOrder);
    }

    public SimulationSettings withLimits(PipeLimits other) {
        return new SimulationSettings(
                physics, other, interval, controls, knowledge, horizon, variesScenario, mapUpdates, bounds, groupOrder);
    }

    public SimulationSettings withInterval(Duration other) {
        return new SimulationSettings(
                physics, limits, other, controls, knowledge, horizon, variesScenario, mapUpdates, bounds, groupOrder);
    }

    public SimulationSettings withHorizon(@Nullable Duration other) {
        return new SimulationSettings(
                physics, limits, interval, controls, knowledge, other, variesScenario, mapUpdates, bounds, groupOrder);
    }

    public SimulationSettings withVariedScenario(boolean varies) {
        return new SimulationSettings(
                physics, limits, interval, controls, knowledge, horizon, varies, mapUpdates, bounds, groupOrder);
    }

    public SimulationSettings withMapUpdates(MapUpdates other) {
        return new SimulationSettings(
                physics, limits, interval, controls, knowledge, horizon, variesScenario, other, bounds, groupOrder);
    }

    public SimulationSettings withBounds(BoundSettings other) {
        return new SimulationSettings(
                physics, limits, interval, controls, knowledge, horizon, variesScenario, mapUpdates, other, groupOrder);
    }

    public SimulationSettings withGroupOrder(boolean ordered) {
        return new SimulationSettings(
                physics, limits, interval, controls, knowledge, horizon, variesScenario, mapUpdates, bounds, ordered);
    }

    /// The settings that a scenario asks for; what it leaves open is as in [#DEFAULT].
    public static SimulationSettings of(Scenario scenario) {
        ScenarioDetails.PhysicsSpec network = scenario.details().physics();
        ScenarioDetails.SettingsSpec run = scenario.details().settings();
        Physics usual = DEFAULT.physics();
        return new SimulationSettings(
                new Physics(
                        orElse(network.ceilingBps(), usual.ceilingBps()),
                        orElse(network.deterioration(), usual.deterioration()),
                        orElse(network.referenceConnections(), usual.referenceConnections())),
                limits(run.minConnections(), run.maxConnections(), DEFAULT.limits()),
                run.intervalSeconds() == null ? DEFAULT.interval() : seconds(run.intervalSeconds()),
                true,
                run.knowledge() == null ? DEFAULT.knowledge() : Knowledge.parse(run.knowledge()),
                run.horizonSeconds() == null ? null : seconds(run.horizonSeconds()),
                false);
    }

    /// Limits of which one end may be given; an end that is not gives way.
    static PipeLimits limits(@Nullable Integer least, @Nullable Integer most, PipeLimits usual) {
        int max = most != null ? most : Math.max(usual.maxConnections(), least == null ? 0 : least);
        return new PipeLimits(least != null ? least : Math.min(usual.minConnections(), max), max);
    }

    private static <T> T orElse(@Nullable T given, T usual) {
        return given == null ? usual : given;
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
