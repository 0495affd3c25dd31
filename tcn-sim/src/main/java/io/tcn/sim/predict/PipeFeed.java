// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The files of a pipe that are still to be queued in a simulated run, in their order. Files that would be over in no
/// time are put together to bundles, as long as there remain enough of them to use all connections. Mutable; owned by
/// [Rehearsal].
final class PipeFeed {
    /// A simulated file.
    ///
    /// @param bytes its size
    /// @param job whose end is asked for; null: of none
    record File(long bytes, @Nullable String job) {}

    private final double leastBytes;
    private final int enough;
    private final Deque<Work> left = new ArrayDeque<>();

    /// How many parts are left of each job; none of them is zero.
    private final Map<String, Integer> jobs = new HashMap<>();

    private double arrived;
    private long largestBundle = 1;

    /// @param leastBytes files smaller than this are put together
    /// @param enough so many files of a kind stay apart
    PipeFeed(double leastBytes, int enough) {
        this.leastBytes = leastBytes;
        this.enough = Math.max(1, enough);
    }

    void add(Work work) {
        left.add(work);
        if (work.job() != null) {
            jobs.merge(work.job(), 1, Integer::sum);
        }
    }

    /// Lets new files come.
    ///
    /// @param bytes what came since the last call
    /// @param sizeBytes how large a file is, positive
    void arrive(double bytes, double sizeBytes) {
        arrived += bytes;
        long files = (long) (arrived / Math.max(sizeBytes, leastBytes));
        if (files > 0) {
            double each = Math.max(sizeBytes, leastBytes);
            arrived -= files * each;
            left.add(new Work(files, each, null));
        }
    }

    /// Whether something is left of a job whose end is asked for.
    boolean has(String job) {
        return jobs.containsKey(job);
    }

    /// Whether something is left of any such job.
    boolean hasJobs() {
        return !jobs.isEmpty();
    }

    /// Takes the next files out.
    List<File> take(int most) {
        List<File> files = new ArrayList<>();
        while (files.size() < most && !left.isEmpty()) {
            Work next = left.removeFirst();
            long bundle = bundle(next);
            largestBundle = Math.max(largestBundle, bundle);
            files.add(new File(Math.round(next.bytesEach() * bundle), next.job()));
            if (next.files() > bundle) {
                left.addFirst(new Work(next.files() - bundle, next.bytesEach(), next.job()));
            } else if (next.job() != null) {
                jobs.computeIfPresent(next.job(), (_, parts) -> parts > 1 ? parts - 1 : null);
            }
        }
        return files;
    }

    private long bundle(Work work) {
        if (work.bytesEach() >= leastBytes) {
            return 1;
        }
        double wanted = work.bytesEach() > 0 ? Math.ceil(leastBytes / work.bytesEach()) : Double.POSITIVE_INFINITY;
        long most = Math.max(1, work.files() / enough);
        return wanted < most ? Math.max(1, (long) wanted) : most;
    }

    /// How many files were put together at most.
    long largestBundle() {
        return largestBundle;
    }
}
