// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.UserId;
import io.tcn.sim.network.FluidNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// How near what users have of full links comes to shares by weight, worked out of what was really moved and nothing
/// else.
///
/// Weighted max-min fairness says of a full link: whoever could have more there, has as much per weight as anybody. A
/// user could have more if a pipe of it there has nothing else full on its way that has other pipes, and is not at the
/// most that M
/// connections carry. So a link is as even as the least that such a user has per weight over the most that any user
/// has: 1 where it is fair. On one link 1 is the weighted max-min allocation, which there is the weighted proportional
/// one, too. Users that have no more than what m connections of each of their pipes carry anyway take nothing from
/// others. What counts is the mean of the last intervals: weights are kept over some of them, not in each.
///
/// Used by one thread.
final class WeightedShares {
    /// Over so many intervals the mean is taken.
    static final int WINDOW = RunFigures.WINDOW;

    /// A resource of which this part is used is full; a pipe that moves this part of its most is at it.
    private static final double FULL = 0.95;

    /// What is at most this much more than the least is the least.
    private static final double LEAST = 1.05;

    private final World world;
    private final int[] userOf;

    /// Per resource the pipes that use it; all networks of a world are of one shape.
    private final List<BitSet> pipesOf = new ArrayList<>();

    private final double[][] lately = new double[WINDOW][];
    private int seen;

    WeightedShares(World world) {
        this.world = world;
        List<UserId> users = world.users();
        this.userOf =
                world.pipes().stream().map(Pipe::user).mapToInt(users::indexOf).toArray();
        for (int r = 0; r < world.network().resources().size(); r++) {
            pipesOf.add(new BitSet());
        }
        for (int i = 0; i < userOf.length; i++) {
            for (int r : world.network().path(i)) {
                pipesOf.get(r).set(i);
            }
        }
    }

    /// Takes in an interval.
    ///
    /// @param ratesBps what pipes really moved
    /// @param interval which, from 1
    /// @return how even the full links are, each weighing the same; NaN where there is nothing to share, or too few
    ///     intervals were seen
    double evenness(double[] ratesBps, int interval) {
        lately[seen++ % WINDOW] = ratesBps.clone();
        if (world.claims().weights().isEmpty() || seen < WINDOW) {
            return Double.NaN;
        }
        double[] mean = new double[ratesBps.length];
        for (double[] rates : lately) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += rates[i] / WINDOW;
            }
        }
        return evenness(mean, world.networkIn(interval));
    }

    private double evenness(double[] ratesBps, FluidNetwork network) {
        boolean[] full = full(ratesBps, network);
        double sum = 0;
        int links = 0;
        for (int r = 0; r < full.length; r++) {
            double even = full[r] ? evenness(r, ratesBps, network, full) : Double.NaN;
            if (!Double.isNaN(even)) {
                sum += even;
                links++;
            }
        }
        return links > 0 ? sum / links : Double.NaN;
    }

    private static boolean[] full(double[] ratesBps, FluidNetwork network) {
        double[] used = new double[network.resources().size()];
        for (int i = 0; i < ratesBps.length; i++) {
            for (int r : network.path(i)) {
                used[r] += ratesBps[i];
            }
        }
        boolean[] full = new boolean[used.length];
        for (int r = 0; r < used.length; r++) {
            full[r] = used[r] >= FULL * network.flows().capacityBps(r, 0);
        }
        return full;
    }

    private boolean isHeldElsewhere(int pipe, int link, FluidNetwork network, boolean[] full) {
        return network.path(pipe).stream()
                .anyMatch(r -> full[r] && !pipesOf.get(r).equals(pipesOf.get(link)));
    }

    private double evenness(int link, double[] ratesBps, FluidNetwork network, boolean[] full) {
        int users = world.users().size();
        double[] has = new double[users];
        double[] least = new double[users];
        boolean[] wants = new boolean[users];
        for (int i = 0; i < ratesBps.length; i++) {
            if (network.path(i).contains(link)) {
                double one = network.flows().ceilingBps(i);
                has[userOf[i]] += ratesBps[i];
                least[userOf[i]] += world.limits().minConnections() * one;
                boolean atMost = ratesBps[i] >= FULL * world.limits().maxConnections() * one;
                wants[userOf[i]] |= !atMost && !isHeldElsewhere(i, link, network, full);
            }
        }
        double[] perWeight = new double[users];
        Arrays.setAll(perWeight, u -> has[u] / world.claims().weights().get(u));
        double fewest = Double.POSITIVE_INFINITY;
        double most = 0;
        int present = 0;
        for (int u = 0; u < users; u++) {
            present += has[u] > 0 ? 1 : 0;
            if (wants[u]) {
                fewest = Math.min(fewest, perWeight[u]);
            }
            if (wants[u] || has[u] > LEAST * least[u]) {
                most = Math.max(most, perWeight[u]);
            }
        }
        boolean shared = present > 1 && fewest < Double.POSITIVE_INFINITY && most > 0;
        return shared ? Math.min(1, fewest / most) : Double.NaN;
    }
}
