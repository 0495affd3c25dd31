// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Shows how far a series of runs is, of which several may go on at once: a bar with the time left on a terminal,
/// else a line per finished run. Any thread may tell.
public final class ProgressBar {
    private static final int CELLS = 30;
    private static final long REDRAW_NANOS = 100_000_000;

    private final PrintWriter out;
    private final boolean terminal;
    private final int runs;
    private final LongSupplier nanoTime;
    private final long startedNanos;

    /// How far runs are that go on, 0 to 1.
    private final Map<String, Double> parts = new HashMap<>();

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
    public static ProgressBar onConsole(PrintWriter out, int runs) {
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return new ProgressBar(out, terminal, runs, System::nanoTime);
    }

    /// A run has got so far, 0 to 1.
    synchronized void at(String run, double part) {
        long now = nanoTime.getAsLong();
        parts.put(run, Math.clamp(part, 0.0, 1.0));
        if (terminal && now - drawnNanos >= REDRAW_NANOS) {
            drawnNanos = now;
            draw(run, now);
        }
    }

    /// A run is over.
    public synchronized void finished(String run) {
        parts.remove(run);
        finished++;
        if (terminal) {
            draw(run, nanoTime.getAsLong());
            if (finished == runs) {
                out.print("\r" + " ".repeat(CELLS + 60) + "\r");
                out.flush();
            }
        } else {
            out.println("run " + finished + " of " + runs + ": " + run);
            out.flush();
        }
    }

    private void draw(String run, long now) {
        double running =
                parts.values().stream().mapToDouble(Double::doubleValue).sum();
        double done = Math.min(1, (finished + running) / runs);
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
