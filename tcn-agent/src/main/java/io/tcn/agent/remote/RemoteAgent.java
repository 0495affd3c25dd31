// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.AgentClock;
import io.tcn.agent.WriteLease;
import io.tcn.agent.remote.KafkaLink.Received;
import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.transfer.AgentDataPlane;
import io.tcn.agent.transfer.AgentSettings;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.ShapedBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The data plane in a process of its own: it announces itself, takes orders, has them carried out by an
/// [AgentDataPlane], and tells what becomes of them.
///
/// Three threads: one reads commands, one sends heartbeats and reports, one looks after the lease. Whatever
/// they meet costs that one step; they end when the agent is closed. The end of an order is told until the
/// broker has it, and the order is named in the heartbeats until then.
public final class RemoteAgent implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RemoteAgent.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration BETWEEN_PROGRESS = Duration.ofSeconds(1);
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(500);
    private static final Duration GIVING_BACK = Duration.ofSeconds(60);
    private static final Duration JOIN = Duration.ofSeconds(5);

    private final AgentConfig config;
    private final Topics topics;
    private final AgentClock clock;
    private final String instance = UUID.randomUUID().toString();
    private final Lease lease;
    private final KafkaLink link;
    private final OrderTokens tokens;
    private final OrderTraces traces = new OrderTraces();
    private final AgentDataPlane plane;
    /// Guarded by itself.
    private final OrderBook book;

    private final Map<OrderKey, Live> live = new ConcurrentHashMap<>();
    private final Map<AttemptId, WriteLease> leases = new ConcurrentHashMap<>();
    private final LinkedBlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    private final Queue<Report> again = new ConcurrentLinkedQueue<>();
    private final Map<PipeId, Sent> sent = new ConcurrentHashMap<>();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    private volatile boolean reading;
    /// The epoch of the book, for those without its lock.
    private volatile long followed;
    private volatile boolean leaving;
    private volatile boolean ended;
    private volatile @Nullable String trouble;

    // Of the sending thread.
    private long sequence;
    private long beatenNanos;
    private long toldEpoch;
    private long toldNanos;

    /// An order that runs.
    private record Live(AttemptId attempt, PipeId pipe) {}

    /// What was told of a pipe last.
    private record Sent(long sequence, long totalBytes) {}

    /// @param settings of the data plane; tokens, traces and leases are set here
    /// @throws IllegalArgumentException if a setting makes no sense
    public RemoteAgent(
            AgentConfig config, AgentSettings.Builder settings, KafkaAccess access, Topics topics, Seal seal) {
        this.config = config;
        this.topics = topics;
        this.clock = AgentClock.SYSTEM;
        this.lease = new Lease(clock, config.lease());
        this.link = new KafkaLink(access, new Wire(seal), config.name());
        this.tokens = new OrderTokens(config.tokens());
        this.plane = new AgentDataPlane(
                settings.tokens(tokens).traces(traces).leases(this::leaseOf).build(), clock);
        this.book = new OrderBook(instance, config.slots(), clock, new PlaneHands());
    }

    /// Which process this is.
    public String instance() {
        return instance;
    }

    /// Begins; goes on without a broker until there is one.
    public void start() {
        begin("agent-commands", this::readAll);
        begin("agent-beat", this::sendAll);
        begin("agent-lease", this::watchAll);
    }

    /// Waits until the agent may work: it was heard and has read its commands.
    ///
    /// @return false if that took too long
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return ready.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// What is wrong with Kafka now, null if nothing is.
    public @Nullable String trouble() {
        return trouble;
    }

    private void begin(String name, Runnable work) {
        threads.add(Thread.ofPlatform().name(name).daemon().start(work));
    }

    private WriteLease leaseOf(Attempt attempt) {
        WriteLease known = leases.get(attempt.id());
        return known == null ? () -> false : known;
    }

    // --- reading

    private void readAll() {
        while (!ended) {
            try (KafkaLink.Reading commands = open()) {
                reading = true;
                readFrom(commands);
            } catch (RuntimeException | Error away) {
                inTrouble(away);
                pause(AFTER_TROUBLE);
            }
        }
    }

    private KafkaLink.Reading open() {
        String refused = link.makeTopics(topics, List.of(config.name()));
        if (refused != null) {
            log.info("Topics are not made here: {}", refused);
        }
        return link.read(List.of(topics.servers()), List.of(topics.commands(config.name())));
    }

    /// Keeps its place whatever the broker does: a reader made anew would miss commands.
    private void readFrom(KafkaLink.Reading commands) {
        Map<TopicPartition, Long> ends = null;
        Lease.Moment asked = lease.now();
        long nextLook = clock.nanoTime();
        while (!ended) {
            try {
                if (ends == null && clock.nanoTime() - nextLook >= 0) {
                    asked = lease.now();
                    ends = commands.ends();
                }
                commands.poll(POLL, (sender, why) -> log.warn("{} speaks another protocol: {}", sender, why))
                        .forEach(this::take);
                if (ends != null && commands.isPast(ends)) {
                    lease.looked(asked);
                    trouble = null;
                    ends = null;
                    nextLook = clock.nanoTime() + config.beat().toNanos();
                }
            } catch (RuntimeException | Error away) {
                inTrouble(away);
                pause(AFTER_TROUBLE);
            }
        }
    }

    private void take(Received received) {
        try {
            if (received.message() instanceof Message.Beacon beacon
                    && received.topic().equals(topics.servers())) {
                synchronized (book) {
                    if (beacon.epoch() > book.epoch()) {
                        log.info("A server leads in epoch {}", beacon.epoch());
                    }
                    book.heard(beacon.epoch(), Boolean.TRUE.equals(beacon.adopts()));
                    followed = book.epoch();
                }
            } else if (received.message() instanceof Command command
                    && received.topic().equals(topics.commands(config.name()))) {
                synchronized (book) {
                    OrderBook.Outcome outcome = book.take(command, lease.isHeld() ? lease.term() : -1);
                    followed = book.epoch();
                    log.debug("{}: {}", outcome, command);
                }
            } else {
                link.countUnreadable(received.topic(), "it does not belong there");
            }
        } catch (RuntimeException | Error defect) {
            log.error("A command failed: a defect of TCN", defect);
        }
    }

    // --- sending

    private void sendAll() {
        beatenNanos = clock.nanoTime() - config.beat().toNanos();
        toldNanos = clock.nanoTime();
        while (!ended) {
            try {
                Report report = reports.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
                while (report != null) {
                    send(report);
                    report = reports.poll();
                }
                long now = clock.nanoTime();
                if (now - toldNanos >= BETWEEN_PROGRESS.toNanos()) {
                    toldNanos = now;
                    sendAgain();
                    tellProgress();
                }
                // A new server waits for a sign that names its epoch.
                if (reading
                        && (followed != toldEpoch
                                || now - beatenNanos >= config.beat().toNanos())) {
                    beatenNanos = now;
                    beat();
                }
            } catch (InterruptedException stop) {
                return;
            } catch (RuntimeException | Error failure) {
                inTrouble(failure);
                pause(AFTER_TROUBLE);
            }
        }
    }

    /// What was not sent, each once: it may come back at once.
    private void sendAgain() {
        for (int left = again.size(); left > 0; left--) {
            Report next = again.poll();
            if (next != null) {
                send(next);
            }
        }
    }

    private void beat() {
        List<Long> orders;
        long epoch;
        synchronized (book) {
            epoch = book.epoch();
            toldEpoch = epoch;
            orders = book.ordersOfLeader();
        }
        Lease.Moment before = lease.now();
        long term = lease.naming();
        Message.Heartbeat heartbeat = new Message.Heartbeat(
                config.name(),
                instance,
                term,
                lease.isHeld(term),
                ++sequence,
                epoch,
                config.version(),
                config.reach(),
                config.near(),
                List.copyOf(config.tokens().keySet()),
                config.slots(),
                config.lease().toMillis(),
                clock.now().toEpochMilli(),
                leaving,
                link.unreadable(),
                orders);
        link.send(topics.heartbeats(), 0, config.name(), heartbeat, failure -> {
            if (failure == null) {
                lease.announced(before, term);
            } else {
                inTrouble(failure);
            }
        });
    }

    private void send(Report report) {
        OrderKey key = OrderKey.of(report.from());
        synchronized (book) {
            book.told(report);
        }
        Live order = live.get(key);
        link.send(
                topics.progress(), null, order == null ? instance : order.pipe().value(), report, failure -> {
                    if (failure != null) {
                        inTrouble(failure);
                        again.add(report);
                    } else if (report.isLast()) {
                        forget(key);
                    }
                });
    }

    private void forget(OrderKey key) {
        Live order = live.remove(key);
        if (order != null) {
            leases.remove(order.attempt());
            tokens.forget(order.attempt());
            traces.forget(order.attempt());
        }
        synchronized (book) {
            book.ended(key);
        }
    }

    private void tellProgress() {
        Map<PipeId, List<Message.Copying>> copies = new ConcurrentHashMap<>();
        live.forEach((key, order) -> {
            List<Message.Copying> onPipe = copies.computeIfAbsent(order.pipe(), pipe -> new ArrayList<>());
            plane.progressOf(order.attempt())
                    .ifPresent(progress -> onPipe.add(new Message.Copying(
                            key.order(),
                            progress.movedBytes(),
                            progress.expectedBytes(),
                            progress.copying().toMillis(),
                            progress.settling())));
        });
        copies.keySet().forEach(pipe -> sent.putIfAbsent(pipe, new Sent(0, 0)));
        sent.forEach((pipe, last) -> {
            long total = plane.movedBytes(pipe);
            List<Message.Copying> running = copies.getOrDefault(pipe, List.of());
            if (total == last.totalBytes() && running.isEmpty()) {
                return;
            }
            Sent next = new Sent(last.sequence() + 1, total);
            sent.put(pipe, next);
            link.send(
                    topics.progress(),
                    null,
                    pipe.value(),
                    new Message.Moved(instance, pipe.value(), next.sequence(), total, running),
                    failure -> {
                        // The next one tells it too; where there is none, this makes one.
                        if (failure != null) {
                            sent.computeIfPresent(pipe, (known, now) -> new Sent(now.sequence(), -1));
                        }
                    });
        });
    }

    // --- the lease

    private void watchAll() {
        long last = lease.term();
        boolean held = false;
        while (!ended) {
            try {
                long term = lease.term();
                synchronized (book) {
                    if (term != last && held) {
                        log.warn(
                                "The lease is lost: {}; what runs is stopped, and nothing of it is published",
                                trouble == null ? "this process stood still" : trouble);
                    }
                    book.term(term);
                    book.look(clock.nanoTime());
                }
                last = term;
                boolean now = lease.isHeld();
                if (now && !held) {
                    log.info("Agent {} may work (instance {}, term {})", config.name(), instance, term);
                    ready.countDown();
                }
                held = now;
            } catch (RuntimeException | Error defect) {
                log.error("The watch of the lease failed", defect);
            }
            pause(TICK);
        }
    }

    private void inTrouble(Throwable failure) {
        String words = KafkaLink.words(failure);
        if (trouble == null && !ended) {
            log.warn("Kafka does not answer, it is tried again: {}", words);
        }
        trouble = words;
    }

    private void pause(Duration duration) {
        try {
            clock.pause(duration);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    // --- the end

    /// Takes nothing new, lets what runs go on for a while, gives back the rest, and ends when the broker
    /// knows.
    @Override
    public void close() {
        leaving = true;
        synchronized (book) {
            book.leave();
        }
        if (!isIdleWithin(lease.isHeld() ? config.finish() : Duration.ZERO)) {
            synchronized (book) {
                log.info("{} transfers are given back", book.open());
                book.giveBackAll();
            }
            if (!isIdleWithin(GIVING_BACK)) {
                log.warn("The server does not know yet how all transfers ended; it will find that out");
            }
        }
        plane.close();
        ended = true;
        for (Thread thread : threads) {
            try {
                thread.join(JOIN);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }
        // Nobody else sends any more: heartbeats are counted, and the last one must not look like a copy.
        sendLast();
        link.close();
    }

    private void sendLast() {
        try {
            for (Report left = reports.poll(); left != null; left = reports.poll()) {
                send(left);
            }
            beat();
        } catch (RuntimeException away) {
            log.debug("the last words were not sent", away);
        }
    }

    private boolean isIdleWithin(Duration limit) {
        long end = clock.nanoTime() + limit.toNanos();
        while (true) {
            synchronized (book) {
                if (book.open() == 0) {
                    return true;
                }
            }
            if (clock.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            pause(TICK);
        }
    }

    /// Carries out what the book decides. Called with the book's lock; nothing here waits.
    private final class PlaneHands implements OrderRunner {
        @Override
        public void start(Message.Start order, Attempt attempt, OrderRight right) {
            OrderKey key = OrderKey.of(order.to());
            PipeId pipe = attempt.transfer().pipe();
            live.put(key, new Live(attempt.id(), pipe));
            WriteLease term = lease.of(order.to().term());
            leases.put(attempt.id(), () -> right.isHeld() && term.isHeld());
            tokens.give(attempt.id(), order.sourceToken(), order.destinationToken());
            traces.give(attempt.id(), order.traceparent());
            try {
                plane.shape(pipe, bounds(order.bounds()));
                Reporter reporter = new Reporter(key, instance, reports::add, this::prepared, plane::troubleOf);
                if (order.removal()) {
                    plane.cleanUp(attempt, reporter);
                } else {
                    plane.start(attempt, reporter);
                }
            } catch (RuntimeException | Error defect) {
                live.remove(key);
                leases.remove(attempt.id());
                tokens.forget(attempt.id());
                traces.forget(attempt.id());
                throw defect;
            }
        }

        private void prepared(OrderKey key) {
            // Not with the book's lock of a caller below: answers come on threads of attempts too.
            synchronized (book) {
                book.prepared(key, clock.nanoTime());
            }
        }

        @Override
        public void proceed(AttemptId attempt) {
            plane.proceed(attempt);
        }

        @Override
        public void cancel(AttemptId attempt) {
            plane.cancel(attempt);
        }

        @Override
        public void giveBack(AttemptId attempt) {
            plane.giveBack(attempt);
        }

        @Override
        public void adjust(AttemptId attempt, int connections) {
            var _ = plane.adjust(attempt, connections);
        }

        @Override
        public void shape(Message.Shape shape) {
            plane.shape(PipeId.of(shape.pipe()), bounds(shape.bounds()));
        }

        @Override
        public void report(Report report) {
            reports.add(report);
        }

        private static List<ShapedBound> bounds(List<Message.BoundOf> bounds) {
            return bounds.stream()
                    .map(bound ->
                            new ShapedBound(UserId.of(bound.user()), ResourceId.of(bound.resource()), bound.maxBps()))
                    .toList();
        }
    }
}
