// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Something that lets a limited amount be open: a limit of connections, or a bound in bit/s. It knows who waits for
/// it. Mutable; owned by the dispatch loop, but for
/// [#words()].
///
/// Those that wait come in the order in which they began to wait. Pipes that still lack what they are guaranteed come
/// before the others, but after [#IN_A_ROW] of them one of the others has its turn. Before both come overdue ones: for
/// the first of them one place is kept, and what is free beside it is for all.
abstract class Gate {
    /// Turns in a row for pipes with a guarantee before another pipe has one.
    private static final int IN_A_ROW = 3;

    /// Places that are kept for the first that is overdue: it has waited longest wherever it waits, or will have, so
    /// that each starts in bounded time. With all the room kept, one pipe that waits elsewhere for a file of hours
    /// would stop everything here.
    private static final int KEPT = 1;

    /// So many that are overdue are looked at for one that may start.
    private static final int MOST_OVERDUE = 8;

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

    /// Who comes next, in this order: overdue ones, and the first of the others.
    List<PipeQueue> heads() {
        if (places == 0) {
            return List.of();
        }
        List<PipeQueue> heads = new ArrayList<>();
        for (PipeQueue pipe : overdue) {
            if (heads.size() == MOST_OVERDUE) {
                break;
            }
            heads.add(pipe);
        }
        PipeQueue ordinary = head();
        if (ordinary != null) {
            heads.add(ordinary);
        }
        return heads;
    }

    /// Of those that are not overdue.
    private @Nullable PipeQueue head() {
        if (guaranteed.isEmpty() || (guaranteedInARow >= IN_A_ROW && !waiting.isEmpty())) {
            return waiting.isEmpty() ? null : waiting.getFirst();
        }
        return guaranteed.getFirst();
    }

    /// Whether another pipe comes before.
    boolean isWaitedForBefore(PipeQueue pipe) {
        if (isKeptFromOthersThan(pipe)) {
            return true;
        }
        PipeQueue head = places == 0 || overdue.contains(pipe) ? null : head();
        return head != null && !head.equals(pipe);
    }

    /// Whether the room that there is is kept for another pipe, see [ConnectionAdmission].
    boolean isKeptFromOthersThan(PipeQueue pipe) {
        return places > 0
                && !overdue.isEmpty()
                && !overdue.getFirst().equals(pipe)
                && room(pipe.usage()) <= KEPT
                && keepsAPlaceFor(overdue.getFirst().usage());
    }

    /// Whether a place is kept for a pipe that is overdue, wherever else it waits.
    boolean keepsAPlaceFor(PipeUsage first) {
        return true;
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
