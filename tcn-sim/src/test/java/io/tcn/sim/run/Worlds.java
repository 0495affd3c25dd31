// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.run;

import io.tcn.core.model.Bound;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.topology.Topology;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;

/// Small worlds for tests.
public final class Worlds {
    private Worlds() {}

    /// One link of 100 Gbit/s from a to b, and a pipe with an endless backlog for each user, named after it.
    public static Scenario oneLink(List<ResourceControl> controls, String... users) {
        Topology topology = new Topology(
                "one link",
                List.of(new Topology.Node("a", "site", null, null), new Topology.Node("b", "site", null, null)),
                List.of(new Topology.Link("ab", "a", "b", 100, null, null)),
                null);
        List<Scenario.PipeSpec> pipes = new ArrayList<>();
        List<PipeId> backlog = new ArrayList<>();
        for (String user : users) {
            pipes.add(new Scenario.PipeSpec(PipeId.of(user), "a", "b", UserId.of(user)));
            backlog.add(PipeId.of(user));
        }
        return new Scenario("one link", "", "inline", topology, pipes, controls, List.of(), backlog);
    }

    /// A user's bound on every link.
    public static ResourceControl bound(String user, double share) {
        return new Bound(UserId.of(user), ResourceSet.ALL_LINKS.name(), new Bound.CapacityShare(share));
    }

    /// A shipped scenario.
    public static Scenario shipped(String name) {
        try {
            return new ScenarioReader().read(name, null);
        } catch (InvalidScenarioException unsound) {
            throw new AssertionError(unsound);
        }
    }

    /// Runs a scenario with an optimizer of the registry.
    public static SimulationResult run(Scenario scenario, String optimizer, SimulationSettings settings, long seed) {
        OptimizerFactory factory =
                new OptimizerRegistry().find(optimizer).orElseThrow().factory();
        return new Simulation(scenario, optimizer, factory, settings, seed, part -> {}).run();
    }
}
