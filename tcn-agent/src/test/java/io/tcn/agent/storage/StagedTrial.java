// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.storage;

import io.tcn.agent.AgentClock;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.agent.transfer.StorageRules;
import io.tcn.agent.transfer.TpcPolicy;
import io.tcn.core.control.ControlLoop;
import io.tcn.core.control.ControlSettings;
import io.tcn.core.dispatch.DispatchLoop;
import io.tcn.core.dispatch.DispatchSettings;
import io.tcn.core.memory.MemoryTransferStore;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.TransferState;
import io.tcn.core.model.User;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Optimizer;
import io.tcn.core.optimizer.PipeDecision;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.StageActivity;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.optimizer.marlin.MarlinFactory;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.LoopScheduler;
import io.tcn.core.state.TransportControlState;
import io.tcn.core.utility.SumUtility;
import io.tcn.core.utility.Utilities;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The server's loops over copies through the agent, between storages with throttles on loopback: a source of 1 MB/s
/// for
/// each GET, a destination of 4 MB/s for each PUT. Run by hand; prints a line per interval and run.
///
/// - `java StagedTrial FOLDER MINUTES staged`: `marlin`, once with threads and once with the threads taken out of its
///   decisions, so that one request reads and one writes for each file.
/// - `java StagedTrial FOLDER MINUTES streams`: `tcn`, as on a server by default, once with one request that reads each
///   file and once with as many as the file has connections.
final class StagedTrial implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final double GET_BPS = 8e6;
    private static final double PUT_BPS = 32e6;
    private static final double ALL_GETS_BPS = 128e6;
    private static final PipeId PIPE = PipeId.of("p");
    private static final UserId USER = UserId.of("cms");

    private final String name;
    private final PrintStream out;
    private final int queue;
    private final WebDavStorage from;
    private final WebDavStorage to;
    private final Path arrived;
    private final AgentDataPlane plane;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("loops").daemon().factory());
    private final MemoryTransferStore store = new MemoryTransferStore();
    private final TransportControlState state;
    private final DispatchLoop dispatch;
    private final ControlLoop control;
    private long nextId = 1;

    /// @param streams at most so many requests read a file by its connections
    private StagedTrial(
            String name, Path folder, Optimizer optimizer, int streams, int queue, int fileBytes, PrintStream out)
            throws IOException {
        this.name = name;
        this.out = out;
        this.queue = queue;
        Path source = Files.createDirectories(folder.resolve(name).resolve("from"));
        this.arrived = Files.createDirectories(folder.resolve(name).resolve("to"));
        byte[] content = new byte[fileBytes];
        new Random(fileBytes).nextBytes(content);
        Files.write(source.resolve("f"), content);
        this.from = WebDavStorage.builder(source)
                .connectionBps(GET_BPS)
                .readBps(ALL_GETS_BPS)
                .start(0);
        this.to = WebDavStorage.builder(arrived).connectionBps(PUT_BPS).start(0);
        this.plane = new AgentDataPlane(AgentSettings.builder()
                .storages(StorageRules.HERE)
                .thirdPartyCopy(TpcPolicy.OFF)
                .maxStreams(streams)
                .build());
        this.state = new TransportControlState(AgentClock.SYSTEM);
        LoopScheduler loop = new Loop(thread);
        ControlEvents events = new ControlEvents() {
            @Override
            public void transferChanged(TransferId transfer, TransferState now, @Nullable TransferFailure failure) {
                if (now == TransferState.FINISHED) {
                    removed(transfer);
                } else if (failure != null) {
                    out.println(name + ": " + transfer + " " + failure);
                }
            }

            @Override
            public void stepFailed(String which, Throwable defect) {
                out.println(name + ": the loop " + which + " failed: " + defect);
            }
        };
        this.dispatch =
                new DispatchLoop(state, store, plane, loop, AgentClock.SYSTEM, events, DispatchSettings.DEFAULT);
        this.control = new ControlLoop(
                state,
                optimizer,
                plane,
                loop,
                AgentClock.SYSTEM,
                new ControlSettings(INTERVAL, 5),
                dispatch.writer()::controlDecided,
                (observation, decision) -> {
                    if (!observation.pipes().isEmpty()) {
                        report(observation.interval(), observation.pipes().getFirst(), decision);
                    }
                },
                events);
    }

    private static Decision withoutThreads(Decision decision) {
        List<PipeDecision> pipes = decision.pipes().stream()
                .map(decided -> new PipeDecision(
                        decided.pipe(),
                        PipeTuning.of(decided.tuning().connections()),
                        decided.realConnections(),
                        decided.previousConnections(),
                        decided.rationale()))
                .toList();
        return new Decision(
                decision.interval(), decision.at(), pipes, decision.utility(), decision.objective(), List.of());
    }

    private void report(long interval, PipeObservation seen, Decision decision) {
        StageActivity stages = seen.stages();
        PipeTuning next = decision.pipes().getFirst().tuning();
        out.printf(
                Locale.ROOT,
                "%s\t%d\t%.2f MB/s\tactive %.1f\tread %.2f MB/s by %.1f (full %.2f)\tby %.1f written (empty %.2f)"
                        + "\tnext %d/%d/%d%n",
                name,
                interval,
                seen.throughputBps() / 8e6,
                seen.meanActiveConnections(),
                stages.readBps() / 8e6,
                stages.readers(),
                stages.fullRatio(),
                stages.writers(),
                stages.emptyRatio(),
                next.readThreads(),
                next.connections(),
                next.writeThreads());
    }

    private void removed(TransferId transfer) {
        try {
            Files.deleteIfExists(arrived.resolve(transfer.toString()));
        } catch (IOException e) {
            out.println(name + ": " + e);
        }
        add();
    }

    private void add() {
        TransferId id = TransferId.of(nextId++);
        Transfer transfer = new Transfer(
                id,
                PIPE,
                from.url("/f"),
                URI.create(to.url("/" + id).toString()),
                Transfer.UNKNOWN_SIZE,
                Transfer.DEFAULT_PRIORITY,
                Set.of(),
                TransferOptions.DEFAULT);
        store.add(transfer);
        dispatch.transfersAdded(Map.of(PIPE, 1), List.of());
    }

    private void start() {
        thread.execute(() -> {
            dispatch.writer().userDeclared(User.of(USER));
            dispatch.writer()
                    .pipeDeclared(new Pipe(
                            PIPE, Endpoint.of(from.url("/f")), Endpoint.of(to.url("/f")), USER, new PipeLimits(1, 64)));
            dispatch.start();
            control.start();
            for (int i = 0; i < queue; i++) {
                add();
            }
        });
    }

    @Override
    public void close() {
        control.stop();
        dispatch.drain();
        plane.close();
        thread.shutdownNow();
        from.close();
        to.close();
    }

    private static Optimizer marlin(boolean staged) {
        Optimizer marlin = new MarlinFactory(new SumUtility()).create(new Random(1));
        return staged ? marlin : observation -> withoutThreads(marlin.decide(observation));
    }

    private static Optimizer tcn() {
        OptimizerCatalog catalog =
                new OptimizerCatalog(Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT);
        return catalog.find(OptimizerCatalog.DEFAULT).orElseThrow().factory().create(new Random(1));
    }

    private static List<StagedTrial> staged(Path folder) throws IOException {
        return List.of(
                new StagedTrial("one-file,before", folder, marlin(false), 1, 1, 60_000_000, System.out),
                new StagedTrial("one-file,staged", folder, marlin(true), 1, 1, 60_000_000, System.out),
                new StagedTrial("many-files,before", folder, marlin(false), 1, 100, 16_000_000, System.out),
                new StagedTrial("many-files,staged", folder, marlin(true), 1, 100, 16_000_000, System.out));
    }

    private static List<StagedTrial> streams(Path folder) throws IOException {
        return List.of(
                new StagedTrial("one-file,1", folder, tcn(), 1, 1, 60_000_000, System.out),
                new StagedTrial("one-file,8", folder, tcn(), 8, 1, 60_000_000, System.out),
                new StagedTrial("three-files,1", folder, tcn(), 1, 3, 60_000_000, System.out),
                new StagedTrial("three-files,8", folder, tcn(), 8, 3, 60_000_000, System.out),
                new StagedTrial("many-files,1", folder, tcn(), 1, 100, 40_000_000, System.out),
                new StagedTrial("many-files,8", folder, tcn(), 8, 100, 40_000_000, System.out));
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        List<StagedTrial> runs = args[2].equals("streams") ? streams(folder) : staged(folder);
        runs.forEach(StagedTrial::start);
        boolean ignored = new CountDownLatch(1).await(Long.parseLong(args[1]), TimeUnit.MINUTES);
        runs.forEach(StagedTrial::close);
    }

    /// One thread as a loop.
    private record Loop(ScheduledExecutorService thread) implements LoopScheduler {
        @Override
        public void execute(Runnable event) {
            thread.execute(event);
        }

        @Override
        public Cancellation schedule(Duration delay, Runnable event) {
            Future<?> due = thread.schedule(event, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> due.cancel(false);
        }
    }
}
