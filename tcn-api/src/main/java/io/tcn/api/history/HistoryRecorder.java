// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.HistorySeries;
import io.tcn.api.store.HistoryStore;
import io.tcn.api.store.HistoryStore.Entry;
import io.tcn.api.store.HistoryStore.Resolution;
import io.tcn.api.store.PastSettingStore;
import io.tcn.core.control.DecisionListener;
import io.tcn.core.optimizer.Decision;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Writes the history of decisions, on a thread of its own. The control loop puts a reference into a bounded queue and
/// goes on; when the database is slow or away the queue fills, and intervals that find no place are dropped and
/// counted. Rows go by age and by number, a block at a time.
///
/// Of an interval in which very many pipes have work the busiest have rows of their own; the others are in the rows of
/// ten minutes, of their users and of all together. A server that is killed loses the ten minutes that had not ended.
@Component
public class HistoryRecorder implements DecisionListener, LeaderWork, MeterBinder {
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

    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration STOP = Duration.ofSeconds(8);

    private record Interval(Observation observation, Decision decision) {}

    /// Something to do in the database.
    ///
    /// @param untilDone whether it is tried until the database takes it; meanwhile intervals are dropped
    private record Step(Runnable work, boolean untilDone) {}

    private final HistoryStore store;
    private final TcnProperties.History settings;
    private final TimeSource time;
    private final LoopThread thread;
    private final SteadyLoop writing;
    private final BlockingQueue<Interval> queue = new ArrayBlockingQueue<>(QUEUE);
    private final LongAdder written = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder thinned = new LongAdder();
    private final IntervalRows rows = new IntervalRows();
    private final Slots slots = new Slots();
    private final SettingWriter settingWriter;
    private final Map<HistorySeries, Long> ids = new HashMap<>();
    private final Map<Resolution, Long> removedTo = new HashMap<>();
    private final Deque<Step> steps = new ArrayDeque<>();

    HistoryRecorder(
            HistoryStore store, PastSettingStore pastSettings, TcnProperties properties, TimeSource time, Loops loops) {
        this.store = store;
        this.settings = properties.history();
        this.settingWriter = new SettingWriter(pastSettings, settings);
        this.time = time;
        this.thread = loops.thread("history");
        this.writing = new SteadyLoop(loops.of("history"), thread, IDLE, this::next);
    }

    /// On the control loop's thread: costs it one place in a queue.
    @Override
    public void decided(Observation observation, Decision decision) {
        // The look at the start has measured nothing.
        if (writing.isRunning() && observation.interval() > 0 && !queue.offer(new Interval(observation, decision))) {
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
        if (!settings.keep().isZero()) {
            writing.start();
        }
    }

    /// Does what an interval asks for, a step at a time; then the next interval.
    private SteadyLoop.Outcome next() {
        if (steps.isEmpty()) {
            Interval interval = queue.poll();
            if (interval == null) {
                return SteadyLoop.Outcome.DONE;
            }
            plan(interval);
        }
        while (!steps.isEmpty()) {
            Step step = steps.getFirst();
            try {
                step.work().run();
            } catch (Throwable failure) {
                if (!step.untilDone()) {
                    steps.removeFirst();
                }
                throw failure;
            }
            steps.removeFirst();
        }
        return SteadyLoop.Outcome.MORE;
    }

    private void plan(Interval interval) {
        try {
            Instant now = interval.observation().at();
            List<PastSettingStore.Entry> overSettings = settingWriter.add(interval.observation());
            if (slots.isOver(now)) {
                List<Entry> over = slots.rows();
                slots.clear();
                write(Resolution.SLOT, over);
                // After the rows of the same minutes, by which their series are known.
                writeSettings(overSettings);
                stillUsed(over, now);
                removeOld(Resolution.SLOT, over.size());
            }
            List<Entry> all = rows.of(interval.observation(), interval.decision());
            slots.add(all);
            List<Entry> kept = all.size() <= MOST_ROWS ? all : all.subList(0, MOST_ROWS);
            thinned.add(all.size() - kept.size());
            write(Resolution.INTERVAL, kept);
            removeOld(Resolution.INTERVAL, kept.size());
        } catch (Throwable defect) {
            // This interval is lost, the next is tried.
            dropped.increment();
            throw defect;
        }
    }

    /// Each block is written once: one that went well is not tried again.
    private void write(Resolution resolution, List<Entry> entries) {
        for (int from = 0; from < entries.size(); from += BLOCK) {
            List<Entry> block = entries.subList(from, Math.min(entries.size(), from + BLOCK));
            steps.add(new Step(
                    () -> {
                        ids.putAll(store.append(resolution, block, ids));
                        written.add(block.size());
                    },
                    true));
        }
    }

    private void writeSettings(List<PastSettingStore.Entry> entries) {
        for (int from = 0; from < entries.size(); from += BLOCK) {
            List<PastSettingStore.Entry> block = entries.subList(from, Math.min(entries.size(), from + BLOCK));
            steps.add(new Step(
                    () -> {
                        settingWriter.write(block, ids);
                        written.add(block.size());
                    },
                    true));
        }
        if (!entries.isEmpty()) {
            int blocks = entries.size() / BLOCK + MORE_BLOCKS;
            steps.add(new Step(() -> settingWriter.removeOld(time.now(), blocks, BLOCK), false));
        }
    }

    /// As soon as they are written, the series of these rows count as used.
    private void stillUsed(List<Entry> entries, Instant now) {
        for (int from = 0; from < entries.size(); from += BLOCK) {
            List<Entry> block = entries.subList(from, Math.min(entries.size(), from + BLOCK));
            steps.add(new Step(() -> store.used(idsOf(block), now), true));
        }
        steps.add(new Step(this::removeSeries, false));
    }

    private List<Long> idsOf(List<Entry> entries) {
        return entries.stream()
                .flatMap(entry -> Optional.ofNullable(ids.get(entry.series())).stream())
                .toList();
    }

    private void removeSeries() {
        int forgotten = store.removeSeries(time.now().minus(settings.keepSlots()), BLOCK);
        if (forgotten > 0 || ids.size() > MOST_SERIES) {
            ids.clear();
        }
    }

    private void removeOld(Resolution resolution, int wrote) {
        steps.add(new Step(() -> removeBlocks(resolution, wrote), false));
    }

    private void removeBlocks(Resolution resolution, int wrote) {
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

    @Override
    public void stop() {
        if (writing.isRunning()) {
            writing.stop();
            thread.execute(this::writeRest);
        }
        thread.close(STOP);
    }

    /// The ten minutes that have not ended, tried once.
    private void writeRest() {
        steps.clear();
        write(Resolution.SLOT, slots.rows());
        writeSettings(settingWriter.underWay());
        try {
            steps.forEach(step -> step.work().run());
        } catch (RuntimeException away) {
            LOG.warn("The history of the last minutes could not be written: {}", away.getMessage());
        }
    }

    @Override
    public boolean isRunning() {
        return writing.isRunning();
    }

    /// After the control plane at the start, before it at the stop.
    @Override
    public int getPhase() {
        return 1;
    }
}
