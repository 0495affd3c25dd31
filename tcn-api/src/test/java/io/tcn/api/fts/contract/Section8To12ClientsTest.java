// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Sections 8 to 10 and 12.4: what the two clients send, and what they read of the answers.
@DisplayName("8 to 12 Clients")
class Section8To12ClientsTest extends ContractServer {
    private static final String RUCIO_KEYS = "file_state,dest_surl,finish_time,start_time,staging_start,"
            + "staging_finished,reason,source_surl,file_metadata";
    private static final String CLI_JOB = filled("""
            {"files": [{PAIR, "checksum": "ADLER32", "filesize": null, "activity": null, "scitag": null,
              "metadata": null, "staging_metadata": null, "archive_metadata": null}],
             "params": {"overwrite": false, "overwrite_on_retry": null, "overwrite_when_only_on_disk": null,
              "overwrite_hop": null, "reuse": null, "job_metadata": null, "gridftp": null, "spacetoken": null,
              "source_spacetoken": null, "verify_checksum": "n", "copy_pin_lifetime": -1, "bring_online": -1,
              "dst_file_report": null, "archive_timeout": -1, "timeout": null, "fail_nearline": null, "retry": 0,
              "priority": null, "multihop": null, "credential": null, "nostreams": null, "s3alternate": null,
              "ipv4": null, "ipv6": null, "buffer_size": null, "strict_copy": null, "disable_cleanup": null,
              "unmanaged_tokens": null}}""");
    private static final String RUCIO_JOB = filled("""
            {"files": [{PAIR, "metadata": {"request_id": "r-42", "scope": "user.alice", "name": "f",
                "activity": "User Subscriptions", "request_type": "TRANSFER", "src_type": "DISK", "dst_type": "DISK",
                "src_rse": "A", "dst_rse": "B", "src_rse_id": "a", "dest_rse_id": "b", "filesize": 1, "md5": null,
                "adler32": "0a1b2c3d"}, "filesize": 1, "checksum": "ADLER32:0a1b2c3d",
                "selection_strategy": "auto", "activity": "User Subscriptions"}],
             "params": {"account": "root", "verify_checksum": "both", "copy_pin_lifetime": -1, "bring_online": null,
              "job_metadata": {"issuer": "rucio", "multi_sources": false, "overwrite_when_only_on_disk": false},
              "overwrite": true, "overwrite_when_only_on_disk": false, "priority": 3, "s3alternate": true,
              "max_time_in_queue": 168}}""");

    // --- 8

    @ParameterizedTest(name = "8 fts-rest-whoami reads {0}", quoteTextArguments = false)
    @ValueSource(strings = {"/dn/0", "/vos/0", "/vos_id/0", "/delegation_id", "/base_id"})
    void whoami(String pointer) {
        assertThat(alice().get("//whoami").json().at(pointer).isString()).isTrue();
    }

    @Test
    @DisplayName("8 fts-rest-delegate reads termination_time, two hours ahead at least")
    void delegate() {
        String id = alice().get("//whoami").text("delegation_id");
        String ends = alice().get("//delegation/" + id).text("termination_time");
        assertThat(ends).matches(DATE);
        assertThat(LocalDateTime.parse(ends))
                .isAfter(LocalDateTime.now(ZoneOffset.UTC).plusHours(2));
    }

    @Test
    @DisplayName("8 fts-rest-transfer-submit: what the command sends is taken")
    void cliSubmission() {
        String id = demo().submit(CLI_JOB);
        assertThat(jobOf(id).path("verify_checksum").stringValue()).isEqualTo("n");
        assertThat(jobOf(id).path("priority").intValue()).isEqualTo(3);
    }

