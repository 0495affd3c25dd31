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
    /// The gradient asked for more than a bound, a capacity or a limit allows.
    LIMIT_HELD("held back by a bound, a capacity or a limit"),
    /// Fewer transfers than connections: more would not be used.
    NO_BACKLOG("fewer transfers than connections, no more are given"),
    /// Connections are open and nothing moves on them.
    NOTHING_MOVES("nothing moves on the open connections, half of them taken back"),
    /// The set of busy pipes changed while the gradient was measured: the measurement is thrown away.
    PIPES_CHANGED("busy pipes changed during the measurement, measuring anew"),
    /// Nothing moved, or the measurement was not usable: nothing was learnt.
    NOTHING_MEASURED("no usable measurement, unchanged"),
    /// FTS: the moving average rose.
    EMA_ROSE("throughput average rose, one more"),
    /// FTS: the moving average is exactly what it was.
    EMA_EQUAL("throughput average unchanged, one more"),
    /// FTS: the moving average fell, but kept its order of magnitude.
    EMA_FELL("throughput average fell within its order of magnitude, unchanged"),
    /// FTS: the moving average fell by an order of magnitude.
    EMA_FELL_MAGNITUDE("throughput average fell by an order of magnitude, one less"),
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
