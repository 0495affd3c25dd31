// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Report;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

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
    /// What came of a command.
    enum Outcome {
        DONE,
        /// It did nothing: of an older epoch, for another process or term, or a copy.
        IGNORED,
        /// It was refused, and the server was told.
        REFUSED
    }

    private final String instance;
    private final int slots;
    private final OrderRunner runner;
    private final Map<OrderKey, OpenOrder> open = new LinkedHashMap<>();
    private final EndedOrders ended = new EndedOrders();
    private final Refusals refusals;
    private final Map<String, Long> shapes = new TreeMap<>();
    private final TimeSource time;
    private long epoch;
    /// The last epoch of which it is known whether its server adopts.
    private long announced;
    private boolean leaving;

    OrderBook(String instance, int slots, TimeSource time, OrderRunner runner) {
        this.instance = instance;
        this.refusals = new Refusals(instance);
        this.slots = slots;
        this.time = time;
        this.runner = runner;
    }

    long epoch() {
        return epoch;
    }

    int open() {
        return open.size();
    }

    /// The orders that have not ended, of all epochs.
    List<OrderKey> orders() {
        return List.copyOf(open.keySet());
    }

    /// The numbers of those that are orders of the server that leads.
    List<Long> ordersOfLeader() {
        return open.entrySet().stream()
                .filter(each -> each.getValue().isOf(epoch))
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
        open.values().forEach(order -> order.otherLeads(newer, adopts));
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
        giveBack(OpenOrder::isForsaken);
    }

    /// The terms before this one are over.
    void term(long present) {
        giveBack(order -> order.isOfTermBefore(present));
    }

    /// Takes nothing new.
    void leave() {
        leaving = true;
    }

    /// Gives back all that runs.
    void giveBackAll() {
        giveBack(order -> true);
    }

    /// What was prepared so long ago that nobody can want it any more is given back, and what no server has adopted.
    void look(long nowNanos) {
        giveBackForsaken();
        giveBack(order -> order.hasWaitedTooLong(nowNanos));
    }

    /// An attempt waits for the word to write.
    void prepared(OrderKey key, long nowNanos) {
        OpenOrder order = open.get(key);
        if (order != null) {
            order.prepared(nowNanos);
        }
    }

    /// Something is told of an order.
    void told(Report report) {
        OpenOrder order = open.get(OrderKey.of(report.from()));
        if (order != null) {
            order.tell(report);
        }
    }

    /// Nothing was ordered of a pipe for long: its next order brings its bounds.
    void forget(PipeId pipe) {
        shapes.remove(pipe.value());
    }

    /// An order is over, and the broker has its end.
    void ended(OrderKey key) {
        OpenOrder order = open.remove(key);
        if (order != null) {
            ended.add(key, order.told());
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
        OrderKey key = OrderKey.of(to);
        if (command instanceof Message.Adopt adopt) {
            heard(to.epoch(), true);
            return adopted(key, adopt, term);
        }
        if (command instanceof Message.Start start) {
            return started(key, start, term);
        }
        OpenOrder order = open.get(key);
        if (order == null) {
            if (command instanceof Message.Cancel || command instanceof Message.GiveBack) {
                // A start that comes later must not begin.
                ended.add(key);
            }
            return Outcome.IGNORED;
        }
        return order.obey(command, term, runner);
    }

    /// The server hears what was told last, because it may have been told while nobody listened.
    private Outcome adopted(OrderKey key, Message.Adopt adopt, long term) {
        OpenOrder order = open.get(key);
        if (order == null) {
            // A start that comes later must not begin.
            ended.add(key);
            runner.report(ended.endOf(key).orElseGet(() -> refusals.unknown(key)));
            return Outcome.DONE;
        }
        return order.adopt(adopt, term, runner);
    }

    private Outcome shaped(Message.Shape shape) {
        if (!noteBounds(shape.pipe(), shape.to().sequence())) {
            return Outcome.IGNORED;
        }
        runner.shape(shape);
        return Outcome.DONE;
    }

    /// Notes that bounds have come for a pipe.
    ///
    /// @return whether they are newer than all that came before
    private boolean noteBounds(String pipe, long sequence) {
        Long last = shapes.get(pipe);
        if (last != null && last >= sequence) {
            return false;
        }
        shapes.put(pipe, sequence);
        return true;
    }

    private Outcome started(OrderKey key, Message.Start start, long term) {
        if (open.containsKey(key) || ended.contains(key)) {
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
        if (open.values().stream().anyMatch(running -> running.attempt().equals(attempt.id()))) {
            return refuse(key, start, "the agent is still ending the same attempt", Duration.ofSeconds(2));
        }
        OpenOrder order = new OpenOrder(attempt.id(), term, start.removal(), new OrderRight(time), key.epoch());
        open.put(key, order);
        try {
            boolean newest =
                    noteBounds(attempt.transfer().pipe().value(), start.to().sequence());
            runner.start(start, attempt, order.right(), newest);
        } catch (RuntimeException | Error defect) {
            open.remove(key);
            return refuse(key, start, "the agent could not begin: " + defect, Duration.ofSeconds(2));
        }
        return Outcome.DONE;
    }

    private Outcome refuse(OrderKey key, Message.Start start, String why, Duration pause) {
        Report refusal = refusals.of(key, start, why, pause);
        ended.add(key, refusal);
        runner.report(refusal);
        return Outcome.REFUSED;
    }

    private void giveBack(Predicate<OpenOrder> which) {
        List<AttemptId> stopped = new ArrayList<>();
        for (OpenOrder order : open.values()) {
            if (which.test(order) && order.stop()) {
                stopped.add(order.attempt());
            }
        }
        stopped.forEach(runner::giveBack);
    }
}