    @Test
    @DisplayName("8 easy.new_job: what the library sends is taken")
    void librarySubmission() {
        String id = demo().submit(filled("""
                {"files": [{PAIR, "checksum": "ADLER32", "selection_strategy": "auto"}],
                 "params": {"verify_checksum": false, "reuse": null, "spacetoken": null, "bring_online": null,
                  "archive_timeout": null, "dst_file_report": false, "copy_pin_lifetime": null, "job_metadata": null,
                  "source_spacetoken": null, "gridftp": null, "overwrite": false, "overwrite_on_retry": false,
                  "overwrite_when_only_on_disk": false, "overwrite_hop": false, "multihop": false, "retry": -1,
                  "retry_delay": 0, "priority": null, "max_time_in_queue": null, "timeout": null,
                  "id_generator": "standard", "sid": null, "nostreams": 1, "s3alternate": false,
                  "buffer_size": null, "strict_copy": false, "unmanaged_tokens": false}}"""));
        assertThat(jobOf(id).path("retry").intValue()).isEqualTo(-1);
        assertThat(jobOf(id).path("internal_job_params").stringValue()).isEqualTo("nostreams:1");
    }

    @Test
    @DisplayName("8 easy.new_staging_job is refused with 400 and a text")
    void stagingSubmission() {
        Answer answer = demo().post("/jobs", filled("""
                                {"files": [{PAIR}], "params": {"job_metadata": null, "spacetoken": null,
                                 "copy_pin_lifetime": null, "bring_online": 28800, "retry": -1, "priority": 3,
                                 "max_time_in_queue": null, "id_generator": "standard"}}"""));
        assertError(answer, 400);
        assertThat(answer.text("message")).contains("bring_online", "tape");
    }

    @ParameterizedTest(name = "8 fts-rest-transfer-status reads {0}", quoteTextArguments = false)
    @CsvSource({
        "job_id, true",
        "job_state, true",
        "user_dn, true",
        "reason, false",
        "submit_time, true",
        "priority, true",
        "vo_name, true"
    })
    void status(String key, boolean needed) {
        JsonNode job = jobOf(demo().submit(CLI_JOB));
        assertThat(job.has(key)).isTrue();
        if (needed) {
            assertThat(job.path(key).isNull()).isFalse();
        }
        assertThat(demo().get("//jobs").json().get(0).has(key)).isTrue();
    }

    @Test
    @DisplayName("8 fts-rest-transfer-status -j: files and dm are lists")
    void statusJson() {
        String id = demo().submit(CLI_JOB);
        assertThat(demo().get("//jobs/" + id + "/files").json().isArray()).isTrue();
        assertThat(demo().get("//jobs/" + id + "/dm").json().isArray()).isTrue();
    }

    @Test
    @DisplayName("8 fts-rest-transfer-list with percent-encoded values")
    void list() {
        String id = demo().submit(CLI_JOB);
        assertThat(demo().get("//jobs?source_se=davs%3A%2F%2Fa.example.org&dest_se=davs%3A%2F%2Fb.example.org")
                        .json()
                        .findValuesAsString("job_id"))
                .contains(id);
    }

    @Test
    @DisplayName("8 fts-rest-transfer-cancel reads job_state; ID:1,2 a list")
    void cancel() {
        assertThat(demo().delete("//jobs/" + demo().submit(CLI_JOB)).text("job_state"))
                .isEqualTo("CANCELED");
        String id = demo().submit(filled("{\"files\": [FILE, FILE]}"));
        String files = String.join(",", filesOf(id).findValuesAsString("file_id"));
        assertThat(demo().delete("//jobs/" + id + "/files/" + files).json()).hasSize(2);
    }

    @Test
    @DisplayName("8 fts-rest-ban reads a list of ids, unban nothing")
    void ban() {
        String id = demo().submit(filled(
                "{\"files\": [{\"sources\": [\"davs://ban.example.org/f\"], \"destinations\": [\"davs://b/f\"]}]}"));
        Answer banned = demo().post("//ban/se", "{\"storage\": \"davs://ban.example.org\", \"status\": \"cancel\"}");
        assertThat(banned.status()).isEqualTo(200);
        assertThat(banned.json().valueStream().map(JsonNode::asString)).containsExactly(id);
        assertThat(demo().delete("//ban/se?storage=davs%3A%2F%2Fban.example.org")
                        .status())
                .isEqualTo(204);
        assertThat(demo().post("//ban/dn", "{\"user_dn\": \"/CN=Nobody\"}")
                        .json()
                        .isArray())
                .isTrue();
        assertThat(demo().delete("//ban/dn?user_dn=%2FCN%3DNobody").status()).isEqualTo(204);
    }

