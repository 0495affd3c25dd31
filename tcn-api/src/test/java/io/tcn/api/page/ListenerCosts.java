// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.RunningServer;
import io.tcn.api.history.HistoryRecorder;
import io.tcn.api.policy.PairDecisions;
import io.tcn.api.runtime.ControlBoard;
import io.tcn.api.runtime.EventLog;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.dispatch.DispatchSettings;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.DataPlane;
import io.tcn.core.state.TransportControlState;
import io.tcn.core.utility.SumUtility;
import io.tcn.sim.engine.Engine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/// What a control step and the dispatch loop cost with nobody who listens, and with all who listen in a server: the
/// board of the last decision, the history, FTS's decisions of pairs, the log and its observers, counters. Metrics are
/// worked out when somebody asks and have no listener. In turns, as processor time of the loop's thread, so that other
/// work on the machine counts little. No test of the build: run by `tools/listener-costs`.
@Tag("it")
class ListenerCosts {
    private static final int STEPS = 20;
    private static final int DISPATCHED = 100_000;
    private static final int DISPATCH_PIPES = 1000;
    private static final UserId USER = UserId.of("bench");

    @TempDir
    private Path folder = Path.of("");

    private final int pipes = Integer.getInteger("costs.pipes", 500);
    private final int rounds = Integer.getInteger("costs.rounds", 3);
    private final Path report = Path.of(System.getProperty("costs.report", "target/listener-costs.txt"));

