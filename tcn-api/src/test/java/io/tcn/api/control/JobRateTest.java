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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// A job asks for a rate, by either face of a server that copies between real storages.
@Tag("it")
class JobRateTest {
    private static final int BYTES = 2_000_000;

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static LoggedStorage from;
    private static LoggedStorage to;
    private static String source;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of());
        demo = server.demo();
        // What it copies passes through the server, byte by byte.
        from = LoggedStorage.start(folder.resolve("from"), storage -> storage.thirdPartyCopy(false));
        to = LoggedStorage.start(folder.resolve("to"), storage -> storage.thirdPartyCopy(false));
        source = from.put("/f", BYTES).toString();
    }

    @AfterAll
    static void stop() {
        server.close();
        from.close();
        to.close();
    }

    private static String file(String name) {
        return "{\"source\": \"" + source + "\", \"destination\": \"" + to.url("/" + name) + "\"}";
    }

    private static Answer add(String rate, String... names) {
        return demo.post(
                "/tcn/v1/transfers",
                "{\"rate\": \"" + rate + "\", \"transfers\": ["
                        + String.join(
                                ", ",
                                List.of(names).stream().map(JobRateTest::file).toList()) + "]}");
    }

    private static Answer submit(String name, String metadata) {
        return demo.post(
                "/jobs",
                "{\"files\": [{\"sources\": [\"" + source + "\"], \"destinations\": [\"" + to.url("/" + name)
                        + "\"]}], \"params\": {\"job_metadata\": " + metadata + "}}");
    }

    private static JsonNode transfer(long id) {
        return demo.get("/tcn/v1/transfers/" + id).json();
    }

    private static JsonNode awaitText(long id, String text) {
        return await().alias("why of transfer " + id + " says: " + text)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> demo.get("/tcn/v1/transfers/" + id + "/why"),
                        answer -> answer.body().contains(text))
                .json();
    }

    @Test
    void whatIsAskedForIsShownAndHeld() {
        // 16 Mbit at 4 Mbit/s: four seconds for each file, one after the other.
        Answer added = add("4 Mbit/s", "a", "b");
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        List<Long> ids = new ArrayList<>();
        added.json().path("transfers").forEach(one -> ids.add(one.path("id").longValue()));
        String job = added.text("jobId");
        assertThat(ids).allSatisfy(id -> {
            assertThat(transfer(id).path("jobRateBps").doubleValue()).isEqualTo(4e6);
            assertThat(transfer(id).path("priority").intValue()).isEqualTo(5);
        });
        assertThat(demo.get("/jobs/" + job).json().at("/job_metadata/tcn/rate").asString(""))
                .isEqualTo("4 Mbit/s");

        awaitText(ids.getFirst(), "job " + job + " asks for 4 Mbit/s and moves");
        server.awaitEnd(demo, job);
        List<JsonNode> ended = ids.stream().map(JobRateTest::transfer).toList();
        assertThat(ended)
                .allSatisfy(one -> assertThat(one.path("state").asString("")).isEqualTo("FINISHED"));
    }

    @Test
    void theMetadataOfAnFtsJobAskForItAndComeBackUnchanged() {
        Answer submitted = submit("c", "{\"issuer\": \"me\", \"tcn\": {\"rate\": \"8Mbit/s\", \"other\": 1}}");
        assertThat(submitted.status()).as(submitted.body()).isEqualTo(200);
        String job = submitted.text("job_id");
        JsonNode metadata = demo.get("/jobs/" + job).json().path("job_metadata");
        assertThat(metadata.at("/tcn/rate").asString("")).isEqualTo("8Mbit/s");
        assertThat(metadata.at("/tcn/other").intValue()).isEqualTo(1);
        assertThat(metadata.path("issuer").asString("")).isEqualTo("me");
        JsonNode one = demo.get("/tcn/v1/transfers?job=" + job).json().get(0);
        assertThat(one.path("jobRateBps").doubleValue()).isEqualTo(8e6);
        assertThat(one.path("priority").intValue()).isEqualTo(5);
        server.awaitEnd(demo, job);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "0Mbit/s", "-5Mbit/s", "10MB/s", "fast"})
    void whatIsNoRateIsRefusedWithTheReason(String rate) {
        Answer added = add(rate, "never");
        assertThat(added.status()).isEqualTo(400);
        assertThat(added.body()).contains("\\\"rate\\\": ");
        Answer submitted = submit("never", "{\"tcn\": {\"rate\": \"" + rate + "\"}}");
        assertThat(submitted.status()).isEqualTo(400);
        assertThat(submitted.body()).contains("params.job_metadata.tcn.rate");
    }

    @Test
    void aNumberInTheMetadataIsRefusedAndTheKeysOfOthersAreTheirs() {
        assertThat(submit("never", "{\"tcn\": {\"rate\": 10}}").status()).isEqualTo(400);
        Answer others = submit("d", "{\"tcn\": \"a label\", \"rate\": 10}");
        assertThat(others.status()).as(others.body()).isEqualTo(200);
        assertThat(demo.get("/tcn/v1/transfers?job=" + others.text("job_id"))
                        .json()
                        .get(0)
                        .path("jobRateBps")
                        .isNull())
                .isTrue();
        server.awaitEnd(demo, others.text("job_id"));
    }
}
