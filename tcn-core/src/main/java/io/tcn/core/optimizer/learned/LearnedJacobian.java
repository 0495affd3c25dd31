// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.learned;

import io.tcn.core.model.ResourceId;
import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// A sparse estimate of the Jacobian dT/dn, learnt from every interval (design, section 4.3).
///
/// The network map says which pipes share which resource. Of each resource r one number is learnt, its congestion
/// psi_r: the part of added demand that those who are there lose. 0 while there is room; 1 when it is full and
/// one's gain is another's loss; above 1 where more connections cost it capacity. With s_k the throughput per
/// connection of pipe k,
///
/// ```
/// J_jk = s_j [j = k] - s_k * sum over r of j and k: q_jr psi_r
/// q_jr = T_j w_jr / (sum over the pipes i on r of T_i w_ir),   w_jr = (s_j / greatest s on r)^12
/// ```
///
/// Demand on a full resource is taken from its pipes as max-min fairness takes it: from those with the greatest
/// throughput per connection, for the others are limited elsewhere. For pipes that are limited at one resource
/// these are the exact derivatives of weighted max-min with `W_r = sum of n` (Ros-Giralt et al., SIGCOMM'21).
///
/// After an interval in which n changed by dn and T by dT, row j says `s_j dn_j - dT_j = sum over r of h_jr
/// psi_r`, with `h_jr = q_jr * (sum over k on r of s_k dn_k)`. Each row is one scalar measurement for a Kalman
/// filter with diagonal covariance: `S = sum of P_r h_jr^2 + R_j`, `psi_r += P_r h_jr e_j / S`, `P_r *= 1 - P_r
/// h_jr^2 / S`; R_j is the spread of T_j within the interval. An error far beyond S says that the network has
/// changed: what is known of the resources of that row is doubted (P back to its start).
///
/// Where we differ from the design: its filter has an entry per pair of pipes that share something; ours ties the
/// entries by resource, so that an interval teaches few unknowns by many rows, and cost and memory are linear in
/// the total path length instead of its square. Cost per interval: O(total path length).
public final class LearnedJacobian {
    /// How clearly a pipe with less throughput per connection than another on a resource is limited elsewhere.
    private static final int SHARPNESS = 12;

    private static final double START_VARIANCE = 1;

    /// Variance added per interval: psi may change by about this squared from one interval to the next.
    private static final double DRIFT = 0.05;

    /// A full resource may lose more than it is asked for; not without end.
    private static final double MOST = 4;

    /// Part of the throughput that no model explains.
    private static final double MISFIT = 0.01;

    /// Part of the expected change that no model explains.
    private static final double MISFIT_OF_CHANGE = 0.05;

    /// A connection carries what it can if it carries the most it ever did less this part, and so many standard
    /// errors.
    private static final double CEILING_MARGIN = 0.01;

    private static final double CEILING_ERRORS = 1.5;

    /// What is left of the doubt where there is room.
    private static final double ROOM_VARIANCE = 0.02;

    /// An error of so many standard deviations says that the network has changed.
    private static final double SURPRISE = 20;

    private record Known(double psi, double variance, double carried) {}

    private double[] psi = {};
    private double[] variance = {};
    private double[] demand = {};
    private double[] carried = {};
    private double[] free = {};
    private double[] greatest = {};
    private double[] total = {};
    private double[] value = {};
    private PathIndex paths = PathIndex.none();

    /// Learns from an interval.
    ///
    /// @param rows per pipe whether its row is to be learnt from
    public void learn(IntervalView view, boolean[] rows) {
        if (view.pathsChanged() || psi.length != view.paths().resources()) {
            adopt(view);
        }
        paths = view.paths();
        weigh(view);
        for (int r = 0; r < psi.length; r++) {
            variance[r] = Math.min(START_VARIANCE, variance[r] + DRIFT);
        }
        noteRoom(view);
        noteDemand(view);
        for (int j = 0; j < view.size(); j++) {
            if (view.comparable()[j] && rows[j]) {
                learnRow(view, j);
            }
        }
    }

    /// By how much the demand on each resource has changed. Pipes that are gone have taken theirs with them, and
    /// those that have moved to another path take it along: so what was on a resource before is remembered by
    /// resource.
    private void noteDemand(IntervalView view) {
        for (int r = 0; r < demand.length; r++) {
            demand[r] = -carried[r];
            carried[r] = 0;
        }
        for (int k = 0; k < view.size(); k++) {
            double now = rateBefore(view, k) * view.connections()[k];
            double moves =
                    view.usable()[k] ? view.throughputBps()[k] : view.perConnectionBps()[k] * view.connections()[k];
            for (int p = paths.pathStart(k); p < paths.pathEnd(k); p++) {
                demand[paths.resourceAt(p)] += now;
                carried[paths.resourceAt(p)] += moves;
            }
        }
    }

    /// Throughput per connection in the interval before; the smoothed one where that was not measured, or cannot be
    /// believed.
    private static double rateBefore(IntervalView view, int k) {
        return view.comparable()[k] && view.throughputBeforeBps()[k] > 0
                ? view.throughputBeforeBps()[k] / view.connectionsBefore()[k]
                : view.perConnectionBps()[k];
    }

