// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeId;
import io.tcn.core.model.UserId;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioDetails.Background;
import io.tcn.sim.scenario.ScenarioDetails.CoflowSpec;
import io.tcn.sim.scenario.ScenarioDetails.Fault;
import io.tcn.sim.scenario.ScenarioDetails.PhysicsSpec;
import io.tcn.sim.scenario.ScenarioDetails.SettingsSpec;
import io.tcn.sim.scenario.ScenarioDetails.Storages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Checks a document of the right shape and puts it into the words of core. It collects all complaints before it
/// refuses.
final class ScenarioCheck {
    private final String file;
    private final Path folder;
    private final ScenarioDocument document;
    private final NamedTopology topology;
    private final Complaints complaints;

    /// @param folder where files that the scenario names are looked for
    ScenarioCheck(String file, Path folder, ScenarioDocument document, NamedTopology topology) {
        this.file = file;
        this.folder = folder;
        this.document = document;
        this.topology = topology;
        this.complaints = new Complaints(file);
    }

    Scenario check() throws InvalidScenarioException {
        Ground ground = Ground.of(topology, file, complaints);
        ground.declare(document.resourceSets());
        PipeCheck pipeCheck = new PipeCheck(document, ground);
        List<PipeSpec> pipes = pipeCheck.check();
        Map<UserId, Double> weights = pipeCheck.weights();
        ControlCheck controls = new ControlCheck(document, ground);
        List<TransferSpec> transfers = new TransferCheck(document, pipeCheck, complaints).check();
        Map<String, CoflowSpec> coflows = new CoflowCheck(document, complaints).check(transfers);
        List<PipeId> backlog = pipeCheck.backlog();
        TroubleCheck trouble = new TroubleCheck(ground);
        List<Background> background = trouble.background(document.background());
        List<Fault> faults = trouble.faults(document.faults());
        SettingsCheck more = new SettingsCheck(ground);
        Storages storages = more.storages(document.storages());
        PhysicsSpec physics = more.physics(document.physics());
        SettingsSpec settings = more.settings(document.settings());
        long seed = document.seed() == null ? 0 : document.seed();
        ArrivalCheck arrivalCheck = new ArrivalCheck(folder, seed, document, pipes, pipeCheck, ground);
        List<ArrivalProcess> arrivals = arrivalCheck.check();
        if (complaints.isEmpty() && transfers.isEmpty() && backlog.isEmpty() && arrivals.isEmpty()) {
            complaints.add("/transfers", "there is nothing to move", "give transfers, arrivals or infiniteBacklog");
        }
        complaints.refuseIfAny();
        List<String> notes = new ArrayList<>(topology.notes());
        notes.addAll(arrivalCheck.notes());
        Scenario scenario = new Scenario(
                document.name() == null ? file : document.name(),
                document.describes() == null ? "" : document.describes(),
                topology.name(),
                topology.topology(),
                pipes,
                controls.lasting(),
                transfers,
                backlog,
                new ScenarioDetails(
                        seed,
                        weights,
                        ground.declaredSets(),
                        controls.timed(),
                        storages,
                        arrivals,
                        coflows,
                        background,
                        faults,
                        physics,
                        settings,
                        notes));
        checkCount(scenario);
        return scenario;
    }

    private void checkCount(Scenario scenario) throws InvalidScenarioException {
        if (scenario.expectedTransfers() > Scenario.MAX_TRANSFERS) {
            throw new InvalidScenarioException(
                    file,
                    "/arrivals",
                    scenario.expectedTransfers() + " transfers are more than " + Scenario.MAX_TRANSFERS
                            + ", the most of a run",
                    "lower count, end the arrivals sooner, or run parts of it one after the other");
        }
    }
}
