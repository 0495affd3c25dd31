// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.staging;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// A number of places for requests of one stage, given in the order of asking. The number may change at any time: where
/// it falls, who is inside stays. Safe for several threads; nobody waits in it.
final class Gate {
    /// A place that was asked for.
    static final class Entry {
        private final CompletableFuture<Void> admitted = new CompletableFuture<>();

        /// Completes when there is one; from then on it is taken until [#leave].
        CompletableFuture<Void> admitted() {
            return admitted;
        }
    }

    // Guarded by this.
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private int places;
    private int inside;
    private volatile Runnable left = () -> {};

    /// As a number of places: nobody is let in.
    static final int NONE = -1;

    /// How many places there are, 0 for any number.
    synchronized int places() {
        return places;
    }

    /// How many places are taken.
    synchronized int inside() {
        return inside;
    }

    /// Changes the number of places.
    ///
    /// @param number 0 for any number, [#NONE] for none
    void setPlaces(int number) {
        List<Entry> admitted;
        synchronized (this) {
            places = number;
            admitted = admit();
        }
        admitted.forEach(entry -> entry.admitted.complete(null));
    }

    /// Who hears whenever somebody has left.
    void onLeave(Runnable hears) {
        left = hears;
    }

    /// Asks for a place.
    Entry enter() {
        Entry entry = new Entry();
        List<Entry> admitted;
        synchronized (this) {
            waiting.add(entry);
            admitted = admit();
        }
        admitted.forEach(one -> one.admitted.complete(null));
        return entry;
    }

    /// Gives a place back.
    void leave() {
        List<Entry> admitted;
        synchronized (this) {
            inside--;
            admitted = admit();
        }
        admitted.forEach(entry -> entry.admitted.complete(null));
        left.run();
    }

    /// Nobody wants the place any more that was asked for: it is given back, or not waited for.
    void withdraw(Entry entry) {
        boolean waited;
        synchronized (this) {
            waited = waiting.remove(entry);
        }
        if (!waited) {
            leave();
        }
    }

    private List<Entry> admit() {
        List<Entry> admitted = new ArrayList<>();
        while (!waiting.isEmpty() && (places == 0 || inside < places)) {
            inside++;
            admitted.add(waiting.remove());
        }
        return admitted;
    }
}
