// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.core.model.TransferFailure;
import io.tcn.core.port.TimeSource;
import io.tcn.core.port.TransferChange;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// The log of each transfer: a line for every state, with time and reason. A file holds the lines of a thousand
/// transfers whose numbers follow each other, so that a million transfers make a thousand files. Written by a thread of
/// its own; if the disk does not keep up, lines are dropped and counted, and nobody waits.
@Component
public final class TransferLogs implements TransferObserver, LeaderWork {
    private static final Logger LOG = LoggerFactory.getLogger(TransferLogs.class);
    private static final int TRANSFERS_PER_FILE = 1000;
    private static final int MOST_WAITING = 50_000;
    private static final int MOST_AT_ONCE = 5_000;
    private static final Duration PURGE = Duration.ofHours(1);
    private static final Duration WRITE = Duration.ofMillis(200);

    /// What the dispatch loop hands over; it becomes text on the writer's thread.
    private record Batch(Instant at, List<TransferChange> changes) {}

    private final Path folder;
    private final Duration keep;
    private final boolean isKept;
    private final TimeSource time;
    private final Traces traces;
    private final Queue<Batch> waiting = new ConcurrentLinkedQueue<>();
    /// Lines of what was handed over, by the dispatch loop; less those that the writer has taken, they wait.
    private final OwnCount linesAdded = new OwnCount();

    private final OwnCount linesTaken = new OwnCount();
    private final LongAdder dropped = new LongAdder();
    private final LoopThread thread;
    private final SteadyLoop loop;
    /// Taken from the queue and not written yet, by file.
    private final Map<Path, List<String>> taken = new TreeMap<>();

    private Instant purged = Instant.EPOCH;

    @Autowired
    TransferLogs(TcnProperties properties, TimeSource time, Loops loops, Optional<Traces> traces) {
        this(properties.dataDir(), properties.transferLog().keep(), time, loops, traces.orElse(Traces.NONE));
    }

    TransferLogs(Path dataDir, Duration keep, TimeSource time, Loops loops) {
        this(dataDir, keep, time, loops, Traces.NONE);
    }

    private TransferLogs(Path dataDir, Duration keep, TimeSource time, Loops loops, Traces traces) {
        this.traces = traces;
        this.thread = loops.thread("transfer-log");
        this.loop = new SteadyLoop(loops.of("transfer-log"), thread, WRITE, this::write);
        this.folder = dataDir.resolve("logs").resolve("transfers");
        this.keep = keep;
        this.isKept = !keep.isZero();
        this.time = time;
    }

    /// One reference in a queue, however many transfers have changed.
    @Override
    public void changed(Instant at, List<TransferChange> changes, boolean hasFailure) {
        if (!isKept) {
            return;
        }
        if (linesAdded.sum() - linesTaken.sum() + changes.size() > MOST_WAITING) {
            dropped.add(changes.size());
            return;
        }
        linesAdded.add(changes.size());
        waiting.add(new Batch(at, changes));
    }

    private String text(Instant at, TransferChange change) {
        TransferFailure failure = change.failure();
        return change.transfer().value() + " " + at + " " + change.state()
                + (failure == null ? "" : " " + failure.toReason()) + traces.words(change.transfer()) + "\n";
    }

    /// The lines of a transfer, oldest first; empty if there are none (any more).
    ///
    /// @throws IOException if the file cannot be read
    public List<String> of(long transfer) throws IOException {
        String own = transfer + " ";
        try (Stream<String> lines = Files.lines(file(transfer))) {
            return lines.filter(line -> line.startsWith(own))
                    .map(line -> line.substring(own.length()))
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    private Path file(long transfer) {
        return folder.resolve(transfer / TRANSFERS_PER_FILE + ".log");
    }

    /// Lines that cannot be written are kept for the next time; while they are, no more are taken, so that what waits
    /// is bounded by the queue.
    private SteadyLoop.Outcome write() throws IOException {
        boolean more = taken.isEmpty() && take();
        for (Path file : List.copyOf(taken.keySet())) {
            append(file, taken.getOrDefault(file, List.of()));
            taken.remove(file);
        }
        long lost = dropped.sumThenReset();
        if (lost > 0) {
            LOG.warn("{} lines of transfer logs were dropped: the disk does not keep up", lost);
        }
        if (purged.plus(PURGE).isBefore(time.now())) {
            purged = time.now();
            purge(purged.minus(keep));
        }
        return more ? SteadyLoop.Outcome.MORE : SteadyLoop.Outcome.DONE;
    }

    /// @return whether there is more
    private boolean take() {
        int lines = 0;
        while (lines < MOST_AT_ONCE) {
            Batch batch = waiting.poll();
            if (batch == null) {
                return false;
            }
            for (TransferChange change : batch.changes()) {
                taken.computeIfAbsent(file(change.transfer().value()), file -> new ArrayList<>())
                        .add(text(batch.at(), change));
            }
            lines += batch.changes().size();
            linesTaken.add(batch.changes().size());
        }
        return true;
    }

    private void append(Path file, List<String> lines) throws IOException {
        Files.createDirectories(folder);
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (String line : lines) {
                out.write(line);
            }
        }
    }

    private void purge(Instant before) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted(Comparator.naturalOrder()).toList()) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    @Override
    public void start() {
        if (isKept) {
            loop.start();
        }
    }

    /// After the control plane, whose last changes are written too.
    @Override
    public void stop() {
        if (loop.isRunning()) {
            loop.stop();
            thread.execute(this::writeLast);
        }
        thread.close();
    }

    private void writeLast() {
        try {
            while (write() == SteadyLoop.Outcome.MORE) {
                LOG.debug("more lines of transfer logs wait");
            }
        } catch (IOException failure) {
            LOG.warn("The last lines of transfer logs cannot be written to {}: {}", folder, failure.toString());
        }
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    /// Started before the control plane and stopped after it.
    @Override
    public int getPhase() {
        return -1;
    }
}
