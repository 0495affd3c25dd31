// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Looks at the running demo: shows how it goes, and remembers per pipe and bound what the final table needs.
final class DemoWatch {
    private static final double MBPS = 1e6;

    /// What is remembered of a pipe.
    static final class PipeRecord {
        String route = "";
        String user = "";
        long movedBytes;
        long busyIntervals;
        double throughputSum;
        int lastConnections;
        int mostConnections;
        long finished;
        long failed;
    }

    /// What is remembered of a bound.
    static final class BoundRecord {
        double boundBps;
        long intervals;
        long above;
        double usedSum;
        double mostUsed;

        /// Files that run cannot be ended: a bound may be exceeded by what one connection carries.
        boolean isKeptToOneConnection() {
            return mostUsed <= boundBps + DemoStorages.CONNECTION_BPS;
        }
    }

    private final PrintStream out;
    private final boolean terminal;
    private final int files;
    private final Map<String, PipeRecord> pipes = new TreeMap<>();
    private final Map<String, BoundRecord> bounds = new TreeMap<>();
    private final Map<String, String> letters;
    private long lastInterval;
    private int linesShown;
    private long shownAtSecond = -1;

    /// @param letters storages' endpoints and their letters
    DemoWatch(PrintStream out, boolean terminal, int files, Map<String, String> letters) {
        this.out = out;
        this.terminal = terminal;
        this.files = files;
        this.letters = letters;
    }

    Map<String, PipeRecord> pipes() {
        return pipes;
    }

    Map<String, BoundRecord> bounds() {
        return bounds;
    }

    /// Takes in what the server says now.
    ///
    /// @return number of transfers that have ended
    long look(JsonNode pipeList, JsonNode control, long seconds) {
        boolean newInterval = control.path("interval").asLong(0) > lastInterval;
        lastInterval = Math.max(lastInterval, control.path("interval").asLong(0));
        long ended = 0;
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%-7s %-6s %4s %7s %11s %7s %8s %6s%n",
                "pipe",
                "user",
                "n",
                "active",
                "T Mbit/s",
                "queued",
                "waiting",
                "done"));
        for (JsonNode pipe : pipeList) {
            ended += remember(pipe, newInterval);
            text.append(String.format(
                    Locale.ROOT,
                    "%-7s %-6s %4d %7d %11.1f %7d %8d %6d%n",
                    route(pipe),
                    pipe.path("user").asString(),
                    pipe.path("connections").asInt(0),
                    pipe.path("activeConnections").asInt(0),
                    pipe.path("throughputBps").asDouble(0) / MBPS,
                    pipe.path("queuedTransfers").asInt(0),
                    pipe.path("waitingTransfers").asInt(0),
                    pipe.path("finishedTransfers").asInt(0)));
        }
        for (JsonNode constraint : control.path("constraints")) {
            if (newInterval) {
                remember(constraint);
            }
            text.append(String.format(
                    Locale.ROOT,
                    "bound: %s on %s uses %.1f of %.1f Mbit/s%n",
                    constraint.path("user").asString(),
                    constraint.path("resource").asString(),
                    constraint.path("usedBps").asDouble(0) / MBPS,
                    constraint.path("boundBps").asDouble(0) / MBPS));
        }
        text.append(String.format(Locale.ROOT, "%d s: %d of %d files%n", seconds, ended, files));
        show(text.toString(), seconds);
        return ended;
    }

    private long remember(JsonNode pipe, boolean newInterval) {
        PipeRecord known = pipes.computeIfAbsent(pipe.path("id").asString(), id -> new PipeRecord());
        known.route = route(pipe);
        known.user = pipe.path("user").asString();
        known.movedBytes = pipe.path("movedBytes").asLong(0);
        known.lastConnections = pipe.path("connections").asInt(0);
        known.mostConnections = Math.max(known.mostConnections, known.lastConnections);
        known.finished = pipe.path("finishedTransfers").asLong(0);
        known.failed = pipe.path("failedTransfers").asLong(0);
        double throughput = pipe.path("throughputBps").asDouble(0);
        if (newInterval && throughput > 0) {
            known.busyIntervals++;
            known.throughputSum += throughput;
        }
        return known.finished + known.failed + pipe.path("canceledTransfers").asLong(0);
    }

    private void remember(JsonNode constraint) {
        double used = constraint.path("usedBps").asDouble(0);
        if (used <= 0) {
            return;
        }
        BoundRecord bound = bounds.computeIfAbsent(
                constraint.path("user").asString() + " on "
                        + constraint.path("resource").asString(),
                key -> new BoundRecord());
        bound.boundBps = constraint.path("boundBps").asDouble(0);
        bound.intervals++;
        bound.above += used > bound.boundBps ? 1 : 0;
        bound.usedSum += used;
        bound.mostUsed = Math.max(bound.mostUsed, used);
    }

    private String route(JsonNode pipe) {
        String from = pipe.path("source").asString();
        String to = pipe.path("destination").asString();
        return letters.getOrDefault(from, from) + " -> " + letters.getOrDefault(to, to);
    }

    /// On a terminal the text is written over the last one; elsewhere a copy goes out every ten seconds.
    private void show(String text, long seconds) {
        if (terminal) {
            if (linesShown > 0) {
                out.print("\033[" + linesShown + "A\033[J");
            }
            out.print(text);
            linesShown = (int) text.lines().count();
        } else if (shownAtSecond < 0 || seconds - shownAtSecond >= 10) {
            out.print(text);
            shownAtSecond = seconds;
        }
        out.flush();
    }
}
