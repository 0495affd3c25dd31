// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.PipeObservation;
import java.util.Arrays;
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
/// most where they take minutes. While n grows hardly any is taken back, and one or two that happen to end say nothing
/// of hundreds: they weigh against what the files that have ended let expect. Cost: O(pipes + entries of rows). Used
/// by one thread.
final class Lingering {
    /// What of the connections that were taken back counts still an interval later.
    private static final double KEPT = 0.7;

    /// The last so many that were taken back count fully; while there were fewer, what is expected stands for the rest.
    private static final double ENOUGH = 5;

    private double[] transfers = {};
    private Staying staying = Staying.none(0);
    private double unwanted;
    private double stayed;
    private double stays;

    /// Takes over what is remembered of pipes.
    void adopt(PipeTable table) {
        transfers = table.carry(transfers, 0);
    }

    /// Takes in who has how many transfers running.
    ///
    /// @param published per pipe the n that was in force
    void observe(List<PipeObservation> pipes, double[] published) {
        double fades = unwanted > ENOUGH ? Math.max(KEPT, ENOUGH / unwanted) : 1;
        unwanted *= fades;
        stayed *= fades;
        double[] now = new double[pipes.size()];
        for (int i = 0; i < now.length; i++) {
            now[i] = pipes.get(i).activeTransfers();
            unwanted += Math.max(0, transfers[i] - published[i]);
            stayed += Math.max(0, Math.min(now[i], transfers[i]) - published[i]);
        }
        transfers = now;
        double doubt = Math.max(0, ENOUGH - unwanted);
        stays = (stayed + doubt * expected(pipes)) / (unwanted + doubt);
        staying = new Staying(now, stays);
    }

    /// Nothing of so many pipes is taken to linger.
    void ignore(int size) {
        staying = Staying.none(size);
    }

    /// What files let expect of connections that are taken back: none stays where a transfer has several, those of
    /// files of their own do as long as they take.
    private static double expected(List<PipeObservation> pipes) {
        double files = 0;
        double ended = 0;
        for (PipeObservation pipe : pipes) {
            ended += pipe.finishedTransfers();
            // Of one transfer with one connection its queue tells: the next connection is that of another file.
            boolean several = pipe.activeTransfers() > 1 || pipe.queuedTransfers() > 0;
            boolean ofTheirOwn = several && pipe.activeTransfers() >= pipe.activeConnections();
            files += ofTheirOwn ? pipe.activeTransfers() : 0;
        }
        return files > 0 ? files / (files + ended) : 0;
    }

    /// Part of the connections taken back that stays open, as far as is known.
    double stays() {
        return stays;
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

    /// Makes growth wait for what is still open: in a row that is hard the room that others are to leave is not there
    /// before their files end.
    ///
    /// @param from the first row, of those that [#reserve] has changed
    /// @param step changed in place
    void hold(StepRows rows, int from, double[] n, double[] step) {
        if (!(stays > 0)) {
            return;
        }
        double[] part = new double[step.length];
        Arrays.fill(part, 1);
        for (int r = from; r < rows.size(); r++) {
            double tooMany = -rows.limit(r);
            double grows = 0;
            for (int k = rows.start(r); k < rows.end(r); k++) {
                int i = rows.pipe(k);
                double then = n[i] + step[i];
                tooMany += rows.coefficient(k) * (then + staying.beyond(i, then) - staying.beyond(i, n[i]));
                grows += rows.coefficient(k) * Math.max(0, step[i]);
            }
            if (rows.isHard(r) && tooMany > 0 && grows > 0) {
                for (int k = rows.start(r); k < rows.end(r); k++) {
                    part[rows.pipe(k)] = Math.min(part[rows.pipe(k)], Math.max(0, 1 - tooMany / grows));
                }
            }
        }
        for (int i = 0; i < step.length; i++) {
            step[i] = step[i] > 0 ? part[i] * step[i] : step[i];
        }
    }
}
