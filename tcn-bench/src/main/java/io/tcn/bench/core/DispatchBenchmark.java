// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.core;

import io.tcn.bench.BenchException;
import io.tcn.bench.BenchResult;
import io.tcn.bench.BenchSettings;
import io.tcn.bench.Benchmark;
import io.tcn.bench.report.Figure;
import io.tcn.bench.report.Median;
import io.tcn.bench.submit.StoredDispatch;
import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.dispatch.DispatchSettings;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.User;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.state.TransportControlState;
import io.tcn.sim.engine.Engine;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Lets the dispatch loop work off a full queue with a data plane that takes no time and a store in memory, all in one
/// thread on the simulator's clock. What is measured is the loop with its windows, states and events, from the moment
/// the transfers are made known until the last is finished. With a database a whole server is measured instead
/// ([StoredDispatch]).
public final class DispatchBenchmark implements Benchmark {
    private static final List<Integer> PIPES = List.of(10, 1_000, 10_000);
    private static final int TRANSFERS = 100_000;
    private static final int WARM_UPS = 2;
    /// Virtual; windows are loaded again after a second of it, all else happens at once.
    private static final Duration LONG_ENOUGH = Duration.ofHours(1);

    @Override
    public String name() {
        return "dispatch";
    }

    @Override
    public String question() {
        return "How many transfers per second does the dispatch loop work through, when files and store take no time?";
    }

    @Override
    public BenchResult run(BenchSettings settings, Progress progress) throws BenchException, InterruptedException {
        if (settings.submit().database() != null) {
            return StoredDispatch.run(settings, progress);
        }
        List<Figure> figures = new ArrayList<>();
        for (int pipes : PIPES) {
            progress.at(TestPipes.inWords(pipes) + " pipes");
            List<Sample> samples = new ArrayList<>();
            for (int round = -WARM_UPS; round < settings.rounds(); round++) {
                Sample sample = measure(pipes, TRANSFERS);
                if (round >= 0) {
                    samples.add(sample);
                }
            }
            String name = TestPipes.inWords(pipes) + " pipes: ";
            figures.add(Figure.of(
                    name + "transfers finished per second",
                    Median.of(samples.stream()
                            .mapToDouble(Sample::transfersPerSecond)
                            .toArray()),
                    "1/s"));
            figures.add(Figure.of(
                    name + "allocated per transfer",
                    Median.of(samples.stream()
                            .mapToDouble(Sample::bytesPerTransfer)
                            .toArray()),
                    "B"));
            figures.add(Figure.of(
                    name + "making the pipes known",
                    Median.of(
                            samples.stream().mapToDouble(Sample::declareMillis).toArray()),
                    "ms"));
        }
        return BenchResult.of(figures);
    }

    record Sample(double transfersPerSecond, double bytesPerTransfer, double declareMillis) {}

    /// One run.
    ///
    /// @throws BenchException if not every transfer finishes
    static Sample measure(int pipeCount, int transferCount) throws BenchException {
        Engine engine = new Engine();
        InstantDataPlane dataPlane = new InstantDataPlane();
        MemoryTransferStore store = new MemoryTransferStore();
        DispatchLoop loop = new DispatchLoop(
                new TransportControlState(engine),
                store,
                dataPlane,
                engine,
                engine,
                ControlEvents.NONE,
                DispatchSettings.DEFAULT);

        long beganDeclaring = System.nanoTime();
        loop.writer().userDeclared(User.of(TestPipes.USER));
        List<Pipe> pipes = TestPipes.of(pipeCount);
        pipes.forEach(loop.writer()::pipeDeclared);
        engine.runUntil(engine.nanoTime());
        long declared = System.nanoTime() - beganDeclaring;

        Map<PipeId, Integer> queued = fill(store, pipes, transferCount);
        // What is queued is not copied within the time.
        System.gc();
        long allocatedBefore = Allocation.bytesSoFar();
        long began = System.nanoTime();
        loop.transfersAdded(queued, List.of());
        engine.runUntil(engine.nanoTime() + LONG_ENOUGH.toNanos());
        long nanos = System.nanoTime() - began;
        long allocated = Allocation.bytesSoFar() - allocatedBefore;

        if (dataPlane.finished() != transferCount || !loop.isHealthy()) {
            throw new BenchException("only " + dataPlane.finished() + " of " + transferCount
                    + " transfers were finished: a defect of the dispatch loop");
        }
        return new Sample(transferCount * 1e9 / nanos, (double) allocated / transferCount, declared / 1e6);
    }

    private static Map<PipeId, Integer> fill(MemoryTransferStore store, List<Pipe> pipes, int transferCount) {
        URI source = URI.create("https://source.example.org/file");
        Map<PipeId, Integer> queued = new HashMap<>();
        for (int i = 0; i < transferCount; i++) {
            PipeId pipe = pipes.get(i % pipes.size()).id();
            store.add(new Transfer(
                    TransferId.of(i + 1L),
                    pipe,
                    source,
                    URI.create("https://destination.example.org/file" + i),
                    1_000_000,
                    Transfer.DEFAULT_PRIORITY,
                    Set.of(),
                    TransferOptions.DEFAULT));
            queued.merge(pipe, 1, Integer::sum);
        }
        return queued;
    }
}
