// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/// What is refused before anything is made of it, on both interfaces.
@Tag("it")
class SubmissionLimitsTest {
    private static final String DESTINATION = "davs://b.invalid/f";

    /// Transfers of one user that are not over.
    private static final int OPEN = 100;

    /// Requests of one caller.
    private static final int AT_ONCE = 8;

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(
                folder,
                Map.of(
                        "tcn.pipes.max-per-user",
                        "3",
                        "tcn.fts.max-files-per-job",
                        "1000",
                        "tcn.limits.open-transfers-per-user",
                        Integer.toString(OPEN),
                        "tcn.security.max-requests-per-caller",
                        Integer.toString(AT_ONCE)));
        String host = server.demo().get("/config").json().at("/0/hostname").stringValue();
        server.demo().post("/config/drain", "{\"hostname\": \"" + host + "\", \"drain\": true}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String fts(String source, String more) {
        return "{\"files\": [{\"sources\": [\"" + source + "\"], \"destinations\": [\"" + DESTINATION + "\"]" + more
                + "}]}";
    }

    private static String own(String source) {
        return "{\"transfers\": [{\"source\": \"" + source + "\", \"destination\": \"" + DESTINATION + "\"}]}";
    }

    private static int pipes() {
        return server.alice().get("/tcn/v1/pipes").json().size();
    }

