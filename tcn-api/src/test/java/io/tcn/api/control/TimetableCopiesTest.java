// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// A bound, a weight and a guarantee that hold for a window of a timetable, on real copies that pass through the
/// server: what each user moves is counted at the storages, before, in and after the window. Three storages of 8 Mbit/s
/// each; a decision every 2 s. Takes about two minutes.
@Tag("it")
@EnabledIfSystemProperty(
        named = TimetableCopiesTest.ASKED_FOR,
        matches = "true",
        disabledReason = "a measurement on a machine that does nothing else, see docs/native-api.md")
class TimetableCopiesTest {
    static final String ASKED_FOR = "tcn.timetable.copies";

    private static final double CAPACITY_BPS = 8e6;
    private static final double BOUND_BPS = 2e6;
    private static final double WEIGHT = 3;
    private static final double GUARANTEE_BPS = 5e6;
    private static final int FILE = 250_000;
    private static final int FILES = 900;

    /// Seconds from the first submission to the window, of the window, and after it.
    private static final int BEFORE = 40;

    private static final int WINDOW = 60;
    private static final int AFTER = 30;

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static final List<LoggedStorage> SOURCES = new ArrayList<>();
    private static final List<LoggedStorage> DESTINATIONS = new ArrayList<>();
    private static final Map<String, List<Path>> FOLDERS = new LinkedHashMap<>();

    /// Bytes of each user at each look, by seconds since the first.
    private static final TreeMap<Double, Map<String, Long>> LOOKS = new TreeMap<>();

    @BeforeAll
    static void start() throws IOException {
        server = MeasuredCopies.start(ASKED_FOR, folder, Map.of("tcn.pipes.max-connections", "6"));
        demo = server.demo();
    }

    @AfterAll
    static void stop() {
        server.close();
        SOURCES.forEach(LoggedStorage::close);
        DESTINATIONS.forEach(LoggedStorage::close);
    }

    private static void put(String path, String body) {
        Answer answer = demo.put(path, body);
        assertThat(answer.status()).as(answer.body()).isBetween(200, 201);
    }

    private static void post(String path, String body) {
        Answer answer = demo.post(path, body);
        assertThat(answer.status()).as(answer.body()).isBetween(200, 201);
    }

    /// A storage that gives 8 Mbit/s in all, and a set with that resource.
    private static LoggedStorage source(String name, int number) throws IOException {
        String address = "127.0.1." + number;
        LoggedStorage from = LoggedStorage.start(
                folder.resolve("from-" + name),
                storage -> storage.thirdPartyCopy(false)
                        .address(InetAddress.ofLiteral(address))
                        .readBps(CAPACITY_BPS));
        SOURCES.add(from);
        double mib = CAPACITY_BPS / 8 / (1 << 20);
        post("/config/se", "{\"http://" + address + "\": {\"se_info\": {\"outbound_max_throughput\": " + mib + "}}}");
        post("/tcn/v1/resource-sets", "{\"name\": \"" + name + "\", \"resources\": [\"read:http://" + address + "\"]}");
        return from;
    }

    private static void submit(LoggedStorage from, String user, int pipes) throws IOException {
        post("/tcn/v1/users", "{\"id\": \"" + user + "\"}");
        from.write("/f", FILE);
        String source = from.url("/f").toString();
        for (int pipe = 0; pipe < pipes; pipe++) {
            Path root = folder.resolve("to-" + user + pipe);
            LoggedStorage to = LoggedStorage.start(root, storage -> storage.thirdPartyCopy(false));
            DESTINATIONS.add(to);
            FOLDERS.computeIfAbsent(user, first -> new ArrayList<>()).add(root);
            post("/tcn/v1/transfers", MeasuredCopies.submission(user, source, to, FILES));
        }
    }

