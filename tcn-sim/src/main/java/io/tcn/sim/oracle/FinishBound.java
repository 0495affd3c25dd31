// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// What no schedule can undercut: lower bounds of flow completion times (FCT), from arrival to finish.
///
/// A transfer is never faster than alone at the best rate of its path (`alone`). And the transfers through one
/// *gate* (a resource, or a user's bound on one) are jobs on one preemptive machine that works at the gate's capacity
/// C:
///
/// - mean: the sum of their completion times is least with the shortest remaining time first (SRPT, Schrage
/// 1968). Every transfer is counted at one gate only (the most loaded of its path), so that the sums of the gates
/// add up. The bound is the greater of this and the mean of `alone`; at each gate, a transfer takes at least its
/// `alone` too, so that the greater of both is taken per gate.
/// - max: the longest completion time is least with first come first served; the bound is the greatest of all gates and
///   of `alone`.
///
/// Dependencies are left out, which only lowers the bounds. Cost: O(transfers (path length + log transfers)).
public final class FinishBound {
    /// A transfer.
    ///
    /// @param arrivalSeconds when it may start
    /// @param bits its size in bits
    /// @param aloneBps what its pipe moves at most when it is alone, in bit/s
    /// @param gates indexes of the gates on its way
    public record Job(double arrivalSeconds, double bits, double aloneBps, List<Integer> gates) {
        public Job {
            gates = List.copyOf(gates);
            if (!(aloneBps > 0) || !(bits >= 0) || !(arrivalSeconds >= 0)) {
                throw new IllegalArgumentException(
                        "a job has an arrival and a size of zero or more and a positive rate," + " given were "
                                + arrivalSeconds + " s, " + bits + " bit, " + aloneBps + " bit/s");
            }
        }

        private double aloneSeconds() {
            return bits / aloneBps;
        }
    }

    private FinishBound() {}

    /// What the mean completion time cannot undercut, in seconds; 0 without jobs.
    ///
    /// @param capacityBps per gate what it carries at most, in bit/s, positive
    public static double mean(List<Job> jobs, double[] capacityBps) {
        double[] loadSeconds = new double[capacityBps.length];
        for (Job job : jobs) {
            for (int gate : job.gates()) {
                loadSeconds[gate] += job.bits() / capacityBps[gate];
            }
        }
        // One list per gate, and a last one for jobs without a gate.
        List<List<Job>> jobsAt = new ArrayList<>();
        for (int gate = 0; gate <= capacityBps.length; gate++) {
            jobsAt.add(new ArrayList<>());
        }
        for (Job job : jobs) {
            int narrowest = job.gates().stream()
                    .max(Comparator.comparingDouble((Integer gate) -> loadSeconds[gate])
                            .thenComparing(Comparator.<Integer>naturalOrder().reversed()))
                    .orElse(capacityBps.length);
            jobsAt.get(narrowest).add(job);
        }
        double sum = 0;
        for (int gate = 0; gate <= capacityBps.length; gate++) {
            List<Job> here = jobsAt.get(gate);
            double alone = here.stream().mapToDouble(Job::aloneSeconds).sum();
            sum += gate == capacityBps.length || here.isEmpty()
                    ? alone
                    : Math.max(alone, shortestFirst(here, capacityBps[gate]));
        }
        return jobs.isEmpty() ? 0 : sum / jobs.size();
    }

    /// What the longest completion time cannot undercut, in seconds; 0 without jobs.
    ///
    /// @param capacityBps per gate what it carries at most, in bit/s, positive
    public static double max(List<Job> jobs, double[] capacityBps) {
        double longest = jobs.stream().mapToDouble(Job::aloneSeconds).max().orElse(0);
        double[] free = new double[capacityBps.length];
        Arrays.fill(free, 0);
        List<Job> byArrival = jobs.stream()
                .sorted(Comparator.comparingDouble(Job::arrivalSeconds))
                .toList();
        for (Job job : byArrival) {
            for (int gate : job.gates()) {
                free[gate] = Math.max(free[gate], job.arrivalSeconds()) + job.bits() / capacityBps[gate];
                longest = Math.max(longest, free[gate] - job.arrivalSeconds());
            }
        }
        return longest;
    }

    /// When all jobs are done at the earliest, in seconds; 0 without jobs.
    ///
    /// @param capacityBps per gate what it carries at most, in bit/s, positive
    public static double makespan(List<Job> jobs, double[] capacityBps) {
        double last = 0;
        double[] free = new double[capacityBps.length];
        List<Job> byArrival = jobs.stream()
                .sorted(Comparator.comparingDouble(Job::arrivalSeconds))
                .toList();
        for (Job job : byArrival) {
            last = Math.max(last, job.arrivalSeconds() + job.aloneSeconds());
            for (int gate : job.gates()) {
                free[gate] = Math.max(free[gate], job.arrivalSeconds()) + job.bits() / capacityBps[gate];
                last = Math.max(last, free[gate]);
            }
        }
        return last;
    }

    /// The sum of the completion times on one machine under SRPT.
    private static double shortestFirst(List<Job> jobs, double capacityBps) {
        List<Job> byArrival = jobs.stream()
                .sorted(Comparator.comparingDouble(Job::arrivalSeconds))
                .toList();
        // Remaining seconds of work and the arrival of each waiting job.
        PriorityQueue<double[]> waiting = new PriorityQueue<>(Comparator.comparingDouble(work -> work[0]));
        double now = 0;
        double sum = 0;
        int next = 0;
        while (next < byArrival.size() || !waiting.isEmpty()) {
            if (waiting.isEmpty()) {
                now = Math.max(now, byArrival.get(next).arrivalSeconds());
            }
            while (next < byArrival.size() && byArrival.get(next).arrivalSeconds() <= now) {
                Job job = byArrival.get(next++);
                waiting.add(new double[] {job.bits() / capacityBps, job.arrivalSeconds()});
            }
            double[] shortest = waiting.remove();
            double until = next < byArrival.size() ? byArrival.get(next).arrivalSeconds() : Double.POSITIVE_INFINITY;
            if (now + shortest[0] <= until) {
                now += shortest[0];
                sum += now - shortest[1];
            } else {
                shortest[0] -= until - now;
                now = until;
                waiting.add(shortest);
            }
        }
        return sum;
    }
}
