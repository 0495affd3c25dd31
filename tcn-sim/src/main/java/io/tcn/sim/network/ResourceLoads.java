// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import io.tcn.core.model.Deterioration;
import io.tcn.core.model.Resource;
import org.jspecify.annotations.Nullable;

/// What resources carry at present, in this order: the capacity that is set; its deterioration or curve at the
/// connections that are open; less background traffic; less what is lost to over-subscription.
///
/// Mutable; owned by [FluidDataPlane].
final class ResourceLoads {
    private final TransferPhysics details;
    private final double[] capacityBps;
    private final double[] deteriorationFrom;
    private final double[] deteriorationBps;
    private final @Nullable CapacityCurve[] curves;
    private final double[] backgroundBps;
    private final int[] connections;

    /// Per resource the sum of the ceilings of its connections; infinite where they have none.
    private final double[] demandBps;

    ResourceLoads(FluidNetwork network, TransferPhysics details) {
        int resources = network.resources().size();
        this.details = details;
        this.capacityBps = new double[resources];
        this.deteriorationFrom = new double[resources];
        this.deteriorationBps = new double[resources];
        this.curves = new @Nullable CapacityCurve[resources];
        this.backgroundBps = new double[resources];
        this.connections = new int[resources];
        this.demandBps = new double[resources];
        use(network);
    }

    /// Takes the capacities of a network; connections and background traffic stay as they are.
    void use(FluidNetwork network) {
        for (int r = 0; r < capacityBps.length; r++) {
            Resource resource = network.resources().get(r);
            @Nullable Deterioration deterioration = resource.deterioration();
            capacityBps[r] = resource.knownCapacityBps().orElse(Double.POSITIVE_INFINITY);
            deteriorationFrom[r] = deterioration == null ? 0 : deterioration.fromConnections();
            deteriorationBps[r] = deterioration == null ? 0 : deterioration.bpsPerConnection();
            curves[r] = network.curves().get(resource.id());
        }
    }

    void setCapacityBps(int resource, double bps) {
        capacityBps[resource] = bps;
    }

    void setBackgroundBps(int resource, double bps) {
        backgroundBps[resource] = bps;
    }

    /// Connections of a pipe were opened or closed on a resource.
    ///
    /// @param ceilingBps the most that one of them carries
    void addConnections(int resource, int change, double ceilingBps) {
        connections[resource] += change;
        if (connections[resource] == 0) {
            demandBps[resource] = 0;
        } else if (Double.isInfinite(ceilingBps)) {
            demandBps[resource] = ceilingBps;
        } else {
            demandBps[resource] += change * ceilingBps;
        }
    }

    /// What pipes can have of a resource now, in bit/s.
    double effectiveBps(int resource) {
        double forPipesBps = Math.max(0, carryingBps(resource) - backgroundBps[resource]);
        return details.goodputBps(forPipesBps, demandBps[resource]);
    }

    /// The part of what is sent over a resource that is lost.
    double lossRatio(int resource) {
        return details.lossRatio(Math.max(0, carryingBps(resource) - backgroundBps[resource]), demandBps[resource]);
    }

    private double carryingBps(int resource) {
        @Nullable CapacityCurve curve = curves[resource];
        if (curve != null) {
            return Math.min(capacityBps[resource], curve.capacityBps(connections[resource]));
        }
        double excess = connections[resource] - deteriorationFrom[resource];
        if (deteriorationBps[resource] == 0 || !(excess > 0)) {
            return capacityBps[resource];
        }
        return Math.max(0, capacityBps[resource] - deteriorationBps[resource] * excess);
    }
}
