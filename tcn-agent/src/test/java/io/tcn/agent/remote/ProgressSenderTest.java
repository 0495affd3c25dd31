// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.remote.Message.Moved;
import io.tcn.core.model.PipeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressSenderTest {
    private static final PipeId P = PipeId.of("p");
    private static final PipeId Q = PipeId.of("q");

    private final Map<PipeId, List<Message.Copying>> copies = new HashMap<>();
    private final Map<PipeId, Long> moved = new HashMap<>();
    private final List<Moved> told = new ArrayList<>();
    private boolean isAway;

    private final ProgressSender sender = new ProgressSender(
            "i",
            new ProgressSender.Movements() {
                @Override
                public Map<PipeId, List<Message.Copying>> copies() {
                    return copies;
                }

                @Override
                public long movedBytes(PipeId pipe) {
                    return moved.getOrDefault(pipe, 0L);
                }
            },
            (message, then) -> {
                if (isAway) {
                    then.accept(new IllegalStateException("the broker is away"));
                } else {
                    told.add(message);
                    then.accept(null);
                }
            });

    private static Moved moved(PipeId pipe, long sequence, long total) {
        return new Moved("i", pipe.value(), sequence, total, List.of());
    }

    @Test
    void aPipeIsToldOfWhileThereIsSomethingNew() {
        copies.put(P, List.of());
        sender.send();
        moved.put(P, 100L);
        sender.send();
        sender.send();
        copies.clear();
        moved.put(P, 150L);
        sender.send();
        assertThat(told).containsExactly(moved(P, 1, 100), moved(P, 2, 150));
    }

    /// A server that remembers the number and the total of before counts on.
    @Test
    void aPipeThatWasForgottenIsToldOfWithGreaterNumbersFromZeroOn() {
        copies.put(P, List.of());
        copies.put(Q, List.of());
        moved.put(P, 100L);
        moved.put(Q, 7L);
        sender.send();
        moved.put(P, 150L);
        sender.send();
        assertThat(sender.pipes()).isEqualTo(2);
        copies.clear();
        assertThat(sender.forget(P)).isTrue();
        assertThat(sender.forget(Q)).isTrue();
        assertThat(sender.pipes()).isZero();
        moved.clear();
        told.clear();
        sender.send();
        assertThat(told).isEmpty();

        copies.put(P, List.of());
        sender.send();
        moved.put(P, 30L);
        sender.send();
        assertThat(told).containsExactly(moved(P, 3, 0), moved(P, 4, 30));
    }

    /// As many copies as an agent has slots for do not fit into one message.
    @Test
    void manyCopiesAreToldInSeveralMessages() throws UnreadableMessageException {
        List<Message.Copying> many = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            many.add(new Message.Copying(
                    OrderNumber.of(1_000_000, i),
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    false,
                    new Message.Uses(8, OrderNumber.of(1_000_000, i), Long.MAX_VALUE)));
        }
        copies.put(P, many);
        moved.put(P, 7L);
        sender.send();

        assertThat(told).hasSize(5).extracting(Moved::sequence).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(told).extracting(Moved::totalBytes).containsOnly(7L);
        assertThat(told.stream().flatMap(each -> each.copies().stream())).containsExactlyElementsOf(many);
        Wire wire = new Wire(Seal.none());
        for (Moved each : told) {
            assertThat(wire.read("t", Message.PROTOCOL, wire.write("t", each))).isEqualTo(each);
        }
    }

    @Test
    void whatIsNotToldYetIsNotForgotten() {
        copies.put(P, List.of());
        moved.put(P, 100L);
        isAway = true;
        sender.send();
        copies.clear();
        assertThat(sender.forget(P)).isFalse();
        isAway = false;
        sender.send();
        assertThat(told).containsExactly(moved(P, 2, 100));
        assertThat(sender.forget(P)).isTrue();
        assertThat(sender.pipes()).isZero();
    }
}
