// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.KafkaAccess;
import io.tcn.agent.remote.KafkaLink;
import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Seal;
import io.tcn.agent.remote.Topics;
import io.tcn.agent.remote.Wire;
import io.tcn.agent.transfer.BearerTokens;
import io.tcn.api.loop.LoopState;
import io.tcn.api.loop.LoopThread;
import io.tcn.api.loop.Loops;
import io.tcn.api.loop.OwnLoop;
import io.tcn.api.loop.SteadyLoop;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A server's way to its agents: sends beacons and commands, has heartbeats and reports read. A loop sends, a
/// thread reads; both go on whatever the broker does, and health tells.
final class KafkaAgents implements Post {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaAgents.class);
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final Duration STOP = Duration.ofSeconds(5);
    /// So long without a beacon of its own coming back, and Kafka is away.
    private static final Duration SILENCE = Duration.ofSeconds(5);
    /// Beacons under way are remembered.
    private static final int MOST_BEACONS = 10_000;

    private final String server = UUID.randomUUID().toString();
    private final long epoch;
    private final Topics topics;
    private final RemoteDataPlane plane;
    private final AgentInbox inbox;
    private final BearerTokens tokens;
    private final boolean carriesSecrets;
    private final TimeSource time;
    private final KafkaLink link;
    private final LoopState state;
    private final LoopThread thread;
    private final SteadyLoop beating;
    private final ReportReader reader;
    private final Resends again;
    private final RecordedOrders recorded;
    private final OwnLoop noting;
    /// Guarded by itself: beacons that have not come back, oldest first.
    private final Deque<Sign> signs = new ArrayDeque<>();

    /// The newest bounds of pipes that the broker does not have yet.
    private final Map<ShapeKey, Message.Shape> unsent = new ConcurrentHashMap<>();

    private final long bornNanos;
    private long sequence;
    private volatile boolean ended;
    private volatile boolean madeTopics;
    private volatile @Nullable Long backNanos;
    private volatile String trouble = "no broker has answered yet";

    /// A beacon that was sent.
    private record Sign(long sequence, long sentNanos) {}

    private record ShapeKey(String agent, String instance, PipeId pipe) {}

    KafkaAgents(
            KafkaAccess access,
            Topics topics,
            Seal seal,
            long epoch,
            RemoteDataPlane plane,
            BearerTokens tokens,
            boolean carriesSecrets,
            RecordedOrders.Notes notes,
            HeardMark heard,
            TimeSource time,
            Loops loops) {
        this.topics = topics;
        this.epoch = epoch;
        this.plane = plane;
        this.inbox = plane.inbox();
        this.tokens = tokens;
        this.carriesSecrets = carriesSecrets;
        this.time = time;
        this.bornNanos = time.nanoTime();
        this.again = new Resends(time);
        this.link = new KafkaLink(access, new Wire(seal), "server-" + epoch);
        this.state = loops.of("agents");
        this.thread = loops.thread("agents");
        this.noting = loops.own("agents-heard", HeardMark.PERIOD, heard::note);
        this.recorded = new RecordedOrders(notes, inbox::isOpen, thread::execute, time);
        this.beating = new SteadyLoop(state, thread, BEAT, BEAT, this::beat);
        this.reader =
                new ReportReader(topics, link, inbox, heard, time, this::reads, this::readBack, why -> trouble = why);
    }

    void start() {
        reader.start();
        beating.start();
        noting.start();
    }

    /// Whoever is announced before he reads would miss answers.
    private void reads() {
        madeTopics = true;
        beating.runSoon();
    }

    // --- sending, on the thread of the loop

    private SteadyLoop.Outcome beat() {
        again.tryAgain(BEAT);
        recorded.flush();
        recorded.tidy();
        long number = ++sequence;
        Message.Beacon beacon = new Message.Beacon(epoch, server, number, true);
        if (madeTopics) {
            link.send(topics.servers(), 0, server, beacon, failure -> {
                if (failure == null) {
                    inbox.announced(time.nanoTime());
                } else {
                    trouble = KafkaLink.words(failure);
                }
            });
            synchronized (signs) {
                signs.addLast(new Sign(number, time.nanoTime()));
                if (signs.size() > MOST_BEACONS) {
                    signs.removeFirst();
                }
            }
            link.send(topics.heartbeats(), 0, server, beacon, failure -> {
                if (failure != null) {
                    trouble = KafkaLink.words(failure);
                }
            });
        }
        plane.tellChanges();
        plane.share();
        if (isUp()) {
            return SteadyLoop.Outcome.DONE;
        }
        if (backNanos == null && time.nanoTime() - bornNanos < SILENCE.toNanos()) {
            return SteadyLoop.Outcome.AWAITED;
        }
        if (state.failed("Kafka does not answer, agents get nothing new: " + trouble)) {
            LOG.warn("Kafka does not answer, agents get nothing new: {}", trouble);
        }
        return SteadyLoop.Outcome.FAILED;
    }

    @Override
    public boolean isUp() {
        Long back = backNanos;
        return back != null && time.nanoTime() - back < SILENCE.toNanos();
    }

    @Override
    public void send(RemoteOrder order, Command command, Consumer<Boolean> then) {
        recorded.send(order, command, () -> sendNow(order, command, then));
    }

    @Override
    public void ended(RemoteOrder order) {
        recorded.ended(order);
    }

    private void sendNow(RemoteOrder order, Command command, Consumer<Boolean> then) {
        if (!inbox.isOpen(order)) {
            return;
        }
        Command sent;
        try {
            sent = command instanceof Message.Start start
                    ? order.complete(start, carriesSecrets ? tokens : (transfer, side) -> Optional.empty())
                    : command;
        } catch (RuntimeException | Error vaultAway) {
            LOG.warn("The tokens of a transfer cannot be read, it is tried again: {}", KafkaLink.words(vaultAway));
            again.add(() -> sendNow(order, command, then));
            return;
        }
        link.send(
                topics.commands(order.agent),
                null,
                order.attempt.transfer().pipe().value(),
                sent,
                failure -> {
                    then.accept(failure == null);
                    if (failure != null && isHopeless(failure)) {
                        inbox.cannotBeSent(order, KafkaLink.words(failure));
                    } else if (failure != null && !ended) {
                        trouble = KafkaLink.words(failure);
                        again.add(() -> sendNow(order, command, then));
                    }
                });
    }

    @Override
    public void shape(String agent, PipeId pipe, Message.Shape shape) {
        ShapeKey key = new ShapeKey(agent, shape.to().instance(), pipe);
        unsent.put(key, shape);
        thread.execute(() -> sendShape(key, shape));
    }

    /// Whether a message would be refused again however often it is sent.
    private static boolean isHopeless(Exception failure) {
        return failure instanceof RecordTooLargeException || failure instanceof IllegalArgumentException;
    }

    /// Until the broker has it, or there is a newer one. Agents tell old ones by their number.
    private void sendShape(ShapeKey key, Message.Shape shape) {
        if (!shape.equals(unsent.get(key))) {
            return;
        }
        link.send(topics.commands(key.agent()), null, key.pipe().value(), shape, failure -> {
            if (failure == null || isHopeless(failure)) {
                unsent.remove(key, shape);
            } else if (!ended) {
                trouble = KafkaLink.words(failure);
                again.add(() -> sendShape(key, shape));
            }
        });
    }

    /// All heartbeats before this beacon have been read. Nobody is missed while it is still read what was told before
    /// this server led: it may tell of the end of what he had.
    private void readBack(Message.Beacon beacon) {
        if (!beacon.server().equals(server) || beacon.epoch() != epoch) {
            return;
        }
        Long sentNanos = null;
        synchronized (signs) {
            while (!signs.isEmpty() && signs.peekFirst().sequence() <= beacon.sequence()) {
                sentNanos = signs.removeFirst().sentNanos();
            }
        }
        if (sentNanos != null) {
            backNanos = time.nanoTime();
            if (reader.hasReadOld()) {
                inbox.readUpTo(sentNanos);
            }
        }
    }

    /// How many messages could not be used.
    long unreadable() {
        return link.unreadable();
    }

    @Override
    public void close() {
        ended = true;
        beating.stop();
        noting.stop(STOP);
        thread.close(STOP);
        reader.close();
        link.close();
    }
}
