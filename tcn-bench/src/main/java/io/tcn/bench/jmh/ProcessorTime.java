// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/// Processor time per operation of the measured JVM, its collector included: what a step takes on a core of its own,
/// also where the cores are shared. Found and made by JMH in that JVM.
public final class ProcessorTime implements InternalProfiler {
    static final String LABEL = "processor.time.norm";

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long before;

    @Override
    public String getDescription() {
        return "processor time per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = system.getProcessCpuTime();
    }

    @Override
    @SuppressWarnings("rawtypes") // as JMH has it
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        // An iteration has one operation at least.
        double nanos = (double) (system.getProcessCpuTime() - before)
                / Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(LABEL, nanos, "ns/op", AggregationPolicy.AVG));
    }
}
