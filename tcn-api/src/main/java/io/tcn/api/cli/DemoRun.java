// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/// One run of the demo against a started server: declare, submit, watch, check, report.
final class DemoRun {
    private static final double MBPS = 1e6;
    private static final double BOUND_BPS = 48e6;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final String DIRECT_USER = "cms";
    private static final String CHAIN_USER = "atlas";

    private final DemoStorages storages;
    private final DemoClient client;
    private final PrintStream out;
    private final Duration timeout;
    private final List<DemoFile> plain = DemoWorkload.plainFiles();
    private final List<DemoFile> chains = DemoWorkload.chains();
    private final DemoWatch watch;
    private final List<String> troubles = new ArrayList<>();

    DemoRun(DemoStorages storages, DemoClient client, PrintStream out, boolean terminal, Duration timeout) {
        this.storages = storages;
        this.client = client;
        this.out = out;
        this.timeout = timeout;
        Map<String, String> letters = new HashMap<>();
        for (char letter : new char[] {'a', 'b', 'c'}) {
            letters.put(storages.endpoint(letter), Character.toString(letter));
        }
        this.watch = new DemoWatch(out, terminal, plain.size() + chains.size(), letters);
    }

    /// @return whether everything is as it should be
    boolean run() throws IOException, InterruptedException {
        for (DemoFile file : plain) {
            storages.create(file);
        }
        for (DemoFile file : chains) {
            if (file.after().isEmpty()) {
                storages.create(file);
            }
        }
        declare();
        long start = System.nanoTime();
        String job = submitByFts();
        Map<String, Long> ids = addTransfers();
        out.printf(
                Locale.ROOT,
                "Submitted %d files by the FTS interface (job %s) and %d by add-transfer, in chains of three%n",
                plain.size(),
                job,
                chains.size());
        long ended = await(start);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (ended < plain.size() + chains.size()) {
            troubles.add("only " + ended + " of " + (plain.size() + chains.size()) + " files had ended after "
                    + timeout.toSeconds() + " s");
        }
        checkJob(job);
        boolean ordered = checkOrder(ids);
        int wrong = checkFiles();
        checkBounds();
        report(seconds, wrong, ordered);
        return troubles.isEmpty();
    }

    private void declare() throws IOException, InterruptedException {
        String ownDn = client.get("/whoami").path("user_dn").asString();
        client.post("/tcn/v1/users", Map.of("id", DIRECT_USER, "dns", List.of(ownDn)));
        client.post("/tcn/v1/users", Map.of("id", CHAIN_USER));
        for (String route : List.of("ab", "ac")) {
            createPipe(route, DIRECT_USER);
        }
        for (String route : List.of("ab", "bc", "ca")) {
            createPipe(route, CHAIN_USER);
        }
        client.post("/tcn/v1/resource-sets", Map.of("name", "storage-a", "resources", List.of("read:a")));
        client.put("/tcn/v1/rc", Map.of("user", CHAIN_USER, "resourceSet", "storage-a", "boundBps", BOUND_BPS));
    }

    private void createPipe(String route, String user) throws IOException, InterruptedException {
        client.post(
                "/tcn/v1/pipes",
                Map.of(
                        "id",
                        user + "-" + route,
                        "source",
                        storages.endpoint(route.charAt(0)),
                        "destination",
                        storages.endpoint(route.charAt(1)),
                        "user",
                        user));
    }

    private String submitByFts() throws IOException, InterruptedException {
        List<Object> files = new ArrayList<>();
        for (DemoFile file : plain) {
            files.add(Map.of(
                    "sources", List.of(storages.url(file.from(), file.sourcePath())),
                    "destinations", List.of(storages.url(file.to(), file.destinationPath())),
                    "filesize", file.sizeBytes(),
                    "checksum", String.format(Locale.ROOT, "ADLER32:%08x", DemoStorages.expectedChecksum(file))));
        }
        Map<String, Object> job = Map.of("files", files, "params", Map.of("verify_checksum", "both", "retry", 3));
        return client.post("/jobs", job).path("job_id").asString();
    }

    private Map<String, Long> addTransfers() throws IOException, InterruptedException {
        List<Object> transfers = new ArrayList<>();
        for (DemoFile file : chains) {
            Map<String, Object> transfer = new LinkedHashMap<>();
            transfer.put("name", file.name());
            transfer.put("source", storages.url(file.from(), file.sourcePath()));
            transfer.put("destination", storages.url(file.to(), file.destinationPath()));
            transfer.put("sizeBytes", file.sizeBytes());
            transfer.put("retries", 3);
            if (!file.after().isEmpty()) {
                transfer.put("after", List.of(file.after()));
            }
            transfers.add(transfer);
        }
        JsonNode answer = client.post("/tcn/v1/transfers", Map.of("user", CHAIN_USER, "transfers", transfers));
        Map<String, Long> ids = new HashMap<>();
        for (JsonNode transfer : answer.path("transfers")) {
            ids.put(transfer.path("name").asString(), transfer.path("id").asLong());
        }
        return ids;
    }

