// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.replica;

import io.tcn.core.utility.Utility;
import java.util.List;

/// Chooses one of several sources of a file.
///
/// By `auto` it is the source with the greatest gain of the utility a(T) that the control loop climbs. A file of s
/// bits that pipe i will have moved t_i seconds from now adds x_i = s/t_i to the pipe's throughput on average, so the
/// gain is a(T + x_i e_i) - a(T). t_i counts what waits before it at the rate that the pipe shows, and x_i is
/// multiplied with the part of attempts that succeed. A pipe of which nothing is known yet is expected to be as fast
/// as the fastest known: so every source is tried once. Ties go to the first.
///
/// Cost: O(sources^2) for `auto`, O(sources) for the others. No state; safe for any thread.
public final class SourceChoice {
    /// Size of a file of which nothing is known, in bytes.
    private static final double TYPICAL_BYTES = 1 << 30;

    private static final double BITS = 8;
    private static final double SMALLEST_RATE_BPS = 1;

    private SourceChoice() {}

    /// The position of the source to use.
    ///
    /// @param candidates in the order in which they were given, at least one
    /// @param sizeBytes size of the file, negative if unknown
    /// @throws IllegalArgumentException without candidates
    public static int choose(
            SourceStrategy strategy, List<SourceCandidate> candidates, double sizeBytes, Utility utility) {
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("there is no source to choose from");
        }
        double[] score = strategy == SourceStrategy.AUTO
                ? gains(candidates, sizeBytes, utility)
                : candidates.stream()
                        .mapToDouble(candidate -> score(strategy, candidate))
                        .toArray();
        int best = 0;
        for (int i = 1; i < score.length; i++) {
            if (score[i] > score[best]) {
                best = i;
            }
        }
        return best;
    }

    /// The gain of the utility by using each source, in units of the utility.
    private static double[] gains(List<SourceCandidate> candidates, double sizeBytes, Utility utility) {
        int count = candidates.size();
        double[] throughput = new double[count];
        double[] weights = new double[count];
        double[] rates = new double[count];
        double fastest = SMALLEST_RATE_BPS;
        for (int i = 0; i < count; i++) {
            throughput[i] = candidates.get(i).throughputBps();
            weights[i] = candidates.get(i).weight();
            rates[i] = knownRateBps(candidates.get(i));
            fastest = Math.max(fastest, rates[i]);
        }
        double before = utility.value(throughput, weights);
        double[] gains = new double[count];
        for (int i = 0; i < count; i++) {
            SourceCandidate candidate = candidates.get(i);
            double bits = BITS * (sizeBytes > 0 ? sizeBytes : meanBytes(candidate));
            double rate = rates[i] > 0 ? rates[i] : fastest;
            double seconds = (BITS * pendingBytes(candidate) + bits) / rate;
            double[] with = throughput.clone();
            with[i] += bits / seconds * success(candidate);
            gains[i] = utility.value(with, weights) - before;
        }
        return gains;
    }

    /// The higher the better.
    private static double score(SourceStrategy strategy, SourceCandidate candidate) {
        return switch (strategy) {
            case ORDERLY, AUTO -> 0;
            case QUEUE -> -candidate.activity().queuedTransfers();
            case SUCCESS -> success(candidate);
            case THROUGHPUT -> knownRateBps(candidate);
            case FILE_THROUGHPUT -> fileRateBps(candidate);
            case PENDING_DATA -> -pendingBytes(candidate);
            case WAITING_TIME -> -waitingSeconds(candidate);
            case WAITING_TIME_WITH_ERROR -> -waitingSeconds(candidate) / success(candidate);
            case DURATION -> -meanSeconds(candidate);
        };
    }

    /// What the pipe is known to move: in the last interval, else what its files moved so far at its connections;
    /// 0 if nothing is known.
    private static double knownRateBps(SourceCandidate candidate) {
        return candidate.throughputBps() > 0
                ? candidate.throughputBps()
                : fileRateBps(candidate) * Math.max(1, candidate.connections());
    }

    private static double fileRateBps(SourceCandidate candidate) {
        double seconds = candidate.activity().finishedSeconds();
        return seconds > 0 ? BITS * candidate.activity().finishedBytes() / seconds : 0;
    }

    private static double meanBytes(SourceCandidate candidate) {
        long files = candidate.activity().finishedTransfers();
        return files > 0 ? Math.max(1, (double) candidate.activity().finishedBytes() / files) : TYPICAL_BYTES;
    }

    private static double meanSeconds(SourceCandidate candidate) {
        long files = candidate.activity().finishedTransfers();
        return files > 0 ? candidate.activity().finishedSeconds() / files : 0;
    }

    /// What waits, and half of what runs.
    private static double pendingBytes(SourceCandidate candidate) {
        double files =
                candidate.activity().queuedTransfers() + candidate.activity().activeTransfers() / 2.0;
        return files * meanBytes(candidate);
    }

    private static double waitingSeconds(SourceCandidate candidate) {
        double pending = pendingBytes(candidate);
        return pending == 0 ? 0 : BITS * pending / Math.max(SMALLEST_RATE_BPS, knownRateBps(candidate));
    }

    /// By Laplace's rule of succession, so that one failure does not condemn a source.
    private static double success(SourceCandidate candidate) {
        double finished = candidate.activity().finishedTransfers();
        return (finished + 1) / (finished + candidate.activity().failedAttempts() + 1);
    }
}
