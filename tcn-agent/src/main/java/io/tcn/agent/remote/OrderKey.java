// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.agent.remote.Message.Address;
import io.tcn.agent.remote.Message.Origin;

/// An order, with the epoch in which it was given.
record OrderKey(long epoch, long order) {
    static OrderKey of(Address to) {
        return new OrderKey(OrderNumber.epochOf(to.order(), to.epoch()), to.order());
    }

    static OrderKey of(Origin from) {
        return new OrderKey(from.epoch(), from.order());
    }
}