    private void learnRow(IntervalView view, int j) {
        double expected = rateBefore(view, j) * (view.connections()[j] - view.connectionsBefore()[j]);
        double seen = expected - (view.throughputBps()[j] - view.throughputBeforeBps()[j]);
        double error = seen;
        double misfit = MISFIT * view.throughputBps()[j] + MISFIT_OF_CHANGE * Math.abs(expected);
        double noise = 2 * view.spreadBps()[j] * view.spreadBps()[j] + misfit * misfit;
        double sum = noise;
        for (int p = paths.pathStart(j); p < paths.pathEnd(j); p++) {
            int r = paths.resourceAt(p);
            double h = part(view, j, r) * demand[r];
            error -= h * psi[r];
            sum += variance[r] * h * h;
        }
        if (!(sum > 0)) {
            return;
        }
        if (error * error > SURPRISE * SURPRISE * sum) {
            for (int p = paths.pathStart(j); p < paths.pathEnd(j); p++) {
                variance[paths.resourceAt(p)] = START_VARIANCE;
            }
        }
        for (int p = paths.pathStart(j); p < paths.pathEnd(j); p++) {
            int r = paths.resourceAt(p);
            double h = part(view, j, r) * demand[r];
            double gain = variance[r] * h / sum;
            psi[r] = Math.clamp(psi[r] + gain * error, 0, MOST);
            variance[r] *= Math.max(0, 1 - gain * h);
        }
    }

    /// Sums over the pipes of each resource that the shares q are worked out from.
    private void weigh(IntervalView view) {
        Arrays.fill(greatest, 0);
        Arrays.fill(total, 0);
        for (int j = 0; j < view.size(); j++) {
            if (view.usable()[j]) {
                for (int p = paths.pathStart(j); p < paths.pathEnd(j); p++) {
                    int r = paths.resourceAt(p);
                    greatest[r] = Math.max(greatest[r], view.perConnectionBps()[j]);
                }
            }
        }
        for (int j = 0; j < view.size(); j++) {
            if (view.usable()[j]) {
                for (int p = paths.pathStart(j); p < paths.pathEnd(j); p++) {
                    int r = paths.resourceAt(p);
                    total[r] += weight(view, j, r);
                }
            }
        }
    }

    /// A resource has room if those of its pipes that carry most per connection carry all that a connection of
    /// theirs ever did: were it full, it would hold them back first. Where they disagree the larger part of the
    /// throughput says it: a pipe that has just come has never carried more than now, and one that was measured
    /// wrong once seems to be held back ever after.
    private void noteRoom(IntervalView view) {
        Arrays.fill(free, 0);
        for (int j = 0; j < view.size(); j++) {
            if (!view.usable()[j]) {
                continue;
            }
            double carried = view.perConnectionBps()[j];
            double error = view.connections()[j] > 0 ? view.spreadBps()[j] / view.connections()[j] : 0;
            boolean unhindered =
                    carried >= (1 - CEILING_MARGIN) * view.bestPerConnectionBps()[j] - CEILING_ERRORS * error;
            for (int p = paths.pathStart(j); p < paths.pathEnd(j); p++) {
                int r = paths.resourceAt(p);
                if (carried >= (1 - CEILING_MARGIN) * greatest[r]) {
                    free[r] += unhindered ? view.throughputBps()[j] : -view.throughputBps()[j];
                }
            }
        }
        for (int r = 0; r < psi.length; r++) {
            if (free[r] > 0) {
                psi[r] = 0;
                variance[r] = Math.min(variance[r], ROOM_VARIANCE);
            }
        }
    }

    private double weight(IntervalView view, int j, int r) {
        double level = view.perConnectionBps()[j] / greatest[r];
        return view.throughputBps()[j] * Math.pow(level, SHARPNESS);
    }

    /// q_jr; its denominator is positive for a usable pipe that moves something.
    private double part(IntervalView view, int j, int r) {
        return total[r] > 0 ? weight(view, j, r) / total[r] : 0;
    }

    /// The product of the transposed Jacobian with a vector.
    ///
    /// @param rows per pipe whether its row counts
    /// @param v per pipe, utility per bit/s
    /// @param gradient result per pipe, to which the product is added
    public void addProduct(IntervalView view, boolean[] rows, double[] v, double[] gradient) {
        Arrays.fill(value, 0);
        for (int j = 0; j < view.size(); j++) {
            if (rows[j] && view.usable()[j]) {
                for (int p = paths.pathStart(j); p < paths.pathEnd(j); p++) {
                    int r = paths.resourceAt(p);
                    value[r] += part(view, j, r) * v[j];
                }
            }
        }
        for (int k = 0; k < view.size(); k++) {
            double slope = rows[k] ? v[k] : 0;
            for (int p = paths.pathStart(k); p < paths.pathEnd(k); p++) {
                int r = paths.resourceAt(p);
                slope -= psi[r] * value[r];
            }
            gradient[k] += view.perConnectionBps()[k] * slope;
        }
    }

    private void adopt(IntervalView view) {
        PathIndex now = view.paths();
        Map<ResourceId, Known> known = new HashMap<>();
        for (int r = 0; r < paths.resources(); r++) {
            known.put(paths.resource(r).id(), new Known(psi[r], variance[r], carried[r]));
        }
        int count = now.resources();
        psi = new double[count];
        variance = new double[count];
        demand = new double[count];
        carried = new double[count];
        free = new double[count];
        greatest = new double[count];
        total = new double[count];
        value = new double[count];
        for (int r = 0; r < count; r++) {
            Known before = known.get(now.resource(r).id());
            psi[r] = before == null ? 0 : before.psi();
            variance[r] = before == null ? START_VARIANCE : before.variance();
            carried[r] = before == null ? carriedBefore(view, now, r) : before.carried();
        }
    }

    /// What the pipes of a resource that is new moved before: they were there already, only its name is new.
    private static double carriedBefore(IntervalView view, PathIndex paths, int resource) {
        double sum = 0;
        for (int p = paths.usersStart(resource); p < paths.usersEnd(resource); p++) {
            int k = paths.userAt(p);
            sum += rateBefore(view, k) * view.connectionsBefore()[k];
        }
        return sum;
    }
}
