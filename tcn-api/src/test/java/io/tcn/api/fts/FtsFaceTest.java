// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The FTS face by its contract, without moving a byte: all URLs lead to a port where nobody listens.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FtsFaceTest {
    private static final String DATE = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}";
    private static final String PAIR =
            "\"sources\": [\"davs://127.0.0.1:1/a\"], \"destinations\": [\"davs://127.0.0.1:2/b\"]";
    private static final String FILE = "{" + PAIR + "}";
    /// Retried for ever, so that the job stays open.
    private static final String OPEN =
            "{\"files\": [" + FILE + "], \"params\": {\"retry\": 100, \"retry_delay\": 3600}}";

    @TempDir
    private static Path folder = Path.of("");

    private @Nullable RunningServer running;

    @BeforeAll
    void startServer() throws IOException {
        running = RunningServer.start(folder, Map.of("tcn.fts.max-body", "16MB", "tcn.fts.max-files-per-job", "20000"));
    }

    @AfterAll
    void stopServer() {
        if (running != null) {
            running.close();
        }
    }

    private RunningServer server() {
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running;
    }

    private Client demo() {
        return server().demo();
    }

    private static void assertError(Answer answer, int status) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.contentType()).startsWith("application/json");
        assertThat(answer.json().path("status").stringValue()).startsWith(status + " ");
        assertThat(answer.json().path("message").isString()).isTrue();
        assertThat(answer.text("message")).isNotBlank();
        assertTellsNothing(answer);
    }

    private static void assertTellsNothing(Answer answer) {
        assertThat(answer.body())
                .doesNotContain("io.tcn")
                .doesNotContain("Exception")
                .doesNotContain("java.")
                .doesNotContain("org.springframework")
                .doesNotContain("<html")
                .doesNotContain("\tat ");
    }

    // --- who and what

    @ParameterizedTest
    @ValueSource(strings = {"/", "//", ""})
    void theServerSaysWhatItIs(String path) {
        Answer answer = server().nobody().get(path);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().at("/api/major").isInt()).isTrue();
        assertThat(answer.json().at("/api/minor").isInt()).isTrue();
        assertThat(answer.json().at("/api/patch").isInt()).isTrue();
        assertThat(answer.json().at("/core/major").isString()).isTrue();
        assertThat(answer.json().at("/schema/major").asInt()).isGreaterThanOrEqualTo(8);
        assertThat(answer.json().at("/delegation/major").asInt()).isEqualTo(1);
        assertThat(answer.json().at("/tcn/version").isString()).isTrue();
        assertThat(answer.json().at("/_links/fts:joblist/href").isString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/whoami", "//whoami", "///whoami"})
    void aCertificateHasAName(String path) {
        JsonNode who = server().alice().get(path).json();

        assertThat(who.path("user_dn").stringValue()).isEqualTo("/DC=org/DC=example/OU=people/CN=Alice Tester");
        assertThat(who.path("dn")).hasSize(1);
        assertThat(who.path("base_id").stringValue()).isEqualTo("01874efb-4735-4595-bc9c-591aef8240c9");
        // The vector of the contract, section 2.4; without a VO the user is named like it.
        assertThat(who.path("delegation_id").stringValue()).isEqualTo("15c918e83400085d");
        assertThat(who.at("/vos/0").stringValue()).isEqualTo("15c918e83400085d");
        assertThat(who.at("/vos_id")).hasSize(1);
        assertThat(who.at("/level/transfer").stringValue()).isEqualTo("vo");
        assertThat(who.path("method").stringValue()).isEqualTo("certificate");
        assertThat(who.path("is_root").booleanValue()).isFalse();
        assertThat(who.path("roles")).isEmpty();
        assertThat(who.path("voms_cred")).isEmpty();
    }

    @Test
    void anOperatorPutsACertificateIntoAVo() throws IOException {
        try (RunningServer other = RunningServer.start(folder.resolve("vo"), Map.of())) {
            Answer declared = other.demo()
                    .post(
                            "/tcn/v1/users",
                            "{\"id\": \"cms\", \"dns\": [\"/DC=org/DC=example/OU=people/CN=Alice Tester\"]}");
            assertThat(declared.status()).as(declared.body()).isEqualTo(201);

            JsonNode who = other.alice().get("//whoami").json();
            assertThat(who.at("/vos/0").stringValue()).isEqualTo("cms");
            assertThat(who.at("/vos_id/0").stringValue()).isEqualTo("d5bdc1ae-600f-58dd-a94f-5c16b07974fd");
            String sid =
                    "{\"files\": [" + FILE + "], \"params\": {\"id_generator\": \"deterministic\", \"sid\": \"r-42\"}}";
            assertThat(other.alice().submit(sid)).isEqualTo("d61a60b3-3292-556d-987f-791b9f5e6e49");
            assertError(other.alice().post("//jobs", sid), 409);
        }
    }

    @Test
    void withoutACertificateOneIsNobodyAndHasNoJobs() {
        Client nobody = server().nobody();

        JsonNode who = nobody.get("/whoami").json();
        assertThat(who.path("user_dn").stringValue()).isEqualTo("anon");
        assertThat(who.path("method").stringValue()).isEqualTo("unauthenticated");
        assertThat(who.path("delegation_id").isNull()).isTrue();
        assertThat(who.path("vos")).isEmpty();
        assertThat(who.path("level")).isEmpty();
        assertError(nobody.get("/jobs"), 403);
        assertError(nobody.get("/jobs/x"), 403);
        assertError(nobody.get("/jobs/x/files"), 403);
        assertError(nobody.delete("/jobs/x"), 403);
        assertError(nobody.post("/jobs", OPEN), 403);
        assertError(nobody.put("/jobs", OPEN), 403);
        assertError(nobody.get("/delegation/15c918e83400085d"), 403);
    }

    @Test
    void theDelegationLastsLongEnoughForClientsToGoOn() {
        JsonNode delegation =
                server().alice().get("//delegation/15c918e83400085d").json();

        assertThat(delegation.path("termination_time").stringValue()).matches(DATE);
        assertThat(delegation.path("voms_attrs").isArray()).isTrue();
        assertError(server().alice().get("//delegation/0000000000000000"), 403);
    }

    // --- what is refused

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400 | no JSON                | nonsense",
                "400 | cut JSON               | {\"files\": [",
                "400 | empty                  | ``",
                "400 | an array               | []",
                "400 | a string               | \"files\"",
                "400 | null                   | null",
                "400 | rubbish behind         | {\"files\": [FILE]} x",
                "400 | no files               | {}",
                "400 | files null             | {\"files\": null}",
                "400 | files empty            | {\"files\": []}",
                "400 | files no array         | {\"files\": {}}",
                "400 | file no object         | {\"files\": [\"x\"]}",
                "400 | file null              | {\"files\": [null]}",
                "400 | no sources             | {\"files\": [{\"destinations\": [\"davs://b/f\"]}]}",
                "400 | no destinations        | {\"files\": [{\"sources\": [\"davs://b/f\"]}]}",
                "400 | sources empty          | {\"files\": [{\"sources\": [], \"destinations\": [\"davs://b/f\"]}]}",
                "400 | source null            | {\"files\": [{\"sources\": [null], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | source a number        | {\"files\": [{\"sources\": [1], \"destinations\": [\"davs://b/f\"]}]}",
                "400 | sources a string       | {\"files\": [{\"sources\": \"davs://a/f\", \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | no scheme              | {\"files\": [{\"sources\": [\"a/f\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | no host                | {\"files\": [{\"sources\": [\"davs:///f\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | no path                | {\"files\": [{\"sources\": [\"davs://a\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | bare slash             | {\"files\": [{\"sources\": [\"davs://a/\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | blank in a URL         | {\"files\": [{\"sources\": [\"davs://a/f g\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | port too high          | {\"files\": [{\"sources\": [\"davs://a:99999/f\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | port 0                 | {\"files\": [{\"sources\": [\"davs://a:0/f\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | scheme file            | {\"files\": [{\"sources\": [\"file:///etc/passwd\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | scheme unknown         | {\"files\": [{\"sources\": [\"gsiftp://a/f\"], \"destinations\":"
                        + " [\"davs://b/f\"]}]}",
                "400 | filesize text          | {\"files\": [{PAIR, \"filesize\": \"big\"}]}",
                "400 | filesize negative      | {\"files\": [{PAIR, \"filesize\": -1}]}",
                "400 | filesize an array      | {\"files\": [{PAIR, \"filesize\": []}]}",
                "400 | checksum a number      | {\"files\": [{PAIR, \"checksum\": 1}]}",
                "400 | checksum no hex        | {\"files\": [{PAIR, \"checksum\": \"ADLER32:xyz\"}]}",
                "400 | metadata a number      | {\"files\": [{PAIR, \"metadata\": 5}]}",
                "400 | metadata an array      | {\"files\": [{PAIR, \"metadata\": [1]}]}",
                "400 | activity a number      | {\"files\": [{PAIR, \"activity\": 1}]}",
                "400 | zero byte              | {\"files\": [{PAIR, \"activity\": \"a\\u0000b\"}]}",
                "400 | params no object       | {\"files\": [FILE], \"params\": 5}",
                "400 | priority text          | {\"files\": [FILE], \"params\": {\"priority\": \"high\"}}",
                "400 | retry text             | {\"files\": [FILE], \"params\": {\"retry\": \"often\"}}",
                "400 | retry an object        | {\"files\": [FILE], \"params\": {\"retry\": {}}}",
                "400 | timeout text           | {\"files\": [FILE], \"params\": {\"timeout\": \"x\"}}",
                "400 | nostreams text         | {\"files\": [FILE], \"params\": {\"nostreams\": \"x\"}}",
                "400 | verify_checksum 1      | {\"files\": [FILE], \"params\": {\"verify_checksum\": 1}}",
                "400 | verify_checksum empty  | {\"files\": [FILE], \"params\": {\"verify_checksum\": \"\"}}",
                "400 | verify_checksum other  | {\"files\": [FILE], \"params\": {\"verify_checksum\": \"perhaps\"}}",
                "400 | overwrite an object    | {\"files\": [FILE], \"params\": {\"overwrite\": {}}}",
                "400 | two overwrite flags    | {\"files\": [FILE], \"params\": {\"overwrite\": true,"
                        + " \"overwrite_hop\": true, \"multihop\": true}}",
                "400 | hop without multihop   | {\"files\": [FILE], \"params\": {\"overwrite_hop\": true}}",
                "400 | overwrite on retry     | {\"files\": [FILE], \"params\": {\"overwrite_on_retry\": true,"
                        + " \"overwrite\": true}}",
                "400 | on disk only           | {\"files\": [FILE], \"params\": {\"overwrite_when_only_on_disk\":"
                        + " true}}",
                "400 | reuse and multihop     | {\"files\": [FILE], \"params\": {\"reuse\": true, \"multihop\": true}}",
                "400 | reuse, two endpoints   | {\"files\": [FILE, {\"sources\": [\"davs://x/f\"], \"destinations\":"
                        + " [\"davs://b/f\"]}], \"params\": {\"reuse\": true}}",
                "400 | several sources, more  | {\"files\": [FILE, {\"sources\": [\"davs://a/f\", \"davs://c/f\"],"
                        + " \"destinations\": [\"davs://b/f\"]}]}",
                "400 | sid missing            | {\"files\": [FILE], \"params\": {\"id_generator\": \"deterministic\"}}",
                "400 | sid a number           | {\"files\": [FILE], \"params\": {\"id_generator\": \"deterministic\","
                        + " \"sid\": 5}}",
                "400 | job metadata a number  | {\"files\": [FILE], \"params\": {\"job_metadata\": 5}}",
                "400 | staging                | {\"files\": [FILE], \"params\": {\"bring_online\": 3600}}",
                "400 | pin                    | {\"files\": [FILE], \"params\": {\"copy_pin_lifetime\": 3600}}",
                "400 | archiving              | {\"files\": [FILE], \"params\": {\"archive_timeout\": 3600}}",
                "400 | target_qos             | {\"files\": [FILE], \"params\": {\"target_qos\": \"disk\"}}",
                "400 | queue time for ever    | {\"files\": [FILE], \"params\": {\"max_time_in_queue\":"
                        + " 9223372036854775807}}",
                "400 | queue time too long    | {\"files\": [FILE], \"params\": {\"max_time_in_queue\":"
                        + " \"999999999d\"}}",
                "405 | delete                 | {\"delete\": [\"davs://a/f\"]}"
            })
    void whatCannotBeTakenIsRefused(int status, String what, String body) {
        Answer answer = demo().post("//jobs", filled(body == null ? "" : body));

        assertError(answer, status);
    }

    private static String filled(String json) {
        return json.replace("FILE", FILE).replace("PAIR", PAIR);
    }

    @Test
    void aDeepJsonIsRefused() {
        assertError(demo().post("/jobs", "[".repeat(100_000)), 400);
        String deep = "{\"a\":".repeat(5000) + "1" + "}".repeat(5000);
        assertError(demo().post("/jobs", "{\"files\": [{" + PAIR + ", \"metadata\": " + deep + "}]}"), 400);
    }

    @Test
    void aLongMetadataOrUrlIsRefused() {
        String longText = "x".repeat(4100);
        assertError(demo().post("/jobs", filled("{\"files\": [{PAIR, \"metadata\": \"" + longText + "\"}]}")), 400);
        assertError(
                demo().post(
                                "/jobs",
                                filled("{\"files\": [FILE], \"params\": {\"job_metadata\": \"" + longText + "\"}}")),
                400);
        assertError(
                demo().post(
                                "/jobs",
                                "{\"files\": [{\"sources\": [\"davs://a/" + "x".repeat(1100)
                                        + "\"], \"destinations\": [\"davs://b/f\"]}]}"),
                400);
    }

    @Test
    void aHundredThousandFilesInOneJobAreTooMany() {
        String body = "{\"files\": [" + String.join(",", Collections.nCopies(100_000, FILE)) + "]}";
        Answer answer = demo().post("/jobs", body);

        assertError(answer, 413);
        assertThat(answer.text("message")).contains("20000", "split");
    }

    @Test
    void aBodyOverTheLimitIsTooLarge() {
        Answer answer = demo().post("/jobs", " ".repeat(17 << 20));

        assertError(answer, 413);
        assertThat(answer.text("message")).contains("split");
        Answer chunked = demo().send(demo().request("/jobs")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArrays(Collections.nCopies(17, new byte[1 << 20]))));
        assertError(chunked, 413);
        assertThat(demo().get("/whoami").status()).isEqualTo(200);
    }

    @Test
    void aPostNeedsItsContentTypeAPutDoesNot() {
        assertError(demo().send(demo().request("/jobs").POST(BodyPublishers.ofString(OPEN))), 400);
        assertError(
                demo().send(demo().request("/jobs")
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(OPEN))),
                400);
        assertError(
                demo().send(demo().request("/jobs")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(OPEN))),
                400);
        for (String type : List.of("application/json", "application/json; charset=UTF-8")) {
            assertThat(demo().send(demo().request("//jobs")
                                    .header("Content-Type", type)
                                    .POST(BodyPublishers.ofString(OPEN)))
                            .status())
                    .isEqualTo(200);
        }
        assertThat(demo().send(demo().request("//jobs").PUT(BodyPublishers.ofString(OPEN)))
                        .status())
                .isEqualTo(200);
        assertThat(demo().send(demo().request("/jobs/")
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .PUT(BodyPublishers.ofString(OPEN)))
                        .status())
                .isEqualTo(200);
    }

    // --- what is taken

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"files\": [FILE], \"params\": null}",
                "{\"files\": [FILE], \"params\": {}, \"delete\": null, \"staging\": 5, \"unknown\": {}}",
                "{\"files\": [{PAIR, \"filesize\": null, \"checksum\": null, \"metadata\": null, \"activity\": null}]}",
                "{\"files\": [{PAIR, \"filesize\": \"1048576\", \"checksum\": \"MD5:0a1b\", \"priority\": \"?\"}]}",
                "{\"files\": [FILE], \"params\": {\"copy_pin_lifetime\": null, \"bring_online\": -1,"
                        + " \"archive_timeout\": 0}}",
                "{\"files\": [FILE], \"params\": {\"overwrite\": \"N\", \"reuse\": 0, \"priority\": \"9\", \"retry\":"
                        + " \"2\"}}",
                "{\"files\": [FILE], \"params\": {\"max_time_in_queue\": 168, \"verify_checksum\": \"both\"}}",
                "{\"files\": [FILE], \"params\": {\"max_time_in_queue\": \"10m\", \"gridftp\": \"\", \"ipv4\": true}}",
                "{\"files\": [{\"sources\": [\" davs://A.Example.org:1094/d/f%20g?x=1 \"], \"destinations\":"
                        + " [\"https://[::1]:9/f\"]}]}",
                "{\"files\": [{\"sources\": [\"davs://a/?f\"], \"destinations\": [\"davs://b/ä€\"]}]}"
            })
    void whatFtsTakesIsTaken(String body) {
        String job = demo().submit(filled(body));

        assertThat(UUID.fromString(job)).hasToString(job);
        assertThat(demo().get("//jobs/" + job).status()).isEqualTo(200);
        assertThat(demo().get("//jobs/" + job + "/files").json()).hasSize(1);
    }

    @Test
    void tenThousandFilesFitIntoOneJob() {
        String files = IntStream.range(0, 10_000)
                .mapToObj(i -> "{\"sources\": [\"davs://127.0.0.1:1/in/" + i
                        + "\"], \"destinations\": [\"davs://127.0.0.1:2/out/" + i + "\"], \"filesize\": " + i + "}")
                .collect(Collectors.joining(","));
        String job = demo().submit("{\"files\": [" + files + "], \"params\": {\"retry\": 100, \"retry_delay\": 3600}}");

        JsonNode all = demo().get("/jobs/" + job + "/files").json();
        assertThat(all).hasSize(10_000);
        assertThat(all.get(9_999).path("file_index").intValue()).isEqualTo(9_999);
        assertThat(all.get(9_999).path("user_filesize").intValue()).isEqualTo(9_999);
        assertThat(demo().get("/jobs/" + job + "?files=file_id").json().path("files"))
                .hasSize(10_000);
        Answer canceled = demo().delete("/jobs/" + job);
        assertThat(canceled.status()).isEqualTo(200);
        assertThat(canceled.text("job_state")).isEqualTo("CANCELED");
    }

    @Test
    void jobAndFileHaveEveryKeyOfTheContract() {
        String job = demo().submit("{\"files\": [{" + PAIR
                + ", \"checksum\": \"adler32:1\", \"filesize\": 12, \"activity\": \"Production\", \"metadata\":"
                + " {\"request_id\": \"r-42\", \"x\": [1, null, \"ä\"]}}], \"params\": {\"retry\": 100,"
                + " \"retry_delay\": 3600, \"priority\": 9, \"job_metadata\": {\"issuer\": \"rucio\","
                + " \"multi_sources\": false}, \"max_time_in_queue\": 168, \"overwrite\": true, \"verify_checksum\":"
                + " \"target\", \"nostreams\": 4, \"timeout\": 99, \"strict_copy\": true, \"ipv6\": true,"
                + " \"source_spacetoken\": \"S\"}}");

        JsonNode view = demo().get("//jobs/" + job).json();
        assertThat(view.propertyNames())
                .containsExactlyInAnyOrder(
                        "job_id",
                        "job_state",
                        "job_type",
                        "source_se",
                        "dest_se",
                        "user_dn",
                        "vo_name",
                        "cred_id",
                        "submit_time",
                        "job_finished",
                        "reason",
                        "priority",
                        "retry",
                        "retry_delay",
                        "job_metadata",
                        "max_time_in_queue",
                        "overwrite_flag",
                        "verify_checksum",
                        "copy_pin_lifetime",
                        "bring_online",
                        "archive_timeout",
                        "source_spacetoken",
                        "destination_spacetoken",
                        "internal_job_params",
                        "dst_file_report",
                        "cancel_job",
                        "submit_host",
                        "target_qos",
                        "os_project_id",
                        "http_status");
        assertThat(view.path("http_status").stringValue()).isEqualTo("200 Ok");
        assertThat(view.path("job_id").stringValue()).isEqualTo(job);
        assertThat(view.path("job_type").stringValue()).isEqualTo("N");
        assertThat(view.path("submit_time").stringValue()).matches(DATE);
        assertThat(view.path("job_finished").isNull()).isTrue();
        assertThat(view.path("priority").intValue()).isEqualTo(5);
        assertThat(view.path("source_se").stringValue()).isEqualTo("davs://127.0.0.1");
        assertThat(view.path("job_metadata").toString())
                .isEqualTo("{\"issuer\":\"rucio\",\"multi_sources\":false,\"auth_method\":\"certificate\"}");
        assertThat(view.path("max_time_in_queue").longValue())
                .isBetween(System.currentTimeMillis() / 1000 + 600_000, System.currentTimeMillis() / 1000 + 605_000);
        assertThat(view.path("overwrite_flag").stringValue()).isEqualTo("Y");
        assertThat(view.path("verify_checksum").stringValue()).isEqualTo("t");
        assertThat(view.path("source_spacetoken").stringValue()).isEqualTo("S");
        assertThat(view.path("internal_job_params").stringValue()).isEqualTo("nostreams:4,timeout:99,strict,ipv6");
        assertThat(view.path("copy_pin_lifetime").intValue()).isEqualTo(-1);
        assertThat(view.path("retry_delay").intValue()).isEqualTo(3600);

        JsonNode file = demo().get("//jobs/" + job + "/files").json().get(0);
        assertThat(file.propertyNames())
                .containsExactlyInAnyOrder(
                        "file_id",
                        "file_index",
                        "start_time",
                        "finish_time",
                        "job_id",
                        "vo_name",
                        "staging_start",
                        "staging_finished",
                        "file_state",
                        "file_state_initial",
                        "archive_start_time",
                        "archive_finish_time",
                        "source_surl",
                        "dest_surl",
                        "tx_duration",
                        "throughput",
                        "source_se",
                        "dest_se",
                        "filesize",
                        "checksum",
                        "user_filesize",
                        "file_metadata",
                        "staging_metadata",
                        "archive_metadata",
                        "recoverable",
                        "activity",
                        "retry",
                        "priority",
                        "scitag",
                        "transfer_host",
                        "staging_host",
                        "selection_strategy",
                        "log_file",
                        "log_debug",
                        "reason",
                        "pid",
                        "hashed_id",
                        "src_token_id",
                        "dst_token_id",
                        "dest_surl_uuid",
                        "internal_file_params",
                        "bringonline_token");
        assertThat(file.path("file_metadata").toString()).isEqualTo("{\"request_id\":\"r-42\",\"x\":[1,null,\"ä\"]}");
        assertThat(file.path("checksum").stringValue()).isEqualTo("adler32:1");
        assertThat(file.path("user_filesize").intValue()).isEqualTo(12);
        assertThat(file.path("activity").stringValue()).isEqualTo("Production");
        assertThat(file.path("source_surl").stringValue()).isEqualTo("davs://127.0.0.1:1/a");
        assertThat(file.path("source_se").stringValue()).isEqualTo("davs://127.0.0.1");
        assertThat(file.path("hashed_id").intValue()).isBetween(0, 65535);

        assertThat(demo().get("/jobs/" + job + "/job_type").body()).isEqualTo("\"N\"");
        assertThat(demo().get("/jobs/" + job + "/priority").body()).isEqualTo("5");
        assertThat(demo().get("/jobs/" + job + "/job_finished").body()).isEqualTo("null");
        assertThat(demo().get("/jobs/" + job + "/job_metadata")
                        .json()
                        .path("issuer")
                        .stringValue())
                .isEqualTo("rucio");
        assertThat(demo().get("/jobs/" + job + "/dm").body()).isEqualTo("[]");
        assertError(demo().get("/jobs/" + job + "/no_such_field"), 404);
    }

    @Test
    void aMetadataStringIsWrappedAndNothingGivesAuthMethodAlone() {
        String labelled = demo().submit(filled(
                "{\"files\": [{PAIR, \"metadata\": \"m\"}], \"params\": {\"job_metadata\": \"label\", \"retry\": 9}}"));
        String none = demo().submit(OPEN);

        assertThat(demo().get("/jobs/" + labelled).json().path("job_metadata").toString())
                .isEqualTo("{\"label\":\"label\",\"auth_method\":\"certificate\"}");
        assertThat(demo().get("/jobs/" + labelled + "/files")
                        .json()
                        .at("/0/file_metadata")
                        .toString())
                .isEqualTo("{\"label\":\"m\"}");
        assertThat(demo().get("/jobs/" + none).json().path("job_metadata").toString())
                .isEqualTo("{\"auth_method\":\"certificate\"}");
        assertThat(demo().get("/jobs/" + none + "/files")
                        .json()
                        .at("/0/file_metadata")
                        .isNull())
                .isTrue();
        assertThat(demo().get("/jobs/" + none + "/files")
                        .json()
                        .at("/0/checksum")
                        .stringValue())
                .isEqualTo("ADLER32");
    }

    @Test
    void aMultihopJobShowsLaterHopsAsNotUsed() {
        String job = demo().submit("{\"files\": [{\"sources\": [\"davs://127.0.0.1:1/a\"], \"destinations\":"
                + " [\"davs://127.0.0.2:1/a\"]}, {\"sources\": [\"davs://127.0.0.2:1/a\"], \"destinations\":"
                + " [\"davs://127.0.0.3:1/a\"]}], \"params\": {\"multihop\": true, \"max_time_in_queue\": 1}}");

        JsonNode view = server().awaitEnd(demo(), job);
        assertThat(view.path("job_type").stringValue()).isEqualTo("H");
        assertThat(view.path("source_se").stringValue()).isEqualTo("davs://127.0.0.1");
        assertThat(view.path("dest_se").stringValue()).isEqualTo("davs://127.0.0.3");
        assertThat(view.path("job_state").stringValue()).isEqualTo("FAILED");
        assertThat(view.path("files").findValuesAsString("file_state")).containsExactly("FAILED", "NOT_USED");
        assertThat(view.path("files").get(0).path("reason").stringValue()).startsWith("SOURCE [112] ");
        // Rucio words the unused hop itself when there is no reason
        assertThat(view.path("files").get(1).path("reason").isNull()).isTrue();
    }

    // --- one job and several

    @Test
    void oneMissingJobHasAShapeOfItsOwnAndItsPartsAnother() {
        for (String id : List.of("some-fake-id", "d61a60b3-3292-556d-987f-791b9f5e6e40", "x%20y", "'--")) {
            for (Answer answer : List.of(
                    demo().get("//jobs/" + id),
                    demo().delete("//jobs/" + id),
                    demo().get("//jobs/" + id + "?files=x"))) {
                assertThat(answer.status()).isEqualTo(404);
                assertThat(answer.json().propertyNames())
                        .containsExactlyInAnyOrder("job_id", "http_status", "http_message");
                assertThat(answer.text("http_status")).isEqualTo("404 Not Found");
            }
            assertError(demo().get("//jobs/" + id + "/files"), 404);
            assertError(demo().get("//jobs/" + id + "/dm"), 404);
            assertError(demo().get("//jobs/" + id + "/job_state"), 404);
        }
    }

    @Test
    void severalJobsAreAnArrayAndAMissingOneMakesIt207() {
        String one = demo().submit(OPEN);
        String two = demo().submit(OPEN);

        Answer both = demo().get("//jobs/" + one + "," + two + "?files=file_state,file_metadata,nonsense");
        assertThat(both.status()).isEqualTo(200);
        assertThat(both.json().findValuesAsString("job_id")).containsExactly(one, two);
        assertThat(both.json().at("/0/files/0").propertyNames())
                .containsExactlyInAnyOrder("file_state", "file_metadata");
        Answer list = demo().get("/jobs/" + one + ",");
        assertThat(list.status()).isEqualTo(200);
        assertThat(list.json().isArray()).isTrue();
        assertThat(list.json()).hasSize(1);
        Answer mixed = demo().get("/jobs/" + two + ",gone," + one + "," + one);
        assertThat(mixed.status()).isEqualTo(207);
        assertThat(mixed.json().findValuesAsString("job_id")).containsExactly(two, "gone", one, one);
        assertThat(mixed.json().findValuesAsString("http_status"))
                .containsExactly("200 Ok", "404 Not Found", "200 Ok", "200 Ok");
        assertThat(demo().get("/jobs/gone,gone-too").status()).isEqualTo(207);
    }

    @Test
    void aHundredIdsAndMoreFitIntoOneRequest() {
        String job = demo().submit(OPEN);
        String ids = String.join(",", Collections.nCopies(1000, job));

        Answer answer = demo().send(demo().request("//jobs/" + ids + "?files=file_state")
                .header("Authorization", "Basic " + "x".repeat(3000)));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()).hasSize(1000);
    }

    @Test
    void cancellingEndsAJobOnce() {
        String job = demo().submit(OPEN);

        Answer first = demo().send(demo().request("//jobs/" + job)
                .header("Content-Type", "application/json")
                .method("DELETE", BodyPublishers.ofString("{}")));
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("job_state")).isEqualTo("CANCELED");
        assertThat(first.text("http_status")).isEqualTo("200 Ok");
        assertThat(first.json().has("http_message")).isTrue();
        assertThat(first.json().path("http_message").isNull()).isTrue();
        assertThat(first.text("reason")).isEqualTo("Job canceled by the user");
        assertThat(first.json().path("cancel_job").booleanValue()).isTrue();
        assertThat(first.text("job_finished")).matches(DATE);
        JsonNode file = demo().get("/jobs/" + job + "/files").json().get(0);
        assertThat(file.path("file_state").stringValue()).isEqualTo("CANCELED");
        assertThat(file.path("reason").stringValue()).isEqualTo("Job canceled by the user");

        Answer again = demo().delete("//jobs/" + job);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("http_status")).isEqualTo("304 Not Modified");
        assertThat(again.text("http_message")).isEqualTo("The job is in a terminal state");
        assertThat(again.text("job_state")).isEqualTo("CANCELED");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo().get("/jobs/" + job + "/files")
                        .json()
                        .at("/0/finish_time")
                        .isString());
    }

    @Test
    void severalJobsAreCancelledTogether() {
        String one = demo().submit(OPEN);
        String two = demo().submit(OPEN);

        Answer both = demo().delete("/jobs/" + one + "," + two);
        assertThat(both.status()).isEqualTo(200);
        assertThat(both.json().findValuesAsString("http_status")).containsOnly("200 Ok");
        String three = demo().submit(OPEN);
        assertThat(demo().delete("/jobs/" + one + "," + three).status()).isEqualTo(200);
        Answer missing = demo().delete("/jobs/" + demo().submit(OPEN) + ",gone");
        assertThat(missing.status()).isEqualTo(207);
        assertThat(missing.json().findValuesAsString("http_status")).containsExactly("200 Ok", "404 Not Found");
    }

    @Test
    void anothersJobIsForbidden() {
        String job = demo().submit(OPEN);
        Client alice = server().alice();

        for (Answer answer : List.of(alice.get("/jobs/" + job), alice.delete("/jobs/" + job))) {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.json().propertyNames())
                    .containsExactlyInAnyOrder("job_id", "http_status", "http_message");
            assertThat(answer.text("http_status")).isEqualTo("403 Forbidden");
        }
        assertError(alice.get("/jobs/" + job + "/files"), 403);
        assertThat(alice.get("/jobs/" + job + ",").status()).isEqualTo(207);
        assertThat(demo().get("/jobs/" + job).text("job_state")).isNotEqualTo("CANCELED");
        String own = alice.submit(OPEN);
        assertThat(demo().get("/jobs/" + own).status()).as("administrators may").isEqualTo(200);
    }

    // --- lists

    @Test
    void listsShowOpenJobsOfTheCallersUser() {
        Client alice = server().alice();
        String open = alice.submit(OPEN);
        String canceled = alice.submit(OPEN);
        alice.delete("/jobs/" + canceled);
        String others = demo().submit(OPEN);

        assertThat(ids(alice.get("//jobs"))).contains(open).doesNotContain(canceled, others);
        assertThat(ids(alice.get("/jobs/"))).contains(open);
        assertThat(ids(alice.get("/jobs?state_in=CANCELED")))
                .as("only what is open")
                .isEmpty();
        assertThat(ids(alice.get("/jobs?state_in=CANCELED&limit=10")))
                .contains(canceled)
                .doesNotContain(open);
        assertThat(ids(alice.get("/jobs?time_window=1"))).contains(canceled).doesNotContain(open);
        assertThat(ids(alice.get("/jobs?time_window=0:30&state_in=CANCELED"))).contains(canceled);
        assertThat(ids(alice.get("/jobs?limit=0&state_in=CANCELED"))).isEmpty();
        assertThat(ids(alice.get("/jobs?limit=x&time_window=y"))).contains(open);
        assertThat(ids(alice.get("/jobs?vo_name=demo"))).contains(open).doesNotContain(others);
        assertThat(ids(alice.get("/jobs?dlg_id=15c918e83400085d"))).contains(open);
        assertThat(ids(alice.get("/jobs?source_se=davs://127.0.0.1&dest_se=davs://127.0.0.1")))
                .contains(open);
        assertThat(ids(alice.get("/jobs?source_se=davs://elsewhere"))).isEmpty();
        assertThat(alice.get("/jobs?fields=job_id,job_state,nonsense")
                        .json()
                        .get(0)
                        .propertyNames())
                .containsExactlyInAnyOrder("job_id", "job_state");
        assertThat(alice.get("/jobs").json().get(0).has("http_status")).isFalse();
        assertThat(ids(demo().get("/jobs"))).contains(open, others);
    }

    private static List<String> ids(Answer list) {
        assertThat(list.status()).as(list.body()).isEqualTo(200);
        return list.json().findValuesAsString("job_id");
    }

    @ParameterizedTest
    @CsvSource({"limit=501, 400", "limit=-1, 400", "user_dn=/CN=Other, 400", "dlg_id=0000000000000000, 403"})
    void aListThatAsksTooMuchIsRefused(String query, int status) {
        assertError(server().alice().get("/jobs?" + query), status);
    }

    // --- odd requests

    @ParameterizedTest
    @CsvSource({
        "GET, /nowhere, 404",
        "GET, /jobs/x/files/, 404",
        "GET, /whoami/, 404",
        "GET, /config/fix, 404",
        "GET, /api-docs, 404",
        "GET, /error, 404",
        "POST, /whoami, 405",
        "DELETE, /jobs, 405",
        "PATCH, /jobs, 405",
        "PUT, /jobs/x, 405",
        "POST, /, 405",
        "DELETE, /whoami, 405"
    })
    void unknownRoutesAndMethodsAreAnsweredInJson(String method, String path, int status) {
        Answer answer = demo().send(demo().request(path).method(method, BodyPublishers.ofString(OPEN)));

        assertError(answer, status);
        if (status == 405) {
            assertThat(answer.headers().firstValue("Allow")).isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/jobs/a%2Fb", "/jobs/a;b=c", "/jobs/%00", "/jobs/..%2f..", "/%ff%fe", "/jobs?limit=%zz"})
    void oddPathsAreAnsweredInJson(String path) throws IOException {
        String answer = RawRequest.send(server().server().port(), folder.resolve("data"), "GET " + path + " HTTP/1.1");

        assertThat(answer)
                .matches("(?s)HTTP/1\\.1 4\\d\\d .*")
                .contains("application/json")
                .doesNotContain("<html");
    }

    @Test
    void aHeadAsksLikeAGetAndOptionsTellsWhatIsAllowed() {
        assertThat(demo().send(demo().request("//whoami").method("HEAD", BodyPublishers.noBody()))
                        .status())
                .isEqualTo(200);
        Answer options = demo().send(demo().request("//jobs").method("OPTIONS", BodyPublishers.noBody()));
        assertThat(options.status()).isEqualTo(200);
        assertThat(options.headers().firstValue("Allow").orElse("")).contains("GET", "POST", "PUT");
    }

    @Test
    void aGetMayCarryAContentTypeAndAcceptAnything() {
        for (String accept : List.of("*/*", "application/json", "text/html")) {
            Answer answer = demo().send(demo().request("//jobs")
                    .header("Content-Type", "application/json")
                    .header("Accept", accept));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.contentType()).startsWith("application/json");
            assertError(demo().send(demo().request("//nowhere").header("Accept", accept)), 404);
        }
    }
}
