// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import io.tcn.api.events.Messages.Message;
import io.tcn.api.loop.Failures;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.Loops;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.store.outbox.OutboxRow;
import io.tcn.api.store.outbox.OutboxStore;
import io.tcn.api.store.outbox.WhenMessagesAreOn;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Carries messages from the outbox to Kafka, in order, a batch at a time. A row is deleted after the broker has
/// acknowledged it and all before it; whatever stops in between, the row is still there and is sent again. Nothing
/// piles up in memory: while the broker is away, rows wait in the database.
///
/// Starts after the control plane has put right what the last server left, stops before it. Messages about transfers
/// that are stopped at the end wait for the next start.
@Component
@WhenMessagesAreOn
public class EventPublisher implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);
    private static final int BATCH = 500;
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration FIRST_BACK_OFF = Duration.ofMillis(500);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(10);
    private static final Duration BETWEEN_CLEAN_UPS = Duration.ofMinutes(10);
    private static final Duration STOP = Duration.ofSeconds(8);

    private final OutboxStore store;
    private final Messages messages;
    private final EventBacklog backlog;
    private final TimeSource time;
    private final TcnProperties.Kafka kafka;
    private final LoopState state;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private @Nullable KafkaSender sender;
    private @Nullable Thread thread;
    private volatile boolean running;
    private long cleanedUp;

    EventPublisher(
            OutboxStore store,
            Messages messages,
            EventBacklog backlog,
            TimeSource time,
            TcnProperties properties,
            Loops loops) {
        this.state = loops.of("messages");
        this.store = store;
        this.messages = messages;
        this.backlog = backlog;
        this.time = time;
        this.kafka = properties.events().kafka();
    }

    @Override
    public void start() {
        int orphans = store.endOrphans(time.now());
        if (orphans > 0) {
            LOG.info("{} attempts ended with the last server; monitoring messages say so", orphans);
        }
        KafkaSender opened = new KafkaSender(kafka, store.origin());
        sender = opened;
        cleanedUp = time.nanoTime() - BETWEEN_CLEAN_UPS.toNanos();
        thread = Thread.ofPlatform().name("tcn-events").daemon().start(() -> run(opened));
        running = true;
    }

    private void run(KafkaSender to) {
        Duration wait = Duration.ZERO;
        Duration backOff = FIRST_BACK_OFF;
        while (!isStopped(wait)) {
            try {
                Step step = step(to);
                boolean failed = step == Step.FAILED;
                wait = switch (step) {
                    case MORE -> Duration.ZERO;
                    case NOTHING -> IDLE;
                    case FAILED -> backOff;
                };
                backOff = failed ? longer(backOff) : FIRST_BACK_OFF;
                if (failed) {
                    state.failed("the broker of monitoring messages does not take them");
                } else {
                    state.worked();
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return;
            } catch (Throwable failure) {
                // The database does not answer, or a defect: either way what waits still waits.
                wait = backOff;
                backOff = longer(backOff);
                told(failure);
            }
        }
    }

    /// Must not throw itself, as memory may be short.
    private void told(Throwable failure) {
        try {
            backlog.trouble(Failures.cause(failure));
            state.failed(failure);
        } catch (RuntimeException | Error again) {
            LOG.debug("a failure could not be told", again);
        }
    }

    private static Duration longer(Duration backOff) {
        Duration doubled = backOff.multipliedBy(2);
        return doubled.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : doubled;
    }

    private boolean isStopped(Duration wait) {
        try {
            return stopping.await(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private enum Step {
        /// A batch was sent; there may be more.
        MORE,
        /// Nothing waits.
        NOTHING,
        /// The broker did not take all.
        FAILED
    }

    private Step step(KafkaSender to) throws InterruptedException {
        cleanUp();
        List<OutboxRow> rows = store.next(BATCH);
        if (rows.isEmpty()) {
            return Step.NOTHING;
        }
        Map<Long, Long> transfers = new HashMap<>();
        List<Message> batch = new ArrayList<>(rows.size());
        for (OutboxRow row : rows) {
            try {
                batch.add(messages.message(row));
                transfers.put(row.seq(), row.transfer());
            } catch (Messages.UnsendableException never) {
                putAside(row.seq(), row.transfer(), String.valueOf(never.getMessage()));
            } catch (RuntimeException | StackOverflowError defect) {
                LOG.error("a monitoring message cannot be made: a defect of TCN", defect);
                putAside(row.seq(), row.transfer(), "it cannot be made: " + defect);
            }
        }
        KafkaSender.Outcome outcome = to.send(batch);
        store.delete(batch.subList(0, outcome.sent()).stream().map(Message::seq).toList());
        backlog.acknowledged(outcome.sent());
        Message refused = outcome.refused();
        if (refused != null) {
            putAside(
                    refused.seq(),
                    transfers.getOrDefault(refused.seq(), -1L),
                    "the broker refuses it: " + outcome.error());
            return Step.MORE;
        }
        if (outcome.error() != null) {
            if (stopping.getCount() > 0) {
                backlog.trouble(outcome.error());
            }
            return Step.FAILED;
        }
        return Step.MORE;
    }

    private void putAside(long seq, long transfer, String reason) {
        store.bury(seq, reason, time.now());
        backlog.putAside(transfer, reason);
    }

    private void cleanUp() {
        if (time.nanoTime() - cleanedUp >= BETWEEN_CLEAN_UPS.toNanos()) {
            cleanedUp = time.nanoTime();
            int forgotten = store.deleteBuried(time.now().minus(kafka.keepUnsendable()));
            if (forgotten > 0) {
                LOG.info("{} monitoring messages that could not be sent were forgotten", forgotten);
            }
        }
    }

    /// Gives up the batch under way; it is sent again at the next start. The thread is not interrupted: an interrupt
    /// would close the file of the H2 database under it.
    @Override
    public void stop() {
        running = false;
        stopping.countDown();
        if (sender != null) {
            sender.close();
        }
        try {
            if (thread != null && !thread.join(STOP)) {
                LOG.warn("sending of monitoring messages does not stop; the database is slow");
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// After the control plane, whose phase is 0.
    @Override
    public int getPhase() {
        return 1;
    }
}
