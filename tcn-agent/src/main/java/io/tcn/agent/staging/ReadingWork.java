// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import io.tcn.agent.TransferException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/// What works for one reading: threads, and the requests from which bytes come. All of it ends at once. Safe for
/// several threads.
final class ReadingWork {
    /// What a thread does.
    interface Work {
        void run() throws TransferException, InterruptedException, ExecutionException;
    }

    private final Consumer<Throwable> failed;

    // Guarded by this.
    private final List<Thread> threads = new ArrayList<>();
    private final List<PartSink> sinks = new ArrayList<>();
    private boolean closed;

    /// @param failed is told what has gone wrong on a thread, unless it was stopped
    ReadingWork(Consumer<Throwable> failed) {
        this.failed = failed;
    }

    /// @return whether it was started; not once this is closed
    synchronized boolean start(String what, Work work) {
        if (closed) {
            return false;
        }
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        return threads.add(Thread.ofVirtual().name("stage-" + what).start(() -> guarded(work)));
    }

    private void guarded(Work work) {
        try {
            work.run();
        } catch (InterruptedException | CancellationException e) {
            // Closed, by one who knows why.
        } catch (ExecutionException e) {
            failed.accept(e.getCause() == null ? e : e.getCause());
        } catch (Throwable e) {
            failed.accept(e);
        }
    }

    /// A request has begun; it is cancelled at once when this is closed.
    synchronized void add(PartSink sink) {
        if (closed) {
            sink.cancel();
        } else {
            sinks.add(sink);
        }
    }

    synchronized void remove(PartSink sink) {
        sinks.remove(sink);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /// Begins nothing more. May be called more than once.
    ///
    /// @return ends what is under way
    synchronized Runnable close() {
        closed = true;
        List<Thread> running = List.copyOf(threads);
        List<PartSink> open = List.copyOf(sinks);
        threads.clear();
        sinks.clear();
        return () -> {
            open.forEach(PartSink::cancel);
            running.forEach(Thread::interrupt);
        };
    }
}
