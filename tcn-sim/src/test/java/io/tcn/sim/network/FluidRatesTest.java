// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Rates that were brought up to change after change are those that a network just made has with the same
/// connections: with ceilings, RTT bias, deterioration, curves, loss and background traffic, where a connection
/// more changes what its resources carry.
class FluidRatesTest {
    private static final int RESOURCES = 8;
    private static final int PIPES = 12;

    @Test
    void ratesDoNotDependOnTheWayThatLedToThem() {
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            FluidNetwork network = network(random);
            TransferPhysics details = TransferPhysics.NONE
                    .withRttBias(random.nextInt(3) / 2.0)
                    .withLoss(random.nextBoolean() ? 0 : random.nextDouble());
            FluidRates rates = new FluidRates(network, details);
            int used = network.resources().size();
            int[] connections = new int[PIPES];
            double[] backgroundBps = new double[used];
            for (int step = 0; step < 30; step++) {
                int pipe = random.nextInt(PIPES);
                connections[pipe] = random.nextInt(3) == 0 ? 0 : random.nextInt(1, 30);
                rates.setConnections(pipe, connections[pipe]);
                if (random.nextInt(5) == 0) {
                    int resource = random.nextInt(used);
                    backgroundBps[resource] = random.nextDouble(3e8);
                    rates.setBackgroundBps(resource, backgroundBps[resource]);
                }
                rates.solve();

                FluidRates fresh = new FluidRates(network, details);
                for (int i = 0; i < PIPES; i++) {
                    fresh.setConnections(i, connections[i]);
                }
                for (int r = 0; r < used; r++) {
                    fresh.setBackgroundBps(r, backgroundBps[r]);
                }
                fresh.solve();
                for (int i = 0; i < PIPES; i++) {
                    assertThat(rates.rateBps(i))
                            .as("seed %d, step %d: rate of pipe %d", seed, step, i)
                            .isCloseTo(fresh.rateBps(i), within(1e-9 * fresh.rateBps(i)));
                }
            }
        }
    }

    private static FluidNetwork network(SplittableRandom random) {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        List<ResourceId> names = new ArrayList<>();
        Map<ResourceId, CapacityCurve> curves = new TreeMap<>();
        for (int r = 0; r < RESOURCES; r++) {
            ResourceId name = ResourceId.of("link:" + r);
            names.add(name);
            resources.put(name, new Resource(name, Resource.Kind.LINK, random.nextDouble(2e8, 2e9)));
            if (random.nextInt(4) == 0) {
                curves.put(
                        name,
                        new CapacityCurve(List.of(new CapacityCurve.Point(10, 1e9), new CapacityCurve.Point(60, 1e8))));
            }
        }
        SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        Map<PipeId, Double> rttSeconds = new TreeMap<>();
        List<Pipe> pipes = new ArrayList<>();
        for (int i = 0; i < PIPES; i++) {
            PipeId id = PipeId.of("p" + i);
            pipes.add(new Pipe(
                    id,
                    Endpoint.parse("sim://from" + i),
                    Endpoint.parse("sim://to" + i),
                    UserId.of("u"),
                    new PipeLimits(1, 30)));
            List<ResourceId> path = new ArrayList<>();
            for (ResourceId name : names) {
                if (random.nextInt(3) == 0) {
                    path.add(name);
                }
            }
            paths.put(id, path.isEmpty() ? List.of(names.getFirst()) : path);
            rttSeconds.put(id, random.nextDouble(0, 0.2));
        }
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), Engine.EPOCH, resources, paths);
        return FluidNetwork.of(map, pipes, new Physics(5e7, random.nextDouble(), 20), rttSeconds, curves);
    }
}
