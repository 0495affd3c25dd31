// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent.Kind;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Files that move, or should, as a caller of the FTS face sees it.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealTransferTest {
    private static final String DATE = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}";
    private static final String NO_PARAMS = "{}";

    @TempDir
    private static Path folder = Path.of("");

    private @Nullable Setting setting;

    private record Setting(
            RunningServer server, LoggedStorage from, LoggedStorage to, LoggedStorage slow, LoggedStorage full) {}

    @BeforeAll
    void startAll() throws IOException {
        setting = new Setting(
                RunningServer.start(folder, Map.of("tcn.agent.stall-timeout", "5s")),
                LoggedStorage.start(folder.resolve("from")),
                LoggedStorage.start(folder.resolve("to")),
                // 1 MiB takes 8 s.
                LoggedStorage.start(folder.resolve("slow"), builder -> builder.connectionBps(1 << 20)),
                LoggedStorage.start(
                        folder.resolve("full"),
                        builder -> builder.quotaBytes(100_000).thirdPartyCopy(false)));
    }

    @AfterAll
    void stopAll() {
        if (setting != null) {
            setting.server().close();
            setting.from().close();
            setting.to().close();
            setting.slow().close();
            setting.full().close();
        }
    }

    private Setting all() {
        if (setting == null) {
            throw new IllegalStateException("not started");
        }
        return setting;
    }

    private Client client() {
        return all().server().demo();
    }

    private static String file(URI source, URI destination, String more) {
        return "{\"sources\": [\"" + source + "\"], \"destinations\": [\"" + destination + "\"]" + more + "}";
    }

    private JsonNode run(String params, String... files) {
        String job = client().submit("{\"files\": [" + String.join(",", files) + "], \"params\": " + params + "}");
        return all().server().awaitEnd(client(), job);
    }

    private static String only(JsonNode job, String key) {
        assertThat(job.path("files")).hasSize(1);
        return job.path("files").get(0).path(key).asString();
    }

    @Test
    void aFileArrivesAndItsJobSaysSo() throws IOException {
        URI source = all().from().put("/in/one", 300_000);
        String checksum = LoggedStorage.checksum("/in/one", 300_000);
        JsonNode job = run(
                "{\"verify_checksum\": \"both\"}",
                file(
                        source,
                        all().to().url("/new/folder/one"),
                        ", \"filesize\": 300000, \"checksum\": \"" + checksum + "\""));

        assertThat(job.path("job_state").stringValue()).as(job.toString()).isEqualTo("FINISHED");
        assertThat(job.path("job_finished").stringValue()).matches(DATE);
        assertThat(job.path("reason").isNull()).isTrue();
        assertThat(Files.readAllBytes(all().to().file("/new/folder/one")))
                .isEqualTo(LoggedStorage.content("/in/one", 300_000));
        JsonNode file = client().get("/jobs/" + job.path("job_id").stringValue() + "/files")
                .json()
                .get(0);
        assertThat(file.path("file_state").stringValue()).isEqualTo("FINISHED");
        assertThat(file.path("start_time").stringValue()).matches(DATE);
        assertThat(file.path("finish_time").stringValue()).matches(DATE);
        assertThat(file.path("filesize").intValue()).isEqualTo(300_000);
        assertThat(file.path("tx_duration").isNumber()).isTrue();
        assertThat(file.path("reason").isNull()).isTrue();
        assertThat(file.path("transfer_host").isString()).isTrue();
        Answer canceled = client().delete("/jobs/" + job.path("job_id").stringValue());
        assertThat(canceled.text("http_status")).isEqualTo("304 Not Modified");
        assertThat(canceled.text("job_state")).isEqualTo("FINISHED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/in/a%20b", "/in/%C3%A4%E2%82%AC", "/in/a+b%2Bc", "/in/x%23y%3Fz", "/in/semi;colon=1", "/in/%25"
            })
    void namesWithUnusualCharactersArrive(String path) throws IOException {
        String decoded = URI.create("http://a" + path).getPath();
        all().from().write(decoded, 1000);

        JsonNode job = run(NO_PARAMS, file(all().from().url(path), all().to().url("/odd" + path), ""));
        assertThat(job.path("job_state").stringValue()).as(job.toString()).isEqualTo("FINISHED");
        assertThat(Files.readAllBytes(all().to().file("/odd" + decoded)))
                .isEqualTo(LoggedStorage.content(decoded, 1000));
        assertThat(only(job, "dest_surl"))
                .isEqualTo(all().to().url("/odd" + path).toString());
    }

    @Test
    void anExistingDestinationIsKeptAndNamedInFtssWords() throws IOException {
        URI source = all().from().put("/in/exists", 1000);
        URI destination = all().to().put("/exists", 10);

        JsonNode job = run(NO_PARAMS, file(source, destination, ""));
        assertThat(job.path("job_state").stringValue()).isEqualTo("FAILED");
        assertThat(only(job, "reason"))
                .isEqualTo("DESTINATION [17] Destination file exists and overwrite is not enabled");
        assertThat(Files.readAllBytes(all().to().file("/exists"))).isEqualTo(LoggedStorage.content("/exists", 10));

        JsonNode again = run("{\"overwrite\": true}", file(source, destination, ""));
        assertThat(again.path("job_state").stringValue()).isEqualTo("FINISHED");
        assertThat(Files.readAllBytes(all().to().file("/exists"))).isEqualTo(LoggedStorage.content("/in/exists", 1000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"both", "source", "target"})
    void aWrongChecksumLeavesNoFile(String verify) throws IOException {
        URI source = all().from().put("/in/wrong", 1000);
        JsonNode job = run(
                "{\"verify_checksum\": \"" + verify + "\"}",
                file(source, all().to().url("/wrong-" + verify), ", \"checksum\": \"ADLER32:00000001\""));

        assertThat(job.path("job_state").stringValue()).as(job.toString()).isEqualTo("FAILED");
        assertThat(only(job, "reason")).contains("[5]").containsIgnoringCase("checksum");
        assertThat(all().to().has("/wrong-" + verify)).isFalse();
    }

    @Test
    void aMissingSourceOrAWrongSizeFailsForGood() throws IOException {
        JsonNode missing = run(
                "{\"retry\": 5}",
                file(all().from().url("/in/nowhere"), all().to().url("/nowhere"), ""));
        assertThat(only(missing, "reason")).startsWith("SOURCE [2] ");

        URI source = all().from().put("/in/size", 1000);
        JsonNode size = run("{\"retry\": 5}", file(source, all().to().url("/size"), ", \"filesize\": 999"));
        assertThat(only(size, "reason")).startsWith("SOURCE [5] ").contains("999", "1000");
        assertThat(all().to().has("/size")).isFalse();
    }

    @Test
    void someFilesFailAndTheJobIsFinishedDirty() throws IOException {
        JsonNode job = run(
                NO_PARAMS,
                file(all().from().put("/in/good", 1000), all().to().url("/dirty/good"), ""),
                file(all().from().url("/in/nowhere"), all().to().url("/dirty/bad"), ""));

        assertThat(job.path("job_state").stringValue()).isEqualTo("FINISHEDDIRTY");
        assertThat(job.path("reason").stringValue()).isNotBlank();
        assertThat(job.path("files").findValuesAsString("file_state")).containsExactly("FINISHED", "FAILED");
    }

    @Test
    void aChainStopsAtTheHopThatFails() throws IOException {
        URI source = all().from().put("/in/hops", 1000);
        URI first = all().to().url("/hops/1");
        URI taken = all().from().put("/hops/taken", 5);
        JsonNode job = run(
                "{\"multihop\": true}",
                file(source, first, ""),
                file(first, taken, ""),
                file(taken, all().to().url("/hops/3"), ""));

        assertThat(job.path("job_state").stringValue()).as(job.toString()).isEqualTo("FAILED");
        assertThat(job.path("files").findValuesAsString("file_state"))
                .containsExactly("FINISHED", "FAILED", "NOT_USED");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                client().get("/jobs/" + job.path("job_id").stringValue() + "/files")
                                        .json()
                                        .findValuesAsString("file_state"))
                        .containsExactly("FINISHED", "FAILED", "NOT_USED"));
        assertThat(all().to().has("/hops/3")).isFalse();

        URI middle = all().to().url("/hops/good");
        JsonNode good = run(
                "{\"multihop\": true}",
                file(source, middle, ""),
                file(middle, all().from().url("/hops/end"), ""));
        assertThat(good.path("job_state").stringValue()).as(good.toString()).isEqualTo("FINISHED");
        assertThat(Files.readAllBytes(all().from().file("/hops/end")))
                .isEqualTo(LoggedStorage.content("/in/hops", 1000));
    }

    @Test
    void aFullDiskIsSaidAndLeavesNothing() throws IOException {
        JsonNode job = run(
                "{\"retry\": 3}",
                file(all().from().put("/in/large", 200_000), all().full().url("/large"), ""));

        assertThat(job.path("job_state").stringValue()).isEqualTo("FAILED");
        assertThat(only(job, "reason")).startsWith("DESTINATION [28] ");
        assertThat(all().full().files()).isEmpty();

        URI small = all().full().put("/small", 100);
        JsonNode pull =
                run(NO_PARAMS, file(all().full().url("/small"), all().to().url("/small"), ""));
        assertThat(pull.path("job_state").stringValue()).as(small + ": " + pull).isEqualTo("FINISHED");
        Files.delete(all().full().file("/small"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSourceThatDiesInTheMiddleOfAFileLeavesNothing(boolean thirdPartyCopy) throws IOException {
        String name = "/dies-" + thirdPartyCopy;
        LoggedStorage target = thirdPartyCopy
                ? all().to()
                : LoggedStorage.start(folder.resolve("stream"), builder -> builder.thirdPartyCopy(false));
        LoggedStorage mortal = LoggedStorage.start(
                folder.resolve("mortal" + thirdPartyCopy),
                builder -> builder.connectionBps(1 << 20).thirdPartyCopy(false));
        URI source = mortal.put("/in/f", 1 << 20);
        String job = client().submit("{\"files\": [" + file(source, target.url(name), "") + "]}");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> target.events().stream()
                        .anyMatch(event ->
                                event.kind() == Kind.WRITING && event.path().equals(name)));
        mortal.close();

        JsonNode end = all().server().awaitEnd(client(), job);
        assertThat(end.path("job_state").stringValue()).isEqualTo("FAILED");
        assertThat(only(end, "reason")).matches("(SOURCE|TRANSFER|GENERAL_FAILURE) \\[\\d+\\] .+");
        assertThat(target.has(name)).isFalse();
        await().atMost(Duration.ofSeconds(30)).until(() -> target.beingWritten() == 0);
        assertThat(target.files()).noneMatch(path -> path.startsWith("/.incoming"));
    }

    @Test
    void aStorageThatNeverAnswersTimesOut() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            URI nowhere = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/f");
            JsonNode source = run("{\"timeout\": 2}", file(nowhere, all().to().url("/silent"), ""));
            assertThat(only(source, "reason")).contains("[110]");
            assertThat(all().to().has("/silent")).isFalse();
            JsonNode destination = run("{\"timeout\": 2}", file(all().from().put("/in/silent", 10), nowhere, ""));
            assertThat(only(destination, "reason")).contains("[110]");
        }
    }

    @Test
    void aRetryableFailureIsTriedAgain() throws IOException {
        int port = TestPorts.one();
        String job = client().submit("{\"files\": ["
                + file(URI.create("http://127.0.0.1:" + port + "/f"), all().to().url("/retry"), "")
                + "], \"params\": {\"retry\": 2, \"retry_delay\": 1}}");
        JsonNode end = all().server().awaitEnd(client(), job);

        assertThat(end.path("job_state").stringValue()).isEqualTo("FAILED");
        JsonNode file = client().get("/jobs/" + job + "/files").json().get(0);
        assertThat(file.path("retry").intValue()).isEqualTo(2);
        assertThat(file.path("recoverable").booleanValue()).isTrue();
        assertThat(file.path("reason").stringValue()).startsWith("SOURCE [112] ");
    }

    @Test
    void cancellingInTheMiddleOfAFileLeavesNothing() throws IOException {
        URI source = all().from().put("/in/cancel", 2 << 20);
        String job = client().submit("{\"files\": [" + file(source, all().slow().url("/cancel"), "") + "]}");
        await().atMost(Duration.ofSeconds(20)).until(() -> all().slow().beingWritten() == 1);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> client().get("/jobs/" + job).text("job_state").equals("ACTIVE"));
        assertThat(client().get("/jobs/" + job + "/files")
                        .json()
                        .at("/0/file_state")
                        .stringValue())
                .isEqualTo("ACTIVE");

        assertThat(client().delete("/jobs/" + job).text("job_state")).isEqualTo("CANCELED");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> client().get("/jobs/" + job + "/files")
                        .json()
                        .at("/0/finish_time")
                        .isString());
        await().atMost(Duration.ofSeconds(30)).until(() -> all().slow().beingWritten() == 0);
        assertThat(all().slow().has("/cancel")).isFalse();
        assertThat(all().slow().files()).isEmpty();
    }
}
