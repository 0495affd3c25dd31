// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.memory.PastSettings;
import io.tcn.core.memory.PastUses;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.catalog.KnownPast;
import io.tcn.core.optimizer.start.WarmStart;
import io.tcn.core.port.PastSetting;
import io.tcn.core.port.PastUse;
import io.tcn.core.utility.SumUtility;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.network.Knowledge;
import io.tcn.sim.network.Physics;
import io.tcn.sim.run.MapUpdates;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioDetails;
import io.tcn.sim.scenario.ShippedScenarios;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// What commands that simulate a scenario have in common: which scenario, which optimizers, which seeds, and
/// settings that replace those of the scenario.
public final class RunOptions {
    private static final List<String> USUAL_OPTIMIZERS = List.of("fts", "tcn-zero");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SCENARIO",
            description =
                    "a scenario file, the name of a shipped one or its beginning, or a trace (.csv, .csv.gz, .json)")
    private @Nullable String scenario;

    @Option(
            names = "--optimizers",
            split = ",",
            paramLabel = "NAME",
            description = "which, the first is the reference (default: the scenario's own, else fts,tcn-zero)")
    private List<String> optimizers = List.of();

    @Mixin
    private ScenarioOptions scenarioOptions = new ScenarioOptions();

    @Option(
            names = "--seeds",
            paramLabel = "SEEDS",
            defaultValue = "1",
            description = "such as 1-5 or 1,4,7 (default: ${DEFAULT-VALUE})")
    private String seeds = "1";

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "simulations at once (default: one per core); results do not depend on it")
    private @Nullable Integer threads;

    @Option(names = "--no-controls", description = "leave the scenario's resource controls out")
    private boolean noControls;

    @Option(
            names = "--no-admission",
            description = "leave bounds and guarantees to the optimizer alone: nothing is kept from starting by one")
    private boolean noAdmission;

    @Option(
            names = "--no-group-order",
            description =
                    "let the files of coflows go as they come: without it the coflow that is soonest done goes first")
    private boolean noGroupOrder;

    @Option(names = "--max-connections", paramLabel = "M", description = "most connections of a pipe (default: 100)")
    private @Nullable Integer maxConnections;

    @Option(names = "--interval", paramLabel = "SECONDS", description = "control interval (default: 1)")
    private @Nullable Double intervalSeconds;

    @Option(
            names = "--deterioration",
            paramLabel = "PART",
            description = "capacity lost at 100 connections on every pipe, 0 to 1 (default: 0.75)")
    private @Nullable Double deterioration;

    @Option(names = "--ceiling-gbps", paramLabel = "GBPS", description = "most that a connection carries (default: 2)")
    private @Nullable Double ceilingGbps;

    @Option(
            names = "--knowledge",
            paramLabel = "LEVEL",
            description = "what the control plane knows of the network beside the paths: full, capacities or none"
                    + " (default: full)")
    private @Nullable String knowledge;

    @Option(
            names = "--map-updates",
            paramLabel = "HOW",
            description = "whether the network map hears of capacities that faults change, by ALTO: none, pull (every"
                    + " 30 s) or push (at once) (default: none)")
    private @Nullable String mapUpdates;

    @Option(
            names = "--horizon",
            paramLabel = "SECONDS",
            description = "end of a run in virtual time (default: 3000 with infinite backlogs)")
    private @Nullable Double horizonSeconds;

    /// What is to be simulated.
    ///
    /// @param scenario checked
    /// @param settings with what the options change
    /// @param utility name of the utility; null for the sum of the throughputs
    /// @param optimizers by name, in the order asked for
    /// @param seeds in the order asked for
    /// @param threads how many simulations at once
    public record Setup(
            Scenario scenario,
            SimulationSettings settings,
            @Nullable String utility,
            Map<String, OptimizerRegistry.Entry> optimizers,
            Set<Long> seeds,
            int threads) {}

    /// Reads and checks everything.
    ///
    /// @throws InvalidScenarioException if the scenario is not sound
    /// @throws IllegalArgumentException if an option does not fit
    public Setup setup() throws InvalidScenarioException {
        if (scenario == null) {
            throw new IllegalArgumentException(
                    "which scenario? Give a file or one of " + String.join(", ", ShippedScenarios.names()));
        }
        if (threads != null && threads < 1) {
            throw new IllegalArgumentException("--threads wants 1 or more, given was " + threads);
        }
        Set<Long> seedNumbers = Seeds.parse(seeds);
        Scenario world = scenarioOptions.read(scenario);
        String utility = world.details().settings().utility();
        return new Setup(
                world,
                settings(world),
                utility,
                find(registry(world, utility), optimizersFor(world)),
                seedNumbers,
                threads == null ? Runtime.getRuntime().availableProcessors() : threads);
    }

    /// The seeds as they were given.
    String seeds() {
        return seeds;
    }

    /// The optimizers for a utility, with the hyper-parameters and the history of a scenario.
    ///
    /// @param utility its name; null for the sum of the throughputs
    public static OptimizerRegistry registry(Scenario scenario, @Nullable String utility) {
        ScenarioDetails.SettingsSpec settings = scenario.details().settings();
        return new OptimizerRegistry(
                utility == null ? new SumUtility() : Utilities.byName(utility),
                settings.hyperParameters(),
                settings.history().isEmpty() ? KnownPast.NONE : past(settings.history()));
    }

    /// What a scenario tells of pipes is a setting for `harp`, of files of which nobody knows the size.
    private static KnownPast past(List<PastUse> uses) {
        PastSettings settings = new PastSettings(uses.size());
        uses.stream()
                .sorted(Comparator.comparing(PastUse::until))
                .map(use -> new PastSetting(
                        use.key(),
                        use.until(),
                        (int) Math.max(1, Math.round(use.connections())),
                        use.throughputBps(),
                        1,
                        0,
                        0,
                        0))
                .forEach(settings::add);
        return new KnownPast(new WarmStart(new PastUses(uses)), settings);
    }

    private static Map<String, OptimizerRegistry.Entry> find(OptimizerRegistry registry, List<String> names) {
        Map<String, OptimizerRegistry.Entry> found = new LinkedHashMap<>();
        for (String name : names) {
            found.put(
                    name.strip(),
                    registry.find(name.strip())
                            .orElseThrow(() -> new IllegalArgumentException("there is no optimizer \"" + name
                                    + "\"; use some of " + String.join(", ", registry.names()))));
        }
        return found;
    }

    private List<String> optimizersFor(Scenario world) {
        if (!optimizers.isEmpty()) {
            return optimizers;
        }
        List<String> own = world.details().settings().optimizers();
        return own.isEmpty() ? USUAL_OPTIMIZERS : own;
    }

    private SimulationSettings settings(Scenario world) {
        SimulationSettings usual = scenarioOptions.settings(world);
        Physics physics = usual.physics();
        if (ceilingGbps != null) {
            physics = physics.withCeilingBps(ceilingGbps * 1e9);
        }
        if (deterioration != null) {
            physics = physics.withDeterioration(deterioration);
        }
        return new SimulationSettings(
                physics,
                maxConnections == null
                        ? usual.limits()
                        : new PipeLimits(usual.limits().minConnections(), maxConnections),
                intervalSeconds == null ? usual.interval() : seconds("--interval", intervalSeconds),
                !noControls,
                knowledge == null ? usual.knowledge() : Knowledge.parse(knowledge),
                horizonSeconds == null ? usual.horizon() : seconds("--horizon", horizonSeconds),
                usual.variesScenario(),
                mapUpdates == null ? usual.mapUpdates() : MapUpdates.parse(mapUpdates),
                noAdmission ? BoundSettings.NONE : usual.bounds(),
                !noGroupOrder);
    }

    private static Duration seconds(String option, double seconds) {
        if (!(seconds > 0 && seconds <= 1e9)) {
            throw new IllegalArgumentException(option + " wants seconds above 0 and up to 1e9, given was " + seconds);
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