    @Test
    @DisplayName("8 fts-rest-server-status: nothing but active and staging within a host")
    void serverStatus() {
        JsonNode hosts = demo().get("//status/hosts").json();
        assertThat(hosts.isObject()).isTrue();
        hosts.forEach(host -> assertThat(Set.of("active", "staging")).containsAll(host.propertyNames()));
    }

    @Test
    @DisplayName("8 fts-rest-delete-submit: 405 with a message")
    void deleteSubmit() {
        assertError(demo().post("//jobs", "{\"delete\": [\"davs://a/f\"]}"), 405);
    }

    @Test
    @DisplayName("8 easy.get_jobs_statuses: its file keys are all there")
    void jobsStatuses() {
        String id = demo().submit(CLI_JOB);
        String keys = "file_state,dest_surl,finish_time,start_time,reason,source_surl,file_metadata";
        assertThat(demo().get("//jobs/" + id + "," + id + "?files=" + keys)
                        .json()
                        .at("/0/files/0")
                        .propertyNames())
                .containsExactlyInAnyOrder(keys.split(",", -1));
    }

    @Test
    @DisplayName("8 easy.list_jobs with dlg_id and state_in")
    void listJobs() {
        String id = alice().submit(CLI_JOB);
        assertThat(alice().get("//jobs?dlg_id=15c918e83400085d&state_in=SUBMITTED%2CACTIVE")
                        .json()
                        .findValuesAsString("job_id"))
                .contains(id);
    }

    // --- 9.2

    @Test
    @DisplayName("9.2 update_priority: 200 and http_message null")
    void rucioPriority() {
        Answer answer = demo().post("/jobs/" + demo().submit(RUCIO_JOB), "{\"params\": {\"priority\": 4}}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().has("http_message")).isTrue();
        assertThat(answer.json().path("http_message").isNull()).isTrue();
    }

    @Test
    @DisplayName("9.2 cancel: 200 and a body")
    void rucioCancel() {
        Answer answer = demo().send(demo().request("/jobs/" + demo().submit(RUCIO_JOB))
                .header("Content-Type", "application/json")
                .header("Accept", "*/*")
                .DELETE());
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("job_state")).isEqualTo("CANCELED");
    }

    @Test
    @DisplayName("9.2 list_se_status 200, set_se_status 200, unban 204, with bodies as Rucio sends them")
    void rucioBans() {
        assertThat(demo().get("/ban/se").status()).isEqualTo(200);
        assertThat(demo().post(
                                "/ban/se",
                                "{\"storage\": \"https://rucio.example.org\", \"message\": \"m\", \"status\": \"WAIT\","
                                        + " \"timeout\": \"0\"}")
                        .status())
                .isEqualTo(200);
        assertThat(send(demo(), "DELETE", "/ban/se?storage=https://rucio.example.org", "{\"storage\": \"x\"}")
                        .status())
                .isEqualTo(204);
    }

    @Test
    @DisplayName("9.2 set_se_config 200 and get_se_config with the storage, whatever is accepted")
    void rucioConfig() {
        assertThat(demo().post(
                                "/config/se",
                                "{\"https://rucio.example.org\": {\"operations\": {\"cms\": {\"staging\": 3}}, \"se_info\":"
                                        + " {\"inbound_max_active\": 5}}}")
                        .status())
                .isEqualTo(200);
        Answer answer = demo().send(demo().request("/config/se").header("Accept", "*/*"));
        assertThat(answer.json()
                        .at("/https:~1~1rucio.example.org/se_info/inbound_max_active")
                        .intValue())
                .isEqualTo(5);
        assertThat(answer.json()
                        .at("/https:~1~1rucio.example.org/operations/cms/staging")
                        .intValue())
                .isEqualTo(3);
    }

