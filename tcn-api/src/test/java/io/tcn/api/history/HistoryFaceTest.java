// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What the loops did can be read afterwards.
@Tag("it")
class HistoryFaceTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static LoggedStorage a;
    private static LoggedStorage b;
    private static String pipe = "";

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of("tcn.control.interval", "200ms"));
        demo = server.demo();
        a = LoggedStorage.start(folder.resolve("a"));
        // Slow enough for some control intervals to see it: two seconds for the file.
        b = LoggedStorage.start(folder.resolve("b"), builder -> builder.connectionBps(400_000));
        demo.put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"boundBps\": 1e12}");
        Answer made = demo.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [{\"source\": \"" + a.put("/f", 100_000) + "\", \"destination\": \"" + b.url("/f")
                        + "\"}]}");
        long transfer = made.json().at("/transfers/0/id").longValue();
        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        demo.get("/tcn/v1/transfers/" + transfer).text("state").equals("FINISHED"));
        pipe = encoded(demo.get("/tcn/v1/transfers/" + transfer).text("pipe"));
        await().atMost(Duration.ofSeconds(30)).until(() -> finished("pipe=" + pipe) == 1);
    }

    @AfterAll
    static void stop() {
        server.close();
        a.close();
        b.close();
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static long finished(String query) {
        long sum = 0;
        for (JsonNode row : demo.get("/tcn/v1/history?" + query).json().path("rows")) {
            sum += row.path("finished").longValue();
        }
        return sum;
    }

    @Test
    void aPipeItsUserItsControlsAndAllTogetherHaveAHistory() {
        JsonNode json = demo.get("/tcn/v1/history?pipe=" + pipe).json();
        assertThat(json.path("kind").stringValue()).isEqualTo("PIPE");
        assertThat(json.path("resolution").stringValue()).isEqualTo("interval");
        JsonNode row = json.path("rows").get(0);
        assertThat(row.path("connections").doubleValue()).isPositive();
        assertThat(row.path("rationale").stringValue()).isNotEmpty();
        assertThat(finished("user=demo")).isEqualTo(1);
        assertThat(finished("")).isEqualTo(1);
        JsonNode constraint =
                demo.get("/tcn/v1/control").json().path("constraints").get(0);
        String control = constraint.path("kind").stringValue() + " "
                + constraint.path("user").stringValue() + " "
                + constraint.path("resource").stringValue();
        assertThat(demo.get("/tcn/v1/history?control=" + encoded(control))
                        .json()
                        .path("rows"))
                .isNotEmpty()
                .allSatisfy(
                        each -> assertThat(each.path("limitBps").doubleValue()).isEqualTo(1e12));
    }

    @Test
    void anIdlePipeHasNoMoreRows() {
        int rows = demo.get("/tcn/v1/history?pipe=" + pipe).json().path("rows").size();
        int all = demo.get("/tcn/v1/history").json().path("rows").size();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.get("/tcn/v1/history").json().path("rows").size() > all + 3);
        assertThat(demo.get("/tcn/v1/history?pipe=" + pipe).json().path("rows").size())
                .isBetween(rows, rows + 1);
    }

    @Test
    void pagesComeOneBehindTheOther() {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.get("/tcn/v1/history").json().path("rows").size() >= 5);
        JsonNode first = demo.get("/tcn/v1/history?limit=2").json();
        assertThat(first.path("rows")).hasSize(2);
        JsonNode second = demo.get(
                        "/tcn/v1/history?limit=2&after=" + first.path("next").stringValue())
                .json();
        JsonNode whole = demo.get("/tcn/v1/history?limit=4").json();
        assertThat(List.of(
                        second.path("rows").get(0).path("at"),
                        second.path("rows").get(1).path("at")))
                .containsExactly(
                        whole.path("rows").get(2).path("at"),
                        whole.path("rows").get(3).path("at"));
    }

    @Test
    void csvByAcceptOrByFormat() {
        Answer byFormat = demo.get("/tcn/v1/history?limit=1&format=csv&pipe=" + pipe);
        assertThat(byFormat.contentType()).startsWith("text/csv");
        assertThat(byFormat.headers().firstValue("X-Next-After")).isPresent();
        Answer byAccept = demo.send(demo.request("/tcn/v1/history?pipe=" + pipe)
                .header("Accept", "text/csv")
                .GET());
        List<String> lines = byAccept.body().lines().toList();
        assertThat(lines.getFirst()).startsWith("at,lengthSeconds,connections").endsWith("reason,rationale");
        assertThat(lines.size()).isGreaterThan(1);
        assertThat(lines.get(1))
                .startsWith(byFormat.body().lines().toList().get(1).substring(0, 20));
    }

    @Test
    void othersSeeNothingOfIt() {
        assertThat(server.alice().get("/tcn/v1/history").status()).isEqualTo(404);
        assertThat(server.alice().get("/tcn/v1/history?user=demo").status()).isEqualTo(404);
        assertThat(server.alice().get("/tcn/v1/history?pipe=" + pipe).status()).isEqualTo(404);
        assertThat(server.nobody().get("/tcn/v1/history").status()).isEqualTo(403);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        for (String query : List.of(
                "pipe=p&user=demo",
                "resolution=hour",
                "limit=0",
                "limit=10001",
                "from=yesterday",
                "from=2026-12-02T00:00:00Z&to=2026-12-01T00:00:00Z",
                "to=%2B1000000000-01-01T00:00:00Z",
                "format=xml",
                "since=1")) {
            Answer answer = demo.get("/tcn/v1/history?" + query);
            assertThat(answer.status()).as(query).isEqualTo(400);
            assertThat(answer.text("detail")).as(query).isNotEmpty();
        }
        assertThat(demo.get("/tcn/v1/history?pipe=" + encoded("<script>")).status())
                .isEqualTo(404);
    }

    @Test
    void theCountersAreInTheMetrics() {
        assertThat(demo.get("/tcn/v1/metrics").body())
                .contains("tcn_history_rows_total", "tcn_history_dropped_total 0.0", "tcn_history_thinned_total 0.0");
    }
}
