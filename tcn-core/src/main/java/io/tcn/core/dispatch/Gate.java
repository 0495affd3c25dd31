// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Something that lets a limited amount be open: a limit of connections, or a bound in bit/s. It knows who waits for
/// it. Mutable; owned by the dispatch loop, but for
/// [#words()].
///
/// Those that wait come in the order in which they began to wait. Pipes that still lack what they are guaranteed come
/// before the others, but after [#IN_A_ROW] of them one of the others has its turn. Before both come overdue ones, for
/// which room is kept.
abstract class Gate {
    /// Turns in a row for pipes with a guarantee before another pipe has one.
    private static final int IN_A_ROW = 3;

    private static final Comparator<PipeQueue> BY_WAIT =
            Comparator.comparingLong(pipe -> pipe.usage().waitsSince());

    private final TreeSet<PipeQueue> waiting = new TreeSet<>(BY_WAIT);
    private final TreeSet<PipeQueue> guaranteed = new TreeSet<>(BY_WAIT);
    private final TreeSet<PipeQueue> overdue = new TreeSet<>(BY_WAIT);
    /// How many wait: asked at every look at a pipe, and mostly none does.
    private int places;

    private int guaranteedInARow;
    private volatile String words = "";

    /// What it is, in words, as of now.
    abstract String name();

    /// What it is, in words, as of the last time that they were renewed; any thread may ask.
    String words() {
        return words;
    }

    /// Renews the words.
    void renew() {
        words = name();
    }

    /// Renews the words if somebody waits for it.
    void renewIfAwaited() {
        if (isWaitedFor()) {
            renew();
        }
    }

    /// How many more connections a pipe may open; none or less if there is no room.
    abstract int room(PipeUsage usage);

    /// A pipe has opened connections, or closed them if negative.
    abstract void changed(PipeUsage usage, int connections);

    boolean isWaitedFor() {
        return places > 0;
    }

    /// Who comes next; null if nobody waits.
    @Nullable
    PipeQueue head() {
        if (places == 0) {
            return null;
        }
        if (!overdue.isEmpty()) {
            return overdue.getFirst();
        }
        if (guaranteed.isEmpty() || (guaranteedInARow >= IN_A_ROW && !waiting.isEmpty())) {
            return waiting.isEmpty() ? null : waiting.getFirst();
        }
        return guaranteed.getFirst();
    }

    /// Whether another pipe comes before.
    boolean isWaitedForBefore(PipeQueue pipe) {
        PipeQueue head = head();
        return head != null && !head.equals(pipe);
    }

    /// Whether room is kept for another pipe, see [ConnectionAdmission].
    boolean isKeptFromOthersThan(PipeQueue pipe) {
        return places > 0 && !overdue.isEmpty() && !overdue.getFirst().equals(pipe);
    }

    /// A pipe that does not wait here does from now on. Its [PipeUsage#waitsSince] does not change while it does.
    void await(PipeQueue pipe) {
        if (pipe.usage().isOverdue()) {
            overdue.add(pipe);
        } else {
            (pipe.usage().lacksGuarantee() ? guaranteed : waiting).add(pipe);
        }
        count();
    }

    /// A pipe has its turn.
    void takesTurn(PipeQueue pipe) {
        guaranteedInARow = guaranteed.contains(pipe) ? guaranteedInARow + 1 : 0;
        leave(pipe);
    }

    /// A pipe does not wait any more.
    void leave(PipeQueue pipe) {
        if (places > 0) {
            waiting.remove(pipe);
            guaranteed.remove(pipe);
            overdue.remove(pipe);
            count();
        }
    }

    private void count() {
        places = waiting.size() + guaranteed.size() + overdue.size();
    }
}
