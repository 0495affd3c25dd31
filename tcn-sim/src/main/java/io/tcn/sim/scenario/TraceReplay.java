// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.model.PipeId;
import io.tcn.sim.scenario.ArrivalProcess.Recorded;
import io.tcn.sim.trace.SiteMapping;
import io.tcn.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// How recorded transfers are put into a run.
///
/// @param timeCompression arrivals come so many times as fast, positive
/// @param asFastAsPossible whether all arrive at once instead, in the order of the trace
/// @param multiply each transfer comes so many times, at least 1
public record TraceReplay(double timeCompression, boolean asFastAsPossible, int multiply) {
    /// As it was.
    public static final TraceReplay AS_RECORDED = new TraceReplay(1, false, 1);

    public TraceReplay {
        if (!(timeCompression > 0) || Double.isInfinite(timeCompression)) {
            throw new IllegalArgumentException("time is compressed by a positive factor, given was " + timeCompression);
        }
        if (multiply < 1 || multiply > 10_000) {
            throw new IllegalArgumentException("a trace is taken 1 to 10000 times, given was " + multiply);
        }
    }

    /// Finds the pipe between two sites.
    interface Pipes {
        /// Empty if there is none, or after a complaint.
        Optional<PipeId> between(String from, String to, Trace.Row row);
    }

    /// What became of a trace.
    ///
    /// @param onOneSite rows that were left out because both ends are at one site
    /// @param unplaced names that the mapping says nothing of, with the place where each came first
    record Placed(List<Recorded.Item> items, int onOneSite, Set<String> unplaced) {}

    /// The recorded transfers on their pipes.
    ///
    /// @throws IllegalArgumentException if they are more than a run may have; the message says so
    Placed place(Trace trace, SiteMapping mapping, Pipes pipes) {
        if ((long) trace.rows().size() * multiply > Scenario.MAX_TRANSFERS) {
            throw new IllegalArgumentException(trace.rows().size() + " transfers, " + multiply
                    + " times, are more than " + Scenario.MAX_TRANSFERS + ", the most of a run");
        }
        List<Recorded.Item> items = new ArrayList<>();
        int onOneSite = 0;
        Set<String> unplaced = new TreeSet<>();
        for (Trace.Row row : trace.rows()) {
            Optional<String> from = mapping.siteOf(row.source());
            Optional<String> to = mapping.siteOf(row.destination());
            if (from.isEmpty() || to.isEmpty()) {
                unplaced.add(from.isEmpty() ? row.source() : row.destination());
            } else if (from.equals(to)) {
                onOneSite++;
            } else {
                long at = asFastAsPossible ? 0 : Math.round(row.startSeconds() * 1e9 / timeCompression);
                pipes.between(from.get(), to.get(), row).ifPresent(pipe -> {
                    for (int i = 0; i < multiply; i++) {
                        items.add(new Recorded.Item(at, pipe, row.bytes()));
                    }
                });
            }
        }
        return new Placed(items, onOneSite, unplaced);
    }
}
