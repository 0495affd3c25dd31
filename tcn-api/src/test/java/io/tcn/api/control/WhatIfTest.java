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
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What-if on a running server, against real copies: three users whose storages give each connection 2 Mbit/s, six
/// connections each at most.
@TestMethodOrder(OrderAnnotation.class)
@Tag("it")
class WhatIfTest {
    private static final String PATH = "/tcn/v1/what-if";
    private static final int FILE = 400_000;
    private static final int FILES = 320;
    private static final int HORIZON = 30;

    /// Aimed at are 10 %, and the replay of twenty worlds is held near that. Seconds after the start of a server, on
    /// a machine that does other things as well, real copies are not steady enough to hold more than their size.
    private static final double FACTOR = 3;

    private static final List<String> USERS = List.of("bound", "raised", "limited");

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static final List<LoggedStorage> STORAGES = new ArrayList<>();
    private static final Map<String, String> JOBS = new LinkedHashMap<>();

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(
                folder,
                Map.of(
                        "tcn.control.interval", "1s",
                        "tcn.control.bound-window", "5s",
                        "tcn.control.seed", "7",
                        "tcn.pipes.max-connections", "6"));
        demo = server.demo();
    }

    @AfterAll
    static void stop() {
        server.close();
        STORAGES.forEach(LoggedStorage::close);
    }

    private static Answer ask(String body) {
        return demo.post(PATH, body);
    }

    private static JsonNode told(String body) {
        Answer answer = ask(body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    @Order(1)
    void whereNothingMovesAChangeHasNoEffectNow() {
        JsonNode told =
                told("{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundShare\": 0.5}]}");
        assertThat(told.path("users").size()).isZero();
        assertThat(told.path("notes").toString()).contains("nothing is queued").contains("binds nothing");
        assertThat(told.at("/accuracy/trouble").asString("")).isEqualTo("nothing moved");
        assertThat(demo.get("/tcn/v1/rc").json().size()).isZero();
    }

    @ParameterizedTest
    @Order(2)
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 400 | nothing to change",
                "{\"setRc\": []} | 400 | nothing to change",
                "{\"setRc\": [null]} | 400 | setRc[0]",
                "{\"removeRc\": [null]} | 400 | removeRc[0]",
                "{\"configuration\": {\"pipes\": [null]}} | 400 | null",
                "{\"configuration\": {}, \"jobs\": [null]} | 400 | jobs",
                "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\"}]} | 400 | nothing to set",
                "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"none\", \"boundBps\": 1}]} | 400 | no resource-set",
                "{\"setRc\": [{\"user\": \"nobody\", \"resourceSet\": \"all-links\", \"boundBps\": 1}]} | 400 | no user",
                "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 0}]} | 400 | more than 0",
                "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1, \"minBps\": 2}]} | 400 |"
                        + " above the bound",
                "{\"removeRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\"}]} | 404 | no resource control",
                "{\"configuration\": {}, \"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1}]} |"
                        + " 400 | alone",
                "{\"configuration\": {}, \"horizonSeconds\": 1} | 400 | horizonSeconds",
                "{\"configuration\": {}, \"jobs\": [\"x\"]} | 404 | there is no job x",
                "{\"configuration\": {}, \"hurry\": true} | 400 | there is no key",
            })
    void whatMakesNoSenseIsRefusedWithTheReason(String body, int status, String detail) {
        Answer answer = ask(body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("detail")).contains(detail);
    }

    @Test
    @Order(3)
    void contradictionsAreLookedAtWithForceOnly() {
        String both = "{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1000, \"minBps\": 2000}";
        assertThat(told("{\"force\": true, \"setRc\": [" + both + "]}")
                        .path("notes")
                        .toString())
                .contains("above the bound");
    }

    private static void submit(String user) throws IOException {
        LoggedStorage from = LoggedStorage.start(folder.resolve("from-" + user), storage -> storage.connectionBps(2e6));
        LoggedStorage to = LoggedStorage.start(folder.resolve("to-" + user));
        STORAGES.add(from);
        STORAGES.add(to);
        demo.post("/tcn/v1/users", "{\"id\": \"" + user + "\"}");
        String source = from.put("/f", FILE).toString();
        StringBuilder transfers = new StringBuilder();
        for (int i = 0; i < FILES; i++) {
            transfers
                    .append(i == 0 ? "" : ", ")
                    .append("{\"source\": \"")
                    .append(source)
                    .append("\", \"destination\": \"")
                    .append(to.url("/f" + i))
                    .append("\"}");
        }
        Answer answer =
                demo.post("/tcn/v1/transfers", "{\"user\": \"" + user + "\", \"transfers\": [" + transfers + "]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        JOBS.put(user, answer.text("jobId"));
    }

    private static String rc(String user, double bps) {
        return "{\"user\": \"" + user + "\", \"resourceSet\": \"all-storages\", \"boundBps\": " + bps + "}";
    }

    private static double afterBps(JsonNode told, String user) {
        for (JsonNode one : told.path("users").values()) {
            if (one.path("user").asString("").equals(user)) {
                return one.path("afterBps").doubleValue();
            }
        }
        throw new AssertionError("nothing is told of " + user + ": " + told);
    }

    /// What a user moved in the last seconds; 0 if there are no rows of all of them yet.
    private static double movedBps(String user, int seconds) {
        JsonNode rows = demo.get("/tcn/v1/history?user=" + user + "&from="
                        + Instant.now().minusSeconds(seconds + 1L))
                .json()
                .path("rows");
        double bits = 0;
        double length = 0;
        for (JsonNode row : rows.values()) {
            bits += row.path("throughputBps").doubleValue()
                    * row.path("lengthSeconds").doubleValue();
            length += row.path("lengthSeconds").doubleValue();
        }
        return length > 0.8 * seconds ? bits / length : 0;
    }

    @Test
    @Order(4)
    @EnabledIfSystemProperty(
            named = "tcn.whatif.copies",
            matches = "true",
            disabledReason = "a measurement on a machine that does nothing else, see docs/benchmarks/what-if.md")
    void whatIsToldIsNearWhatRealCopiesThenDo() throws IOException {
        for (String user : USERS) {
            submit(user);
        }
        assertThat(demo.put("/tcn/v1/rc", rc("raised", 4e6)).status()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(60)).until(() -> movedBps("limited", 24) > 9e6);

        String bound = "\"setRc\": [" + rc("bound", 5e6) + "]";
        String raised = "\"setRc\": [" + rc("raised", 8e6) + "]";
        String pipe = demo.get("/tcn/v1/pipes?user=limited").json().at("/0").toString();
        JsonNode shown = demo.get("/tcn/v1/pipes?user=limited").json().path(0);
        String fewer = "{\"id\": \"" + shown.path("id").asString("") + "\", \"source\": \""
                + shown.path("source").asString("") + "\", \"destination\": \""
                + shown.path("destination").asString("") + "\", \"user\": \"limited\", \"minConnections\": 1,"
                + " \"maxConnections\": 3}";
        String limited = "\"configuration\": {\"pipes\": [" + fewer + "]}";
        assertThat(pipe).contains("limited");
        Map<String, JsonNode> told = new LinkedHashMap<>();
        List<String> questions = List.of(bound, raised, limited);
        for (int i = 0; i < USERS.size(); i++) {
            String user = USERS.get(i);
            told.put(
                    user,
                    told("{" + questions.get(i) + ", \"horizonSeconds\": " + HORIZON + ", \"jobs\": [\""
                            + JOBS.get(user) + "\"]}"));
        }
        assertThat(demo.put("/tcn/v1/rc", rc("bound", 5e6)).status()).isEqualTo(200);
        assertThat(demo.put("/tcn/v1/rc", rc("raised", 8e6)).status()).isEqualTo(200);
        Answer applied = demo.put("/tcn/v1/configuration", "{\"pipes\": [" + fewer + "]}");
        assertThat(applied.status()).as(applied.body()).isEqualTo(200);
        Instant changed = Instant.now();
        await().atMost(Duration.ofSeconds(2 * HORIZON))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> Instant.now().isAfter(changed.plusSeconds(HORIZON)));
        Map<String, Double> was = new LinkedHashMap<>();
        USERS.forEach(user -> was.put(user, movedBps(user, HORIZON / 2)));
        told.forEach((user, answer) -> {
            System.out.printf(
                    Locale.ROOT,
                    "%s: told %.2f was %.2f Mbit/s, told of the past %s, in %s s, job %s, notes %s%n",
                    user,
                    afterBps(answer, user) / 1e6,
                    was.getOrDefault(user, 0.0) / 1e6,
                    answer.path("accuracy"),
                    answer.path("seconds"),
                    answer.path("jobs"),
                    answer.path("notes"));
            assertThat(answer.path("accuracy").has("error")).isTrue();
            assertThat(answer.at("/jobs/0/beforeSeconds").doubleValue()).isPositive();
        });
        assertThat(afterBps(Objects.requireNonNull(told.get("bound")), "bound")).isLessThan(1.05 * 5e6);
        assertThat(afterBps(Objects.requireNonNull(told.get("raised")), "raised"))
                .isLessThan(1.05 * 8e6);
        told.forEach((user, answer) -> {
            double bps = was.getOrDefault(user, 0.0);
            assertThat(afterBps(answer, user)).as(user).isBetween(bps / FACTOR, bps * FACTOR);
        });
    }
}
