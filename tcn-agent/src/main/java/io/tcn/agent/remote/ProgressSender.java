// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import io.tcn.core.model.PipeId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells what has moved on each pipe, and how far its copies have come, while there is something new. One thread at a
/// time; that of the client hears whether it was sent.
///
/// A pipe that was forgotten begins anew at 0. Its messages go on with a number above those of before, and the first of
/// them tells of the 0, so that a server which remembers what was told counts on from there.
final class ProgressSender {
    /// A total that is never reached: what it stands for is told once more.
    private static final long NOT_TOLD = -1;
    /// Copies of more than one message: each stays well below [Wire#MOST_BYTES].
    static final int MOST_COPIES = 2000;

    private final String instance;
    private final Movements movements;
    private final Out out;
    private final Map<PipeId, Sent> sent = new ConcurrentHashMap<>();
    /// The greatest number of a pipe that was forgotten.
    private long forgotten;

    /// What was told of a pipe last.
    private record Sent(long sequence, long totalBytes) {}

    private static final Sent NOTHING = new Sent(0, 0);

    /// What has moved.
    interface Movements {
        /// How far the copies have come that run now, by pipe; with those pipes on which nothing has moved yet.
        Map<PipeId, List<Message.Copying>> copies();

        /// What this process has moved on a pipe, since it was used first or was forgotten.
        long movedBytes(PipeId pipe);
    }

    /// The way to servers.
    interface Out {
        /// @param then hears null, or why it failed
        void send(Message.Moved moved, Consumer<@Nullable Exception> then);
    }

    ProgressSender(String instance, Movements movements, Out out) {
        this.instance = instance;
        this.movements = movements;
        this.out = out;
    }

    void send() {
        Map<PipeId, List<Message.Copying>> copies = movements.copies();
        copies.keySet().forEach(pipe -> sent.computeIfAbsent(pipe, this::begin));
        new HashMap<>(sent).forEach((pipe, last) -> send(pipe, last, copies.getOrDefault(pipe, List.of())));
    }

    private Sent begin(PipeId pipe) {
        if (forgotten == 0) {
            return new Sent(0, 0);
        }
        Sent begun = new Sent(forgotten + 1, 0);
        out.send(new Message.Moved(instance, pipe.value(), begun.sequence(), 0, List.of()), failure -> {});
        return begun;
    }

    private void send(PipeId pipe, Sent last, List<Message.Copying> copies) {
        long total = movements.movedBytes(pipe);
        if (total == last.totalBytes() && copies.isEmpty()) {
            return;
        }
        for (int from = 0; from == 0 || from < copies.size(); from += MOST_COPIES) {
            send(pipe, total, copies.subList(from, Math.min(copies.size(), from + MOST_COPIES)));
        }
    }

    private void send(PipeId pipe, long total, List<Message.Copying> copies) {
        Sent next = new Sent(sent.getOrDefault(pipe, NOTHING).sequence() + 1, total);
        sent.put(pipe, next);
        out.send(new Message.Moved(instance, pipe.value(), next.sequence(), total, copies), failure -> {
            // The next one tells it too; where there is none, this makes one.
            if (failure != null) {
                sent.computeIfPresent(pipe, (known, now) -> new Sent(now.sequence(), NOT_TOLD));
            }
        });
    }

    /// A pipe on which nothing runs is forgotten.
    ///
    /// @return false if not all that has moved there is told: then it stays
    boolean forget(PipeId pipe) {
        Sent last = sent.get(pipe);
        if (last != null && last.totalBytes() != movements.movedBytes(pipe)) {
            return false;
        }
        if (last != null) {
            sent.remove(pipe);
            forgotten = Math.max(forgotten, last.sequence());
        }
        return true;
    }

    /// How many pipes are known.
    int pipes() {
        return sent.size();
    }
}