    private long await(long start) throws IOException, InterruptedException {
        long limit = start + timeout.toNanos();
        long ended = 0;
        while (ended < plain.size() + chains.size() && System.nanoTime() < limit) {
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            ended = watch.look(
                    client.get("/tcn/v1/pipes"),
                    client.get("/tcn/v1/control"),
                    TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
        }
        return ended;
    }

    private void checkJob(String job) throws IOException, InterruptedException {
        String state = client.get("/jobs/" + job).path("job_state").asString();
        if (!state.equals("FINISHED")) {
            troubles.add("the FTS job is " + state);
        }
    }

    /// Whether each transfer began only after its predecessor had finished, by the times in the store.
    private boolean checkOrder(Map<String, Long> ids) throws IOException, InterruptedException {
        Map<Long, JsonNode> transfers = new HashMap<>();
        for (JsonNode transfer : client.get("/tcn/v1/transfers?limit=1000")) {
            transfers.put(transfer.path("id").asLong(), transfer);
        }
        int wrong = 0;
        for (DemoFile file : chains) {
            JsonNode own = transfers.get(ids.get(file.name()));
            if (own == null || !own.path("state").asString().equals("FINISHED")) {
                troubles.add(file.name() + " is "
                        + (own == null
                                ? "lost"
                                : own.path("state").asString() + ": "
                                        + own.path("reason").asString("")));
                wrong++;
            } else if (!file.after().isEmpty()) {
                JsonNode before = transfers.get(ids.get(file.after()));
                if (before == null || instant(own, "startTime").isBefore(instant(before, "finishTime"))) {
                    troubles.add(file.name() + " began before " + file.after() + " had finished");
                    wrong++;
                }
            }
        }
        return wrong == 0;
    }

    private static Instant instant(JsonNode transfer, String key) {
        return Instant.parse(transfer.path(key).asString());
    }

    /// Reads every destination from the disk and compares its checksum.
    private int checkFiles() throws IOException {
        List<DemoFile> all = new ArrayList<>(plain);
        all.addAll(chains);
        int wrong = 0;
        for (DemoFile file : all) {
            if (storages.actualChecksum(file) != DemoStorages.expectedChecksum(file)) {
                troubles.add("storage " + file.to() + " does not hold " + file.destinationPath() + " as it should");
                wrong++;
            }
        }
        return wrong;
    }

    private void checkBounds() {
        if (watch.bounds().isEmpty()) {
            troubles.add("no interval was seen in which the bound of " + CHAIN_USER + " was at work");
        }
        watch.bounds().forEach((name, bound) -> {
            if (!bound.isKeptToOneConnection()) {
                troubles.add(String.format(
                        Locale.ROOT,
                        "the bound of %s, %.1f Mbit/s, was exceeded by more than one connection: %.1f Mbit/s",
                        name,
                        bound.boundBps / MBPS,
                        bound.mostUsed / MBPS));
            }
        });
    }

    private void report(double seconds, int wrong, boolean ordered) {
        out.println();
        out.printf(
                Locale.ROOT,
                "%-7s %-6s %6s %9s %16s %7s %7s%n",
                "pipe",
                "user",
                "files",
                "MiB",
                "mean T Mbit/s",
                "last n",
                "most n");
        long bytes = 0;
        long failed = 0;
        for (DemoWatch.PipeRecord pipe : watch.pipes().values()) {
            bytes += pipe.movedBytes;
            failed += pipe.failed;
            out.printf(
                    Locale.ROOT,
                    "%-7s %-6s %6d %9.0f %16.1f %7d %7d%n",
                    pipe.route,
                    pipe.user,
                    pipe.finished,
                    pipe.movedBytes / (double) (1 << 20),
                    pipe.busyIntervals == 0 ? 0 : pipe.throughputSum / pipe.busyIntervals / MBPS,
                    pipe.lastConnections,
                    pipe.mostConnections);
        }
        watch.bounds().forEach((name, bound) -> {
            double mean = bound.usedSum / bound.intervals;
            out.printf(
                    Locale.ROOT,
                    "bound: %s, %.1f Mbit/s: %s (%.1f on average), above it in %d of %d intervals, at most %.1f%n",
                    name,
                    bound.boundBps / MBPS,
                    bound.above == 0
                            ? "kept in every interval"
                            : bound.isKeptToOneConnection() ? "kept to within one connection" : "NOT kept",
                    mean / MBPS,
                    bound.above,
                    bound.intervals,
                    bound.mostUsed / MBPS);
        });
        out.printf(
                Locale.ROOT,
                "whole run: %.1f s, %d files, %.0f MiB, %.1f Mbit/s, %d failures, %d wrong checksums, order of the"
                        + " stages %s%n",
                seconds,
                plain.size() + chains.size(),
                bytes / (double) (1 << 20),
                8 * bytes / seconds / MBPS,
                failed,
                wrong,
                ordered ? "kept" : "NOT kept");
        if (troubles.isEmpty()) {
            out.println("All is well.");
        } else {
            troubles.stream().limit(20).forEach(trouble -> out.println("WRONG: " + trouble));
        }
        out.flush();
    }
}
