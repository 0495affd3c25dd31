// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.agent.remote.Message.Command;
import io.tcn.core.model.PipeId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Remembers what was sent; the broker has everything at once.
final class RecordedCommands implements Post {
    final List<Command> sent = new ArrayList<>();
    final List<RemoteOrder> orders = new ArrayList<>();
    boolean isUp = true;
    /// What the broker has still to get.
    final List<Consumer<Boolean>> kept = new ArrayList<>();
    boolean keeps;

    @Override
    public void send(RemoteOrder order, Command command, Consumer<Boolean> then) {
        sent.add(command);
        orders.add(order);
        if (keeps) {
            kept.add(then);
        } else {
            then.accept(true);
        }
    }

    @Override
    public void shape(String agent, PipeId pipe, Message.Shape shape) {
        sent.add(shape);
    }

    @Override
    public boolean isUp() {
        return isUp;
    }

    @Override
    public void close() {}
}
