// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.WebDavStorage;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.TestPorts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Sections 5.5, 6 and 4.6 with files that really move.
@DisplayName("6 States, with real transfers")
class Section6TransfersTest extends ContractServer {
    private static final int SIZE = 20_000;

    private LoggedStorage from;
    private LoggedStorage to;
    private LoggedStorage slow;

    @Override
    boolean isDrained() {
        return false;
    }

    @Override
    Map<String, String> settings() {
        return Map.of("tcn.pipes.max-connections", "1", "tcn.control.interval", "500ms");
    }

    @BeforeAll
    void startStorages(@TempDir Path root) throws IOException {
        from = LoggedStorage.start(root.resolve("from"));
        to = LoggedStorage.start(root.resolve("to"));
        // 1 MiB takes 8 s.
        slow = LoggedStorage.start(root.resolve("slow"), builder -> builder.connectionBps(1 << 20));
    }

    @AfterAll
    void stopStorages() {
        from.close();
        to.close();
        slow.close();
    }

    private static String file(List<URI> sources, URI destination, String more) {
        return "{\"sources\": [\"" + sources.stream().map(URI::toString).collect(Collectors.joining("\", \""))
                + "\"], \"destinations\": [\"" + destination + "\"]" + more + "}";
    }

    private static String file(URI source, URI destination) {
        return file(List.of(source), destination, "");
    }

    private String submit(String params, String... files) {
        return demo().submit("{\"files\": [" + String.join(",", files) + "], \"params\": " + params + "}");
    }

    private JsonNode run(String params, String... files) {
        String id = submit(params, files);
        server().awaitEnd(demo(), id);
        return demo().get(
                        "/jobs/" + id
                                + "?files=file_id,file_state,reason,source_surl,start_time,finish_time,retry,recoverable,file_metadata")
                .json();
    }

    private static List<String> states(JsonNode job) {
        return job.path("files").findValuesAsString("file_state");
    }

    private static void is(JsonNode job, String state, String... files) {
        assertThat(job.path("job_state").stringValue()).as(job.toString()).isEqualTo(state);
        assertThat(states(job)).containsExactly(files);
    }

    // --- 5.5, 6.3: several sources

    @ParameterizedTest(name = "6.3 R, {0}: the first source is missing, the second is used", quoteTextArguments = false)
    @ValueSource(strings = {"orderly", "auto"})
    void secondSource(String strategy) throws IOException {
        String name = "/r2-" + strategy;
        List<URI> sources = List.of(from.url(name + "-missing"), slow.put(name, SIZE), from.put(name, SIZE));
        JsonNode job = run("{}", file(sources, to.url(name), ", \"selection_strategy\": \"" + strategy + "\""));

        assertThat(job.path("job_state").stringValue()).as(job.toString()).isEqualTo("FINISHED");
        assertThat(job.path("job_type").stringValue()).isEqualTo("R");
        assertThat(job.path("reason").isNull()).isTrue();
        assertThat(states(job)).containsOnlyOnce("FINISHED");
        assertThat(to.has(name)).isTrue();
        if (strategy.equals("orderly")) {
            assertThat(states(job)).containsExactly("FAILED", "FINISHED", "NOT_USED");
            assertThat(job.at("/files/0/reason").stringValue()).startsWith("SOURCE [2] ");
            assertThat(job.at("/files/2/finish_time").isNull()).isTrue();
        }
    }

    @Test
    @DisplayName("6.3 R: source_se becomes the source used")
    void sourceUsed() throws IOException {
        URI missing = URI.create(from.url("/r-se-missing").toString().replace("127.0.0.1", "localhost"));
        JsonNode job = run(
                "{}",
                file(
                        List.of(missing, from.put("/r-se", SIZE)),
                        to.url("/r-se"),
                        ", \"selection_strategy\": \"orderly\""));
        is(job, "FINISHED", "FAILED", "FINISHED");
        URI used = URI.create(job.at("/files/1/source_surl").stringValue());
        assertThat(job.path("source_se").stringValue()).isEqualTo(used.getScheme() + "://" + used.getHost());
    }

