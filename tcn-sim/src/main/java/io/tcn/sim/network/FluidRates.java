// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

/// The rates of all pipes, kept in step with connections and capacities: what resources carry now
/// ([ResourceLoads]) is shared by weighted max-min ([IncrementalMaxMin]), a connection having the weight that its
/// round trip gives it.
///
/// Mutable; owned by [FluidDataPlane].
final class FluidRates {
    private final TransferPhysics details;
    private final PathGraph graph;
    private final ResourceLoads loads;
    private final IncrementalMaxMin maxMin;
    private final int[] connections;
    private final double[] connectionWeight;
    private final double[] ceilingBps;

    FluidRates(FluidNetwork network, TransferPhysics details) {
        int pipes = network.pipes().size();
        this.details = details;
        this.graph = new PathGraph(network.paths(), network.resources().size());
        this.loads = new ResourceLoads(network, details);
        this.maxMin = new IncrementalMaxMin(graph);
        this.connections = new int[pipes];
        this.connectionWeight = new double[pipes];
        this.ceilingBps = new double[pipes];
        use(network);
    }

    /// Takes capacities, ceilings and round-trip times of a network of the same shape.
    void use(FluidNetwork network) {
        double[] ceilingLevelBps = new double[connections.length];
        for (int i = 0; i < connections.length; i++) {
            setConnections(i, 0);
            connectionWeight[i] = details.connectionWeight(network.rttSeconds().get(i));
            ceilingBps[i] = network.flows().ceilingBps(i);
            // Weights are powers of positive numbers: positive.
            ceilingLevelBps[i] = ceilingBps[i] / connectionWeight[i];
        }
        loads.use(network);
        maxMin.setCeilingLevelsBps(ceilingLevelBps);
        for (int r = 0; r < graph.resources(); r++) {
            capacityChanged(r);
        }
    }

    /// Sets the connections of a pipe.
    void setConnections(int pipe, int count) {
        int change = count - connections[pipe];
        if (change == 0) {
            return;
        }
        connections[pipe] = count;
        maxMin.setWeight(pipe, count * connectionWeight[pipe]);
        for (int k = graph.first[pipe]; k < graph.first[pipe + 1]; k++) {
            int r = graph.resource[k];
            loads.addConnections(r, change, ceilingBps[pipe]);
            capacityChanged(r);
        }
    }

    void setCapacityBps(int resource, double bps) {
        loads.setCapacityBps(resource, bps);
        capacityChanged(resource);
    }

    void setBackgroundBps(int resource, double bps) {
        loads.setBackgroundBps(resource, bps);
        capacityChanged(resource);
    }

    private void capacityChanged(int resource) {
        maxMin.setCapacityBps(resource, loads.effectiveBps(resource));
    }

    /// Brings the rates up to all changes.
    void solve() {
        maxMin.solve();
    }

    /// How many pipes the last [#solve] worked out; all others have the rate that they had.
    int affectedPipes() {
        return maxMin.affectedPipes();
    }

    /// The `k`-th of them.
    int affectedPipe(int k) {
        return maxMin.affectedPipe(k);
    }

    double rateBps(int pipe) {
        return maxMin.rateBps(pipe);
    }

    /// The part of what a pipe sends that is lost on its way; NaN if these rates know no loss.
    double lossRatio(int pipe) {
        if (details.loss() == 0) {
            return Double.NaN;
        }
        double arrives = 1;
        for (int k = graph.first[pipe]; k < graph.first[pipe + 1]; k++) {
            arrives *= 1 - loads.lossRatio(graph.resource[k]);
        }
        return 1 - arrives;
    }

    double carriedBps(int resource) {
        return maxMin.carriedBps(resource);
    }

    double capacityBps(int resource) {
        return loads.effectiveBps(resource);
    }
}
