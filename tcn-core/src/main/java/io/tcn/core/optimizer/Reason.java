// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer;

/// Why a pipe got its number of connections.
public enum Reason {
    /// The pipe is new to the optimizer: first value.
    START("first value for this pipe"),
    /// The pipe had nothing to move: its value stays.
    IDLE("nothing to move, unchanged"),
    /// A random step to learn the gradient from, taken back or followed afterwards.
    PROBE("probing step to measure the gradient"),
    /// A step along the gradient with momentum.
    GRADIENT_STEP("step along the gradient"),
    /// A step along the exact gradient of the known network.
    FIRST_ORDER_STEP("step along the gradient of the known network"),
    /// A step along the gradient learnt from measurements.
    LEARNED_STEP("step along the gradient learnt from measurements"),
    /// The utility fell clearly below the best of the same situation.
    BACK_TO_BEST("utility fell, back to the best connections that were seen"),
    /// The gradient asked for more than a bound, a capacity or a limit allows.
    LIMIT_HELD("held back by a bound, a capacity or a limit"),
    /// The gradient asked for more at once than is tried at once; no bound, capacity or limit is in the way.
    CAREFUL_STEP("growing step by step, as more connections at once were never tried"),
    /// HARP: what similar transfers of the past suggest.
    PAST_TRANSFERS("what similar transfers of the past moved most with"),
    /// HARP: the past suggests nothing else, or has not for long enough.
    NOTHING_BETTER("the past suggests nothing else, unchanged"),
    /// Fewer transfers than connections: more would not be used.
    NO_BACKLOG("fewer transfers than connections, no more are given"),
    /// A bound or a limit lets fewer transfers start than there are connections: more would not be used.
    NOT_ADMITTED("a bound or a limit lets no more transfers start, no more are given"),
    /// Connections are open and nothing moves on them.
    NOTHING_MOVES("nothing moves on the open connections, half of them taken back"),
    /// The set of busy pipes changed while the gradient was measured: the measurement is thrown away.
    PIPES_CHANGED("busy pipes changed during the measurement, measuring anew"),
    /// Nothing moved, or the measurement was not usable: nothing was learnt.
    NOTHING_MEASURED("no usable measurement, unchanged"),
    /// FTS: the moving average rose.
    EMA_ROSE("throughput average rose, more connections"),
    /// FTS: the moving average is exactly what it was.
    EMA_EQUAL("throughput average unchanged, more connections"),
    /// FTS: the moving average fell, but kept its order of magnitude.
    EMA_FELL("throughput average fell within its order of magnitude, unchanged"),
    /// FTS: the moving average fell by an order of magnitude.
    EMA_FELL_MAGNITUDE("throughput average fell by an order of magnitude, fewer connections"),
    /// FTS: the pair is new, its link is configured explicitly.
    START_AT_MAXIMUM("no information yet, start at the configured maximum"),
    /// FTS: the pair is new, its range is that of defaults.
    START_HALFWAY("no information yet, start halfway"),
    /// FTS: the pair came after the last run; the next one gives it its first value.
    AWAITING_RUN("not looked at yet, least connections until the next run"),
    /// FTS: success rate and moving average are what they were, and the steady interval is not over.
    STEADY("success rate and throughput average as before, unchanged until the steady interval is over"),
    /// FTS: all pairs together read more from the source storage than it may give.
    SOURCE_THROUGHPUT_LIMIT("throughput limit of the source reached, fewer connections"),
    /// FTS: all pairs together write more to the destination storage than it may take.
    DESTINATION_THROUGHPUT_LIMIT("throughput limit of the destination reached, fewer connections"),
    /// FTS: too many attempts fail, but fewer than before.
    LOW_SUCCESS_IMPROVING("bad success rate but improving, unchanged"),
    /// FTS: too many attempts fail, and not clearly fewer than before.
    LOW_SUCCESS("bad success rate, fewer connections"),
    /// FTS: nothing has moved yet.
    NO_THROUGHPUT("not enough throughput information, unchanged"),
    /// FTS: fewer transfers wait than there are connections.
    QUEUE_EMPTYING("queue emptying, unchanged"),
    /// FTS: the moving average fell, and the mean file size by an order of magnitude.
    FILES_SMALLER("throughput average fell as files became smaller, more connections"),
    /// FTS: an increase was due, but too few transfers wait (conservative mode).
    NOT_ENOUGH_QUEUED("not enough files in the queue for more connections, unchanged"),
    /// FTS: an increase was due, but the waiting transfers could not use it with as many streams as allowed.
    TOO_MANY_STREAMS("more connections would need too many streams, unchanged"),
    /// FTS: the pipe has nothing to move, but others between the same endpoints have.
    IDLE_IN_PAIR("nothing to move, least connections while others between the same endpoints are busy"),
    /// The value is given by configuration.
    FIXED("fixed by configuration");

    private final String words;

    Reason(String words) {
        this.words = words;
    }

    /// The reason as a short phrase.
    public String words() {
        return words;
    }
}
