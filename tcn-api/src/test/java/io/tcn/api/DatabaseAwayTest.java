// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// What callers see while no connection to the database can be had.
@Tag("it")
class DatabaseAwayTest {
    private static final int CONNECTIONS = 3;
    private static final int ASKED_AT_ONCE = 8;
    private static final String HEALTH = "/tcn/v1/health";

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(
                folder,
                Map.of(
                        "spring.datasource.hikari.maximum-pool-size",
                        Integer.toString(CONNECTIONS),
                        "spring.datasource.hikari.connection-timeout",
                        "250"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /// The pool is empty as long as these are open.
    private static List<Connection> takeAll() throws SQLException {
        List<Connection> taken = new ArrayList<>();
        long began = System.nanoTime();
        while (taken.size() < CONNECTIONS) {
            try {
                taken.add(server.server().bean(DataSource.class).getConnection());
            } catch (SQLTransientConnectionException inUse) {
                // The server itself has one for longer than anybody waits.
                assertThat(Duration.ofNanos(System.nanoTime() - began))
                        .as("until all are taken: %s", inUse.getMessage())
                        .isLessThan(Duration.ofMinutes(1));
            }
        }
        return taken;
    }

    private static void giveBack(List<Connection> taken) throws SQLException {
        for (Connection connection : taken) {
            connection.close();
        }
    }

    @Test
    void everyRouteThatNeedsItSays503WithRetryAfterAndHealthIsDownUntilItIsBack() throws SQLException {
        List<Connection> taken = takeAll();
        try {
            List<String> wrong = new ArrayList<>();
            int away = 0;
            for (Map.Entry<String, Answer> each : answers(paths()).entrySet()) {
                Answer answer = each.getValue();
                boolean told = answer.status() == 503
                        && answer.headers().firstValue("Retry-After").isPresent();
                away += told ? 1 : 0;
                if (answer.status() >= 500 && answer.status() != 501 && !told) {
                    wrong.add(each.getKey() + ": " + answer.status() + " " + answer.body());
                }
            }
            assertThat(wrong).isEmpty();
            assertThat(away).isGreaterThan(5);
            Answer submission = server.demo()
                    .post(
                            "/jobs",
                            "{\"files\": [{\"sources\": [\"https://a.example.org/x\"], \"destinations\":"
                                    + " [\"https://b.example.org/x\"]}]}");
            assertThat(submission.status()).as(submission.body()).isEqualTo(503);
            assertThat(submission.headers().firstValue("Retry-After")).isPresent();

            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                Answer health = server.nobody().get(HEALTH);
                assertThat(health.status()).isEqualTo(503);
                assertThat(health.text("status")).isEqualTo("DOWN");
                assertThat(health.text("database")).isEqualTo("DOWN");
                assertThat(health.json().path("loops").findValuesAsString("loop"))
                        .contains("database");
            });
        } finally {
            giveBack(taken);
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Answer health = server.nobody().get(HEALTH);
            assertThat(health.text("status")).as(health.body()).isEqualTo("UP");
            assertThat(health.status()).isEqualTo(200);
        });
        assertThat(server.demo().get("/jobs").status()).isEqualTo(200);
    }

    /// Each waits for a connection to the database: many are asked for at once.
    private static Map<String, Answer> answers(Set<String> paths) {
        Map<String, Answer> answers = new ConcurrentSkipListMap<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(ASKED_AT_ONCE)) {
            for (String path : paths) {
                threads.execute(() -> answers.put(path, server.demo().get(path)));
            }
        }
        assertThat(answers.keySet()).isEqualTo(paths);
        return answers;
    }

    /// What can be asked with GET, with something for what stands in braces.
    private static Set<String> paths() {
        Set<String> paths = new TreeSet<>();
        server.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(route -> {
                    Set<RequestMethod> methods = route.getMethodsCondition().getMethods();
                    if (methods.contains(RequestMethod.GET)
                            && !route.getPatternValues().contains(HEALTH)) {
                        route.getPatternValues().forEach(pattern -> paths.add(pattern.replaceAll("\\{[^/]*}", "1")));
                    }
                });
        return paths;
    }
}