    @Test
    @DisplayName("6.3 R: the first source is good: the others stay NOT_USED")
    void firstSource() throws IOException {
        JsonNode job = run(
                "{}",
                file(
                        List.of(from.put("/r1", SIZE), from.url("/r1-b"), from.url("/r1-c")),
                        to.url("/r1"),
                        ", \"selection_strategy\": \"orderly\""));
        is(job, "FINISHED", "FINISHED", "NOT_USED", "NOT_USED");
    }

    @Test
    @DisplayName("6.3 R: all sources are missing: FAILED")
    void noSource() {
        JsonNode job = run(
                "{}",
                file(
                        List.of(from.url("/r0-a"), from.url("/r0-b")),
                        to.url("/r0"),
                        ", \"selection_strategy\": \"orderly\""));
        is(job, "FAILED", "FAILED", "FAILED");
        assertThat(job.path("reason").stringValue()).isNotBlank();
    }

    @Test
    @DisplayName("6.3 R: several destinations: all are written")
    void severalDestinations() throws IOException {
        JsonNode job = run(
                "{}",
                "{\"sources\": [\"" + from.put("/rd", SIZE) + "\"], \"destinations\": [\"" + to.url("/rd-1") + "\", \""
                        + to.url("/rd-2") + "\"]}");
        is(job, "FINISHED", "FINISHED", "FINISHED");
        assertThat(to.has("/rd-1") && to.has("/rd-2")).isTrue();
    }

    // --- 6.3: multihop

    @ParameterizedTest(
            name = "6.3 H of two hops, disable_cleanup {0}: the copy between stays",
            quoteTextArguments = false)
    @ValueSource(booleans = {false, true})
    void hops(boolean keep) throws IOException {
        String name = "/h-" + keep;
        URI middle = to.url(name + "-middle");
        JsonNode job = run(
                "{\"multihop\": true, \"disable_cleanup\": " + keep + "}",
                file(from.put(name, SIZE), middle),
                file(middle, from.url(name + "-end")));
        is(job, "FINISHED", "FINISHED", "FINISHED");
        assertThat(from.has(name + "-end")).isTrue();
        assertThat(to.has(name + "-middle")).isTrue();
    }

    @Test
    @DisplayName("6.3 H: a hop that fails: the rest NOT_USED, the job FAILED, the copy between stays")
    void failingHop() throws IOException {
        URI middle = to.url("/hf-middle");
        URI taken = from.put("/hf-taken", 5);
        JsonNode job = run(
                "{\"multihop\": true}",
                file(from.put("/hf", SIZE), middle),
                file(middle, taken),
                file(taken, to.url("/hf-end")));
        is(job, "FAILED", "FINISHED", "FAILED", "NOT_USED");
        assertThat(job.at("/files/2/finish_time").isNull()).isTrue();
        assertThat(to.has("/hf-middle")).isTrue();
        assertThat(from.has("/hf-taken")).isTrue();
    }

    @Test
    @DisplayName("6.3 H: the first hop fails: nothing else is tried")
    void firstHopFails() {
        JsonNode job = run(
                "{\"multihop\": true}",
                file(from.url("/h0-missing"), to.url("/h0-middle")),
                file(to.url("/h0-middle"), from.url("/h0-end")));
        is(job, "FAILED", "FAILED", "NOT_USED");
        assertThat(job.at("/files/1/start_time").isNull()).isTrue();
    }

    @Test
    @DisplayName("5.4 overwrite_hop: all hops but the last are overwritten")
    void overwriteHop() throws IOException {
        URI middle = to.put("/ho-middle", 5);
        URI end = from.put("/ho-end", 5);
        JsonNode job = run(
                "{\"multihop\": true, \"overwrite_hop\": true}",
                file(from.put("/ho", SIZE), middle),
                file(middle, end));
        is(job, "FAILED", "FINISHED", "FAILED");
        assertThat(job.at("/files/1/reason").stringValue()).contains("overwrite is not enabled");
        assertThat(from.file("/ho-end")).hasSize(5);
    }

    // --- 6.3: plain jobs

