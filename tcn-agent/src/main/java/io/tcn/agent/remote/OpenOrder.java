// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Command;
import io.tcn.agent.remote.Message.Report;
import io.tcn.agent.remote.OrderBook.Outcome;
import io.tcn.core.model.AttemptId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// An order that an agent has taken and not ended: whose it is, how far it has come, and what a command does to it.
/// Plain and without threads; of its [OrderBook].
final class OpenOrder {
    /// How long a prepared attempt waits for the word to write; a server that lost interest may be gone.
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final AttemptId attempt;
    private final long term;
    private final boolean removal;
    private final OrderRight right;
    /// Epoch of the server whose order it is: that gave it, or has adopted it.
    private long owner;
    private boolean proceeded;
    /// The last change of its connections.
    private long change;
    private boolean stopped;
    private @Nullable Long preparedNanos;
    private @Nullable Report told;

    OpenOrder(AttemptId attempt, long term, boolean removal, OrderRight right, long owner) {
        this.attempt = attempt;
        this.term = term;
        this.removal = removal;
        this.right = right;
        this.owner = owner;
    }

    AttemptId attempt() {
        return attempt;
    }

    OrderRight right() {
        return right;
    }

    /// What was told of it last; null before anything was.
    @Nullable
    Report told() {
        return told;
    }

    boolean isOf(long epoch) {
        return owner == epoch;
    }

    /// No server wants it any more.
    boolean isForsaken() {
        return !right.isHeld();
    }

    boolean isOfTermBefore(long present) {
        return term < present;
    }

    /// Prepared so long ago that nobody can want it any more.
    boolean hasWaitedTooLong(long nowNanos) {
        return !proceeded && preparedNanos != null && nowNanos - preparedNanos > PATIENCE.toNanos();
    }

    void prepared(long nowNanos) {
        preparedNanos = nowNanos;
    }

    /// What was told before its end may have to be sent once more.
    void tell(Report report) {
        if (told == null || !told.isLast()) {
            told = report;
        }
    }

    /// @return false if it was stopped before
    boolean stop() {
        boolean isFirst = !stopped;
        stopped = true;
        return isFirst;
    }

    /// Another server leads.
    void otherLeads(long epoch, boolean adopts) {
        if (owner < epoch && adopts && !removal) {
            right.orphan();
        } else if (owner < epoch) {
            right.lose();
        }
    }

    /// A server that speaks of an order of one before has adopted it.
    private void spokenOfBy(long leader) {
        if (owner < leader && right.adopt()) {
            owner = leader;
        }
    }

    /// Does what a command says.
    ///
    /// @param present the term of the lease that lasts now, -1 if none does
    Outcome obey(Command command, long present, OrderRunner runner) {
        spokenOfBy(command.to().epoch());
        if (stopped || term != command.to().term()) {
            return Outcome.IGNORED;
        }
        switch (command) {
            case Message.Proceed proceed -> {
                if (!proceeded && term == present && proceed.connections() != null) {
                    var _ = adjust(proceed.connections(), command.to().change(), runner);
                }
                return proceed(present, runner);
            }
            case Message.Cancel _ -> cancel(runner);
            case Message.GiveBack _ -> {
                stopped = true;
                runner.giveBack(attempt);
            }
            case Message.Adjust adjust -> {
                return adjust(adjust.connections(), command.to().change(), runner);
            }
            case Message.Start _, Message.Adopt _, Message.Shape _ -> throw new IllegalStateException("taken before");
        }
        return Outcome.DONE;
    }

    /// Another server takes it over. It hears what was told last, because that may have been told while nobody
    /// listened.
    Outcome adopt(Message.Adopt adopt, long present, OrderRunner runner) {
        spokenOfBy(adopt.to().epoch());
        if (told != null) {
            runner.report(told);
        }
        if (!stopped && adopt.cancel()) {
            cancel(runner);
        } else if (!stopped && adopt.write() && right.isHeld()) {
            return proceed(present, runner);
        }
        return Outcome.DONE;
    }

    /// One that was made before another comes too late.
    private Outcome adjust(int connections, long made, OrderRunner runner) {
        if (made <= change) {
            return Outcome.IGNORED;
        }
        change = made;
        runner.adjust(attempt, connections, made);
        return Outcome.DONE;
    }

    private Outcome proceed(long present, OrderRunner runner) {
        if (proceeded || term != present) {
            return Outcome.IGNORED;
        }
        proceeded = true;
        runner.proceed(attempt);
        return Outcome.DONE;
    }

    private void cancel(OrderRunner runner) {
        stopped = true;
        runner.cancel(attempt);
    }
}
