// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What attackers and broken clients send: refused or stored as it is, never a 5xx, never a forged line in the log.
@DisplayName("Bad input")
class HostileTest extends ContractServer {
    private static final String FORGED = "FORGED by a caller";
    /// What is put into every text.
    private static final List<String> TEXTS = List.of(
            "'; drop table job; --",
            "\" or 1=1 --",
            "x') union select 1 --",
            "x\n2026-11-21T00:00:00Z ERROR " + FORGED,
            "x\r\n" + FORGED,
            "x\u2028" + FORGED,
            "x\u0085" + FORGED,
            "\u001b[31m" + FORGED,
            "${jndi:ldap://127.0.0.1/x}",
            "%n%s%x{}{}",
            "../../../etc/passwd",
            "<script>alert(1)</script>",
            "\u0000",
            "a\u0000b",
            "\ud800",
            "\udc00x",
            "x\ud83d",
            "😀ä€",
            "\uffff\ufeff",
            "x".repeat(5000));

    /// A JSON string of a text, with everything unusual escaped.
    private static String json(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.chars().forEach(letter -> {
            if (letter < ' ' || letter > '~' || letter == '"' || letter == '\\') {
                json.append(String.format("\\u%04x", letter));
            } else {
                json.append((char) letter);
            }
        });
        return json.append('"').toString();
    }

    private static void refusedOrTaken(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isLessThan(500);
        if (answer.status() >= 400) {
            assertThat(answer.contentType()).startsWith("application/json");
            assertThat(answer.body()).doesNotContain("io.tcn", "Exception", "org.springframework", "<html");
        }
    }

