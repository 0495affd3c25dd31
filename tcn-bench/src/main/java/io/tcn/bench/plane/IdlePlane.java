// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.plane;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.AttemptListener;
import io.tcn.core.port.DataPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// A data plane for which every file is there the moment it is asked for, so that the server around it is what costs
/// time. It runs within the server's process: its class is put onto the server's class path and named as a bean.
///
/// The folder that the system property [#FOLDER] names is how the benchmark talks to it. While the file [#OPEN] is not
/// there, attempts wait before their first answer, but for those whose destination is at [#PROMPT_HOST]. When one of
/// these begins is written to the file [#STARTS]: path and microseconds since 1970.
public final class IdlePlane implements DataPlane {
    /// System property with the folder.
    public static final String FOLDER = "bench.plane.folder";

    /// Name of the file that lets attempts go on.
    public static final String OPEN = "open";

    /// Name of the file with the beginnings.
    public static final String STARTS = "starts";

    /// Destinations at hosts that begin so never wait.
    public static final String PROMPT_HOST = "prompt";

    private static final long LOOK_NANOS = 2_000_000;

    private final Map<AttemptId, Runnable> prepared = new ConcurrentHashMap<>();
    /// Also its lock.
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    private final Path openFile;
    private final Writer starts;
    private volatile boolean isOpen;

    /// Made by the server.
    public IdlePlane() {
        String named = System.getProperty(FOLDER);
        if (named == null) {
            throw new IllegalStateException("the system property " + FOLDER + " must name a folder");
        }
        openFile = Path.of(named, OPEN);
        try {
            starts = Files.newBufferedWriter(
                    Path.of(named, STARTS), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        }
        Thread.ofPlatform().daemon().name("bench-gate").start(this::watch);
    }

    private void watch() {
        while (true) {
            boolean open = Files.exists(openFile);
            synchronized (waiting) {
                isOpen = open;
                Runnable next = open ? waiting.poll() : null;
                while (next != null) {
                    next.run();
                    next = waiting.poll();
                }
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void start(Attempt attempt, AttemptListener listener) {
        long size = Math.max(0, attempt.transfer().sizeBytes());
        prepared.put(attempt.id(), () -> listener.finished(attempt.id(), size, null));
        Runnable answer = () -> listener.prepared(attempt.id(), size, 1);
        if (isPrompt(attempt)) {
            note(attempt);
            answer.run();
            return;
        }
        synchronized (waiting) {
            if (!isOpen) {
                waiting.add(answer);
                return;
            }
        }
        answer.run();
    }

    private static boolean isPrompt(Attempt attempt) {
        String host = attempt.transfer().destination().getHost();
        return host != null && host.startsWith(PROMPT_HOST);
    }

    private void note(Attempt attempt) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        try {
            synchronized (starts) {
                starts.write(attempt.transfer().destination().getPath() + " " + micros + "\n");
                starts.flush();
            }
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    @Override
    public void proceed(AttemptId attempt) {
        Runnable finish = prepared.remove(attempt);
        if (finish != null) {
            finish.run();
        }
    }

    @Override
    public void cancel(AttemptId attempt) {
        // It ends by itself at once; nobody cancels in the benchmark.
    }

    @Override
    public void cleanUp(Attempt attempt, AttemptListener listener) {
        listener.canceled(attempt.id(), true);
    }

    @Override
    public int adjust(AttemptId attempt, int connections) {
        return 1;
    }

    @Override
    public long movedBytes(PipeId pipe) {
        return 0;
    }
}
