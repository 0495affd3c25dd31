// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.LimitId;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceControl;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferLimit;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.UserId;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.run.ControlPlane;
import io.tcn.sim.run.OptimizerRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Pipes that share a link of 27 Gbit/s, on which a connection carries 1.3 Gbit/s, under the server's loops.
final class SharedLink {
    static final UserId USER = UserId.of("u");
    static final int MOST = 64;

    private static final double GIGA = 1e9;
    private static final ResourceId LINK = ResourceId.of("link:hpclab");

    private final Engine engine;
    private final FluidDataPlane dataPlane;
    private final ControlPlane plane;

    /// @param listener hears the decisions
    SharedLink(
            Engine engine,
            String optimizer,
            List<String> names,
            List<ResourceControl> controls,
            DecisionListener listener) {
        this.engine = engine;
        List<Pipe> pipes = new ArrayList<>();
        TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
        for (String name : names) {
            Pipe pipe = new Pipe(
                    PipeId.of(name),
                    Endpoint.parse("sim://" + name + "a"),
                    Endpoint.parse("sim://" + name + "b"),
                    USER,
                    new PipeLimits(1, MOST));
            pipes.add(pipe);
            paths.put(pipe.id(), List.of(LINK));
        }
        TreeMap<ResourceId, Resource> resources = new TreeMap<>();
        resources.put(LINK, new Resource(LINK, Resource.Kind.LINK, 27 * GIGA));
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
        this.dataPlane = new FluidDataPlane(engine, FluidNetwork.of(map, pipes, new Physics(1.3 * GIGA, 0, 100)));
        this.plane = new ControlPlane(
                engine,
                dataPlane,
                asked -> map,
                new OptimizerRegistry().find(optimizer).orElseThrow().factory().create(new SplittableRandom(1)),
                new ControlSettings(Duration.ofSeconds(5), 5),
                listener,
                ControlEvents.NONE);
        plane.start(Set.of(USER), pipes, controls);
    }

    /// Submits transfers and lets time pass until a moment.
    void run(List<Transfer> transfers, Duration until) {
        engine.at(0, () -> plane.submit(transfers));
        runUntil(until);
    }

    void runUntil(Duration until) {
        engine.runUntil(until.toNanos());
    }

    double movedBits(LimitId limit) {
        return 8.0 * dataPlane.movedBytes(limit);
    }

    double movedBits(String pipe) {
        return 8.0 * dataPlane.movedBytes(PipeId.of(pipe));
    }

    static Transfer transfer(long id, PipeId pipe, long bytes, int priority, @Nullable TransferLimit limit) {
        return new Transfer(
                TransferId.of(id),
                pipe,
                URI.create("sim://a/" + id),
                URI.create("sim://b/" + id),
                bytes,
                priority,
                Set.of(),
                TransferOptions.DEFAULT.withLimit(limit));
    }
}