    /// Runs and returns what the server wrote to its log meanwhile.
    private static String logged(Runnable body) {
        PrintStream before = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int letter) {
                        before.write(letter);
                        synchronized (written) {
                            written.write(letter);
                        }
                    }
                },
                true,
                StandardCharsets.UTF_8));
        try {
            body.run();
        } finally {
            System.setOut(before);
        }
        synchronized (written) {
            return written.toString(StandardCharsets.UTF_8);
        }
    }

    private static void holdsNoForgedLine(String log) {
        assertThat(log.split("[\n\r\u2028\u0085]", -1))
                .noneMatch(line -> line.startsWith(FORGED) || line.startsWith("2026-11-21T00:00:00Z ERROR " + FORGED));
        assertThat(log).doesNotContain("\u001b[31m" + FORGED, "a defect");
    }

    @ParameterizedTest(name = "injection into {0}: stored as it is, or 400", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "files[].metadata | {\"files\": [{PAIR, \"metadata\": TEXT}]} | /files/0/file_metadata/label",
                "files[].metadata.k | {\"files\": [{PAIR, \"metadata\": {\"k\": TEXT}}]} | /files/0/file_metadata/k",
                "files[].metadata key | {\"files\": [{PAIR, \"metadata\": {TEXT: 1}}]} | ",
                "files[].staging_metadata.k | {\"files\": [{PAIR, \"staging_metadata\": {\"k\": TEXT}}]} |"
                        + " /files/0/staging_metadata/k",
                "files[].archive_metadata.k | {\"files\": [{PAIR, \"archive_metadata\": {\"k\": TEXT}}]} |"
                        + " /files/0/archive_metadata/k",
                "files[].checksum | {\"files\": [{PAIR, \"checksum\": TEXT}]} | ",
                "files[].activity | {\"files\": [{PAIR, \"activity\": TEXT}]} | ",
                "files[].filesize | {\"files\": [{PAIR, \"filesize\": TEXT}]} | ",
                "files[].scitag | {\"files\": [{PAIR, \"scitag\": TEXT}]} | ",
                "files[].selection_strategy | {\"files\": [{PAIR, \"selection_strategy\": TEXT}]} | ",
                "files[].source_tokens | {\"files\": [{PAIR, \"source_tokens\": [TEXT], \"destination_tokens\":"
                        + " [TEXT]}]} | ",
                "files[].sources | {\"files\": [{\"sources\": [TEXT], \"destinations\": [\"davs://b/f\"]}]} | ",
                "files[].destinations | {\"files\": [{\"sources\": [\"davs://a/f\"], \"destinations\": [TEXT]}]} | ",
                "files[] | {\"files\": [TEXT]} | ",
                "files | {\"files\": TEXT} | ",
                "params | {\"files\": [FILE], \"params\": TEXT} | ",
                "an unknown key | {TEXT: TEXT, \"files\": [FILE]} | ",
                "job_metadata | {\"files\": [FILE], \"params\": {\"job_metadata\": TEXT}} | /job_metadata/label",
                "job_metadata.k | {\"files\": [FILE], \"params\": {\"job_metadata\": {\"k\": TEXT}}} | /job_metadata/k",
                "sid | {\"files\": [FILE], \"params\": {\"id_generator\": \"deterministic\", \"sid\": TEXT}} | ",
                "id_generator | {\"files\": [FILE], \"params\": {\"id_generator\": TEXT}} | ",
                "source_spacetoken | {\"files\": [FILE], \"params\": {\"source_spacetoken\": TEXT}} | ",
                "destination_spacetoken | {\"files\": [FILE], \"params\": {\"destination_spacetoken\": TEXT}} | ",
                "gridftp | {\"files\": [FILE], \"params\": {\"gridftp\": TEXT}} | ",
                "account | {\"files\": [FILE], \"params\": {\"account\": TEXT}} | ",
                "verify_checksum | {\"files\": [FILE], \"params\": {\"verify_checksum\": TEXT}} | ",
                "max_time_in_queue | {\"files\": [FILE], \"params\": {\"max_time_in_queue\": TEXT}} | ",
                "priority | {\"files\": [FILE], \"params\": {\"priority\": TEXT}} | ",
                "retry | {\"files\": [FILE], \"params\": {\"retry\": TEXT}} | ",
                "retry_delay | {\"files\": [FILE], \"params\": {\"retry_delay\": TEXT}} | ",
                "timeout | {\"files\": [FILE], \"params\": {\"timeout\": TEXT}} | ",
                "overwrite | {\"files\": [FILE], \"params\": {\"overwrite\": TEXT}} | ",
                "reuse | {\"files\": [FILE], \"params\": {\"reuse\": TEXT}} | ",
                "bring_online | {\"files\": [FILE], \"params\": {\"bring_online\": TEXT}} | ",
                "target_qos | {\"files\": [FILE], \"params\": {\"target_qos\": TEXT}} | "
            })
    void submissions(String field, String body, String pointer) {
        holdsNoForgedLine(logged(() -> {
            for (String text : TEXTS) {
                Answer answer = demo().post("/jobs", filled(body).replace("TEXT", json(text)));
                refusedOrTaken(answer);
                if (answer.status() == 200) {
                    String id = answer.text("job_id");
                    Answer read = demo().get(
                                    "/jobs/" + id + "?files=file_metadata,staging_metadata,archive_metadata,activity");
                    assertThat(read.status()).as(json(text)).isEqualTo(200);
                    if (pointer != null) {
                        assertThat(read.json().at(pointer).stringValue()).isEqualTo(text);
                    }
                    assertThat(demo().get("/jobs/" + id + "/files").json()).hasSize(1);
                }
            }
        }));
    }

    @ParameterizedTest(name = "injection into POST {0} {1}: no 5xx", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "/jobs/some | {\"params\": {\"priority\": TEXT}}",
                "/ban/se | {\"storage\": TEXT}",
                "/ban/se | {\"storage\": \"davs://x\", \"message\": TEXT}",
                "/ban/se | {\"storage\": \"davs://x\", \"status\": TEXT}",
                "/ban/dn | {\"user_dn\": TEXT}",
                "/ban/dn | {\"user_dn\": \"/CN=x\", \"message\": TEXT}",
                "/config/global | {\"vo_name\": TEXT, \"retry\": 1}",
                "/config/global | {TEXT: 1}",
                "/config/links | {\"symbolicname\": TEXT, \"source\": \"davs://l\", \"destination\": \"*\"}",
                "/config/links | {\"symbolicname\": \"x\", \"source\": TEXT, \"destination\": \"*\"}",
                "/config/shares | {\"source\": TEXT, \"destination\": TEXT, \"vo\": \"cms\", \"share\": 1}",
                "/config/shares | {\"source\": \"*\", \"destination\": \"*\", \"vo\": TEXT, \"share\": 1}",
                "/config/se | {TEXT: {\"se_info\": {}}}",
                "/config/se | {\"davs://x\": {\"se_info\": {\"site\": TEXT, \"se_metadata\": TEXT}}}",
                "/config/se | {\"davs://x\": {\"operations\": {TEXT: {\"staging\": 1}}}}",
                "/config/se | {\"davs://x\": {\"operations\": {\"cms\": {TEXT: 1}}}}",
                "/config/activity_shares | {\"vo\": TEXT, \"share\": {\"a\": 1}}",
                "/config/activity_shares | {\"vo\": \"cms\", \"share\": {TEXT: 1}}",
                "/config/authorize | {\"dn\": TEXT, \"operation\": \"config\"}",
                "/config/authorize | {\"dn\": \"/CN=x\", \"operation\": TEXT}",
                "/config/drain | {\"hostname\": TEXT}",
                "/optimizer/current | {\"source_se\": TEXT, \"dest_se\": TEXT, \"active\": 1}",
                "/admin/force-start | [TEXT]",
                "/delegation/x/voms | [TEXT]"
            })
    void configuration(String path, String body) {
        holdsNoForgedLine(logged(() -> {
            for (String text : TEXTS) {
                refusedOrTaken(demo().post(path, body.replace("TEXT", json(text))));
            }
        }));
        String list = path.startsWith("/jobs") || path.startsWith("/admin") || path.startsWith("/delegation")
                ? "/jobs"
                : path.equals("/config/drain") ? "/config" : path;
        assertThat(demo().get(list).status()).isEqualTo(200);
        assertThat(demo().get("/config/audit").status()).isEqualTo(200);
    }

    @ParameterizedTest(name = "injection into GET {0}: no 5xx", quoteTextArguments = false)
    @ValueSource(
            strings = {
                "/jobs/TEXT",
                "/jobs/TEXT/files",
                "/jobs/x/files/TEXT/retries",
                "/jobs/x/files/TEXT/log",
                "/jobs/x/TEXT",
                "/jobs?vo_name=TEXT",
                "/jobs?state_in=TEXT",
                "/jobs?source_se=TEXT&dest_se=TEXT",
                "/jobs?limit=TEXT",
                "/jobs?time_window=TEXT",
                "/jobs?fields=TEXT",
                "/jobs?user_dn=TEXT",
                "/jobs?dlg_id=TEXT",
                "/files?state_in=TEXT",
                "/files?dest_surl=TEXT",
                "/files?source_se=TEXT",
                "/files?vo_name=TEXT",
                "/archive/TEXT",
                "/archive/x/TEXT",
                "/config/links/TEXT",
                "/config/activity_shares/TEXT",
                "/config/se?se=TEXT",
                "/config/authorize?dn=TEXT&operation=TEXT",
                "/optimizer/current?source_se=TEXT",
                "/optimizer/evolution?dest_se=TEXT",
                "/autocomplete/dn?term=TEXT",
                "/autocomplete/storage?term=TEXT",
                "/delegation/TEXT",
                "/nowhere/TEXT"
            })
    void queries(String path) {
        holdsNoForgedLine(logged(() -> {
            for (String text : TEXTS) {
                String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
                refusedOrTaken(demo().get(path.replace("TEXT", encoded)));
            }
        }));
    }

    @ParameterizedTest(name = "injection into DELETE {0}: no 5xx", quoteTextArguments = false)
    @ValueSource(
            strings = {
                "/jobs/TEXT",
                "/jobs/x/files/TEXT",
                "/jobs/vo/TEXT",
                "/ban/se?storage=TEXT",
                "/ban/dn?user_dn=TEXT",
                "/config/global?vo_name=TEXT",
                "/config/links/TEXT",
                "/config/shares?source=TEXT&destination=TEXT&vo=TEXT",
                "/config/se?se=TEXT",
                "/config/activity_shares/TEXT",
                "/config/authorize?dn=TEXT"
            })
    void deletions(String path) {
        holdsNoForgedLine(logged(() -> {
            for (String text : TEXTS) {
                String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
                refusedOrTaken(demo().delete(path.replace("TEXT", encoded)));
            }
        }));
        assertThat(demo().get("/jobs").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("a body of 33 MB, more than 32, is 413, announced or in chunks, and the server goes on")
    void largeBody() {
        byte[] block = new byte[1 << 20];
        for (boolean chunked : new boolean[] {false, true}) {
            var blocks = BodyPublishers.ofByteArrays(Collections.nCopies(33, block));
            Answer answer = demo().send(demo().request("/jobs")
                    .header("Content-Type", "application/json")
                    .POST(chunked ? blocks : BodyPublishers.fromPublisher(blocks, 33L << 20)));
            assertError(answer, 413);
        }
        assertThat(demo().submit(JOB)).matches(UUID);
    }

    @ParameterizedTest(name = "JSON of 100,000 levels to {0} is 400", quoteTextArguments = false)
    @ValueSource(
            strings = {
                "/jobs",
                "/jobs/some",
                "/ban/se",
                "/config/global",
                "/config/links",
                "/config/se",
                "/config/shares",
                "/config/activity_shares",
                "/config/authorize",
                "/optimizer/current",
                "/admin/force-start"
            })
    void deepJson(String path) {
        for (String opening : List.of("[", "{\"a\":")) {
            assertError(demo().post(path, opening.repeat(100_000)), 400);
        }
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertError(demo().post(path, "{\"files\": [{\"metadata\": " + deep + "}]}"), 400);
    }

    @Test
    @DisplayName("a number of a hundred thousand digits is 400")
    void longNumber() {
        assertError(demo().post("/jobs", job("{\"priority\": " + "9".repeat(100_000) + "}")), 400);
        assertError(demo().post("/jobs", filled("{\"files\": [{PAIR, \"filesize\": 1e999999999}]}")), 400);
    }

    @Test
    @DisplayName("60,000 files in one job are 413")
    void manyFiles() {
        Answer answer =
                demo().post("/jobs", "{\"files\": [" + String.join(",", Collections.nCopies(60_000, FILE)) + "]}");
        assertError(answer, 413);
        assertThat(answer.text("message")).contains("50000");
    }

    @Test
    @DisplayName("300 sources by 300 destinations are 413: pairs count")
    void manyPairs() {
        String urls = String.join(",", Collections.nCopies(300, "\"davs://a/f\""));
        assertError(
                demo().post("/jobs", "{\"files\": [{\"sources\": [" + urls + "], \"destinations\": [" + urls + "]}]}"),
                413);
    }

    @Test
    @DisplayName("the same sid from eight threads at once: exactly one 200, else 409")
    void duplicateIds() throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 5; round++) {
                String body = job("{\"id_generator\": \"deterministic\", \"sid\": \"race-" + round + "\"}");
                List<Callable<Integer>> all =
                        Collections.nCopies(8, () -> demo().post("/jobs", body).status());
                List<Integer> codes = new ArrayList<>();
                for (Future<Integer> code : threads.invokeAll(all)) {
                    codes.add(code.get());
                }
                assertThat(codes).containsOnlyOnce(200).containsOnly(200, 409);
            }
        }
    }

    @Test
    @DisplayName("a thousand ids, most of them wrong, are answered one by one")
    void manyIds() {
        String ids =
                String.join(",", IntStream.range(0, 1000).mapToObj(i -> "x" + i).toList());
        Answer answer = demo().get("/jobs/" + ids);
        assertThat(answer.status()).isEqualTo(207);
        assertThat(answer.json()).hasSize(1000);
        assertThat(demo().delete("/jobs/" + ids).status()).isEqualTo(207);
    }

    @ParameterizedTest(name = "{0} {1} of another VO''s job: 403, {2}", quoteTextArguments = false)
    @CsvSource({
        "GET, /jobs/ID, job_id",
        "GET, /jobs/ID?files=file_state, job_id",
        "DELETE, /jobs/ID, job_id",
        "POST, /jobs/ID, job_id",
        "GET, /jobs/ID/files, status",
        "GET, /jobs/ID/dm, status",
        "GET, /jobs/ID/job_state, status",
        "DELETE, /jobs/ID/files/1, status",
        "GET, /jobs/ID/files/1/retries, status",
        "GET, /jobs/ID/files/1/log, status",
        "GET, /archive/ID, status",
        "GET, /archive/ID/job_state, status"
    })
    void foreignJob(String method, String path, String shape) {
        String id = demo().submit(JOB);
        Answer answer = send(
                alice(),
                method,
                path.replace("ID", id),
                method.equals("POST") ? "{\"params\": {\"priority\": 1}}" : "");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().has(shape)).isTrue();
        assertThat(answer.body()).doesNotContain("davs://");
        JsonNode job = jobOf(id);
        assertThat(job.path("job_state").stringValue()).isEqualTo("SUBMITTED");
        assertThat(job.path("priority").intValue()).isEqualTo(3);
    }

    @Test
    @DisplayName("another VO's jobs are in no list, and not touched by their number")
    void foreignLists() {
        String id = demo().submit(JOB);
        String file = filesOf(id).at("/0/file_id").toString();
        for (String path : List.of(
                "/jobs", "/jobs?vo_name=demo", "/files", "/files?vo_name=demo", "/jobs?state_in=SUBMITTED&limit=500")) {
            assertThat(alice().get(path).body()).doesNotContain(id);
        }
        assertThat(alice().delete("/jobs/" + alice().submit(JOB) + "/files/" + file)
                        .body())
                .isEqualTo("\"File does not belong to the job\"");
        assertThat(filesOf(id).at("/0/file_state").stringValue()).isEqualTo("SUBMITTED");
    }

    @Test
    @DisplayName("a control character before its escape: raw NUL and raw newlines in JSON are 400")
    void rawControls() {
        for (String letter : List.of("\u0000", "\n", "\u0001")) {
            assertError(demo().post("/jobs", filled("{\"files\": [{PAIR, \"activity\": \"a" + letter + "b\"}]}")), 400);
        }
    }

    @Test
    @DisplayName("a body in a broken encoding is 400")
    void brokenEncoding() {
        byte[] body = filled("{\"files\": [{PAIR, \"activity\": \"a?b\"}]}").getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < body.length; i++) {
            if (body[i] == '?') {
                body[i] = (byte) 0xff;
            }
        }
        assertError(
                demo().send(demo().request("/jobs")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(body))),
                400);
    }
}
