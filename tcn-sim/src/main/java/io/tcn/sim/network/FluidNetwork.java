// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.throughput.FlowNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/// The real network of a simulation, as dense arrays: pipe `i` is flow `i`. What the control plane believes of it
/// comes by the network map and may be less.
///
/// @param pipes the pipes in the order of the flows
/// @param resources the resources that pipes use, in the order of their indexes in `flows`, with everything that
///     there is to know of them
/// @param paths per pipe the indexes of its resources
/// @param flows paths, capacities, deterioration and ceilings
/// @param rttSeconds round-trip time per pipe, 0 where unknown
/// @param curves the resources whose capacity follows a curve instead of the deterioration
public record FluidNetwork(
        List<PipeId> pipes,
        List<Resource> resources,
        List<List<Integer>> paths,
        FlowNetwork flows,
        List<Double> rttSeconds,
        Map<ResourceId, CapacityCurve> curves) {
    public FluidNetwork {
        pipes = List.copyOf(pipes);
        resources = List.copyOf(resources);
        paths = paths.stream().map(List::copyOf).toList();
        rttSeconds = List.copyOf(rttSeconds);
        curves = Map.copyOf(curves);
        if (rttSeconds.size() != pipes.size()) {
            throw new IllegalArgumentException(
                    "there are " + pipes.size() + " pipes and " + rttSeconds.size() + " round-trip times");
        }
        for (double rtt : rttSeconds) {
            if (!(rtt >= 0) || Double.isInfinite(rtt)) {
                throw new IllegalArgumentException("a round-trip time is zero or more seconds, given was " + rtt);
            }
        }
    }

    /// The resources of a pipe, as indexes.
    public List<Integer> path(int pipe) {
        return paths.get(pipe);
    }

    /// Whether both have the same pipes on the same paths, whatever their resources carry.
    public boolean hasSameShape(FluidNetwork other) {
        return pipes.equals(other.pipes)
                && paths.equals(other.paths)
                && resources.stream()
                        .map(Resource::id)
                        .toList()
                        .equals(other.resources.stream().map(Resource::id).toList());
    }

    /// The network of some pipes, with unknown round-trip times and no curves.
    ///
    /// @param map which pipe uses which resources, with capacities; a resource without one never limits
    /// @throws IllegalArgumentException if nothing limits a pipe
    public static FluidNetwork of(NetworkMapSnapshot map, Collection<Pipe> pipes, Physics physics) {
        return of(map, pipes, physics, Map.of(), Map.of());
    }

    /// The network of some pipes.
    ///
    /// @param map which pipe uses which resources, with capacities; a resource with neither capacity nor curve
    ///     never limits
    /// @param rttSeconds round-trip times; a pipe that is not in it has an unknown one
    /// @param curves resources whose capacity follows a curve: it replaces their deterioration, and a capacity in
    ///     the map stays an upper bound
    /// @throws IllegalArgumentException if nothing limits a pipe
    public static FluidNetwork of(
            NetworkMapSnapshot map,
            Collection<Pipe> pipes,
            Physics physics,
            Map<PipeId, Double> rttSeconds,
            Map<ResourceId, CapacityCurve> curves) {
        Map<PipeId, List<ResourceId>> paths = new TreeMap<>();
        Map<ResourceId, Integer> users = new TreeMap<>();
        for (Pipe pipe : pipes) {
            Set<ResourceId> path = new LinkedHashSet<>(map.pipeResources().getOrDefault(pipe.id(), List.of()));
            paths.put(pipe.id(), List.copyOf(path));
            path.forEach(resource -> users.merge(resource, 1, Integer::sum));
        }
        List<Resource> resources = new ArrayList<>();
        Map<ResourceId, Integer> index = new HashMap<>();
        double[] capacityBps = new double[users.size()];
        double[] from = new double[users.size()];
        double[] lossBps = new double[users.size()];
        users.forEach((id, count) -> {
            int r = resources.size();
            Resource resource = map.resources().get(id);
            if (resource == null) {
                throw new IllegalStateException("resource " + id + " is on a path but not in the map");
            }
            index.put(id, r);
            OptionalDouble known = resource.knownCapacityBps();
            capacityBps[r] = known.orElse(Double.POSITIVE_INFINITY);
            boolean deteriorates = known.isPresent() && !curves.containsKey(id);
            from[r] = deteriorates ? physics.deteriorationFrom(capacityBps[r]) : Double.POSITIVE_INFINITY;
            lossBps[r] = deteriorates ? physics.deteriorationBps(capacityBps[r], count) : 0;
            resources.add(new Resource(
                    id,
                    resource.kind(),
                    resource.capacityBps(),
                    Double.isInfinite(physics.ceilingBps()) ? null : (Double) physics.ceilingBps(),
                    lossBps[r] > 0 ? new Deterioration(from[r], lossBps[r]) : Deterioration.NONE));
        });
        double[] ceilingBps = new double[paths.size()];
        Arrays.fill(ceilingBps, physics.ceilingBps());
        int[][] flowPaths = new int[paths.size()][];
        List<PipeId> order = new ArrayList<>();
        paths.forEach((pipe, path) -> {
            int[] flowPath =
                    path.stream().mapToInt(id -> index.getOrDefault(id, -1)).toArray();
            boolean limited = !Double.isInfinite(physics.ceilingBps());
            for (int r : flowPath) {
                limited |= !Double.isInfinite(capacityBps[r])
                        || curves.containsKey(resources.get(r).id());
            }
            if (!limited) {
                throw new IllegalArgumentException("nothing limits pipe " + pipe
                        + ": give a link or a site on its way a" + " capacity, or its connections a ceiling");
            }
            flowPaths[order.size()] = flowPath;
            order.add(pipe);
        });
        return new FluidNetwork(
                order,
                resources,
                Arrays.stream(flowPaths)
                        .map(path -> Arrays.stream(path).boxed().toList())
                        .toList(),
                new FlowNetwork(flowPaths, capacityBps, from, lossBps, ceilingBps),
                order.stream().map(pipe -> rttSeconds.getOrDefault(pipe, 0.0)).toList(),
                curves);
    }
}