    @ParameterizedTest(name = "6.3 N with files {0}: {1}", quoteTextArguments = false)
    @CsvSource({"FINISHED FINISHED, FINISHED", "FINISHED FAILED, FINISHEDDIRTY", "FAILED FAILED, FAILED"})
    void plain(String files, String state) throws IOException {
        String[] wanted = files.split(" ", -1);
        String[] entries = new String[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            String name = "/n-" + state + i;
            entries[i] = file(wanted[i].equals("FINISHED") ? from.put(name, SIZE) : from.url(name), to.url(name));
        }
        JsonNode job = run("{}", entries);
        is(job, state, wanted);
        assertThat(job.path("reason").isNull()).isEqualTo(state.equals("FINISHED"));
        job.path("files")
                .forEach(file ->
                        assertThat(file.path("finish_time").stringValue()).matches(DATE));
    }

    // --- 5.4, 6.5: destinations that exist

    @Test
    @DisplayName("5.4 overwrite_on_retry: the first attempt fails, it is not retried, nothing is overwritten")
    void overwriteOnRetryFirst() throws IOException {
        JsonNode job = run("{\"overwrite_on_retry\": true}", file(from.put("/or", SIZE), to.put("/or", 5)));
        is(job, "FAILED", "FAILED");
        assertThat(to.file("/or")).hasSize(5);
    }