    // --- 9.3

    @Test
    @DisplayName("9.3 200 with job_id; the same sid again: 409 and the job untouched")
    void rucioSubmission() {
        String body =
                RUCIO_JOB.replace("\"account\"", "\"id_generator\": \"deterministic\", \"sid\": \"r-93\", \"account\"");
        String id = demo().submit(body);
        assertError(demo().post("/jobs", body.replace("\"priority\": 3", "\"priority\": 5")), 409);
        assertThat(jobOf(id).path("priority").intValue()).isEqualTo(3);
        assertThat(filesOf(id)).hasSize(1);
    }

    // --- 9.4

    @Test
    @DisplayName("9.4 200 Ok: job keys and all file keys asked for")
    void rucioPoll() {
        JsonNode job = demo().get("/jobs/" + demo().submit(RUCIO_JOB) + "?files=" + RUCIO_KEYS)
                .json();
        assertThat(job.path("http_status").stringValue()).isEqualTo("200 Ok");
        for (String key : List.of("job_id", "files", "job_metadata", "job_state", "job_type")) {
            assertThat(job.path(key).isNull()).as(key).isFalse();
            assertThat(job.has(key)).as(key).isTrue();
        }
        assertThat(job.at("/job_metadata/multi_sources").isBoolean()).isTrue();
        assertThat(job.at("/job_metadata/issuer").stringValue()).isEqualTo("rucio");
        assertThat(job.at("/files/0").propertyNames()).containsExactlyInAnyOrder(RUCIO_KEYS.split(",", -1));
        assertThat(job.at("/files/0/file_metadata/request_id").stringValue()).isEqualTo("r-42");
    }

    @Test
    @DisplayName("9.4 404 Not Found: HTTP 404 with job_id for one, 207 in the list")
    void rucioLost() {
        Answer one = demo().get("/jobs/no-such-id?files=" + RUCIO_KEYS);
        assertThat(one.status()).isEqualTo(404);
        assertThat(one.text("job_id")).isEqualTo("no-such-id");
        assertThat(one.text("http_status")).isEqualTo("404 Not Found");
        Answer list = demo().get("/jobs/" + demo().submit(RUCIO_JOB) + ",no-such-id?files=" + RUCIO_KEYS);
        assertThat(list.status()).isEqualTo(207);
        assertThat(list.json().at("/1/http_status").stringValue()).isEqualTo("404 Not Found");
        assertThat(list.json().at("/0/files")).hasSize(1);
    }

    @Test
    @DisplayName("9.4 no file stays open in a terminal job")
    void rucioNothingOpen() {
        for (String body : List.of(
                "{\"files\": [FILE, FILE]}",
                "{\"files\": [FILE, FILE], \"params\": {\"multihop\": true}}",
                "{\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\"], \"destinations\": [\"davs://c/f\"]}]}")) {
            String id = demo().submit(filled(body));
            demo().delete("/jobs/" + id);
            assertThat(filesOf(id).findValuesAsString("file_state"))
                    .allMatch(state ->
                            Set.of("FINISHED", "FAILED", "CANCELED", "NOT_USED").contains(state));
        }
    }

    @Test
    @DisplayName("9.4 dates are null or of the one form")
    void rucioDates() {
        String id = demo().submit(RUCIO_JOB);
        demo().delete("/jobs/" + id);
        JsonNode file =
                demo().get("/jobs/" + id + "?files=" + RUCIO_KEYS).json().at("/files/0");
        for (String key : List.of("start_time", "finish_time", "staging_start", "staging_finished")) {
            assertThat(file.path(key).isNull() || file.path(key).stringValue().matches(DATE))
                    .as(key)
                    .isTrue();
        }
    }

    // --- 10

