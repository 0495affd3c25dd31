// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The connections of one order: how many it was asked to use, and how many count for it. Its agent tells each second
/// how many it uses, and which change of them it has followed last; so a message that is late, lost or comes twice
/// does nothing lasting.
///
/// More connections count as soon as they are asked for, fewer once the agent says that it uses no more: what counts is
/// never less than what may be in use. Agents that do not follow changes keep what they began with. Plain; guarded by
/// the lock of [RemoteDataPlane].
final class OrderConnections {
    /// Agents tell each second.
    private static final Duration UNTOLD = Duration.ofSeconds(3);

    private int counted;
    private int most = 1;
    private boolean follows;
    private int asked;
    /// What the agent was asked last, and the number of that change; 0 for none.
    private int sent;

    private long change;
    private long sentNanos;
    /// Whether the broker has still to get it.
    private boolean onTheWay;
    private boolean keeps;
    private Message.@Nullable Uses told;
    private long toldNanos;

    /// @param begun how many it begins with
    OrderConnections(int begun) {
        this.counted = begun;
        this.asked = begun;
        this.sent = begun;
    }

    /// How many count for it.
    int counted() {
        return counted;
    }

    /// How many it could use.
    int most() {
        return most;
    }

    /// Its agent has looked at both ends.
    ///
    /// @param offered how many it was offered
    void prepared(Message.Prepared prepared, int offered) {
        mayUse(prepared);
        counted = Math.clamp(prepared.connections(), 1, offered);
        asked = counted;
        sent = counted;
    }

    /// What its agent could use, told once more to a server that has taken the order over.
    void mayUse(Message.Prepared prepared) {
        follows = Boolean.TRUE.equals(prepared.follows());
        most = follows ? Math.max(most, prepared.connections()) : 1;
    }

    /// It should use so many, as far as it can.
    ///
    /// @return whether its agent is to be told
    boolean ask(int connections) {
        if (!follows || keeps) {
            return false;
        }
        asked = Math.clamp(connections, 1, most);
        counted = Math.max(counted, asked);
        return asked != sent;
    }

    /// As [#ask], before its bytes move: it begins with them.
    void begin(int connections) {
        if (follows) {
            asked = Math.clamp(connections, 1, most);
            counted = asked;
        }
    }

    /// Whether the agent is to be told what it is asked.
    boolean isUntold() {
        return follows && asked != sent;
    }

    /// How many it is asked to use; null where its agent would not follow.
    @Nullable
    Integer asked() {
        return follows ? (Integer) asked : null;
    }

    /// The agent is told what it is asked.
    ///
    /// @param number of the change
    void sent(long number, long nowNanos) {
        sent = asked;
        change = number;
        sentNanos = nowNanos;
        onTheWay = true;
    }

    /// The broker has what was sent last.
    void arrived() {
        onTheWay = false;
    }

    /// Whether the last change is too young for another: one at most is on its way, however long the broker is away.
    boolean mustWait(Duration between, long nowNanos) {
        return onTheWay || wasSentWithin(between, nowNanos);
    }

    /// Whether the agent was told of a change within a time.
    private boolean wasSentWithin(Duration time, long nowNanos) {
        return change != 0 && nowNanos - sentNanos < time.toNanos();
    }

    /// The agent has told what it uses.
    ///
    /// @return whether another number counts than before
    boolean heard(Message.Uses uses, long nowNanos) {
        told = uses;
        toldNanos = nowNanos;
        if (!follows || asked != sent || (change != 0 && uses.change() != change)) {
            return false;
        }
        int used = Math.max(1, uses.connections());
        if (change == 0) {
            // What a server before this one has asked of it.
            most = Math.max(most, used);
        } else if (used < asked) {
            most = used;
        } else if (used > asked) {
            // It cannot give back what it has.
            keeps = true;
        }
        asked = used;
        sent = used;
        Integer stillInUse = uses.counted();
        int counts = stillInUse == null ? used : Math.max(used, stillInUse);
        boolean isOther = counts != counted;
        counted = counts;
        return isOther;
    }

    /// How many of its connections have lately moved bytes. One that has just begun, and has told nothing yet, is taken
    /// to move some: many files are through before.
    ///
    /// @return -1 if its agent does not tell
    int moving(Duration within, long nowNanos) {
        Message.Uses known = told;
        if (known == null) {
            return wasSentWithin(UNTOLD, nowNanos) ? counted : -1;
        }
        Long still = known.stillMillis();
        if (still == null) {
            return 0;
        }
        Duration late = Duration.ofNanos(nowNanos - toldNanos).minus(UNTOLD);
        boolean isMoving = Duration.ofMillis(still)
                        .plus(late.isNegative() ? Duration.ZERO : late)
                        .compareTo(within)
                <= 0;
        return isMoving ? Math.max(1, known.connections()) : 0;
    }
}
