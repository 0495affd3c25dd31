// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.engine.Engine;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A network for a test with pencil and paper: links and pipes by name, transfers by number, and when each ended.
final class SmallWorld implements AttemptListener {
    final Engine engine = new Engine();

    /// How attempts other than the finished ones ended, in order: `2 failed@4.0`.
    final List<String> troubles = new ArrayList<>();

    private final SortedMap<ResourceId, Resource> resources = new TreeMap<>();
    private final SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
    private final List<Pipe> pipes = new ArrayList<>();
    private final Map<PipeId, Double> rttSeconds = new TreeMap<>();
    private final Map<ResourceId, CapacityCurve> curves = new TreeMap<>();
    private final Map<Long, Double> finishes = new HashMap<>();
    private Physics physics = new Physics(Double.POSITIVE_INFINITY, 0, 100);
    private TransferPhysics details = TransferPhysics.NONE;
    private @Nullable FluidDataPlane built;
    private @Nullable DataPlane driven;

    /// A link and its capacity in bit/s.
    SmallWorld link(String name, double bps) {
        resources.put(resource(name), new Resource(resource(name), Resource.Kind.LINK, bps));
        return this;
    }

    SmallWorld curve(String name, CapacityCurve curve) {
        curves.put(resource(name), curve);
        return this;
    }

    /// A pipe over some links, with a round-trip time in seconds, 0 for an unknown one.
    SmallWorld pipe(String name, double rtt, String... links) {
        PipeId id = PipeId.of(name);
        paths.put(id, List.of(links).stream().map(SmallWorld::resource).toList());
        rttSeconds.put(id, rtt);
        pipes.add(new Pipe(
                id,
                Endpoint.parse("sim://" + name + "a"),
                Endpoint.parse("sim://" + name + "b"),
                UserId.of("u"),
                new PipeLimits(1, 100)));
        return this;
    }

    SmallWorld with(Physics other) {
        physics = other;
        return this;
    }

    SmallWorld with(TransferPhysics other) {
        details = other;
        return this;
    }

    static ResourceId resource(String name) {
        return ResourceId.of("link:" + name);
    }

    FluidDataPlane fluid() {
        FluidDataPlane plane = built;
        if (plane == null) {
            NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
            plane = new FluidDataPlane(
                    engine, FluidNetwork.of(map, pipes, physics, rttSeconds, curves), details, new SplittableRandom(1));
            built = plane;
        }
        return plane;
    }

    /// Attempts go through another data plane in front of the network.
    void drive(DataPlane other) {
        driven = other;
    }

    private DataPlane plane() {
        DataPlane other = driven;
        return other == null ? fluid() : other;
    }

    /// Starts a transfer at once.
    void start(long number, String pipe, long bytes, int connections) {
        start(number, pipe, bytes, PipeTuning.of(connections));
    }

    void start(long number, String pipe, long bytes, PipeTuning tuning) {
        Transfer transfer = new Transfer(
                TransferId.of(number),
                PipeId.of(pipe),
                URI.create("sim://a/" + number),
                URI.create("sim://b/" + number),
                bytes,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT);
        plane().start(new Attempt(id(number), transfer, tuning.connections(), tuning, null), this);
    }

    static AttemptId id(long number) {
        return new AttemptId(TransferId.of(number), 1);
    }

    /// Lets time pass up to a moment.
    SmallWorld until(double seconds) {
        engine.runUntil(Math.round(seconds * 1e9));
        return this;
    }

    double rateBps(String pipe) {
        return fluid().rateBps(PipeId.of(pipe));
    }

    /// When a transfer finished, in seconds; NaN if it has not.
    double finish(long number) {
        return finishes.getOrDefault(number, Double.NaN);
    }

    @Override
    public void prepared(AttemptId attempt, long sizeBytes, int connections) {
        plane().proceed(attempt);
    }

    @Override
    public void finished(AttemptId attempt, long sizeBytes, @Nullable Checksum checksum) {
        finishes.put(attempt.transfer().value(), engine.nanoTime() / 1e9);
    }

    @Override
    public void failed(AttemptId attempt, TransferFailure failure, boolean destinationClean) {
        troubles.add(attempt.transfer() + " failed@" + engine.nanoTime() / 1e9 + (destinationClean ? " clean" : ""));
    }

    @Override
    public void canceled(AttemptId attempt, boolean destinationClean) {
        troubles.add(attempt.transfer() + " canceled@" + engine.nanoTime() / 1e9);
    }
}