    @Test
    @DisplayName("10 source_se without port: two servers on one host are one endpoint")
    void oneEndpoint() {
        JsonNode job = jobOf(
                demo().submit(
                                "{\"files\": [{\"sources\": [\"davs://a:1/f\"], \"destinations\": [\"davs://b/f\"]},"
                                        + " {\"sources\": [\"davs://a:2/f\"], \"destinations\": [\"davs://b/f\"]}], \"params\": {\"reuse\": true}}"));
        assertThat(job.path("source_se").stringValue()).isEqualTo("davs://a");
    }

    @Test
    @DisplayName("10 null or [] for no delegation, by User-Agent")
    void noDelegation() {
        String id = alice().get("/whoami").text("delegation_id");
        for (String agent : List.of("fts-rest-cli/3.14.2", "fts-rest-cli/3.10.1", "curl/8")) {
            Answer answer = alice().send(alice().request("/delegation/" + id).header("User-Agent", agent));
            assertThat(answer.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest(name = "10 malformed body {0}: 400", quoteTextArguments = false)
    @ValueSource(strings = {"{\"files\": [\"x\"]}", "{\"files\": [5]}", "{\"files\": \"x\"}"})
    void malformed(String body) {
        assertError(demo().post("/jobs", body), 400);
    }

    @Test
    @DisplayName("10 anonymous GET /jobs/{id}: 403")
    void anonymous() {
        assertError(nobody().get("/jobs/" + demo().submit(JOB)), 403);
    }

    @ParameterizedTest(name = "10 {0} {1}: {2}", quoteTextArguments = false)
    @CsvSource({
        "GET, /config/activity_shares/unknown, 404",
        "GET, /files?time_window=1, 200",
        "POST, /config/se, 400",
        "GET, /jobs?state_in=FINISHED, 200"
    })
    void quirks(String method, String path, int status) {
        assertThat(send(demo(), method, path, method.equals("POST") ? "{}" : "").status())
                .isEqualTo(status);
    }

    @Test
    @DisplayName("10 /delegation/{id}/voms without delegation: 424")
    void voms() {
        String id = alice().get("/whoami").text("delegation_id");
        assertError(alice().post("/delegation/" + id + "/voms", "[\"cms\"]"), 424);
    }

    @Test
    @DisplayName("10 /optimizer: reading is open to the authenticated, writing needs config")
    void optimizer() {
        assertThat(alice().get("/optimizer").status()).isEqualTo(200);
        assertThat(alice().get("/optimizer/current").status()).isEqualTo(200);
        assertThat(alice().get("/optimizer/evolution").status()).isEqualTo(200);
        assertError(nobody().get("/optimizer"), 403);
        assertError(
                alice().post("/optimizer/current", "{\"source_se\": \"davs://a\", \"dest_se\": \"davs://b\"}"), 403);
    }

    // --- 12.4

    @Test
    @DisplayName("12.4-7 a hundred ids with a token of 3 kB in one request")
    void hundredIds() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(demo().submit(RUCIO_JOB));
        }
        String list = String.join(",", Collections.nCopies(20, String.join(",", ids)));
        Answer answer = demo().send(demo().request("//jobs/" + list + "?files=" + RUCIO_KEYS)
                .header("Authorization", "Basic " + "x".repeat(3000)));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().findValuesAsString("job_id")).isEqualTo(Arrays.asList(list.split(",", -1)));
    }

    @Test
    @DisplayName("12.4-8 10,000 files are accepted at once and their state is told, within the time limits of clients")
    void tenThousand() {
        String files = IntStream.range(0, 10_000)
                .mapToObj(i -> "{\"sources\": [\"davs://a/" + i + "\"], \"destinations\": [\"davs://b/" + i + "\"]}")
                .collect(Collectors.joining(","));
        Answer submitted = demo().send(demo().request("/jobs")
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"files\": [" + files + "]}")));
        assertThat(submitted.status()).isEqualTo(200);
        Answer state =
                demo().send(demo().request("/jobs/" + submitted.text("job_id")).timeout(Duration.ofSeconds(10)));
        assertThat(state.text("job_state")).isEqualTo("SUBMITTED");
        assertThat(demo().delete("/jobs/" + submitted.text("job_id")).status()).isEqualTo(200);
    }
}
