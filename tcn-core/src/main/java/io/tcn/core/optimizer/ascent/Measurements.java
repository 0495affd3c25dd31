// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import java.util.List;

/// Turns observations into arrays, smooths throughput per connection, and says which measurements can be believed.
///
/// Not believed are: a pipe that suddenly moves next to nothing on open connections, less than one in [#ABSURD] of
/// what it did, for one interval (counters that come late); and one that suddenly moves [#ABSURD] times as much per
/// connection, for [#PATIENCE] intervals. If it lasts, it is the truth.
final class Measurements {
    /// A change of the throughput per connection by this factor from one interval to the next is not credible at
    /// first.
    private static final double ABSURD = 5;

    /// Intervals after which a measurement that was not credible is taken for the truth.
    private static final int PATIENCE = 2;

    /// Fewer open connections, averaged over an interval, say nothing about the throughput of one.
    private static final double LEAST_CONNECTIONS = 0.05;

    /// Standard error of the throughput of an interval over the standard deviation of its samples.
    private static final double SPREAD_TO_ERROR = 0.5;

    /// The error of an interval is taken to be no more than this part of its throughput, whatever its samples say:
    /// storages report what has moved every one to five seconds, so that samples shorter than that are bursts and
    /// gaps, and a deviation among them says nothing about the interval.
    private static final double LARGEST_ERROR = 0.1;

    /// How many standard errors the record of throughput per connection stays below what was seen: without that, the
    /// largest of many noisy values would become the record.
    private static final double RECORD_ERRORS = 2;

    /// But never below this part of it.
    private static final double LEAST_RECORD = 0.95;

    /// By how much of itself throughput per connection is expected to change within an interval.
    private static final double USUAL_CHANGE = 0.05;

    private double[] perConnectionBps = {};
    private double[] bestPerConnectionBps = {};
    private double[] connections = {};
    private double[] throughputBps = {};
    private boolean[] usable = {};
    private double[] doubts = {};

    /// The view of an interval; made once per observation.
    ///
    /// @param stays part of the connections taken back that stays open
    IntervalView view(
            Observation observation,
            PipeTable table,
            ResourceTable resources,
            PathIndex paths,
            boolean pathsChanged,
            double stays) {
        List<PipeObservation> pipes = observation.pipes();
        int size = pipes.size();
        perConnectionBps = table.carry(perConnectionBps, 0);
        bestPerConnectionBps = table.carry(bestPerConnectionBps, 0);
        doubts = table.carry(doubts, 0);
        double[] connectionsBefore = table.carry(connections, 0);
        double[] throughputBefore = table.carry(throughputBps, 0);
        boolean[] usableBefore = table.carry(usable, false);
        connections = new double[size];
        throughputBps = new double[size];
        usable = new boolean[size];
        boolean[] busy = new boolean[size];
        boolean[] comparable = new boolean[size];
        double[] spreadBps = new double[size];
        for (int i = 0; i < size; i++) {
            PipeObservation pipe = pipes.get(i);
            busy[i] = pipe.hasWork();
            connections[i] = pipe.meanActiveConnections();
            throughputBps[i] = pipe.throughputBps();
            spreadBps[i] = Math.min(SPREAD_TO_ERROR * pipe.throughputStdBps(), LARGEST_ERROR * throughputBps[i]);
            if (busy[i] && connections[i] > LEAST_CONNECTIONS) {
                usable[i] = isCredible(i);
                if (usable[i]) {
                    double error = smooth(i, spreadBps[i]);
                    bestPerConnectionBps[i] = Math.max(
                            Math.max(bestPerConnectionBps[i], perConnectionBps[i] - RECORD_ERRORS * error),
                            LEAST_RECORD * perConnectionBps[i]);
                }
            }
            comparable[i] = usable[i] && usableBefore[i];
        }
        return new IntervalView(
                table,
                resources,
                paths,
                pathsChanged,
                busy,
                usable,
                connections,
                throughputBps,
                spreadBps,
                perConnectionBps,
                bestPerConnectionBps,
                comparable,
                connectionsBefore,
                throughputBefore,
                stays,
                observation.length().toNanos() / 1e9);
    }

    private boolean isCredible(int i) {
        double before = perConnectionBps[i];
        double now = throughputBps[i] / connections[i];
        boolean odd = before > 0 && (now > ABSURD * before || now < before / ABSURD);
        if (!odd) {
            doubts[i] = 0;
            return true;
        }
        doubts[i]++;
        if (doubts[i] >= (now > before ? PATIENCE + 1 : PATIENCE)) {
            doubts[i] = 0;
            perConnectionBps[i] = 0;
            return true;
        }
        return false;
    }

    /// @return the standard error of the smoothed value, in bit/s
    private double smooth(int i, double spreadBps) {
        double before = perConnectionBps[i];
        double now = throughputBps[i] / connections[i];
        double error = spreadBps / connections[i];
        if (!(before > 0)) {
            perConnectionBps[i] = now;
            return error;
        }
        double usual = USUAL_CHANGE * before;
        double weight = usual * usual / (usual * usual + error * error);
        perConnectionBps[i] = before + weight * (now - before);
        return error * Math.sqrt(weight / (2 - weight));
    }
}
