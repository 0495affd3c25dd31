// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.PipeObservation;
import java.util.List;

/// Transfers that stay open whatever is decided. A running transfer is never ended for a lower n; it keeps a connection
/// until its file ends. So n says how many may begin, and what is open is n or what lingers, whichever is more.
///
/// Where a connection too many costs something this decides over all: each interval in which n is rounded up begins a
/// file that stays for many, and the open connections would be the sum of the greatest n of late. At worst nothing
/// moves any more, no file ends and no connection closes. So what lingers beyond n takes room from others, on every
/// resource on its way.
///
/// How much of what n does not want stays is seen from interval to interval, over all pipes together: nothing of it
/// where a transfer has many connections that close at once, hardly anything where files end within an interval, and
/// most where they take minutes. Cost: O(pipes + entries of rows). Used by one thread.
final class Lingering {
    /// Weight of the newest interval in the part that stays; the first one counts fully.
    private static final double NEWEST = 0.3;

    private double[] transfers = {};
    private Staying staying = Staying.none(0);
    private double stays;
    private boolean known;
    private double expected;

    /// Takes over what is remembered of pipes.
    void adopt(PipeTable table) {
        transfers = table.carry(transfers, 0);
    }

    /// Takes in who has how many transfers running.
    ///
    /// @param published per pipe the n that was in force
    void observe(List<PipeObservation> pipes, double[] published) {
        double unwanted = 0;
        double stayed = 0;
        double[] now = new double[pipes.size()];
        for (int i = 0; i < now.length; i++) {
            now[i] = pipes.get(i).activeTransfers();
            unwanted += Math.max(0, transfers[i] - published[i]);
            stayed += Math.max(0, Math.min(now[i], transfers[i]) - published[i]);
        }
        if (unwanted > 0) {
            stays += (known ? NEWEST : 1) * (stayed / unwanted - stays);
            known = true;
        }
        transfers = now;
        expected = known ? stays : expected(pipes);
        staying = new Staying(now, stays);
    }

    /// Nothing of so many pipes is taken to linger.
    void ignore(int size) {
        staying = Staying.none(size);
    }

    /// Before any connection was taken back: none stays where a transfer has several, those of files of their own do as
    /// long as they take.
    private static double expected(List<PipeObservation> pipes) {
        double files = 0;
        double ended = 0;
        for (PipeObservation pipe : pipes) {
            ended += pipe.finishedTransfers();
            boolean ofTheirOwn = pipe.activeTransfers() > 1 && pipe.activeTransfers() >= pipe.activeConnections();
            files += ofTheirOwn ? pipe.activeTransfers() : 0;
        }
        return files > 0 ? files / (files + ended) : 0;
    }

    /// Part of the connections taken back that stays open, as far as is known.
    double stays() {
        return expected;
    }

    /// What is open in the next interval, whatever is decided.
    Staying staying() {
        return staying;
    }

    /// Takes what lingers beyond n off the limits of rows.
    ///
    /// @param from the first row
    void reserve(StepRows rows, int from, double[] n) {
        for (int r = from; r < rows.size(); r++) {
            double taken = 0;
            for (int k = rows.start(r); k < rows.end(r); k++) {
                int i = rows.pipe(k);
                taken += rows.coefficient(k) * staying.beyond(i, n[i]);
            }
            if (taken > 0) {
                rows.setLimit(r, rows.limit(r) - taken);
            }
        }
    }
}
