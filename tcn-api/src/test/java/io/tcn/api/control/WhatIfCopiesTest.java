// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What-if on a running server, against real copies: what an operator asks, each twice, with a minute of history and
/// windows in which a connection copies eleven files. Three users, whose storages give each connection 1 Mbit/s, six
/// connections each at most, a decision every 2 s. Takes about six minutes.
@Tag("it")
@EnabledIfSystemProperty(
        named = WhatIfCopiesTest.ASKED_FOR,
        matches = "true",
        disabledReason = "a measurement on a machine that does nothing else, see docs/benchmarks/what-if.md")
class WhatIfCopiesTest {
    static final String ASKED_FOR = "tcn.whatif.copies";

    private static final String PATH = "/tcn/v1/what-if";

    private static final double CONNECTION_BPS = 1e6;

    /// A connection takes 3.2 s for it.
    private static final int FILE = 400_000;

    private static final int FILES = 520;
    private static final int CONNECTIONS = 6;
    private static final int HISTORY = 60;

    /// Seconds that are told; means over the second half are compared.
    private static final int HORIZON = 72;

    private static final int WINDOW = HORIZON / 2;
    private static final double LOW = 2e6;
    private static final double HIGH = 4e6;
    private static final double BOUND = 2.5e6;

    /// So high that it binds nothing.
    private static final double LOOSE = 20e6;

    /// The aim.
    private static final double WITHIN = 0.1;

    private static final int TRIES = 4;

    private static final List<String> USERS = List.of("bound", "raised", "limited");

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static final List<LoggedStorage> STORAGES = new ArrayList<>();
    private static final Map<String, String> JOBS = new LinkedHashMap<>();

    @BeforeAll
    static void start() throws IOException {
        server = MeasuredCopies.start(
                ASKED_FOR,
                folder,
                Map.of("tcn.control.bound-window", "15s", "tcn.pipes.max-connections", Integer.toString(CONNECTIONS)));
        demo = server.demo();
    }

    @AfterAll
    static void stop() {
        server.close();
        STORAGES.forEach(LoggedStorage::close);
    }

    /// Asks again where a busy machine had no time for all of it.
    private static JsonNode told(String body) {
        for (int more = TRIES - 1; ; more--) {
            Answer answer = demo.post(PATH, body);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            JsonNode told = answer.json();
            boolean isWhole = !told.path("users").isEmpty()
                    && !told.at("/accuracy/error").isNull()
                    && !told.at("/jobs/0/beforeSeconds").isNull();
            if (isWhole || more == 0) {
                return told;
            }
        }
    }

    private static void submit(String user) throws IOException {
        LoggedStorage from =
                LoggedStorage.start(folder.resolve("from-" + user), storage -> storage.connectionBps(CONNECTION_BPS));
        LoggedStorage to = LoggedStorage.start(folder.resolve("to-" + user));
        STORAGES.add(from);
        STORAGES.add(to);
        demo.post("/tcn/v1/users", "{\"id\": \"" + user + "\"}");
        String source = from.put("/f", FILE).toString();
        Answer answer = demo.post("/tcn/v1/transfers", MeasuredCopies.submission(user, source, to, FILES));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        JOBS.put(user, answer.text("jobId"));
    }

    private static String rc(String user, double bps) {
        return "{\"user\": \"" + user + "\", \"resourceSet\": \"all-storages\", \"boundBps\": " + bps + "}";
    }

    private static JsonNode of(JsonNode told, String user) {
        for (JsonNode one : told.path("users").values()) {
            if (one.path("user").asString("").equals(user)) {
                return one;
            }
        }
        throw new AssertionError("nothing is told of " + user + ": " + told);
    }

    private static double mbps(JsonNode answer, String user, String key) {
        return of(answer, user).path(key).doubleValue() / 1e6;
    }

    /// What a user moved from some seconds ago on, for some seconds, in Mbit/s; 0 if rows are missing.
    private static double movedMbps(String user, int secondsAgo, int seconds) {
        Instant from = Instant.now().minusSeconds(secondsAgo);
        double bits = 0;
        double length = 0;
        for (JsonNode row : demo.get(
                        "/tcn/v1/history?user=" + user + "&from=" + from + "&to=" + from.plusSeconds(seconds))
                .json()
                .path("rows")
                .values()) {
            bits += row.path("throughputBps").doubleValue()
                    * row.path("lengthSeconds").doubleValue();
            length += row.path("lengthSeconds").doubleValue();
        }
        return length > 0.8 * seconds ? bits / length / 1e6 : 0;
    }