    @Test
    void tell() throws IOException {
        try (RunningServer first = RunningServer.start(folder, Map.of())) {
            new FullSize(first.server().bean(JdbcTemplate.class), false, 9, pipes, pipes * 10L, Instant.now())
                    .fill("/CN=nobody");
        }
        try (RunningServer server = RunningServer.start(folder, Map.of("tcn.control.interval", "5s"))) {
            ControlBoard board = server.server().bean(ControlBoard.class);
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> board.last().stream()
                            .anyMatch(last -> last.observation().interval() > 1
                                    && last.observation().pipes().size() == pipes));
            Observation observation = board.last().orElseThrow().observation();
            PairDecisions pairs = server.server().bean(PairDecisions.class);
            List<DecisionListener> listeners = List.of(board, server.server().bean(HistoryRecorder.class), pairs);
            steps("as on the server", observation, listeners, pairs);
            steps("all busy", busy(observation), listeners, pairs);
            dispatch(server.server().bean(EventLog.class));
        }
    }

    private static double cpuMillis() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e6;
    }

    /// As if each pipe had a long queue and its connections moved 50 Mbit/s each, a little more or less.
    private static Observation busy(Observation seen) {
        SplittableRandom random = new SplittableRandom(7);
        double seconds = seen.length().toMillis() / 1000.0;
        List<PipeObservation> pipes = seen.pipes().stream()
                .map(pipe -> busy(pipe, 50e6 * (1 + 0.02 * random.nextDouble()), seconds))
                .toList();
        return new Observation(
                seen.interval(),
                seen.at(),
                seen.length(),
                pipes,
                seen.map(),
                seen.constraints(),
                seen.connectionLimits(),
                seen.users(),
                seen.conflicts(),
                null);
    }

    private static PipeObservation busy(PipeObservation seen, double eachBps, double seconds) {
        int connections = Math.max(1, seen.decidedConnections());
        double throughputBps = connections * eachBps;
        long moved = (long) (throughputBps * seconds / 8);
        return PipeObservation.of(seen.pipe())
                .decidedConnections(connections)
                .meanActiveConnections(connections)
                .activeConnections(connections)
                .activeTransfers(connections)
                .queuedTransfers(100)
                .movedBytes(moved)
                .throughputBps(throughputBps)
                .throughputStdBps(throughputBps / 100)
                .finishedTransfers(1)
                .finishedBytes(moved)
                .finishedBytesSquared((double) moved * moved)
                .finishedSeconds(seconds)
                .build();
    }

    private void steps(String load, Observation observation, List<DecisionListener> listeners, PairDecisions pairs)
            throws IOException {
        Optimizer optimizer = new OptimizerCatalog(new SumUtility(), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                .find("tcn")
                .orElseThrow()
                .factory()
                .create(new SplittableRandom(1));
        double[] without = new double[rounds];
        double[] with = new double[rounds];
        // Two rounds to warm up.
        for (int round = -2; round < rounds; round++) {
            double alone = step(optimizer, observation, List.of(), listeners, pairs);
            double heard = step(optimizer, observation, listeners, List.of(), pairs);
            if (round >= 0) {
                without[round] = alone;
                with[round] = heard;
            }
        }
        tell("control step, " + pipes + " pipes, " + load, "ms", without, with);
    }

    /// Steps follow each other closely here; in life there are seconds between, in which the queues behind the
    /// listeners become empty. So they are emptied between steps, which does not count. With nobody who listens all
    /// is told then too, so that the step finds the same in the processor's caches.
    private static double step(
            Optimizer optimizer,
            Observation observation,
            List<DecisionListener> listeners,
            List<DecisionListener> later,
            PairDecisions pairs) {
        double took = 0;
        for (int i = 0; i < STEPS; i++) {
            double began = cpuMillis();
            Decision decision = optimizer.decide(observation);
            listeners.forEach(listener -> listener.decided(observation, decision));
            took += cpuMillis() - began;
            later.forEach(listener -> listener.decided(observation, decision));
            pairs.newest(entry -> false, 0);
        }
        return took / STEPS;
    }

    private void dispatch(ControlEvents log) throws IOException {
        double[] without = new double[rounds];
        double[] with = new double[rounds];
        for (int round = -2; round < rounds; round++) {
            double alone = dispatched(ControlEvents.NONE);
            double heard = dispatched(log);
            if (round >= 0) {
                without[round] = alone;
                with[round] = heard;
            }
        }
        tell("dispatch of a transfer, " + DISPATCH_PIPES + " pipes", "us", without, with);
    }

    /// Microseconds for a transfer from the queue to its end, with a store in memory and files that take no time.
    private static double dispatched(ControlEvents events) {
        Engine engine = new Engine();
        InstantDataPlane dataPlane = new InstantDataPlane();
        MemoryTransferStore store = new MemoryTransferStore();
        DispatchLoop loop = new DispatchLoop(
                new TransportControlState(engine), store, dataPlane, engine, engine, events, DispatchSettings.DEFAULT);
        loop.writer().userDeclared(User.of(USER));
        List<Pipe> declared = IntStream.range(0, DISPATCH_PIPES)
                .mapToObj(number -> new Pipe(
                        PipeId.of(String.format(Locale.ROOT, "pipe-%06d", number)),
                        Endpoint.parse("https://source.example.org"),
                        Endpoint.parse("https://destination.example.org"),
                        USER,
                        new PipeLimits(8, 64)))
                .toList();
        declared.forEach(loop.writer()::pipeDeclared);
        engine.runUntil(engine.nanoTime());
        Map<PipeId, Integer> queued = new HashMap<>();
        for (int i = 0; i < DISPATCHED; i++) {
            PipeId pipe = declared.get(i % DISPATCH_PIPES).id();
            store.add(new Transfer(
                    TransferId.of(1_000_000_000L + i),
                    pipe,
                    URI.create("https://source.example.org/file"),
                    URI.create("https://destination.example.org/file" + i),
                    1_000_000,
                    Transfer.DEFAULT_PRIORITY,
                    Set.of(),
                    TransferOptions.DEFAULT));
            queued.merge(pipe, 1, Integer::sum);
        }
        // What is queued is not copied within the time.
        System.gc();
        double began = cpuMillis();
        loop.transfersAdded(queued, List.of());
        engine.runUntil(engine.nanoTime() + Duration.ofHours(1).toNanos());
        double took = cpuMillis() - began;
        if (dataPlane.finished != DISPATCHED) {
            throw new AssertionError("only " + dataPlane.finished + " transfers were finished");
        }
        return took * 1000 / DISPATCHED;
    }

    /// A data plane for which every file is there the moment it is asked for.
    private static final class InstantDataPlane implements DataPlane {
        private final Map<AttemptId, Attempt> attempts = new HashMap<>();
        private final Map<AttemptId, AttemptListener> listeners = new HashMap<>();
        private long finished;

        @Override
        public void start(Attempt attempt, AttemptListener listener) {
            attempts.put(attempt.id(), attempt);
            listeners.put(attempt.id(), listener);
            listener.prepared(attempt.id(), attempt.transfer().sizeBytes(), 1);
        }

        @Override
        public void proceed(AttemptId id) {
            Attempt attempt = attempts.remove(id);
            AttemptListener listener = listeners.remove(id);
            if (attempt == null || listener == null) {
                throw new IllegalStateException("attempt " + id + " was not prepared");
            }
            finished++;
            listener.finished(id, attempt.transfer().sizeBytes(), null);
        }

        @Override
        public void cancel(AttemptId id) {
            throw new IllegalStateException("nobody cancels here, but attempt " + id + " was");
        }

        @Override
        public int adjust(AttemptId id, int connections) {
            return 1;
        }

        @Override
        public long movedBytes(PipeId pipe) {
            return 0;
        }
    }

    private void tell(String what, String unit, double[] without, double[] with) throws IOException {
        double alone = median(without);
        double heard = median(with);
        String line = String.format(
                Locale.ROOT,
                "%-46s nobody listens %9.3f %s, all listen %9.3f %s: %+.1f %% (medians of %d rounds in turns; %.3f to"
                        + " %.3f and %.3f to %.3f)",
                what,
                alone,
                unit,
                heard,
                unit,
                100 * (heard / alone - 1),
                rounds,
                Arrays.stream(without).min().orElse(0),
                Arrays.stream(without).max().orElse(0),
                Arrays.stream(with).min().orElse(0),
                Arrays.stream(with).max().orElse(0));
        System.out.println(line);
        Files.writeString(report, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
