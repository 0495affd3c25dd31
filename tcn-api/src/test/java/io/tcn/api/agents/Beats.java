// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import io.tcn.agent.remote.Message.Heartbeat;
import java.time.Instant;
import java.util.List;

/// Heartbeats of agents that are ready in epoch 1, changed by hand.
record Beats(
        String name,
        long term,
        boolean held,
        long sequence,
        long epoch,
        List<String> reach,
        List<String> near,
        List<String> holds,
        int slots,
        boolean leaving,
        List<Long> orders) {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    static Beats of(String name) {
        return new Beats(name, 1, true, 1, 1, List.of("*"), List.of(), List.of(), 10, false, List.of());
    }

    Beats sequence(long value) {
        return new Beats(name, term, held, value, epoch, reach, near, holds, slots, leaving, orders);
    }

    Beats term(long value) {
        return new Beats(name, value, held, sequence, epoch, reach, near, holds, slots, leaving, orders);
    }

    Beats held(boolean value) {
        return new Beats(name, term, value, sequence, epoch, reach, near, holds, slots, leaving, orders);
    }

    Beats epoch(long value) {
        return new Beats(name, term, held, sequence, value, reach, near, holds, slots, leaving, orders);
    }

    Beats reach(String... value) {
        return new Beats(name, term, held, sequence, epoch, List.of(value), near, holds, slots, leaving, orders);
    }

    Beats near(String... value) {
        return new Beats(name, term, held, sequence, epoch, reach, List.of(value), holds, slots, leaving, orders);
    }

    Beats holds(String... value) {
        return new Beats(name, term, held, sequence, epoch, reach, near, List.of(value), slots, leaving, orders);
    }

    Beats slots(int value) {
        return new Beats(name, term, held, sequence, epoch, reach, near, holds, value, leaving, orders);
    }

    Beats leaving(boolean value) {
        return new Beats(name, term, held, sequence, epoch, reach, near, holds, slots, value, orders);
    }

    Beats orders(Long... value) {
        return new Beats(name, term, held, sequence, epoch, reach, near, holds, slots, leaving, List.of(value));
    }

    /// @param clock of the agent
    Heartbeat at(Instant clock) {
        return new Heartbeat(
                name,
                "i-" + name,
                term,
                held,
                sequence,
                epoch,
                "0.1.0",
                reach,
                near,
                holds,
                slots,
                20_000,
                clock.toEpochMilli(),
                leaving,
                0,
                orders);
    }
}
