// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.ascent;

import io.tcn.core.optimizer.PipeObservation;
import java.util.List;

/// Transfers that stay open whatever is decided. A running transfer is never ended for a lower n; it keeps a connection
/// until its file ends. So n says how many may begin, and what is open is n or what lingers, whichever is more.
///
/// Where a connection too many costs something this decides over all: each interval in which n is rounded up begins a
/// file that stays for many, and the open connections would be the sum of the greatest n of late. At worst nothing moves
/// any more, no file ends and no connection closes. So what lingers beyond n takes room from others, on every resource
/// on its way.
///
/// How much of what is open ends within an interval is learnt from all pipes together. Used by one thread.
final class Lingering {
    /// Weight of the newest interval in the part that ends.
    private static final double NEWEST = 0.3;

    private double[] connections = {};
    private double ending;

    /// Takes in who has how many transfers running.
    void observe(List<PipeObservation> pipes) {
        double ended = 0;
        double open = 0;
        for (PipeObservation pipe : pipes) {
            ended += pipe.finishedTransfers();
            open += pipe.activeTransfers();
        }
        if (ended + open > 0) {
            ending += NEWEST * (ended / (ended + open) - ending);
        }
        connections = new double[pipes.size()];
        for (int i = 0; i < connections.length; i++) {
            connections[i] = (1 - ending) * pipes.get(i).activeTransfers();
        }
    }

    /// Per pipe how many connections are open in the next interval whatever is decided. Not to be changed.
    double[] connections() {
        return connections;
    }

    /// Takes what lingers beyond n off the limits of rows.
    ///
    /// @param from the first row
    void reserve(StepRows rows, int from, double[] n) {
        for (int r = from; r < rows.size(); r++) {
            double taken = 0;
            for (int k = rows.start(r); k < rows.end(r); k++) {
                int i = rows.pipe(k);
                taken += rows.coefficient(k) * Math.max(0, connections[i] - n[i]);
            }
            if (taken > 0) {
                rows.setLimit(r, rows.limit(r) - taken);
            }
        }
    }
}
