// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message;
import io.tcn.core.model.PipeId;

/// A post that is up, where orders are all that is sent.
@FunctionalInterface
interface OrdersOnly extends Post {
    @Override
    default void shape(String agent, PipeId pipe, Message.Shape shape) {
        throw new AssertionError("no pipe is bound");
    }

    @Override
    default boolean isUp() {
        return true;
    }

    @Override
    default void close() {}
}
