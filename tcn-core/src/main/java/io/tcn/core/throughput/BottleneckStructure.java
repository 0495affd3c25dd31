// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.throughput;

import io.tcn.core.throughput.PipeShare.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Which resource limits which pipe in an allocation, and which pipe takes from what a resource leaves to others:
/// the bottleneck structure of Ros-Giralt et al. (SIGCOMM'21), to look at. An edge goes from a resource to each
/// pipe that it limits, and from a pipe to each resource on its path that limits other pipes but not this one. A
/// change at a resource or a pipe travels along these edges and nowhere else.
///
/// Immutable. Pipes and resources have the indexes of the flows and resources of the [FlowNetwork]. Building it
/// costs O(total path length).
public final class BottleneckStructure {
    /// So many pipes are named beside the one explained.
    private static final int NAMED = 3;

    private final List<PipeShare> pipes;
    private final List<ResourceShare> resources;

    private BottleneckStructure(List<PipeShare> pipes, List<ResourceShare> resources) {
        this.pipes = List.copyOf(pipes);
        this.resources = List.copyOf(resources);
    }

    /// Describes the last allocation of a solver.
    ///
    /// @param weights the weights of that allocation
    /// @param ratesBps what it made of them
    /// @param pipeNames a name per flow
    /// @param resourceNames a name per resource
    public static BottleneckStructure of(
            FlowNetwork network,
            WeightedMaxMin solver,
            double[] weights,
            double[] ratesBps,
            List<String> pipeNames,
            List<String> resourceNames) {
        if (pipeNames.size() != network.flows() || resourceNames.size() != network.resources()) {
            throw new IllegalArgumentException("there are " + network.flows() + " flows and " + network.resources()
                    + " resources, given were " + pipeNames.size() + " and " + resourceNames.size() + " names");
        }
        ThroughputGradient gradient = new ThroughputGradient(network, solver);
        double[] ones = new double[network.flows()];
        Arrays.fill(ones, 1);
        double[] totalGainBps = new double[network.flows()];
        double[] ownGainBps = new double[network.flows()];
        gradient.product(weights, ratesBps, ones, totalGainBps);
        gradient.diagonal(weights, ratesBps, ownGainBps);

        List<ResourceShare> resources = new ArrayList<>(network.resources());
        for (int r = 0; r < network.resources(); r++) {
            List<Integer> limits = new ArrayList<>();
            double loadBps = 0;
            for (int k = network.usersStart(r); k < network.usersEnd(r); k++) {
                int flow = network.userAt(k);
                loadBps += ratesBps[flow];
                if (solver.bottleneckOf(flow) == r) {
                    limits.add(flow);
                }
            }
            resources.add(new ResourceShare(
                    resourceNames.get(r),
                    solver.connections(r),
                    solver.effectiveCapacityBps(r),
                    loadBps,
                    solver.levelBps(r),
                    limits));
        }
        List<PipeShare> pipes = new ArrayList<>(network.flows());
        for (int i = 0; i < network.flows(); i++) {
            boolean active = weights[i] > 0;
            int bottleneck = active ? solver.bottleneckOf(i) : gradient.startBottleneck(i);
            List<Integer> feeds = new ArrayList<>();
            for (int k = network.pathStart(i); active && k < network.pathEnd(i); k++) {
                int r = network.resourceAt(k);
                if (r != bottleneck && !resources.get(r).limits().isEmpty()) {
                    feeds.add(r);
                }
            }
            pipes.add(new PipeShare(
                    pipeNames.get(i),
                    weights[i],
                    ratesBps[i],
                    network.ceilingBps(i),
                    limitOf(active, bottleneck, ratesBps[i]),
                    bottleneck,
                    feeds,
                    ownGainBps[i],
                    totalGainBps[i]));
        }
        return new BottleneckStructure(pipes, resources);
    }

    private static Limit limitOf(boolean active, int bottleneck, double rateBps) {
        if (!active) {
            return Limit.NO_CONNECTIONS;
        }
        if (bottleneck != WeightedMaxMin.NO_RESOURCE) {
            return Limit.RESOURCE;
        }
        return Double.isInfinite(rateBps) ? Limit.NOTHING : Limit.OWN_CEILING;
    }

    public List<PipeShare> pipes() {
        return pipes;
    }

    public List<ResourceShare> resources() {
        return resources;
    }

    /// One sentence that says what a pipe gets, what limits it, and what one connection more would give.
    public String explain(int flow) {
        PipeShare pipe = pipes.get(flow);
        String start = "pipe " + pipe.name() + ": " + RateText.of(pipe.throughputBps()) + ", ";
        return switch (pipe.limit()) {
            case NOTHING -> "pipe " + pipe.name() + ": limited by nothing that is known";
            case NO_CONNECTIONS ->
                start + "for it has no connections; " + gain(pipe)
                        + (pipe.bottleneck() == WeightedMaxMin.NO_RESOURCE
                                ? ""
                                : "; it would be limited by " + nameOf(pipe.bottleneck()));
            case OWN_CEILING ->
                start + "limited by its own " + RateText.withNoun(pipe.connections()) + " at "
                        + RateText.of(pipe.ceilingBps()) + " each; " + gain(pipe);
            case RESOURCE ->
                start + "limited by " + nameOf(pipe.bottleneck()) + others(flow, pipe.bottleneck()) + "; " + gain(pipe);
        };
    }

    /// The graph in the language of Graphviz: resources as boxes, pipes as ellipses. Resources that no connection
    /// uses are left out.
    public String toDot() {
        return BottleneckDot.write(this);
    }

    private String nameOf(int resource) {
        return resources.get(resource).name();
    }

    private String others(int flow, int resource) {
        List<Integer> limits = resources.get(resource).limits();
        int others = limits.size() - 1;
        if (others == 0) {
            return "";
        }
        String named = limits.stream()
                .filter(other -> other != flow)
                .limit(NAMED)
                .map(other -> pipes.get(other).name())
                .collect(Collectors.joining(", "));
        return (others == 1 ? " with pipe " : " with pipes ")
                + named
                + (others > NAMED ? " and " + (others - NAMED) + " more" : "");
    }

    private static String gain(PipeShare pipe) {
        return "raising n by 1 gives it about " + RateText.ofChange(pipe.ownGainBps()) + " and all pipes together "
                + RateText.ofChange(pipe.totalGainBps());
    }
}
