// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Report;
import io.tcn.core.model.AttemptId;
import io.tcn.core.port.Attempt;

/// Carries out what an [OrderBook] decides. Nothing here waits.
interface OrderRunner {
    /// Begins an attempt or a removal.
    ///
    /// @param right whether it may change its destination, as far as servers are concerned
    /// @param newestBounds whether the bounds that came with it are in force: not if newer ones came before
    /// @throws RuntimeException if it cannot be begun
    void start(Message.Start order, Attempt attempt, OrderRight right, boolean newestBounds);

    void proceed(AttemptId attempt);

    void cancel(AttemptId attempt);

    void giveBack(AttemptId attempt);

    /// Gives an attempt another number of connections.
    ///
    /// @param change the number of this change
    void adjust(AttemptId attempt, int connections, long change);

    void shape(Message.Shape bounds);

    /// Tells the server.
    void report(Report report);
}
