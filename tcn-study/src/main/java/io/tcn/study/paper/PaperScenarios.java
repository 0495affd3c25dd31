// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import io.tcn.core.model.Bound;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.topology.Topology;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.ScaledTopology;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.Scenario.PipeSpec;
import io.tcn.sim.scenario.Scenario.TransferSpec;
import io.tcn.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// The scenarios of section 7, one per seed: seed 1 is the shipped file, the others are drawn anew by the rule with
/// which the files were drawn (ordered pairs of sites of at least 100 Gbit/s, each pair once; arrivals exponential with
/// mean 200 s and sizes uniform from 2 to 6 TB where the scenario is dynamic). Used by one thread.
final class PaperScenarios {
    private static final double LEAST_SITE_GBPS = 100;
    private static final double MEAN_GAP_SECONDS = 200;
    private static final double LEAST_BYTES = 2e12;
    private static final double MOST_BYTES = 6e12;

    private final Map<String, Scenario> shipped = new HashMap<>();

    /// The scenario of an experiment.
    Scenario of(Experiment experiment, long seed, PaperSetting setting) {
        Scenario base = shipped.computeIfAbsent(experiment.workload(), PaperScenarios::read);
        boolean inline = base.topologyName().equals("inline");
        List<PipeSpec> pipes = seed == 1 || inline ? base.pipes() : drawPipes(base, seed);
        List<TransferSpec> transfers = base.transfers();
        boolean dynamic = transfers.stream().anyMatch(transfer -> transfer.arrivalNanos() > 0);
        if (dynamic && seed != 1) {
            transfers = drawTransfers(transfers, seed);
        }
        List<PipeId> backlog = List.of();
        if (experiment.isBacklogged()) {
            transfers = List.of();
            backlog = pipes.stream().map(PipeSpec::id).toList();
        }
        return new Scenario(
                base.name(),
                base.describes(),
                base.topologyName(),
                ScaledTopology.of(base.topology(), setting.capacityScale()),
                pipes,
                controls(base, experiment.controls()),
                transfers,
                backlog);
    }

    private static Scenario read(String workload) {
        try {
            return new ScenarioReader().read(workload, null);
        } catch (InvalidScenarioException broken) {
            throw new IllegalStateException("the shipped scenario " + workload + " is not sound", broken);
        }
    }

    private static SplittableRandom random(Scenario base, long seed) {
        return new SplittableRandom(31 * seed + base.pipes().size());
    }

    private static List<PipeSpec> drawPipes(Scenario base, long seed) {
        SplittableRandom random = random(base, seed);
        List<String> sites = base.topology().allSites().stream()
                .filter(site -> site.capacityGbps() != null && site.capacityGbps() >= LEAST_SITE_GBPS)
                .map(Topology.Site::id)
                .toList();
        List<List<String>> pairs = new ArrayList<>();
        for (String from : sites) {
            for (String to : sites) {
                if (!from.equals(to)) {
                    pairs.add(List.of(from, to));
                }
            }
        }
        List<PipeSpec> pipes = new ArrayList<>();
        for (PipeSpec pipe : base.pipes()) {
            List<String> pair = pairs.remove(random.nextInt(pairs.size()));
            pipes.add(new PipeSpec(pipe.id(), pair.getFirst(), pair.getLast(), pipe.user()));
        }
        return pipes;
    }

    private static List<TransferSpec> drawTransfers(List<TransferSpec> like, long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        List<TransferSpec> drawn = new ArrayList<>();
        double seconds = 0;
        for (TransferSpec transfer : like) {
            seconds -= Math.log(1 - random.nextDouble()) * MEAN_GAP_SECONDS;
            drawn.add(new TransferSpec(
                    transfer.id(),
                    transfer.name(),
                    transfer.pipe(),
                    Math.round(random.nextDouble(LEAST_BYTES, MOST_BYTES)),
                    Math.round(seconds * 1e9),
                    transfer.after()));
        }
        return drawn;
    }

    private static List<ResourceControl> controls(Scenario base, Controls controls) {
        return switch (controls) {
            case NONE -> List.of();
            case BOUNDS -> base.controls();
            case WEIGHTS -> {
                List<ResourceControl> weights = new ArrayList<>();
                for (ResourceControl control : base.controls()) {
                    if (control instanceof Bound(var user, var set, Bound.CapacityShare(double share))) {
                        weights.add(new RelativeWeight(user, set, share));
                    }
                }
                yield weights;
            }
        };
    }
}