    private static long bytes(Path root) {
        try (var files = Files.walk(root)) {
            long sum = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                sum += size(file);
            }
            return sum;
        } catch (IOException | UncheckedIOException changing) {
            // A file was renamed meanwhile.
            return bytes(root);
        }
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException _) {
            return 0;
        }
    }

    private static void look(long began) {
        Map<String, Long> seen = new LinkedHashMap<>();
        FOLDERS.forEach((user, roots) -> seen.put(
                user, roots.stream().mapToLong(TimetableCopiesTest::bytes).sum()));
        LOOKS.put((System.nanoTime() - began) / 1e9, seen);
    }

    /// Mean bit/s of a user between two moments.
    private static double rate(String user, double from, double until) {
        var first = LOOKS.ceilingEntry(from);
        var last = LOOKS.floorEntry(until);
        return 8.0
                * (last.getValue().getOrDefault(user, 0L) - first.getValue().getOrDefault(user, 0L))
                / (last.getKey() - first.getKey());
    }

    private static String told(String user) {
        return String.format(
                Locale.ROOT,
                "%s: %.2f Mbit/s before, %.2f and %.2f in the halves of the window, %.2f after",
                user,
                rate(user, BEFORE - 16, BEFORE) / 1e6,
                rate(user, BEFORE + 3 * MeasuredCopies.INTERVAL, BEFORE + WINDOW / 2.0) / 1e6,
                rate(user, BEFORE + WINDOW / 2.0, BEFORE + WINDOW) / 1e6,
                rate(user, BEFORE + WINDOW + 5 * MeasuredCopies.INTERVAL, BEFORE + WINDOW + AFTER) / 1e6);
    }

    @Test
    void aBoundAWeightAndAGuaranteeHoldInTheirWindowAndOnlyThere() throws Exception {
        LoggedStorage bounded = source("for-bound", 1);
        LoggedStorage shared = source("for-weight", 2);
        LoggedStorage crowded = source("for-guarantee", 3);
        long began = System.nanoTime();
        LocalDateTime opens = LocalDateTime.ofInstant(Instant.now().plusSeconds(BEFORE), ZoneOffset.UTC);
        String when = "\"when\": {\"zone\": \"UTC\", \"from\": \"" + opens + "\", \"until\": \""
                + opens.plusSeconds(WINDOW) + "\"}}";
        submit(bounded, "bound", 1);
        submit(shared, "heavy", 1);
        submit(shared, "light", 1);
        submit(crowded, "kept", 1);
        submit(crowded, "crowd", 3);
        put(
                "/tcn/v1/rc",
                "{\"user\": \"bound\", \"resourceSet\": \"for-bound\", \"boundBps\": " + BOUND_BPS + ", " + when);
        put(
                "/tcn/v1/rc",
                "{\"user\": \"heavy\", \"resourceSet\": \"for-weight\", \"relativeWeight\": " + WEIGHT + ", " + when);
        put(
                "/tcn/v1/rc",
                "{\"user\": \"kept\", \"resourceSet\": \"for-guarantee\", \"minBps\": " + GUARANTEE_BPS + ", " + when);

        long end = began + TimeUnit.SECONDS.toNanos(BEFORE + WINDOW + AFTER);
        while (System.nanoTime() < end) {
            look(began);
            Thread.sleep(Duration.ofMillis(200));
        }

        List<String> all =
                FOLDERS.keySet().stream().map(TimetableCopiesTest::told).toList();
        LoggerFactory.getLogger(TimetableCopiesTest.class).info("{}", String.join("\n", all));
        double windowFrom = BEFORE + 3 * MeasuredCopies.INTERVAL;
        double windowUntil = BEFORE + WINDOW;
        assertThat(rate("bound", BEFORE - 16, BEFORE)).as("%s", all).isGreaterThan(2 * BOUND_BPS);
        for (double second = windowFrom;
                second + MeasuredCopies.INTERVAL <= windowUntil;
                second += MeasuredCopies.INTERVAL) {
            // Each interval by itself; looks are 0.2 s apart.
            assertThat(rate("bound", second, second + MeasuredCopies.INTERVAL))
                    .as("%s", all)
                    .isLessThan(1.15 * BOUND_BPS);
        }
        assertThat(rate("bound", windowFrom, windowUntil)).as("%s", all).isBetween(0.9 * BOUND_BPS, 1.01 * BOUND_BPS);
        double half = BEFORE + WINDOW / 2.0;
        assertThat(rate("heavy", half, windowUntil) / rate("light", half, windowUntil))
                .as("%s", all)
                .isCloseTo(WEIGHT, within(0.75));
        assertThat(rate("kept", half, windowUntil)).as("%s", all).isGreaterThan(0.95 * GUARANTEE_BPS);
        double after = windowUntil + 5 * MeasuredCopies.INTERVAL;
        assertThat(rate("bound", after, windowUntil + AFTER)).as("%s", all).isGreaterThan(2 * BOUND_BPS);
        assertThat(rate("heavy", after, windowUntil + AFTER) / rate("light", after, windowUntil + AFTER))
                .as("%s", all)
                .isCloseTo(1, within(0.35));
        assertThat(rate("kept", after, windowUntil + AFTER)).as("%s", all).isLessThan(0.8 * GUARANTEE_BPS);
    }
}
