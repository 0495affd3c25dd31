// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Shows how far a series of runs is: a bar with the time left on a terminal, else a line per finished run.
final class ProgressBar {
    private static final int CELLS = 30;
    private static final long REDRAW_NANOS = 100_000_000;

    private final PrintWriter out;
    private final boolean terminal;
    private final int runs;
    private final LongSupplier nanoTime;
    private final long startedNanos;
    private long drawnNanos;
    private int finished;

    /// @param nanoTime monotonic time, for the time left and to draw not too often
    ProgressBar(PrintWriter out, boolean terminal, int runs, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.runs = runs;
        this.nanoTime = nanoTime;
        this.startedNanos = nanoTime.getAsLong();
        this.drawnNanos = startedNanos - REDRAW_NANOS;
    }

    /// One that draws a bar if a terminal is there.
    static ProgressBar onConsole(PrintWriter out, int runs) {
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return new ProgressBar(out, terminal, runs, System::nanoTime);
    }

    /// The present run has got so far, 0 to 1.
    void at(String run, double part) {
        long now = nanoTime.getAsLong();
        if (terminal && now - drawnNanos >= REDRAW_NANOS) {
            drawnNanos = now;
            draw(run, (finished + Math.clamp(part, 0.0, 1.0)) / runs, now);
        }
    }

    /// The present run is over.
    void finished(String run) {
        finished++;
        if (terminal) {
            draw(run, (double) finished / runs, nanoTime.getAsLong());
            if (finished == runs) {
                out.print("\r" + " ".repeat(CELLS + 60) + "\r");
                out.flush();
            }
        } else {
            out.println("run " + finished + " of " + runs + ": " + run);
            out.flush();
        }
    }

    private void draw(String run, double done, long now) {
        int full = (int) Math.round(done * CELLS);
        double seconds = (now - startedNanos) / 1e9;
        String left = done > 0.02 ? String.format(Locale.ROOT, "%.0f s left", seconds / done - seconds) : "";
        String line = String.format(
                Locale.ROOT,
                "\r[%s%s] %3.0f%% %-12s %s",
                "#".repeat(full),
                "-".repeat(CELLS - full),
                done * 100,
                left,
                run);
        out.print(line.length() > CELLS + 60 ? line.substring(0, CELLS + 60) : line);
        out.flush();
    }
}
