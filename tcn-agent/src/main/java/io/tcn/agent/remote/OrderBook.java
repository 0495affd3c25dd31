// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Failed;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.Message.Report;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which orders an agent has taken, and what a command means to it. Commands may come twice, late and in any
/// order:
///
/// - one of an older epoch, for another process or for another term of the lease does nothing;
/// - an order is begun once, however often it comes, and never after its cancellation;
/// - when a newer server is heard of, or a term of the lease ends, what was ordered before is given back.
///
/// Plain and without threads; its owner calls it from one at a time.
final class OrderBook {
    /// Ended orders that are remembered, so that a late copy of their commands does nothing.
    static final int MEMORY = 100_000;

    /// How long a prepared attempt waits for the word to write; a server that lost interest may be gone.
    static final Duration PATIENCE = Duration.ofMinutes(2);

    /// What the book has done with orders.
    interface Hands {
        /// Begins an attempt or a removal.
        ///
        /// @throws RuntimeException if it cannot be begun
        void start(Message.Start order, Attempt attempt);

        void proceed(AttemptId attempt);

        void cancel(AttemptId attempt);

        void giveBack(AttemptId attempt);

        void adjust(AttemptId attempt, int connections);

        void shape(Message.Shape bounds);

        /// Tells the server.
        void report(Report report);
    }

    /// What came of a command.
    enum Outcome {
        DONE,
        /// It did nothing: of an older epoch, for another process or term, or a copy.
        IGNORED,
        /// It was refused, and the server was told.
        REFUSED
    }

    /// An order of an epoch.
    record Key(long epoch, long order) {}

    private static final class Entry {
        private final AttemptId attempt;
        private final long term;
        private boolean proceeded;
        private boolean stopped;
        private @Nullable Long preparedNanos;

        Entry(AttemptId attempt, long term) {
            this.attempt = attempt;
            this.term = term;
        }
    }

    private final String instance;
    private final int slots;
    private final Hands hands;
    private final Map<Key, Entry> open = new LinkedHashMap<>();
    private final Map<Key, Boolean> over = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
            return size() > MEMORY;
        }
    };
    private final Map<String, Long> shapes = new TreeMap<>();
    private long epoch;
    private boolean leaving;

    OrderBook(String instance, int slots, Hands hands) {
        this.instance = instance;
        this.slots = slots;
        this.hands = hands;
    }

    long epoch() {
        return epoch;
    }

    int open() {
        return open.size();
    }

    /// The orders that have not ended, of all epochs.
    List<Key> orders() {
        return List.copyOf(open.keySet());
    }

    /// A server leads in this epoch: what older ones have ordered is given back.
    void heard(long newer) {
        if (newer > epoch) {
            epoch = newer;
            shapes.clear();
            giveBack(entry -> true);
        }
    }

    /// The terms before this one are over.
    void term(long present) {
        giveBack(entry -> entry.term < present);
    }

    /// Takes nothing new.
    void leave() {
        leaving = true;
    }

    /// Gives back all that runs.
    void giveBackAll() {
        giveBack(entry -> true);
    }

    /// What was prepared so long ago that nobody can want it any more is given back.
    void look(long nowNanos) {
        giveBack(entry ->
                !entry.proceeded && entry.preparedNanos != null && nowNanos - entry.preparedNanos > PATIENCE.toNanos());
    }

    /// An attempt waits for the word to write.
    void prepared(Key key, long nowNanos) {
        Entry entry = open.get(key);
        if (entry != null) {
            entry.preparedNanos = nowNanos;
        }
    }

    /// An order is over, and the broker has its end.
    void ended(Key key) {
        if (open.remove(key) != null) {
            over.put(key, true);
        }
    }

    /// @param term the term of the lease that lasts now, -1 if none does
    Outcome take(Command command, long term) {
        Message.Address to = command.to();
        if (to.epoch() < epoch || !to.instance().equals(instance)) {
            return Outcome.IGNORED;
        }
        heard(to.epoch());
        if (command instanceof Message.Shape shape) {
            return shaped(shape);
        }
        Key key = new Key(to.epoch(), to.order());
        if (command instanceof Message.Start start) {
            return started(key, start, term);
        }
        Entry entry = open.get(key);
        if (entry == null) {
            if (command instanceof Message.Cancel || command instanceof Message.GiveBack) {
                // A start that comes later must not begin.
                over.put(key, true);
            }
            return Outcome.IGNORED;
        }
        if (entry.stopped || entry.term != to.term()) {
            return Outcome.IGNORED;
        }
        switch (command) {
            case Message.Proceed _ -> {
                if (entry.proceeded || entry.term != term) {
                    return Outcome.IGNORED;
                }
                entry.proceeded = true;
                hands.proceed(entry.attempt);
            }
            case Message.Cancel _ -> {
                entry.stopped = true;
                hands.cancel(entry.attempt);
            }
            case Message.GiveBack _ -> {
                entry.stopped = true;
                hands.giveBack(entry.attempt);
            }
            case Message.Adjust adjust -> hands.adjust(entry.attempt, adjust.connections());
            case Message.Start _, Message.Shape _ -> throw new IllegalStateException("taken before");
        }
        return Outcome.DONE;
    }

    private Outcome shaped(Message.Shape shape) {
        Long last = shapes.get(shape.pipe());
        if (last != null && last >= shape.to().sequence()) {
            return Outcome.IGNORED;
        }
        shapes.put(shape.pipe(), shape.to().sequence());
        hands.shape(shape);
        return Outcome.DONE;
    }

    private Outcome started(Key key, Message.Start start, long term) {
        if (open.containsKey(key) || over.containsKey(key)) {
            return Outcome.IGNORED;
        }
        if (start.to().term() != term) {
            // The server hears of the term from the heartbeats; this order is of one that is over.
            return refuse(key, start, "the agent's lease has changed since", Duration.ZERO);
        }
        if (leaving) {
            return refuse(key, start, "the agent is stopping", Duration.ZERO);
        }
        if (open.size() >= slots) {
            return refuse(key, start, "the agent has no free slot", Duration.ofSeconds(1));
        }
        Attempt attempt;
        try {
            attempt = start.work().toAttempt();
        } catch (RuntimeException senseless) {
            return refuse(key, start, "the agent cannot make sense of the order", Duration.ofSeconds(10));
        }
        if (open.values().stream().anyMatch(entry -> entry.attempt.equals(attempt.id()))) {
            return refuse(key, start, "the agent is still ending the same attempt", Duration.ofSeconds(2));
        }
        open.put(key, new Entry(attempt.id(), term));
        try {
            hands.start(start, attempt);
        } catch (RuntimeException | Error defect) {
            open.remove(key);
            return refuse(key, start, "the agent could not begin: " + defect, Duration.ofSeconds(2));
        }
        return Outcome.DONE;
    }

    private Outcome refuse(Key key, Message.Start start, String why, Duration pause) {
        over.put(key, true);
        hands.report(new Failed(
                new Origin(key.epoch(), instance, key.order()),
                ErrorCode.SERVER_RESTARTED,
                why,
                null,
                null,
                pause.toMillis(),
                start.work().earlier() == null,
                null));
        return Outcome.REFUSED;
    }

    private void giveBack(java.util.function.Predicate<Entry> which) {
        List<AttemptId> stopped = new ArrayList<>();
        for (Entry entry : open.values()) {
            if (!entry.stopped && which.test(entry)) {
                entry.stopped = true;
                stopped.add(entry.attempt);
            }
        }
        stopped.forEach(hands::giveBack);
    }
}
