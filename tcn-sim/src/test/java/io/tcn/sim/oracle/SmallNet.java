// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

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
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Physics;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// A small network built by hand: links and pipes are numbered as they come. The usual physics.
final class SmallNet {
    private final SortedMap<ResourceId, Resource> resources = new TreeMap<>();
    private final SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
    private final List<Pipe> pipes = new ArrayList<>();
    private final List<GroupBound> bounds = new ArrayList<>();

    static SmallNet random(SplittableRandom random, int pipes, int links) {
        SmallNet net = new SmallNet();
        for (int l = 0; l < links; l++) {
            net.link(random.nextInt(1, 100) * 1e9);
        }
        for (int p = 0; p < pipes; p++) {
            int first = random.nextInt(links);
            int second = random.nextInt(links);
            if (first == second) {
                net.pipe(first);
            } else {
                net.pipe(first, second);
            }
        }
        for (int b = random.nextInt(3); b > 0; b--) {
            net.bound(random.nextInt(2, 60) * 1e9, random.nextInt(pipes));
        }
        return net;
    }

    private static ResourceId linkId(int number) {
        return ResourceId.of("link:" + (100 + number));
    }

    SmallNet link(double capacityBps) {
        ResourceId id = linkId(resources.size());
        resources.put(id, new Resource(id, Resource.Kind.LINK, capacityBps));
        return this;
    }

    SmallNet pipe(int... links) {
        PipeId id = PipeId.of("p" + (100 + pipes.size()));
        List<ResourceId> path = new ArrayList<>();
        for (int link : links) {
            path.add(linkId(link));
        }
        paths.put(id, path);
        pipes.add(new Pipe(
                id,
                Endpoint.parse("sim://a" + id),
                Endpoint.parse("sim://b" + id),
                UserId.of("u"),
                PipeLimits.DEFAULT));
        return this;
    }

    SmallNet bound(double limitBps, Integer... members) {
        bounds.add(new GroupBound(List.of(members), limitBps));
        return this;
    }

    Situation situation(int min, int max) {
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), Engine.EPOCH, resources, paths);
        return Situation.of(FluidNetwork.of(map, pipes, Physics.DEFAULT), new PipeLimits(min, max), bounds);
    }
}
