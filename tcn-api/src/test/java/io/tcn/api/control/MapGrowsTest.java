// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// While pipes of new storages are declared by several callers at once and nothing is removed, the map that the server
/// shows only grows: no answer lacks a storage that an answer before it had, and no version is less than one before.
@Tag("it")
class MapGrowsTest {
    private static final int CALLERS = 4;
    private static final int PIPES_EACH = 12;

    private final AtomicBoolean done = new AtomicBoolean();
    private final List<String> steps = new ArrayList<>();

    /// Without a topology storages are all that the map has; with one our own ALTO server is asked and pushes.
    @ParameterizedTest
    @ValueSource(strings = {"", "esnet6-2026"})
    void storagesThatTheMapHasOnceStay(String topology, @TempDir Path folder)
            throws IOException, InterruptedException, ExecutionException {
        Map<String, String> settings = topology.isEmpty() ? Map.of() : Map.of("tcn.topology.file", topology);
        try (RunningServer server = RunningServer.start(folder, settings);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Client demo = server.demo();
            Answer user = demo.post("/tcn/v1/users", "{\"id\": \"cms\", \"dns\": [\"/CN=Nobody\"]}");
            assertThat(user.status()).as(user.body()).isEqualTo(201);
            List<Future<?>> watchers = List.of(
                    threads.submit(() -> watch(demo, "/tcn/v1/resources", "")),
                    threads.submit(() -> watch(demo, "/tcn/v1/map", "/resources")));
            List<Future<?>> callers = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                int number = caller;
                callers.add(threads.submit(() -> declare(demo, number)));
            }
            try {
                for (Future<?> caller : callers) {
                    caller.get();
                }
                Set<String> all = storages();
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> ids(demo.get("/tcn/v1/resources").json()).containsAll(all));
            } finally {
                done.set(true);
            }
            for (Future<?> watcher : watchers) {
                watcher.get();
            }
        }
        assertThat(steps).as("maps that were seen growing").isNotEmpty();
    }

    private static void declare(Client client, int caller) {
        for (int i = 0; i < PIPES_EACH; i++) {
            Answer answer = client.post(
                    "/tcn/v1/pipes",
                    "{\"source\": \"davs://s" + i + ".c" + caller + ".example\", \"destination\": \"davs://d" + i + ".c"
                            + caller + ".example\", \"user\": \"cms\"}");
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        }
    }

    private static Set<String> storages() {
        Set<String> all = new HashSet<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            for (int i = 0; i < PIPES_EACH; i++) {
                all.add("read:https://s" + i + ".c" + caller + ".example");
                all.add("write:https://d" + i + ".c" + caller + ".example");
            }
        }
        return all;
    }

    /// @param rows where the resources are in the answer
    private void watch(Client client, String path, String rows) {
        Set<String> before = Set.of();
        long version = 0;
        while (!done.get()) {
            JsonNode answer = client.get(path).json();
            Set<String> now = ids(answer.at(rows));
            assertThat(now).as("resources of " + path).containsAll(before);
            long next = answer.path("version").asLong(version);
            assertThat(next).isGreaterThanOrEqualTo(version);
            version = next;
            if (now.size() > before.size()) {
                synchronized (steps) {
                    steps.add(path + ": " + now.size());
                }
            }
            before = now;
        }
    }

    private static Set<String> ids(JsonNode rows) {
        return new HashSet<>(rows.findValuesAsString("id"));
    }
}
