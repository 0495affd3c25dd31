// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.Loops;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore;
import io.tcn.api.store.HistoryStore.Entry;
import io.tcn.api.store.HistoryStore.Resolution;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Writes the history of decisions, on a thread of its own. The control loop puts a reference into a bounded queue and
/// goes on; when the database is slow or away the queue fills, and intervals that find no place are dropped and
/// counted. Rows go by age and by number, a block at a time.
///
/// Of an interval in which very many pipes have work the busiest have rows of their own; the others are in the rows of
/// ten minutes, of their users and of all together. A server that is killed loses the ten minutes that had not ended.
@Component
public class HistoryRecorder implements DecisionListener, SmartLifecycle, MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryRecorder.class);
    private static final int QUEUE = 16;
    /// Rows of one interval.
    private static final int MOST_ROWS = 2000;
    /// Rows of one transaction.
    private static final int BLOCK = 1000;
    /// Blocks that are removed after each interval, so many more than were written.
    private static final int MORE_BLOCKS = 2;
    /// Numbers of series that are kept in memory.
    private static final int MOST_SERIES = 200_000;

    private static final Duration FIRST_BACK_OFF = Duration.ofMillis(500);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(10);
    private static final Duration STOP = Duration.ofSeconds(8);

    private record Interval(Observation observation, Decision decision) {}

    private final HistoryStore store;
    private final TcnProperties.History settings;
    private final TimeSource time;
    private final LoopState state;
    private final BlockingQueue<Interval> queue = new ArrayBlockingQueue<>(QUEUE);
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final LongAdder written = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder thinned = new LongAdder();
    private final IntervalRows rows = new IntervalRows();
    private final Slots slots = new Slots();
    private final Map<HistorySeries, Long> ids = new HashMap<>();
    private final Map<Resolution, Long> removedTo = new HashMap<>();
    private @Nullable Thread thread;
    private volatile boolean running;

    HistoryRecorder(HistoryStore store, TcnProperties properties, TimeSource time, Loops loops) {
        this.store = store;
        this.settings = properties.history();
        this.time = time;
        this.state = loops.of("history");
    }

    /// On the control loop's thread: costs it one place in a queue.
    @Override
    public void decided(Observation observation, Decision decision) {
        // The look at the start has measured nothing.
        if (running && observation.interval() > 0 && !queue.offer(new Interval(observation, decision))) {
            dropped.increment();
        }
    }

    /// Intervals that found no place.
    public long dropped() {
        return dropped.sum();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("tcn.history.rows", written, LongAdder::sum)
                .description("rows of the history that were written")
                .register(registry);
        FunctionCounter.builder("tcn.history.dropped", dropped, LongAdder::sum)
                .description("control intervals that are missing in the history, because the database was slow or away")
                .register(registry);
        FunctionCounter.builder("tcn.history.thinned", thinned, LongAdder::sum)
                .description("rows of single pipes that were left out, because too many pipes had work")
                .register(registry);
    }

    @Override
    public void start() {
        if (settings.keep().isZero()) {
            return;
        }
        running = true;
        thread = Thread.ofPlatform().name("tcn-history").daemon().start(this::run);
    }

    private void run() {
        while (stopping.getCount() > 0) {
            try {
                Interval next = queue.poll(200, TimeUnit.MILLISECONDS);
                if (next != null) {
                    record(next);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return;
            } catch (Throwable defect) {
                // This interval is lost, the next is tried.
                dropped.increment();
                state.failed(defect);
            }
        }
        try {
            write(Resolution.SLOT, slots.rows(), Runnable::run);
        } catch (RuntimeException away) {
            LOG.warn("The history of the last minutes could not be written: {}", away.getMessage());
        }
    }

    private void record(Interval interval) {
        Instant now = interval.observation().at();
        if (slots.isOver(now)) {
            List<Entry> over = slots.rows();
            slots.clear();
            write(Resolution.SLOT, over, this::insistently);
            stillUsed(over, now);
            removeOld(Resolution.SLOT, over.size());
        }
        List<Entry> all = rows.of(interval.observation(), interval.decision());
        slots.add(all);
        List<Entry> kept = all.size() <= MOST_ROWS ? all : all.subList(0, MOST_ROWS);
        thinned.add(all.size() - kept.size());
        write(Resolution.INTERVAL, kept, this::insistently);
        removeOld(Resolution.INTERVAL, kept.size());
        state.worked();
    }

    /// Each block is written once: one that went well is not tried again.
    private void write(Resolution resolution, List<Entry> entries, Consumer<Runnable> trying) {
        for (int from = 0; from < entries.size(); from += BLOCK) {
            List<Entry> block = entries.subList(from, Math.min(entries.size(), from + BLOCK));
            trying.accept(() -> ids.putAll(store.append(resolution, block, ids)));
            written.add(block.size());
        }
    }

    private void stillUsed(List<Entry> entries, Instant now) {
        List<Long> used = entries.stream()
                .flatMap(entry -> Optional.ofNullable(ids.get(entry.series())).stream())
                .toList();
        for (int from = 0; from < used.size(); from += BLOCK) {
            List<Long> block = used.subList(from, Math.min(used.size(), from + BLOCK));
            insistently(() -> store.used(block, now));
        }
        int forgotten = store.removeSeries(time.now().minus(settings.keepSlots()), BLOCK);
        if (forgotten > 0 || ids.size() > MOST_SERIES) {
            ids.clear();
        }
    }

    /// Tries until the database takes it, or the server stops; meanwhile intervals are dropped.
    private void insistently(Runnable work) {
        Duration pause = FIRST_BACK_OFF;
        while (true) {
            try {
                work.run();
                return;
            } catch (RuntimeException failure) {
                state.failed(failure);
                if (isStopped(pause)) {
                    throw failure;
                }
                pause = pause.multipliedBy(2).compareTo(LONGEST_BACK_OFF) > 0
                        ? LONGEST_BACK_OFF
                        : pause.multipliedBy(2);
            }
        }
    }

    private boolean isStopped(Duration pause) {
        try {
            return stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void removeOld(Resolution resolution, int wrote) {
        Duration keep = resolution == Resolution.INTERVAL ? settings.keep() : settings.keepSlots();
        Instant before = time.now().minus(keep);
        for (int blocks = wrote / BLOCK + MORE_BLOCKS; blocks > 0; blocks--) {
            HistoryStore.Removed removed = store.removeOldest(
                    resolution, removedTo.getOrDefault(resolution, 0L), before, settings.maxRows(), BLOCK);
            removedTo.put(resolution, removed.last());
            if (removed.rows() < BLOCK) {
                return;
            }
        }
    }

    /// The thread is not interrupted: an interrupt would close the file of the H2 database under it.
    @Override
    public void stop() {
        running = false;
        stopping.countDown();
        try {
            if (thread != null && !thread.join(STOP)) {
                LOG.warn("writing of the history does not stop; the database is slow");
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// After the control plane at the start, before it at the stop.
    @Override
    public int getPhase() {
        return 1;
    }
}