    private static void pass(int seconds) {
        Instant begun = Instant.now();
        await().atMost(Duration.ofSeconds(2L * seconds))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> Instant.now().isAfter(begun.plusSeconds(seconds)));
    }

    private static String pipes(int most) {
        JsonNode shown = demo.get("/tcn/v1/pipes?user=limited").json().path(0);
        return "{\"pipes\": [{\"id\": \"" + shown.path("id").asString("") + "\", \"source\": \""
                + shown.path("source").asString("") + "\", \"destination\": \""
                + shown.path("destination").asString("") + "\", \"user\": \"limited\", \"minConnections\": 1,"
                + " \"maxConnections\": " + most + "}]}";
    }

    private static Map<String, String> questions(double bound, double raised, int most) {
        Map<String, String> questions = new LinkedHashMap<>();
        questions.put("bound", "\"setRc\": [" + rc("bound", bound) + "]");
        questions.put("raised", "\"setRc\": [" + rc("raised", raised) + "]");
        questions.put("limited", "\"configuration\": " + pipes(most));
        return questions;
    }

    /// What was told of a user beside what came.
    ///
    /// @param most what the user may move, in Mbit/s
    private record Compared(String change, String user, JsonNode told, double most, double wasMbps) {
        double toldMbps() {
            return mbps(told, user, "afterBps");
        }

        double error() {
            return toldMbps() / wasMbps - 1;
        }
    }

    /// Asks of each of the three changes, makes all of them, waits, and looks what came.
    private static List<Compared> change(String name, double bound, double raised, int most) {
        Map<String, JsonNode> told = new LinkedHashMap<>();
        Map<String, Double> before = new LinkedHashMap<>();
        USERS.forEach(user -> before.put(user, movedMbps(user, WINDOW, WINDOW)));
        questions(bound, raised, most)
                .forEach((user, question) -> told.put(
                        user,
                        told("{" + question + ", \"horizonSeconds\": " + HORIZON + ", \"jobs\": [\"" + JOBS.get(user)
                                + "\"]}")));
        assertThat(demo.put("/tcn/v1/rc", rc("bound", bound)).status()).isEqualTo(200);
        assertThat(demo.put("/tcn/v1/rc", rc("raised", raised)).status()).isEqualTo(200);
        Answer applied = demo.put("/tcn/v1/configuration", pipes(most));
        assertThat(applied.status()).as(applied.body()).isEqualTo(200);
        pass(HORIZON);
        List<Compared> compared = new ArrayList<>();
        told.forEach((user, answer) -> {
            double mostBps = user.equals("bound") ? bound : user.equals("raised") ? raised : most * CONNECTION_BPS;
            Compared one = new Compared(name, user, answer, mostBps / 1e6, movedMbps(user, WINDOW, WINDOW));
            print(one, before.getOrDefault(user, 0.0));
            compared.add(one);
        });
        return compared;
    }

    private static void print(Compared one, double before) {
        System.out.printf(
                Locale.ROOT,
                "%s %s: told %.2f (%.2f to %.2f of %s runs), was %.2f Mbit/s, off by %+.1f %%; its quarters %.2f and"
                        + " %.2f; before %.2f, told %.2f; told of the past %s; in %s s, job %s, notes %s%n",
                one.change(),
                one.user(),
                one.toldMbps(),
                mbps(one.told(), one.user(), "leastBps"),
                mbps(one.told(), one.user(), "mostBps"),
                one.told().path("runs"),
                one.wasMbps(),
                100 * one.error(),
                movedMbps(one.user(), WINDOW, WINDOW / 2),
                movedMbps(one.user(), WINDOW / 2, WINDOW / 2),
                before,
                mbps(one.told(), one.user(), "beforeBps"),
                one.told().path("accuracy"),
                one.told().path("seconds"),
                one.told().path("jobs"),
                one.told().path("notes"));
    }

    @Test
    void whatIsToldIsNearWhatRealCopiesThenDo() throws IOException {
        for (String user : USERS) {
            submit(user);
        }
        assertThat(demo.put("/tcn/v1/rc", rc("raised", LOW)).status()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(5 * HISTORY))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> movedMbps("limited", HISTORY / 2, HISTORY / 2) > CONNECTIONS / 2);
        // A first question is answered by cold code.
        told("{" + questions(BOUND, HIGH, CONNECTIONS / 2).get("bound") + "}");
        await().atMost(Duration.ofSeconds(5 * HISTORY))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> movedMbps("limited", HISTORY, HISTORY) > CONNECTIONS / 2);

        List<Compared> all = new ArrayList<>();
        all.addAll(change("first", BOUND, HIGH, CONNECTIONS / 2));
        all.addAll(change("back", LOOSE, LOW, CONNECTIONS));
        all.addAll(change("again", BOUND, HIGH, CONNECTIONS / 2));
        assertThat(all).allSatisfy(one -> {
            assertThat(one.told().at("/accuracy/error").isNumber()).isTrue();
            assertThat(one.told().at("/jobs/0/beforeSeconds").doubleValue()).isPositive();
            assertThat(one.toldMbps()).isLessThan(1.05 * one.most());
            assertThat(one.error()).isBetween(-WITHIN, WITHIN);
        });
    }
}
