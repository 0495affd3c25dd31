// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import io.tcn.api.events.Messages.Message;
import io.tcn.api.loop.Failures;
import io.tcn.api.loop.LeaderWork;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.SteadyLoop;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Carries messages from the outbox to Kafka, in order, a batch at a time. A row is deleted after the broker has
/// acknowledged it and all before it; whatever stops in between, the row is still there and is sent again. Nothing
/// piles up in memory: while the broker is away, rows wait in the database.
///
/// Starts after the control plane has put right what the last server left, stops before it. Messages about transfers
/// that are stopped at the end wait for the next start.
@Component
@WhenMessagesAreOn
public class EventPublisher implements LeaderWork {
    private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);
    private static final int BATCH = 500;
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration BETWEEN_CLEAN_UPS = Duration.ofMinutes(10);
    private static final Duration STOP = Duration.ofSeconds(8);

    private final OutboxStore store;
    private final Messages messages;
    private final EventBacklog backlog;
    private final TimeSource time;
    private final TcnProperties.Kafka kafka;
    private final LoopState state;
    private final LoopThread thread;
    private final SteadyLoop sending;
    private @Nullable KafkaSender sender;
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
        this.thread = loops.thread("messages");
        this.sending = new SteadyLoop(state, thread, IDLE, this::send);
    }

    @Override
    public void start() {
        int orphans = store.endOrphans(time.now());
        if (orphans > 0) {
            LOG.info("{} attempts ended with the last server; monitoring messages say so", orphans);
        }
        sender = new KafkaSender(kafka, store.origin());
        cleanedUp = time.nanoTime() - BETWEEN_CLEAN_UPS.toNanos();
        sending.start();
    }

    private SteadyLoop.Outcome send() throws InterruptedException {
        KafkaSender to = sender;
        if (to == null) {
            return SteadyLoop.Outcome.DONE;
        }
        try {
            SteadyLoop.Outcome outcome = step(to);
            if (outcome == SteadyLoop.Outcome.FAILED) {
                state.failed("the broker of monitoring messages does not take them");
            }
            return outcome;
        } catch (RuntimeException | Error failure) {
            // The database does not answer, or a defect: either way what waits still waits.
            backlog.trouble(Failures.cause(failure));
            throw failure;
        }
    }

    /// Sends a batch.
    ///
    /// @return failed if the broker did not take all
    private SteadyLoop.Outcome step(KafkaSender to) throws InterruptedException {
        cleanUp();
        List<OutboxRow> rows = store.next(BATCH);
        if (rows.isEmpty()) {
            return SteadyLoop.Outcome.DONE;
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
            return SteadyLoop.Outcome.MORE;
        }
        if (outcome.error() != null) {
            if (sending.isRunning()) {
                backlog.trouble(outcome.error());
            }
            return SteadyLoop.Outcome.FAILED;
        }
        return SteadyLoop.Outcome.MORE;
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

    /// Gives up the batch under way; it is sent again at the next start.
    @Override
    public void stop() {
        sending.stop();
        if (sender != null) {
            sender.close();
        }
        thread.close(STOP);
    }

    @Override
    public boolean isRunning() {
        return sending.isRunning();
    }

    /// After the control plane, whose phase is 0.
    @Override
    public int getPhase() {
        return 1;
    }
}
