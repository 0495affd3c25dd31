// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.why.CauseCode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Why something does not move: each cause is brought about on a running server, and the answer must name it.
@Tag("it")
class WhyTest {
    /// Ten seconds from the slow storage.
    private static final int BIG = 2_500_000;

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static LoggedStorage slow;
    private static LoggedStorage other;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of("tcn.agent.pause-after", "2", "tcn.agent.pause", "60s"));
        demo = server.demo();
        slow = LoggedStorage.start(folder.resolve("slow"), storage -> storage.connectionBps(2e6));
        other = LoggedStorage.start(folder.resolve("other"));
    }

    @AfterAll
    static void stop() {
        server.close();
        slow.close();
        other.close();
    }

    private static long add(String source, String destination, String more) {
        Answer answer = demo.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [{\"source\": \"" + source + "\", \"destination\": \"" + destination + "\"" + more
                        + "}]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().at("/transfers/0/id").longValue();
    }

    private static JsonNode why(String what) {
        Answer answer = demo.get("/tcn/v1/" + what + "/why");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static JsonNode awaitCause(String what, CauseCode... codes) {
        List<String> names = List.of(codes).stream().map(CauseCode::name).toList();
        return await().alias(what + " is " + names)
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(
                        () -> why(what),
                        cause -> names.contains(cause.path("code").asString("")));
    }

    private static String pipeOf(long transfer) {
        return encoded(
                demo.get("/tcn/v1/transfers/" + transfer).json().path("pipe").asString(""));
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    @Test
    void aTransferThatRunsTellsItsRateAndEndAndWhatLimitsIt() throws IOException {
        long first = add(slow.put("/run/a", BIG).toString(), other.url("/run/a").toString(), "");
        long after =
                add(slow.put("/run/b", BIG).toString(), other.url("/run/b").toString(), ", \"after\": [" + first + "]");

        // A start that was held up makes the end look far away at first.
        JsonNode running = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> why("transfers/" + first),
                        cause -> cause.at("/details/throughputBps").doubleValue(0) > 0
                                && cause.at("/details/secondsLeft").doubleValue(0) <= 60);
        assertThat(running.path("code").asString("")).isEqualTo("RUNNING");
        assertThat(running.at("/details/expectedBytes").longValue()).isEqualTo(BIG);
        assertThat(running.at("/details/movedBytes").longValue()).isBetween(1L, (long) BIG);
        assertThat(running.at("/details/secondsLeft").doubleValue()).isBetween(0.0, 60.0);
        assertThat(running.at("/next/0/of").asString("")).startsWith("pipe demo:");
        JsonNode listed = demo.get("/tcn/v1/transfers/" + first).json();
        assertThat(listed.path("throughputBps").doubleValue()).isGreaterThan(0);
        JsonNode asFts = demo.get("/jobs/" + listed.path("jobId").asString("") + "/files")
                .json()
                .get(0);
        assertThat(asFts.path("throughput").doubleValue()).as("MiB/s").isPositive();

        JsonNode waiting = why("transfers/" + after);
        assertThat(waiting.path("code").asString("")).isEqualTo("PREDECESSOR");
        assertThat(waiting.at("/details/predecessors/0").longValue()).isEqualTo(first);
        assertThat(waiting.at("/next/0/code").asString("")).isEqualTo("RUNNING");

        awaitCause("transfers/" + after, CauseCode.FINISHED);
        String job = demo.get("/tcn/v1/transfers/" + first).json().path("jobId").asString("");
        assertThat(why("jobs/" + job).path("code").asString("")).isEqualTo("FINISHED");
    }

    @Test
    void aPipeAtItsMaximumSaysSo() throws IOException {
        List<Long> transfers = new ArrayList<>();
        String end = other.url("/max/").toString();
        Answer pipe = demo.post(
                "/tcn/v1/pipes",
                "{\"source\": \"" + slow.url("/") + "\", \"destination\": \"" + end.replace("/max/", "/")
                        + "\", \"user\": \"demo\", \"minConnections\": 1, \"maxConnections\": 1}");
        assertThat(pipe.status()).as(pipe.body()).isEqualTo(201);
        for (int i = 0; i < 3; i++) {
            transfers.add(add(slow.put("/max/" + i, BIG).toString(), end + i, ""));
        }

        JsonNode waiting = awaitCause("transfers/" + transfers.getLast(), CauseCode.PIPE_MAXIMUM);
        assertThat(waiting.path("text").asString(""))
                .contains("its own maximum", "1 in use", "ahead of it in its pipe by priority and time: 1");
        assertThat(waiting.at("/details/ahead").intValue()).isEqualTo(1);
        assertThat(why("transfers/" + transfers.get(1)).path("text").asString(""))
                .contains("the next of its pipe");
        String job = demo.get("/tcn/v1/transfers/" + transfers.getLast())
                .json()
                .path("jobId")
                .asString("");
        for (JsonNode files : List.of(
                demo.get("/jobs/" + job + "/files").json(),
                demo.get("/jobs/" + job + "?files=reason,file_state").json().path("files"),
                demo.get("/jobs/" + job + ",none?files=reason").json().path(0).path("files"),
                demo.get("/files?dest_surl=" + encoded(end + 2)).json())) {
            assertThat(files.path(0).path("reason").asString("")).contains("its own maximum");
        }
        assertThat(awaitCause("pipes/" + pipeOf(transfers.getFirst()), CauseCode.PIPE_MAXIMUM)
                        .at("/details/maxConnections")
                        .intValue())
                .isEqualTo(1);
        String name = pipeOf(transfers.getFirst());
        assertThat(demo.send(demo.request("/tcn/v1/pipes/" + name)
                                .header("Content-Type", "application/json")
                                .method(
                                        "PATCH",
                                        java.net.http.HttpRequest.BodyPublishers.ofString("{\"maxConnections\": 9}")))
                        .json()
                        .path("maxConnections")
                        .intValue())
                .isEqualTo(9);
        transfers.forEach(transfer -> awaitCause("transfers/" + transfer, CauseCode.FINISHED));
        assertThat(awaitCause("pipes/" + name, CauseCode.IDLE).path("text").asString(""))
                .contains("nothing is queued");
    }

    @Test
    void whatHoldsThePipesNumberIsNamed() throws IOException {
        try (LoggedStorage from =
                        LoggedStorage.start(folder.resolve("held-from"), storage -> storage.connectionBps(2e6));
                LoggedStorage to = LoggedStorage.start(folder.resolve("held-to"))) {
            List<Long> transfers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                transfers.add(add(
                        from.put("/" + i, 2 * BIG).toString(), to.url("/" + i).toString(), ""));
            }
            String pipe = "pipes/" + pipeOf(transfers.getFirst());
            whatHoldsIsNamed(pipe, "http://127.0.0.1:" + from.port());
            transfers.forEach(transfer -> demo.delete("/tcn/v1/transfers/" + transfer));
            transfers.forEach(transfer -> awaitCause("transfers/" + transfer, CauseCode.CANCELED));
        }
    }

    private static void whatHoldsIsNamed(String pipe, String source) {
        demo.put("/tcn/v1/endpoint-limits", "{\"endpoint\": \"" + source + "\", \"maxOutbound\": 1}");
        JsonNode limit = awaitCause(pipe, CauseCode.CONNECTION_LIMIT);
        assertThat(limit.at("/details/limitConnections").intValue()).isEqualTo(1);
        assertThat(limit.path("text").asString("")).contains(source);
        demo.delete("/tcn/v1/endpoint-limits?endpoint=" + encoded(source));

        // 0.05 MiB/s are 0.42 Mbit/s, and one connection carries 2 Mbit/s.
        String host = "http://127.0.0.1";
        demo.post("/config/se", "{\"" + host + "\": {\"se_info\": {\"outbound_max_throughput\": 0.05}}}");
        JsonNode full = awaitCause(pipe, CauseCode.CAPACITY);
        assertThat(full.at("/details/resource").asString("")).isEqualTo("read:" + host);
        assertThat(full.at("/details/capacityBps").doubleValue()).isEqualTo(0.05 * 8 * 1024 * 1024);
        assertThat(full.at("/details/usedBps").doubleValue()).isGreaterThan(3e5);
        demo.delete("/config/se?se=" + encoded(host));

        demo.put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"boundBps\": 1e6}");
        JsonNode bound = awaitCause(pipe, CauseCode.BOUND);
        assertThat(bound.at("/details/user").asString("")).isEqualTo("demo");
        assertThat(bound.at("/details/limitBps").doubleValue()).isEqualTo(1e6);
        assertThat(bound.path("text").asString("")).contains("the bound of user demo on ");
        demo.delete("/tcn/v1/rc?user=demo&resourceSet=all-storages");
    }

    @Test
    void aStorageThatIsAwayIsToldWithTheNextTryAndThePause() {
        String away = "davs://127.0.0.1:9/";
        long transfer = add(away + "f", away + "g", ", \"retries\": 5");

        JsonNode cause = awaitCause("transfers/" + transfer, CauseCode.STORAGE_PAUSED, CauseCode.RETRY_LATER);
        assertThat(cause.path("text").asString("")).contains("127.0.0.1:9");
        add(away + "h", away + "i", ", \"retries\": 5");
        add(away + "j", away + "k", ", \"retries\": 5");
        JsonNode paused = awaitCause("transfers/" + transfer, CauseCode.STORAGE_PAUSED);
        assertThat(paused.at("/details/endpoint").asString("")).isEqualTo("davs://127.0.0.1:9");
        assertThat(paused.at("/details/until").asString("")).startsWith("20");

        JsonNode endpoint =
                demo.get("/tcn/v1/endpoints?endpoint=davs://127.0.0.1:9").json().path(0);
        assertThat(endpoint.path("failures").longValue()).isGreaterThan(0);
        assertThat(endpoint.path("failingSince").asString("")).startsWith("20");
        assertThat(endpoint.path("pausedUntil").asString("")).startsWith("20");
        assertThat(endpoint.at("/failuresByReason/0/reason").asString("")).isEqualTo("SOURCE_UNAVAILABLE");
        assertThat(endpoint.at("/failuresByReason/0/sample").asString("")).contains("127.0.0.1:9");
    }

    @Test
    void aDrainABanAndALimitAreNamed() throws IOException {
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        long transfer =
                add(slow.put("/ban/a", BIG).toString(), other.url("/ban/a").toString(), "");
        awaitCause("transfers/" + transfer, CauseCode.DRAINED);
        assertThat(demo.get("/tcn/v1/drain").json().at("/0/drained").booleanValue())
                .isTrue();

        String storage = slow.url("/").getScheme() + "://" + slow.url("/").getHost();
        Answer ban = demo.put(
                "/tcn/v1/bans/storages",
                "{\"storage\": \"" + storage + "\", \"status\": \"WAIT\", \"message\": \"new disks\"}");
        assertThat(ban.status()).as(ban.body()).isEqualTo(200);
        demo.put("/tcn/v1/drain", "{\"drained\": false}");
        JsonNode banned = awaitCause("transfers/" + transfer, CauseCode.BANNED);
        assertThat(banned.path("text").asString("")).contains("new disks");
        assertThat(demo.get("/tcn/v1/bans").json().at("/storages/0/storage").asString(""))
                .isEqualTo(storage);
        String job =
                demo.get("/tcn/v1/transfers/" + transfer).json().path("jobId").asString("");
        assertThat(why("jobs/" + job).path("code").asString("")).isEqualTo("BANNED");

        assertThat(demo.delete("/tcn/v1/bans/storages?storage=" + storage).status())
                .isEqualTo(204);
        assertThat(demo.delete("/tcn/v1/bans/storages?storage=" + storage).status())
                .isEqualTo(404);
        awaitCause("transfers/" + transfer, CauseCode.FINISHED);
    }

    @Test
    void aTransferOfTheSameDestinationWaitsForItsOwner() throws IOException {
        String destination = other.url("/own/a").toString();
        long first = add(slow.put("/own/a", BIG).toString(), destination, "");
        awaitCause("transfers/" + first, CauseCode.RUNNING);
        assertThat(demo.delete("/tcn/v1/transfers/" + first).status()).isEqualTo(200);
        awaitCause("transfers/" + first, CauseCode.CANCELED);
        assertThat(demo.delete("/tcn/v1/transfers/" + first).status()).isEqualTo(409);
        long second = add(slow.put("/own/a", BIG).toString(), destination, "");
        awaitCause("transfers/" + second, CauseCode.FINISHED, CauseCode.RUNNING);
    }

    @Test
    void everyTransferThatIsNotOverHasOneCause() throws IOException {
        List<Long> transfers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String more = i % 3 == 1 ? ", \"after\": [" + transfers.getLast() + "]" : "";
            transfers.add(add(
                    slow.put("/all/" + i, 100_000).toString(),
                    other.url("/all/" + i).toString(),
                    more));
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            for (long transfer : transfers) {
                JsonNode cause = why("transfers/" + transfer);
                assertThat(cause.path("text").asString("")).isNotBlank();
                boolean over = List.of("FINISHED", "FAILED", "CANCELED")
                        .contains(cause.path("state").asString(""));
                assertThat(List.of("FINISHED", "FAILED", "CANCELED")
                                .contains(cause.path("code").asString("")))
                        .as(cause.toString())
                        .isEqualTo(over);
            }
            assertThat(why("transfers/" + transfers.getLast()).path("code").asString(""))
                    .isEqualTo("FINISHED");
        });
    }

    @Test
    void whatIsNotThereOrBelongsToOthersIsNotFound() {
        assertThat(demo.get("/tcn/v1/transfers/999999999/why").status()).isEqualTo(404);
        assertThat(demo.get("/tcn/v1/pipes/nowhere/why").status()).isEqualTo(404);
        assertThat(demo.get("/tcn/v1/jobs/nowhere/why").status()).isEqualTo(404);
        long transfer = add("davs://a.invalid/f", "davs://b.invalid/f", ", \"retries\": 0");
        assertThat(server.alice().get("/tcn/v1/transfers/" + transfer + "/why").status())
                .isEqualTo(403);
        assertThat(server.alice()
                        .get("/tcn/v1/pipes/" + pipeOf(transfer) + "/why")
                        .status())
                .isEqualTo(404);
    }
}
