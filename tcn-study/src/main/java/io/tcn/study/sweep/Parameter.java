// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.sweep;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.run.MapUpdates;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.ScaledTopology;
import io.tcn.sim.scenario.Scenario;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// What a sweep can vary.
public enum Parameter {
    /// All capacities of the topology times a factor.
    CAPACITY_SCALE,
    /// The most that one connection carries, in Gbit/s.
    CEILING_GBPS,
    /// Part of the capacity lost at the reference number of connections per pipe.
    DETERIORATION,
    /// The control interval in seconds.
    INTERVAL,
    /// m, the least connections of a pipe.
    MIN_CONNECTIONS,
    /// M, the most connections of a pipe.
    MAX_CONNECTIONS,
    /// What the map tells: full, capacities or none.
    KNOWLEDGE,
    /// Whether the map hears of capacities that change: none, pull or push.
    MAP_UPDATES,
    /// Whether the resource controls are in force: on or off.
    CONTROLS,
    /// The utility: sum, proportional, alpha-fair(2), max-min.
    UTILITY;

    /// The name on the command line, such as `max-connections`.
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The parameter of a name.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Parameter parse(String id) {
        return Arrays.stream(values())
                .filter(parameter -> parameter.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + id + "\" cannot be varied; use "
                        + Arrays.stream(values()).map(Parameter::id).collect(Collectors.joining(", "))));
    }

    /// The same with another value of this parameter.
    ///
    /// @throws IllegalArgumentException if the value makes no sense
    public Variation apply(Variation to, String value) {
        Scenario scenario = to.scenario();
        SimulationSettings settings = to.settings();
        PipeLimits limits = settings.limits();
        return switch (this) {
            case CAPACITY_SCALE -> new Variation(ScaledTopology.of(scenario, number(value)), settings, to.utility());
            case CEILING_GBPS ->
                with(to, settings.withPhysics(settings.physics().withCeilingBps(number(value) * 1e9)));
            case DETERIORATION ->
                with(to, settings.withPhysics(settings.physics().withDeterioration(number(value))));
            case INTERVAL -> with(to, settings.withInterval(Duration.ofNanos(Math.round(number(value) * 1e9))));
            case MIN_CONNECTIONS ->
                with(to, settings.withLimits(new PipeLimits(whole(value), limits.maxConnections())));
            case MAX_CONNECTIONS ->
                with(to, settings.withLimits(new PipeLimits(limits.minConnections(), whole(value))));
            case KNOWLEDGE -> with(to, settings.withKnowledge(Knowledge.parse(value)));
            case MAP_UPDATES -> with(to, settings.withMapUpdates(MapUpdates.parse(value)));
            case CONTROLS -> with(to, settings.withControls(isOn(value)));
            // A name that nobody knows is refused here.
            case UTILITY ->
                new Variation(scenario, settings, Utilities.byName(value).name());
        };
    }

    private static Variation with(Variation to, SimulationSettings settings) {
        return new Variation(to.scenario(), settings, to.utility());
    }

    private boolean isOn(String value) {
        return switch (value) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException(id() + " is on or off, given was \"" + value + "\"");
        };
    }

    private double number(String value) {
        try {
            double number = Double.parseDouble(value);
            if (Double.isNaN(number) || Double.isInfinite(number)) {
                throw new NumberFormatException("not finite");
            }
            return number;
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(id() + " wants a number, given was \"" + value + "\"", notANumber);
        }
    }

    private int whole(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(id() + " wants a whole number, given was \"" + value + "\"", notANumber);
        }
    }
}
