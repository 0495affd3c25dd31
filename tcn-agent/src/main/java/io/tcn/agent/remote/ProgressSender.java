// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.core.model.PipeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Tells what has moved on each pipe, and how far its copies have come, while there is something new. One thread at a
/// time; that of the client hears whether it was sent.
final class ProgressSender {
    /// A total that is never reached: what it stands for is told once more.
    private static final long NOT_TOLD = -1;

    private final String instance;
    private final Topics topics;
    private final KafkaLink link;
    private final RunningOrders running;
    private final Map<PipeId, Sent> sent = new ConcurrentHashMap<>();

    /// What was told of a pipe last.
    private record Sent(long sequence, long totalBytes) {}

    ProgressSender(String instance, Topics topics, KafkaLink link, RunningOrders running) {
        this.instance = instance;
        this.topics = topics;
        this.link = link;
        this.running = running;
    }

    void send() {
        Map<PipeId, List<Message.Copying>> copies = new HashMap<>();
        running.forEachProgress((pipe, copying) -> {
            List<Message.Copying> onPipe = copies.computeIfAbsent(pipe, first -> new ArrayList<>());
            copying.ifPresent(onPipe::add);
        });
        copies.keySet().forEach(pipe -> sent.putIfAbsent(pipe, new Sent(0, 0)));
        sent.forEach((pipe, last) -> send(pipe, last, copies.getOrDefault(pipe, List.of())));
    }

    private void send(PipeId pipe, Sent last, List<Message.Copying> copies) {
        long total = running.movedBytes(pipe);
        if (total == last.totalBytes() && copies.isEmpty()) {
            return;
        }
        Sent next = new Sent(last.sequence() + 1, total);
        sent.put(pipe, next);
        Message.Moved moved = new Message.Moved(instance, pipe.value(), next.sequence(), total, copies);
        link.send(topics.progress(), null, pipe.value(), moved, failure -> {
            // The next one tells it too; where there is none, this makes one.
            if (failure != null) {
                sent.computeIfPresent(pipe, (known, now) -> new Sent(now.sequence(), NOT_TOLD));
            }
        });
    }
}
