// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.jmh;

import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// One decision of an optimizer. It has run in a closed loop until it settled; then it sees the last observations of
/// that loop again and again.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ControlStep {
    private static final long SEED = 3;

    @Param({"100", "10000", "100000"})
    public int pipes;

    @Param({"tcn-first", "tcn-learned", "tcn", "tcn-zero", "fts", "fts-model"})
    public String optimizer = "";

    /// Intervals in a closed loop before anything is measured; in so many, connections and prices settle.
    @Param("16")
    public int settling;

    /// Whether users are guaranteed something beside their bounds.
    @Param("false")
    public boolean guarantees;

    private List<Observation> observations = List.of();
    private Optimizer running = observation -> {
        throw new IllegalStateException("no optimizer was made");
    };
    private int calls;

    @Setup
    public void settle() {
        running = StepSetting.factory(optimizer).create(StepNetwork.newRandom(SEED));
        observations = new StepLoop(StepNetwork.of(pipes), running, guarantees).run(settling, StepSetting.KEPT);
    }

    @Benchmark
    public Decision step() {
        return running.decide(observations.get(StepSetting.turn(calls++, observations.size())));
    }
}
