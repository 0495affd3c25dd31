// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/// Processor time per operation of the thread that measures: what a step takes on a core of its own, also where others
/// want the core. Compiler and collector, which have threads of their own, are left out. Found and made by JMH in the
/// JVM that measures.
public final class ProcessorTime implements InternalProfiler {
    static final String LABEL = "processor.time.norm";

    /// How JMH names its threads.
    private static final String WORKER = "-jmh-worker-";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long before;

    @Override
    public String getDescription() {
        return "processor time per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = workerNanos();
    }

    @Override
    @SuppressWarnings("rawtypes") // as JMH has it
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        // An iteration has one operation at least.
        double nanos = (double) (workerNanos() - before)
                / Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(LABEL, nanos, "ns/op", AggregationPolicy.AVG));
    }

    private long workerNanos() {
        long sum = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            // A thread may have ended meanwhile: no information, or no time (-1).
            if (thread != null && thread.getThreadName().contains(WORKER)) {
                sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return sum;
    }
}