    @Test
    @DisplayName("5.4 overwrite_on_retry: from the first retry on it is overwritten; 4.6 every retry is told")
    void overwriteOnRetry() throws IOException {
        int port = TestPorts.one();
        to.put("/orr", 5);
        String id = submit(
                "{\"overwrite_on_retry\": true, \"retry\": 50, \"retry_delay\": 1}",
                file(URI.create("http://127.0.0.1:" + port + "/orr"), to.url("/orr")));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> filesOf(id).at("/0/retry").intValue() >= 1);
        assertThat(filesOf(id).at("/0/recoverable").booleanValue()).isTrue();
        assertThat(to.file("/orr")).hasSize(5);
        Path late = Files.createDirectories(folder().resolve("late"));
        Files.write(late.resolve("orr"), LoggedStorage.content("/orr", SIZE));
        try (WebDavStorage storage = WebDavStorage.builder(late).start(port)) {
            assertThat(storage.port()).isEqualTo(port);
            assertThat(server().awaitEnd(demo(), id).path("job_state").stringValue())
                    .isEqualTo("FINISHED");
        }
        assertThat(Files.readAllBytes(to.file("/orr"))).isEqualTo(LoggedStorage.content("/orr", SIZE));
        String file = filesOf(id).at("/0/file_id").toString();
        JsonNode retries =
                demo().get("/jobs/" + id + "/files/" + file + "/retries").json();
        assertThat(retries).hasSize(filesOf(id).at("/0/retry").intValue());
        assertThat(retries.get(0).propertyNames())
                .contains("file_id", "attempt", "datetime", "reason", "transfer_host", "log_file");
        assertThat(retries.get(0).path("attempt").intValue()).isEqualTo(1);
        assertThat(retries.get(0).path("datetime").stringValue()).matches(DATE);
        assertThat(retries.get(0).path("reason").stringValue()).startsWith("SOURCE [");
    }

    @Test
    @DisplayName("6.5 dst_file_report: size and checksum of what is there, in file_metadata.dst_file")
    void report() throws IOException {
        URI destination = to.put("/report", 1234);
        JsonNode job = run(
                "{\"dst_file_report\": true}",
                file(
                        List.of(from.put("/report", SIZE)),
                        destination,
                        ", \"checksum\": \"ADLER32\", \"metadata\": {\"request_id\": \"r\"}"));
        is(job, "FAILED", "FAILED");
        assertThat(job.at("/files/0/reason").stringValue())
                .isEqualTo("DESTINATION [17] Destination file exists and overwrite is not enabled");
        JsonNode metadata = job.at("/files/0/file_metadata");
        assertThat(metadata.path("request_id").stringValue()).isEqualTo("r");
        assertThat(metadata.path("dst_file").toString())
                .isEqualTo("{\"file_size\":1234,\"checksum_type\":\"ADLER32\",\"checksum_value\":\""
                        + LoggedStorage.checksum("/report", 1234).substring(8)
                        + "\",\"file_on_tape\":false,\"file_on_disk\":true}");
    }

    @Test
    @DisplayName("6.5 dst_file_report with overwrite_on_retry: the first attempt tells what is there")
    void reportWithOverwriteOnRetry() throws IOException {
        JsonNode job = run(
                "{\"dst_file_report\": true, \"overwrite_on_retry\": true}",
                file(from.put("/reportr", SIZE), to.put("/reportr", 1234)));
        is(job, "FAILED", "FAILED");
        assertThat(job.at("/files/0/file_metadata/dst_file/file_size").intValue())
                .isEqualTo(1234);
    }

    @Test
    @DisplayName("6.5 without dst_file_report nothing is added")
    void noReport() throws IOException {
        JsonNode job = run("{}", file(from.put("/noreport", SIZE), to.put("/noreport", 5)));
        assertThat(job.at("/files/0/file_metadata").isNull()).isTrue();
    }

    // --- 6.4

    @ParameterizedTest(name = "6.4 never recoverable: {0}", quoteTextArguments = false)
    @CsvSource({
        "no such file, SOURCE [2], ''",
        "file exists, DESTINATION [17], ''",
        "checksum mismatch, [5], ADLER32:00000001",
        "wrong size, SOURCE [5], 7"
    })
    void neverRetried(String what, String reason, String detail) throws IOException {
        String name = "/never-" + what.replace(' ', '-');
        URI source = what.equals("no such file") ? from.url(name) : from.put(name, SIZE);
        URI destination = what.equals("file exists") ? to.put(name, 5) : to.url(name);
        String more = what.equals("checksum mismatch")
                ? ", \"checksum\": \"" + detail + "\""
                : what.equals("wrong size") ? ", \"filesize\": " + detail : "";
        JsonNode job = run(
                "{\"retry\": 3, \"retry_delay\": 1, \"verify_checksum\": \"both\"}",
                file(List.of(source), destination, more));
        is(job, "FAILED", "FAILED");
        assertThat(job.at("/files/0/reason").stringValue()).contains(reason);
        assertThat(job.at("/files/0/retry").intValue()).isZero();
        assertThat(job.at("/files/0/recoverable").booleanValue()).isFalse();
    }

    // --- 4.4, 4.5, 4.6 with something running

    @Test
    @DisplayName("4.4 a change of priority lets a job overtake")
    void priority() throws IOException {
        URI source = from.put("/prio", 130_000);
        // One connection: the first holds it, and the last overtakes the second.
        String first = submit("{}", file(source, slow.url("/prio-1")));
        String second = submit("{}", file(source, slow.url("/prio-2")));
        String third = submit("{}", file(source, slow.url("/prio-3")));
        assertThat(demo().post("/jobs/" + third, "{\"params\": {\"priority\": 5}}")
                        .status())
                .isEqualTo(200);
        for (String id : List.of(first, second, third)) {
            server().awaitEnd(demo(), id);
        }
        Comparator<String> byStart =
                Comparator.comparing(id -> filesOf(id).at("/0/start_time").stringValue());
        assertThat(byStart.compare(third, second)).isNegative();
    }

    @Test
    @DisplayName("4.5 files of a job are cancelled one by one while another runs; the job is CANCELED with the last")
    void cancelFiles() throws IOException {
        URI source = from.put("/cf", 1 << 20);
        String id = submit("{}", file(source, slow.url("/cf-1")), file(source, slow.url("/cf-2")));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> jobOf(id).path("job_state").stringValue().equals("ACTIVE"));
        List<String> files = filesOf(id).findValuesAsString("file_id");
        assertThat(demo().delete("/jobs/" + id + "/files/" + files.get(1)).body())
                .isEqualTo("\"CANCELED\"");
        assertThat(jobOf(id).path("job_state").stringValue()).isEqualTo("ACTIVE");
        assertThat(demo().delete("/jobs/" + id + "/files/" + files.get(0)).body())
                .isEqualTo("\"CANCELED\"");
        assertThat(jobOf(id).path("job_state").stringValue()).isEqualTo("CANCELED");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> filesOf(id).at("/0/finish_time").isString());
        await().atMost(Duration.ofSeconds(20)).until(() -> slow.beingWritten() == 0);
        assertThat(slow.has("/cf-1") || slow.has("/cf-2")).isFalse();
    }

    @Test
    @DisplayName("4.6 the log of a transfer has a line for each state, oldest first")
    void log() throws IOException {
        JsonNode job = run("{}", file(from.put("/log", SIZE), to.url("/log")));
        String id = job.path("job_id").stringValue();
        String file = job.at("/files/0/file_id").toString();
        assertThat(filesOf(id).at("/0/log_file").stringValue()).isEqualTo("/jobs/" + id + "/files/" + file + "/log");
        await().atMost(Duration.ofSeconds(10))
                .until(() -> demo().get("/jobs/" + id + "/files/" + file + "/log")
                        .body()
                        .contains("FINISHED"));
        Answer log = demo().get("/jobs/" + id + "/files/" + file + "/log");
        assertThat(log.contentType()).startsWith("text/plain");
        assertThat(Arrays.stream(log.body().strip().split("\n", -1)).map(line -> line.split(" ", 3)[1]))
                .containsSubsequence("CLAIMED", "ACTIVE", "FINISHED");
        assertError(demo().get("/jobs/" + id + "/files/999999999/log"), 404);
        assertError(alice().get("/jobs/" + id + "/files/" + file + "/log"), 403);
    }

    @Test
    @DisplayName("4.1 what a finished file shows: times, size, duration, throughput, host")
    void finishedFile() throws IOException {
        JsonNode job = run("{}", file(from.put("/shows", SIZE), to.url("/shows")));
        JsonNode file = filesOf(job.path("job_id").stringValue()).get(0);
        assertThat(file.path("start_time").stringValue()).matches(DATE);
        assertThat(file.path("finish_time").stringValue()).matches(DATE);
        assertThat(file.path("filesize").intValue()).isEqualTo(SIZE);
        assertThat(file.path("tx_duration").isNumber()).isTrue();
        assertThat(file.path("throughput").isNumber() || file.path("throughput").isNull())
                .isTrue();
        assertThat(file.path("transfer_host").isString()).isTrue();
        assertThat(file.path("log_debug").intValue()).isZero();
        assertThat(file.path("reason").isNull()).isTrue();
        assertThat(file.path("recoverable").isNull()).isTrue();
    }

    @Test
    @DisplayName("6.2 a job without anything waiting is over once: DELETE afterwards is 304")
    void overIsOver() throws IOException {
        JsonNode job = run("{}", file(from.put("/over", SIZE), to.url("/over")));
        Answer again = demo().delete("/jobs/" + job.path("job_id").stringValue());
        assertThat(again.text("http_status")).isEqualTo("304 Not Modified");
        assertThat(again.text("job_state")).isEqualTo("FINISHED");
    }

    @Test
    @DisplayName("7.1 /files: finished files with time_window, open ones without; archive shows the job that is over")
    void filesAndArchive() throws IOException {
        URI destination = to.url("/fa");
        JsonNode job = run("{}", file(from.put("/fa", SIZE), destination));
        String id = job.path("job_id").stringValue();
        assertThat(demo().get("/files?dest_surl=" + destination).json()).isEmpty();
        JsonNode found = demo().get("/files?time_window=1&state_in=FINISHED&dest_surl=" + destination)
                .json();
        assertThat(found.findValuesAsString("job_id")).containsExactly(id);
        assertThat(demo().get("/archive/" + id).text("job_state")).isEqualTo("FINISHED");
        assertThat(demo().get("/jobs?time_window=1&state_in=FINISHED").json().findValuesAsString("job_id"))
                .contains(id);
        assertThat(demo().get("/jobs?state_in=FINISHED").json()).isEmpty();
    }
}
