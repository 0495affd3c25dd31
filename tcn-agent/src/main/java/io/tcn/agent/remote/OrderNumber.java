// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

/// The numbers of orders: the epoch of the server that gave the order in the upper half, a count in the lower one.
/// So a number means one order for ever, whichever server speaks of it later. Servers of before counted from 1 in
/// each epoch: of their numbers the epoch of the message counts.
public final class OrderNumber {
    private static final int COUNT_BITS = 32;

    private OrderNumber() {}

    /// The order that a server gives as its `count`-th, from 1.
    public static long of(long epoch, long count) {
        return (epoch << COUNT_BITS) + count;
    }

    /// The epoch of the server that gave an order.
    ///
    /// @param told the epoch that the message names
    public static long epochOf(long order, long told) {
        long own = order >>> COUNT_BITS;
        return own == 0 ? told : own;
    }
}
