// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Command;
import io.tcn.core.model.PipeId;
import java.util.function.Consumer;

/// Takes commands to agents; does not block.
interface Post extends AutoCloseable {
    /// Sends a command, again and again until the broker has it or its order has ended.
    ///
    /// @param then hears after each try whether the broker has it
    void send(RemoteOrder order, Command command, Consumer<Boolean> then);

    /// An order is over.
    default void ended(RemoteOrder order) {}

    void shape(String agent, PipeId pipe, Message.Shape shape);

    /// Whether Kafka answers.
    boolean isUp();

    @Override
    void close();
}