    private static void refused(Answer answer, int status, String word) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(word).doesNotContain("Exception", "defect");
    }

    /// A pipe of such an end would become no resource, and no map of the network could be made with it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://LONG/x",
                "https://LONG.LONG/x",
                "http://[fe80::1%25eth0]/x",
                "http://user:secret@a.invalid/x",
                "http://a.invalid:0/x",
                "http://a.invalid:99999/x",
                "http://a_b.invalid/x",
                "http://ä.invalid/x"
            })
    void anEndThatCanBecomeNoResourceIsRefused(String url) {
        String source = url.replace("LONG", "a".repeat(250));
        int before = pipes();

        refused(server.alice().post("/jobs", fts(source, "")), 400, "files[0].sources");
        refused(server.alice().post("/tcn/v1/transfers", own(source)), 400, "transfers[0].source");
        refused(
                server.demo()
                        .post(
                                "/tcn/v1/pipes",
                                "{\"source\": \"" + source.replaceAll("/x$", "") + "\", \"destination\": \"davs://b\","
                                        + " \"user\": \"demo\"}"),
                400,
                "detail");
        assertThat(pipes()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NINES", "1e400", "-1e400", "1e999999999", "NINES.5"})
    void aNumberWithoutEndIsRefused(String number) {
        String size = number.replace("NINES", "9".repeat(900));

        refused(server.alice().post("/jobs", fts("davs://a.invalid/f", ", \"filesize\": " + size)), 400, "files[0]");
        refused(
                server.alice().post("/jobs", fts("davs://a.invalid/f", ", \"metadata\": {\"n\": " + size + "}")),
                number.startsWith("NINES") && !number.contains(".") ? 200 : 400,
                "");
    }

    @Test
    void pipesOfAUserAreLimitedAndNoneIsLeftOfARefusedSubmission() {
        Client demo = server.demo();
        int before = demo.get("/tcn/v1/pipes").json().size();
        String four = IntStream.range(0, 4)
                .mapToObj(i ->
                        "{\"sources\": [\"davs://s" + i + ".invalid/f\"], \"destinations\": [\"" + DESTINATION + "\"]}")
                .collect(Collectors.joining(",", "{\"files\": [", "]}"));
        refused(demo.post("/jobs", four), 403, "tcn.pipes.max-per-user");
        refused(
                demo.post(
                        "/tcn/v1/transfers",
                        four.replace("files", "transfers")
                                .replace("\"sources\": [", "\"source\": ")
                                .replace("\"destinations\": [", "\"destination\": ")
                                .replace("\"]", "\"")),
                403,
                "tcn.pipes.max-per-user");
        assertThat(demo.get("/tcn/v1/pipes").json()).hasSize(before);

        String params = ", \"params\": {\"id_generator\": \"deterministic\", \"sid\": \"once\"}}";
        String first = fts("davs://s0.invalid/f", "");
        assertThat(demo.post("/jobs", first.substring(0, first.length() - 1) + params)
                        .status())
                .isEqualTo(200);
        String second = fts("davs://s1.invalid/f", "");
        refused(demo.post("/jobs", second.substring(0, second.length() - 1) + params), 409, "sid");
        assertThat(demo.get("/tcn/v1/pipes").json()).hasSize(before + 1);
    }

    @Test
    void aBannedStorageIsClosedToBothInterfaces() {
        Client demo = server.demo();
        demo.post("/ban/se", "{\"storage\": \"davs://banned.invalid\", \"message\": \"disks\"}");

        refused(demo.post("/jobs", fts("davs://banned.invalid/f", "")), 403, "disks");
        refused(demo.post("/tcn/v1/transfers", own("davs://banned.invalid/f")), 403, "disks");
        demo.delete("/ban/se?storage=davs://banned.invalid");
    }

    @Test
    void settingsOfAllJobsHoldOnBothInterfaces() {
        Client demo = server.demo();
        demo.post("/config/global", "{\"vo_name\": \"*\", \"max_time_queue\": 5}");
        long id = demo.post("/tcn/v1/transfers", own("davs://a.invalid/f"))
                .json()
                .at("/transfers/0/id")
                .longValue();
        String job = demo.get("/tcn/v1/transfers/" + id).text("jobId");

        assertThat(demo.get("/jobs/" + job).json().path("max_time_in_queue").isNull())
                .isFalse();
        demo.delete("/config/global?vo_name=*");
    }

    @Test
    void retriesWithoutEndAreCut() {
        String job = fts("davs://a.invalid/f", "");
        String id = server.demo().submit(job.substring(0, job.length() - 1) + ", \"params\": {\"retry\": 2147483647}}");

        assertThat(server.demo().get("/jobs/" + id).json().path("retry").intValue())
                .isEqualTo(2147483647);
        assertThat(server.server()
                        .bean(JdbcTemplate.class)
                        .queryForObject("select max_retries from transfer where job_id = ?", Integer.class, id))
                .isEqualTo(100);
    }

    private static String files(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"sources\": [\"davs://a.invalid/f\"], \"destinations\": [\"davs://b.invalid/"
                        + UUID.randomUUID() + "\"]}")
                .collect(Collectors.joining(",", "{\"files\": [", "]}"));
    }

    @Test
    void aUserWithTooManyOpenTransfersIsToldToComeAgainAndOthersAreServed() {
        Client alice = server.alice();
        refused(alice.post("/jobs", files(OPEN + 1)), 413, "split it");
        List<String> jobs = new ArrayList<>();
        Answer answer = alice.post("/jobs", files(20));
        while (answer.status() == 200) {
            jobs.add(answer.json().get("job_id").stringValue());
            assertThat(jobs).hasSizeLessThanOrEqualTo(OPEN / 20);
            answer = alice.post("/jobs", files(20));
        }
        refused(answer, 429, "limit of " + OPEN);
        assertThat(answer.headers().firstValue("Retry-After")).contains("60");
        answer = alice.post(
                "/tcn/v1/transfers",
                IntStream.range(0, 20)
                        .mapToObj(i -> "{\"source\": \"davs://a.invalid/f\", \"destination\": \"davs://b.invalid/n" + i
                                + "\"}")
                        .collect(Collectors.joining(",", "{\"transfers\": [", "]}")));
        refused(answer, 429, "limit of " + OPEN);
        assertThat(answer.headers().firstValue("Retry-After")).contains("60");
        assertThat(server.demo().post("/jobs", files(1)).status()).isEqualTo(200);

        jobs.forEach(job -> alice.delete("/jobs/" + job));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> alice.post("/jobs", files(20)).status() == 200);
    }

    @Test
    void whoHasTooManyRequestsUnderWayIsToldToComeAgainAndOthersAreServed() throws IOException {
        List<Closeable> underWay = new ArrayList<>();
        try {
            // Their bodies never come.
            for (int i = 0; i < AT_ONCE; i++) {
                underWay.add(RawRequest.begin(server.server().port(), folder.resolve("data"), "POST /jobs HTTP/1.1"));
            }
            Answer refused = await().atMost(Duration.ofSeconds(20))
                    .until(() -> server.demo().get("/whoami"), answer -> answer.status() != 200);
            refused(refused, 429, "requests of this caller");
            assertThat(refused.headers().firstValue("Retry-After")).contains("2");
            assertThat(server.alice().get("/whoami").status()).isEqualTo(200);
            assertThat(server.nobody().get("/tcn/v1/health").status()).isEqualTo(200);
        } finally {
            for (Closeable request : underWay) {
                request.close();
            }
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> server.demo().get("/whoami").status() == 200);
    }

    /// The stream is read up to the first thing that is refused, so that what follows costs nothing.
    @ParameterizedTest
    @ValueSource(strings = {"{\"files\": [{},{},", "{\"transfers\": [{},{},", "{\"files\": 5, \"junk\": [[],[],"})
    void whatCanNeverBeTakenIsRefusedWhileItIsRead(String start) {
        String body = start + "{},".repeat(300_000) + "{}]}";

        Answer answer = server.alice().post(start.contains("transfers") ? "/tcn/v1/transfers" : "/jobs", body);

        assertThat(answer.status()).isBetween(400, 413);
        assertThat(answer.body()).doesNotContain("Exception", "defect");
    }

    @Test
    void deepJsonIsRefused() {
        String deep = "[".repeat(100_000);

        refused(server.alice().post("/jobs", fts("davs://a.invalid/f", ", \"metadata\": {\"a\": " + deep)), 400, "");
        refused(server.alice().post("/jobs", "{\"junk\": " + deep), 400, "");
        assertThat(server.alice()
                        .post("/tcn/v1/transfers", "{\"transfers\": " + deep)
                        .status())
                .isBetween(400, 413);
    }
}
