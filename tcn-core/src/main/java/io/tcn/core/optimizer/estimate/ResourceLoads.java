// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

import io.tcn.core.optimizer.ascent.IntervalView;
import io.tcn.core.optimizer.ascent.PathIndex;
import java.util.Arrays;

/// What was on each resource during an interval: its connections, what they carried, and who carried most per
/// connection. Cost: O(total path length).
final class ResourceLoads {
    /// Part of what a resource carries that no model explains.
    private static final double MODEL_ERROR = 0.01;

    /// No connection carries more than its rate and so many standard errors.
    private static final double ERRORS = 4;

    /// A pipe is among the fastest of a resource if it carries this part of the most per connection.
    private static final double TOP = 0.85;

    private final ConnectionRates rates;
    private IntervalView view = IntervalView.none();
    private double[] movedBps = {};
    private double[] carriedBps = {};
    private double[] errorBps = {};
    private double[] aloneBps = {};
    private double[] connections = {};
    private int[] users = {};
    private double[] topBps = {};
    private double[] asManyBps = {};
    private double[] asManyBeforeBps = {};

    ResourceLoads(ConnectionRates rates) {
        this.rates = rates;
    }

    /// Sums an interval up.
    void sum(IntervalView newView) {
        view = newView;
        PathIndex paths = view.paths();
        int count = paths.resources();
        begin(view.size(), count);
        for (int i = 0; i < view.size(); i++) {
            double n = view.connections()[i];
            double moved = movedBps(i);
            movedBps[i] = moved;
            double error = moved * rates.noise(i);
            double alone = rates.rateBps(i) * n;
            double level = n > 0 ? rates.recentBps(i) : 0;
            double asMany = n * level;
            double asManyBefore = view.connectionsBefore()[i] * level;
            for (int p = paths.pathStart(i); p < paths.pathEnd(i); p++) {
                int r = paths.resourceAt(p);
                carriedBps[r] += moved;
                aloneBps[r] += alone;
                errorBps[r] += error * error;
                connections[r] += n;
                users[r] += n > 0 ? 1 : 0;
                asManyBps[r] += asMany;
                asManyBeforeBps[r] += asManyBefore;
                topBps[r] = Math.max(topBps[r], level);
            }
        }
        for (int r = 0; r < count; r++) {
            double model = MODEL_ERROR * carriedBps[r];
            errorBps[r] = Math.sqrt(errorBps[r] + model * model);
        }
    }

    private void begin(int pipes, int resources) {
        if (movedBps.length != pipes) {
            movedBps = new double[pipes];
        }
        carriedBps = zeros(carriedBps, resources);
        errorBps = zeros(errorBps, resources);
        aloneBps = zeros(aloneBps, resources);
        connections = zeros(connections, resources);
        if (users.length == resources) {
            Arrays.fill(users, 0);
        } else {
            users = new int[resources];
        }
        topBps = zeros(topBps, resources);
        asManyBps = zeros(asManyBps, resources);
        asManyBeforeBps = zeros(asManyBeforeBps, resources);
    }

    private static double[] zeros(double[] again, int count) {
        if (again.length != count) {
            return new double[count];
        }
        Arrays.fill(again, 0);
        return again;
    }

    /// Per pipe what it moved as it was summed up; valid until the next interval.
    double[] movedBps() {
        return movedBps;
    }

    /// What a pipe moved, in bit/s, as far as it can be believed.
    double movedBps(int pipe) {
        double mostBps = rates.rateBps(pipe) * view.connections()[pipe];
        return view.usable()[pipe]
                ? Math.min(view.throughputBps()[pipe], (1 + ERRORS * rates.noise(pipe)) * mostBps)
                : mostBps;
    }

    /// Standard error of what a pipe moved, in bit/s.
    double movedErrorBps(int pipe) {
        return movedBps(pipe) * Math.max(MODEL_ERROR, rates.noise(pipe));
    }

    /// What all pipes carried over a resource together, in bit/s.
    double carriedBps(int resource) {
        return carriedBps[resource];
    }

    /// The standard error of that.
    double errorBps(int resource) {
        return errorBps[resource];
    }

    /// How many times as much the connections on a resource carry as those of the interval before would, if each
    /// carries what it does; 1 where nothing is known.
    double growth(int resource) {
        boolean known = asManyBps[resource] > 0 && asManyBeforeBps[resource] > 0;
        return known ? asManyBps[resource] / asManyBeforeBps[resource] : 1;
    }

    /// What the connections on a resource would carry by themselves, in bit/s.
    double aloneBps(int resource) {
        return aloneBps[resource];
    }

    /// The connections on a resource.
    double connections(int resource) {
        return connections[resource];
    }

    /// Whether several pipes have connections on a resource.
    boolean isShared(int resource) {
        return users[resource] > 1;
    }

    /// Whether a pipe is among those of a resource that carry most per connection. By max-min fairness a full resource
    /// holds back these first: it does not hold back a pipe of which another one carries more over it.
    boolean isTop(int pipe, int resource) {
        return rates.recentBps(pipe) >= (TOP - rates.noise(pipe)) * topBps[resource];
    }

    /// Whether a pipe carries as much per connection as the fastest one of a resource.
    boolean isLevel(int pipe, int resource, double tolerance) {
        return rates.recentBps(pipe) >= (1 - tolerance - rates.noise(pipe)) * topBps[resource];
    }
}
