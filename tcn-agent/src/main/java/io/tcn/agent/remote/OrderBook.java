// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Failed;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.agent.remote.Message.Report;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.TimeSource;
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
/// - when a term of the lease ends, what was ordered in it is given back;
/// - when a newer server is heard of, attempts that were ordered before go on until it adopts them, or are given back
///   if it does not within [Message.Adopt#WITHIN]. Removals are given back, and all is if the server does not adopt.
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
        /// @param right whether it may change its destination, as far as servers are concerned
        /// @throws RuntimeException if it cannot be begun
        void start(Message.Start order, Attempt attempt, OrderRight right);

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

    /// An order, with the epoch in which it was given.
    record Key(long epoch, long order) {
        static Key of(Message.Address to) {
            return new Key(OrderNumber.epochOf(to.order(), to.epoch()), to.order());
        }

        static Key of(Origin from) {
            return new Key(from.epoch(), from.order());
        }
    }

    private static final class Entry {
        private final AttemptId attempt;
        private final long term;
        private final boolean removal;
        private final OrderRight right;
        /// Epoch of the server whose order it is: that gave it, or has adopted it.
        private long owner;
        private boolean proceeded;
        private boolean stopped;
        private @Nullable Long preparedNanos;
        /// What was told of it last.
        private @Nullable Report told;

        Entry(AttemptId attempt, long term, boolean removal, OrderRight right, long owner) {
            this.attempt = attempt;
            this.term = term;
            this.removal = removal;
            this.right = right;
            this.owner = owner;
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
    private final ToldEnds ends = new ToldEnds();
    private final Map<String, Long> shapes = new TreeMap<>();
    private final TimeSource time;
    private long epoch;
    /// The last epoch of which it is known whether its server adopts.
    private long announced;
    private boolean leaving;

    OrderBook(String instance, int slots, TimeSource time, Hands hands) {
        this.instance = instance;
        this.slots = slots;
        this.time = time;
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

    /// The numbers of those that are orders of the server that leads.
    List<Long> ordersOfLeader() {
        return open.entrySet().stream()
                .filter(each -> each.getValue().owner == epoch)
                .map(each -> each.getKey().order())
                .toList();
    }

    /// A server leads in this epoch.
    ///
    /// @param adopts whether it takes over what older ones have ordered; else that is given back
    void heard(long newer, boolean adopts) {
        follow(newer);
        if (newer < epoch || newer <= announced) {
            return;
        }
        announced = newer;
        for (Entry entry : open.values()) {
            if (entry.owner < newer && adopts && !entry.removal) {
                entry.right.orphan();
            } else if (entry.owner < newer) {
                entry.right.lose();
            }
        }
        giveBackForsaken();
    }

    /// Older servers are not obeyed any more. Whether what they have ordered goes on is known with the beacon.
    private void follow(long newer) {
        if (newer > epoch) {
            epoch = newer;
            shapes.clear();
        }
    }

    private void giveBackForsaken() {
        giveBack(entry -> !entry.right.isHeld());
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

    /// What was prepared so long ago that nobody can want it any more is given back, and what no server has adopted.
    void look(long nowNanos) {
        giveBackForsaken();
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

    /// Something is told of an order.
    void told(Report report) {
        Entry entry = open.get(Key.of(report.from()));
        // What was told before its end may have to be sent once more.
        if (entry != null && (entry.told == null || !entry.told.isLast())) {
            entry.told = report;
        }
    }

    /// An order is over, and the broker has its end.
    void ended(Key key) {
        Entry entry = open.remove(key);
        if (entry != null) {
            over.put(key, true);
            ends.keep(entry.told);
        }
    }

    /// @param term the term of the lease that lasts now, -1 if none does
    Outcome take(Command command, long term) {
        Message.Address to = command.to();
        if (to.epoch() < epoch || !to.instance().equals(instance)) {
            return Outcome.IGNORED;
        }
        follow(to.epoch());
        if (command instanceof Message.Shape shape) {
            return shaped(shape);
        }
        Key key = Key.of(to);
        if (command instanceof Message.Adopt adopt) {
            heard(to.epoch(), true);
            return adopted(key, adopt, term);
        }
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
        adopt(entry, to.epoch());
        if (entry.stopped || entry.term != to.term()) {
            return Outcome.IGNORED;
        }
        switch (command) {
            case Message.Proceed _ -> {
                return proceed(entry, term);
            }
            case Message.Cancel _ -> cancel(entry);
            case Message.GiveBack _ -> {
                entry.stopped = true;
                hands.giveBack(entry.attempt);
            }
            case Message.Adjust adjust -> hands.adjust(entry.attempt, adjust.connections());
            case Message.Start _, Message.Adopt _, Message.Shape _ -> throw new IllegalStateException("taken before");
        }
        return Outcome.DONE;
    }

    private Outcome proceed(Entry entry, long term) {
        if (entry.proceeded || entry.term != term) {
            return Outcome.IGNORED;
        }
        entry.proceeded = true;
        hands.proceed(entry.attempt);
        return Outcome.DONE;
    }

    private void cancel(Entry entry) {
        entry.stopped = true;
        hands.cancel(entry.attempt);
    }

    /// A server that speaks of an order of one before has adopted it.
    private static void adopt(Entry entry, long leader) {
        if (entry.owner < leader && entry.right.adopt()) {
            entry.owner = leader;
        }
    }

    /// The server hears what was told last, because it may have been told while nobody listened.
    private Outcome adopted(Key key, Message.Adopt adopt, long term) {
        Entry entry = open.get(key);
        if (entry == null) {
            // A start that comes later must not begin.
            over.put(key, true);
            hands.report(ends.of(key).orElseGet(() -> unknown(key)));
            return Outcome.DONE;
        }
        adopt(entry, adopt.to().epoch());
        if (entry.told != null) {
            hands.report(entry.told);
        }
        if (!entry.stopped && adopt.cancel()) {
            cancel(entry);
        } else if (!entry.stopped && adopt.write() && entry.right.isHeld()) {
            return proceed(entry, term);
        }
        return Outcome.DONE;
    }

    private Report unknown(Key key) {
        return new Failed(
                new Origin(key.epoch(), instance, key.order()),
                ErrorCode.SERVER_RESTARTED,
                "the agent does not know the transfer (any more)",
                null,
                null,
                null,
                false,
                null);
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
        if (open.values().stream().anyMatch(running -> running.attempt.equals(attempt.id()))) {
            return refuse(key, start, "the agent is still ending the same attempt", Duration.ofSeconds(2));
        }
        Entry entry = new Entry(attempt.id(), term, start.removal(), new OrderRight(time), key.epoch());
        open.put(key, entry);
        try {
            hands.start(start, attempt, entry.right);
        } catch (RuntimeException | Error defect) {
            open.remove(key);
            return refuse(key, start, "the agent could not begin: " + defect, Duration.ofSeconds(2));
        }
        return Outcome.DONE;
    }

    private Outcome refuse(Key key, Message.Start start, String why, Duration pause) {
        over.put(key, true);
        Report refusal = new Failed(
                new Origin(key.epoch(), instance, key.order()),
                ErrorCode.SERVER_RESTARTED,
                why,
                null,
                null,
                pause.toMillis(),
                start.work().earlier() == null,
                null);
        ends.keep(refusal);
        hands.report(refusal);
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
