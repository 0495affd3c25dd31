// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Section 4: jobs and files, asked for and changed.
@DisplayName("4 Jobs")
class Section4JobsTest extends ContractServer {
    private static final String ALICE = "/DC=org/DC=example/OU=people/CN=Alice Tester";
    private static final String FULL = filled("""
            {"files": [{PAIR, "checksum": "ADLER32:0a1b2c3d", "filesize": 1048576, "activity": "Production",
              "selection_strategy": "orderly", "metadata": {"request_id": "r-42"}, "staging_metadata": {"s": 1},
              "archive_metadata": {"a": 1}, "scitag": 65}],
             "params": {"verify_checksum": "both", "overwrite": true, "copy_pin_lifetime": null, "bring_online": null,
              "priority": 4, "max_time_in_queue": 168, "retry": 2, "retry_delay": 60, "nostreams": 2, "timeout": 30,
              "buffer_size": 4096, "strict_copy": true, "disable_cleanup": true, "ipv4": true, "ipv6": true,
              "s3alternate": true, "dst_file_report": true, "source_spacetoken": "S", "destination_spacetoken": "D",
              "job_metadata": {"issuer": "rucio", "multi_sources": false}}}""");

    private static void isOfType(JsonNode value, String type) {
        boolean right = switch (type) {
            case "string" -> value.isString();
            case "int" -> value.isIntegralNumber();
            case "bool" -> value.isBoolean();
            case "object" -> value.isObject();
            case "null" -> value.isNull();
            case "date" -> value.isString() && value.stringValue().matches(DATE);
            default -> throw new IllegalArgumentException(type);
        };
        assertThat(right).as("%s is %s", value, type).isTrue();
    }

    // --- 4.1

    @ParameterizedTest(name = "4.1 job {0}: {1}, {2}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "job_state | string | \"SUBMITTED\"",
                "job_type | string | \"N\"",
                "source_se | string | \"davs://a.example.org\"",
                "dest_se | string | \"davs://b.example.org\"",
                "user_dn | string | ",
                "vo_name | string | ",
                "cred_id | string | ",
                "submit_time | date | ",
                "job_finished | null | null",
                "reason | null | null",
                "priority | int | 4",
                "retry | int | 2",
                "retry_delay | int | 60",
                "job_metadata | object | {\"issuer\":\"rucio\",\"multi_sources\":false,\"auth_method\":\"certificate\"}",
                "max_time_in_queue | int | ",
                "overwrite_flag | string | \"Y\"",
                "verify_checksum | string | \"b\"",
                "copy_pin_lifetime | int | -1",
                "bring_online | int | -1",
                "archive_timeout | int | -1",
                "source_spacetoken | string | \"S\"",
                "destination_spacetoken | string | \"D\"",
                "internal_job_params | string | \"nostreams:2,timeout:30,buffersize:4096,strict,disable-cleanup,ipv4,s3alternate\"",
                "dst_file_report | bool | true",
                "cancel_job | bool | false",
                "submit_host | string | ",
                "target_qos | null | null",
                "os_project_id | null | null",
                "http_status | string | \"200 Ok\""
            })
    void jobKeys(String key, String type, String value) {
        JsonNode found = jobOf(demo().submit(FULL)).path(key);
        isOfType(found, type);
        if (value != null) {
            assertThat(found.toString()).isEqualTo(value);
        }
    }

    @ParameterizedTest(name = "4.1 file {0}: {1}, {2}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "file_id | int | ",
                "file_index | int | 0",
                "job_id | string | ",
                "vo_name | string | ",
                "file_state | string | \"SUBMITTED\"",
                "file_state_initial | string | \"\"",
                "source_surl | string | \"davs://a.example.org:1094/f\"",
                "dest_surl | string | \"davs://b.example.org/f\"",
                "source_se | string | \"davs://a.example.org\"",
                "dest_se | string | \"davs://b.example.org\"",
                "start_time | null | null",
                "finish_time | null | null",
                "staging_start | null | null",
                "staging_finished | null | null",
                "archive_start_time | null | null",
                "archive_finish_time | null | null",
                "tx_duration | null | null",
                "throughput | null | null",
                "filesize | null | null",
                "user_filesize | int | 1048576",
                "checksum | string | \"ADLER32:0a1b2c3d\"",
                "file_metadata | object | {\"request_id\":\"r-42\"}",
                "staging_metadata | object | {\"s\":1}",
                "archive_metadata | object | {\"a\":1}",
                "recoverable | null | null",
                "activity | string | \"Production\"",
                "retry | int | 0",
                "priority | int | 4",
                "scitag | int | 65",
                "transfer_host | null | null",
                "staging_host | null | null",
                "selection_strategy | string | \"orderly\"",
                "log_file | null | null",
                "log_debug | null | null",
                "reason | string | ",
                "pid | null | null",
                "hashed_id | int | ",
                "src_token_id | null | null",
                "dst_token_id | null | null",
                "dest_surl_uuid | null | null",
                "internal_file_params | null | null",
                "bringonline_token | null | null"
            })
    void fileKeys(String key, String type, String value) {
        JsonNode found = filesOf(demo().submit(FULL)).get(0);
        assertThat(found.has(key)).isTrue();
        isOfType(found.path(key), type);
        if (value != null) {
            assertThat(found.path(key).toString()).isEqualTo(value);
        }
    }

    @ParameterizedTest(name = "4.1 {0} of a bare submission: {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "/job/priority | 3",
                "/job/retry | 0",
                "/job/retry_delay | 0",
                "/job/job_metadata | {\"auth_method\":\"certificate\"}",
                "/job/max_time_in_queue | null",
                "/job/overwrite_flag | null",
                "/job/verify_checksum | \"n\"",
                "/job/source_spacetoken | null",
                "/job/internal_job_params | null",
                "/job/dst_file_report | false",
                "/file/checksum | \"ADLER32\"",
                "/file/user_filesize | 0",
                "/file/file_metadata | null",
                "/file/staging_metadata | null",
                "/file/archive_metadata | null",
                "/file/activity | \"default\"",
                "/file/scitag | null",
                "/file/selection_strategy | \"auto\""
            })
    void defaults(String pointer, String value) {
        String id = demo().submit(JOB);
        JsonNode found = pointer.startsWith("/job/")
                ? jobOf(id).at(pointer.substring(4))
                : filesOf(id).get(0).at(pointer.substring(5));
        assertThat(found.toString()).isEqualTo(value);
    }

    @Test
    @DisplayName("4.1 job_id, user_dn, vo_name and cred_id are those of the caller")
    void whose() {
        String id = alice().submit(JOB);
        JsonNode job = alice().get("/jobs/" + id).json();
        assertThat(id).matches(UUID);
        assertThat(job.path("job_id").stringValue()).isEqualTo(id);
        assertThat(job.path("user_dn").stringValue()).isEqualTo(ALICE);
        assertThat(job.path("cred_id").stringValue()).isEqualTo("15c918e83400085d");
        assertThat(job.path("vo_name").stringValue()).isEqualTo("15c918e83400085d");
        assertThat(filesOf(id).at("/0/hashed_id").intValue()).isBetween(0, 65_535);
    }

    @Test
    @DisplayName("4.1 hashed_id is one for all files of jobs of the types H, Y and R")
    void hashedIds() {
        String hops = "{\"files\": [{\"sources\": [\"davs://a/f\"], \"destinations\": [\"davs://b/f\"]},"
                + " {\"sources\": [\"davs://b/f\"], \"destinations\": [\"davs://c/f\"]}],"
                + " \"params\": {\"multihop\": true}}";
        String reuse = "{\"files\": [" + FILE + "," + FILE + "," + FILE + "], \"params\": {\"reuse\": true}}";
        String replicas = "{\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\", \"davs://c/f\"],"
                + " \"destinations\": [\"davs://d/f\"]}]}";
        for (String submission : List.of(hops, reuse, replicas)) {
            String id = demo().submit(submission);
            JsonNode files = filesOf(id);
            assertThat(files).as(submission).hasSizeGreaterThan(1);
            assertThat(files.valueStream().map(file -> file.path("hashed_id").intValue()))
                    .as(jobOf(id).path("job_type").stringValue())
                    .containsOnly(files.at("/0/hashed_id").intValue());
        }
    }

    @Test
    @DisplayName("4.1 source_se and dest_se of a job are null where the files differ, and without port")
    void ends() {
        JsonNode job = jobOf(demo().submit("{\"files\": [" + FILE
                + ", {\"sources\": [\"davs://A.example.ORG:8443/g\"], \"destinations\": [\"https://c/g\"]}]}"));
        assertThat(job.path("source_se").stringValue()).isEqualTo("davs://a.example.org");
        assertThat(job.path("dest_se").isNull()).isTrue();
    }

    @Test
    @DisplayName("4.1 file_index is the place in files[] of the submission")
    void fileIndex() {
        JsonNode files = filesOf(demo().submit("{\"files\": [" + FILE + "," + FILE + "," + FILE + "]}"));
        assertThat(files.valueStream().map(file -> file.path("file_index").intValue()))
                .containsExactly(0, 1, 2);
    }

    // --- 4.2

    @ParameterizedTest(name = "4.2 GET /jobs?{0}: the open job {1}, the cancelled job {2}", quoteTextArguments = false)
    @CsvSource({
        "'', yes, no",
        "user_dn=/DC=org/DC=example/OU=people/CN=Alice%20Tester, yes, no",
        "vo_name=another, yes, no",
        "dlg_id=15c918e83400085d, yes, no",
        "state_in=SUBMITTED, yes, no",
        "state_in=SUBMITTED%2CACTIVE, yes, no",
        "state_in=CANCELED, no, no",
        "state_in=FINISHED, no, no",
        "state_in=CANCELED&limit=500, no, yes",
        "'state_in=SUBMITTED,CANCELED&limit=500', yes, yes",
        "limit=500, yes, no",
        "time_window=1, no, yes",
        "time_window=0:30, no, yes",
        "time_window=1&state_in=FINISHED, no, no",
        "time_window=1&state_in=CANCELED, no, yes",
        "source_se=davs://a.example.org, yes, no",
        "source_se=davs://a.example.org:1094, no, no",
        "dest_se=davs://b.example.org, yes, no",
        "dest_se=davs://elsewhere, no, no",
        "limit=x, yes, no",
        "time_window=x, yes, no",
        "nonsense=1, yes, no"
    })
    void lists(String query, String open, String canceled) {
        String openJob = alice().submit(JOB);
        String canceledJob = alice().submit(JOB);
        alice().delete("/jobs/" + canceledJob);
        String others = demo().submit(JOB);
        Answer answer = alice().get("/jobs?" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        List<String> ids = answer.json().findValuesAsString("job_id");
        assertThat(ids.contains(openJob)).isEqualTo(open.equals("yes"));
        assertThat(ids.contains(canceledJob)).isEqualTo(canceled.equals("yes"));
        assertThat(ids).doesNotContain(others);
        assertThat(answer.json().valueStream()).noneMatch(job -> job.has("http_status"));
    }

    @ParameterizedTest(name = "4.2 GET /jobs?{0}: {1}", quoteTextArguments = false)
    @CsvSource({"limit=501, 400", "limit=-1, 400", "user_dn=/CN=Other, 400", "dlg_id=0000000000000000, 403"})
    void refusedLists(String query, int status) {
        assertError(alice().get("/jobs?" + query), status);
    }

    @Test
    @DisplayName("4.2 limit: the newest first")
    void limit() {
        String older = alice().submit(JOB);
        String newer = alice().submit(JOB);
        List<String> ids =
                alice().get("/jobs?state_in=SUBMITTED&limit=2").json().findValuesAsString("job_id");
        assertThat(ids).hasSize(2).contains(newer);
        assertThat(alice().get("/jobs?state_in=SUBMITTED&limit=0").json()).isEmpty();
        assertThat(alice().get("/jobs?state_in=SUBMITTED&limit=500").json().findValuesAsString("job_id"))
                .contains(older);
    }

    @Test
    @DisplayName("4.2 fields: only those keys, unknown ones skipped")
    void fields() {
        alice().submit(JOB);
        assertThat(alice().get("/jobs?fields=job_id,nonsense,job_state")
                        .json()
                        .get(0)
                        .propertyNames())
                .containsExactlyInAnyOrder("job_id", "job_state");
    }

    // --- 4.3

    @ParameterizedTest(name = "4.3 GET /jobs/{0}: {1}, {2}", quoteTextArguments = false)
    @CsvSource({
        "A, 200, object",
        "'A,', 200, array",
        "',A', 200, array",
        "'A,B', 200, array",
        "'B,A,B', 200, array",
        "gone, 404, object",
        "some-fake-id, 404, object",
        "'A,gone', 207, array",
        "'gone,A', 207, array",
        "'gone,gone-too', 207, array",
        "'gone,', 207, array",
        "F, 403, object",
        "'A,F', 207, array"
    })
    void jobs(String ids, int status, String form) {
        String filledIds = ids.replace("A", alice().submit(JOB))
                .replace("B", alice().submit(JOB))
                .replace("F", demo().submit(JOB));
        List<String> wanted =
                Stream.of(filledIds.split(",", -1)).filter(id -> !id.isEmpty()).toList();
        for (String query : List.of("", "?files=file_id")) {
            Answer answer = alice().get("/jobs/" + filledIds + query);
            assertThat(answer.status()).as(answer.body()).isEqualTo(status);
            assertThat(answer.json().isArray()).isEqualTo(form.equals("array"));
            assertThat(answer.json().findValuesAsString("job_id")).containsExactlyElementsOf(wanted);
            assertThat(answer.json().findValuesAsString("http_status"))
                    .hasSize(wanted.size())
                    .allMatch(line ->
                            List.of("200 Ok", "403 Forbidden", "404 Not Found").contains(line));
        }
    }

    @Test
    @DisplayName("4.3 a job that was found has no http_message")
    void noMessage() {
        assertThat(jobOf(demo().submit(JOB)).has("http_message")).isFalse();
    }

    @Test
    @DisplayName("4.3 files=: those keys, unknown ones skipped, in the order of file_id, for any number of ids")
    void filesOfJobs() {
        String two = "{\"files\": [" + FILE + "," + FILE + "]}";
        String one = demo().submit(two);
        String other = demo().submit(two);
        for (String path : List.of("/jobs/" + one, "/jobs/" + one + "," + other)) {
            for (JsonNode files : demo().get(path + "?files=file_id,nonsense,file_state")
                    .json()
                    .findValues("files")) {
                assertThat(files).hasSize(2);
                assertThat(files.get(0).propertyNames()).containsExactlyInAnyOrder("file_id", "file_state");
                assertThat(files.get(0).path("file_id").longValue())
                        .isLessThan(files.get(1).path("file_id").longValue());
            }
        }
        assertThat(jobOf(one).has("files")).isFalse();
    }

    // --- 4.4

    @ParameterizedTest(name = "4.4 priority {0}: {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 5",
                "1 | 1",
                "\"4\" | 4",
                "0 | 3",
                "null | 3",
                "9 | 5",
                "-2 | 1",
                "\"high\" | refused",
                "2.5 | refused",
                "[] | refused",
                "true | refused"
            })
    void priority(String given, String becomes) {
        String id = demo().submit(JOB);
        Answer answer = demo().post("/jobs/" + id, "{\"params\": {\"priority\": " + given + "}}");
        if (becomes.equals("refused")) {
            assertError(answer, 400);
            return;
        }
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("priority")).isEqualTo(becomes);
        assertThat(filesOf(id).at("/0/priority").toString()).isEqualTo(becomes);
    }

    @Test
    @DisplayName("4.4 without a priority nothing changes")
    void noPriority() {
        String id = demo().submit(JOB);
        for (String body : List.of("{}", "{\"params\": null}", "{\"params\": {}}", "{\"params\": {\"x\": 1}}")) {
            Answer answer = demo().post("/jobs/" + id, body);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text("priority")).isEqualTo("3");
        }
    }

    @Test
    @DisplayName("4.4 the answer has http_status, http_message null, and complete files")
    void priorityAnswer() {
        Answer answer = demo().post("/jobs/" + demo().submit(JOB), "{\"params\": {\"priority\": 4}}");
        assertThat(answer.text("http_status")).isEqualTo("200 Ok");
        assertThat(answer.json().has("http_message")).isTrue();
        assertThat(answer.json().path("http_message").isNull()).isTrue();
        assertThat(answer.json().at("/files/0").propertyNames()).hasSize(42);
    }

    @Test
    @DisplayName("4.4 a terminal job: HTTP 200, 304 Not Modified and a message")
    void priorityOfTerminal() {
        String id = demo().submit(JOB);
        demo().delete("/jobs/" + id);
        Answer answer = demo().post("/jobs/" + id, "{\"params\": {\"priority\": 4}}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("http_status")).isEqualTo("304 Not Modified");
        assertThat(answer.text("http_message")).isNotBlank();
        assertThat(answer.text("priority")).isEqualTo("3");
    }

    @Test
    @DisplayName("4.4 several: an array, 207 if one is missing")
    void priorityOfSeveral() {
        String one = demo().submit(JOB);
        String two = demo().submit(JOB);
        Answer both = demo().post("/jobs/" + one + "," + two, "{\"params\": {\"priority\": 5}}");
        assertThat(both.status()).isEqualTo(200);
        assertThat(both.json().valueStream().map(job -> job.path("priority").intValue()))
                .containsExactly(5, 5);
        assertThat(demo().post("/jobs/gone," + two, "{\"params\": {\"priority\": 1}}")
                        .status())
                .isEqualTo(207);
        assertThat(demo().post("/jobs/gone", "{\"params\": {\"priority\": 1}}").status())
                .isEqualTo(404);
    }

    // --- 4.5

    @Test
    @DisplayName("4.5 DELETE of an active job: CANCELED, with its files, at once")
    void cancel() {
        String id = demo().submit("{\"files\": [" + FILE + "," + FILE + "]}");
        Answer answer = demo().delete("/jobs/" + id);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("job_state")).isEqualTo("CANCELED");
        assertThat(answer.json().path("cancel_job").booleanValue()).isTrue();
        assertThat(answer.text("job_finished")).matches(DATE);
        assertThat(answer.text("reason")).isEqualTo("Job canceled by the user");
        assertThat(answer.text("http_status")).isEqualTo("200 Ok");
        assertThat(answer.json().has("http_message")).isTrue();
        for (JsonNode file : filesOf(id)) {
            assertThat(file.path("file_state").stringValue()).isEqualTo("CANCELED");
            assertThat(file.path("reason").stringValue()).isEqualTo("Job canceled by the user");
            assertThat(file.path("finish_time").stringValue()).matches(DATE);
        }
    }

    @Test
    @DisplayName("4.5 DELETE of a terminal job: 200, 304 Not Modified, untouched")
    void cancelTwice() {
        String id = demo().submit(JOB);
        String finished = demo().delete("/jobs/" + id).text("job_finished");
        Answer again = demo().delete("/jobs/" + id);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("http_status")).isEqualTo("304 Not Modified");
        assertThat(again.text("http_message")).isEqualTo("The job is in a terminal state");
        assertThat(again.text("job_finished")).isEqualTo(finished);
    }

    @ParameterizedTest(name = "4.5 DELETE /jobs/{0}: {1}", quoteTextArguments = false)
    @CsvSource({
        "gone, 404",
        "F, 403",
        "'A,', 200",
        "'A,T', 200",
        "'T,', 200",
        "'A,gone', 207",
        "'A,F', 207",
        "'gone,T', 207"
    })
    void cancelSeveral(String ids, int status) {
        String terminal = alice().submit(JOB);
        alice().delete("/jobs/" + terminal);
        Answer answer = alice().delete("/jobs/"
                + ids.replace("A", alice().submit(JOB)).replace("T", terminal).replace("F", demo().submit(JOB)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.json().isArray()).isEqualTo(ids.contains(","));
    }

    @Test
    @DisplayName("4.5 DELETE of a multihop job leaves NOT_USED hops alone")
    void cancelHops() {
        String id = demo().submit(filled("{\"files\": [FILE, FILE], \"params\": {\"multihop\": true}}"));
        assertThat(filesOf(id).findValuesAsString("file_state")).containsExactly("SUBMITTED", "NOT_USED");
        assertThat(demo().delete("/jobs/" + id).text("job_state")).isEqualTo("CANCELED");
        assertThat(filesOf(id).findValuesAsString("file_state")).containsExactly("CANCELED", "NOT_USED");
        assertThat(filesOf(id).at("/1/finish_time").isNull()).isTrue();
    }

    @Test
    @DisplayName("4.5 DELETE of files: one id a string, several an array; the rest goes on")
    void cancelFiles() {
        String id = demo().submit(filled("{\"files\": [FILE, FILE, FILE]}"));
        List<String> files = filesOf(id).findValuesAsString("file_id");
        String path = "/jobs/" + id + "/files/";
        assertThat(demo().delete(path + files.get(0)).body()).isEqualTo("\"CANCELED\"");
        assertThat(demo().delete(path + files.get(0)).body()).as("unchanged").isEqualTo("\"CANCELED\"");
        assertThat(demo().delete(path + files.get(0) + ",99999999,x").body())
                .isEqualTo("[\"CANCELED\",\"File does not belong to the job\",\"File does not belong to the job\"]");
        assertThat(demo().delete(path + "99999999999999999999").body())
                .isEqualTo("\"File does not belong to the job\"");
        assertThat(jobOf(id).path("job_state").stringValue()).isEqualTo("SUBMITTED");
        assertThat(demo().delete(path + files.get(1) + "," + files.get(2)).body())
                .isEqualTo("[\"CANCELED\",\"CANCELED\"]");
        assertThat(jobOf(id).path("job_state").stringValue()).isEqualTo("CANCELED");
        assertThat(jobOf(id).path("job_finished").stringValue()).matches(DATE);
    }

    @Test
    @DisplayName("4.5 DELETE of a file of another job: File does not belong to the job")
    void cancelForeignFile() {
        String id = demo().submit(JOB);
        String other = demo().submit(JOB);
        String file = filesOf(other).at("/0/file_id").toString();
        assertThat(demo().delete("/jobs/" + id + "/files/" + file).body())
                .isEqualTo("\"File does not belong to the job\"");
        assertThat(filesOf(other).at("/0/file_state").stringValue()).isEqualTo("SUBMITTED");
    }

    @ParameterizedTest(name = "4.5 DELETE of files of a job of type {0}: 400", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "H | {\"files\": [FILE, FILE], \"params\": {\"multihop\": true}}",
                "Y | {\"files\": [FILE, FILE], \"params\": {\"reuse\": true}}",
                "R | {\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\"], \"destinations\": [\"davs://c/f\"]}]}"
            })
    void cancelFilesOfOtherTypes(String type, String body) {
        String id = demo().submit(filled(body));
        assertThat(jobOf(id).path("job_type").stringValue()).isEqualTo(type);
        String file = filesOf(id).at("/0/file_id").toString();
        assertError(demo().delete("/jobs/" + id + "/files/" + file), 400);
    }

    @Test
    @DisplayName("4.5 DELETE of files of a missing job: 404 with status and message; of another's: 403")
    void cancelFilesOfMissing() {
        assertError(demo().delete("/jobs/gone/files/1"), 404);
        assertError(alice().delete("/jobs/" + demo().submit(JOB) + "/files/1"), 403);
    }

    @ParameterizedTest(name = "4.5 DELETE {0} is for administrators only", quoteTextArguments = false)
    @ValueSource(strings = {"/jobs/all", "/jobs/vo/cms"})
    void cancelAllIsForRoot(String path) {
        assertError(alice().delete(path), 403);
        assertError(nobody().delete(path), 403);
    }

    @Test
    @DisplayName("4.5 DELETE /jobs/vo/{vo}: files and jobs are counted")
    void cancelVo() {
        demo().delete("/jobs/all");
        alice().submit(filled("{\"files\": [FILE, FILE]}"));
        alice().submit(JOB);
        String own = demo().submit(JOB);
        assertThat(demo().delete("/jobs/vo/15c918e83400085d").body())
                .contains("\"affected_files\":3", "\"affected_jobs\":2", "\"affected_dm\":0");
        assertThat(jobOf(own).path("job_state").stringValue()).isEqualTo("SUBMITTED");
        assertThat(alice().get("/jobs").json()).isEmpty();
        assertThat(demo().delete("/jobs/vo/nobody").json().path("affected_jobs").intValue())
                .isZero();
        assertThat(demo().get("/config/audit").json().get(0).toString()).contains("cancel-all", "jobs of nobody");
    }

    @Test
    @DisplayName("4.5 DELETE /jobs/all: everybody's")
    void cancelAll() {
        demo().delete("/jobs/all");
        String one = alice().submit(JOB);
        String two = demo().submit(filled("{\"files\": [FILE, FILE]}"));
        assertThat(demo().delete("/jobs/all").body())
                .contains("\"affected_files\":3", "\"affected_jobs\":2", "\"affected_dm\":0");
        assertThat(List.of(jobOf(one), jobOf(two)))
                .allMatch(job -> job.path("job_state").stringValue().equals("CANCELED"));
        assertThat(demo().delete("/jobs/all").json().path("affected_files").intValue())
                .isZero();
    }

    // --- 4.6

    @ParameterizedTest(name = "4.6 GET /jobs/(id)/{0}: {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "job_state | \"SUBMITTED\"",
                "priority | 4",
                "job_metadata | {\"issuer\":\"rucio\",\"multi_sources\":false,\"auth_method\":\"certificate\"}",
                "job_finished | null",
                "dst_file_report | true",
                "dm | []",
                "files/1/retries | []",
                "files/999999999/retries | []",
                "files/x/retries | []"
            })
    void parts(String part, String value) {
        Answer answer = demo().get("/jobs/" + demo().submit(FULL) + "/" + part);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.contentType()).startsWith("application/json");
        assertThat(answer.body()).isEqualTo(value);
    }

    @ParameterizedTest(
            name = "4.6 GET /jobs/(id)/{0} of a missing job is 404, of another''s 403, with message",
            quoteTextArguments = false)
    @ValueSource(strings = {"files", "dm", "job_state", "files/1/retries", "files/1/log"})
    void partsOfMissing(String part) {
        assertError(demo().get("/jobs/gone/" + part), 404);
        assertError(alice().get("/jobs/" + demo().submit(JOB) + "/" + part), 403);
    }

    @Test
    @DisplayName("4.6 GET /jobs/{id}/{field} of an unknown field is 404 with message")
    void unknownField() {
        assertError(demo().get("/jobs/" + demo().submit(JOB) + "/nonsense"), 404);
    }

    // --- 7.1 and 7.6, which read the same objects

    @ParameterizedTest(
            name = "7.1 GET /files?{0}: the open file {1}, the cancelled file {2}",
            quoteTextArguments = false)
    @CsvSource({
        "'', yes, no",
        "state_in=SUBMITTED, yes, no",
        "state_in=CANCELED, no, no",
        "'state_in=SUBMITTED,CANCELED', yes, no",
        "time_window=1, no, yes",
        "time_window=0:30, no, yes",
        "time_window=1&state_in=CANCELED, no, yes",
        "source_se=davs://a.example.org, yes, no",
        "source_se=davs://elsewhere.example.org, no, no",
        "dest_se=davs://b.example.org, yes, no",
        "dest_se=davs://a.example.org, no, no",
        "dest_surl=davs://b.example.org/f, yes, no",
        "dest_surl=davs://b.example.org/g, no, no",
        "vo_name=another, yes, no",
        "limit=1000, yes, no",
        "state_in=ON_HOLD, no, no",
        "state_in=NONSENSE, no, no"
    })
    void files(String query, String open, String canceled) {
        String openJob = alice().submit(JOB);
        String canceledJob = alice().submit(JOB);
        alice().delete("/jobs/" + canceledJob);
        String others = demo().submit(JOB);
        Answer answer = alice().get("/files?" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        List<String> ids = answer.json().findValuesAsString("job_id");
        assertThat(ids.contains(openJob)).isEqualTo(open.equals("yes"));
        assertThat(ids.contains(canceledJob)).isEqualTo(canceled.equals("yes"));
        assertThat(ids).doesNotContain(others);
        answer.json().forEach(file -> assertThat(file.propertyNames()).hasSize(42));
    }

    @ParameterizedTest(name = "7.1 GET /files?limit={0}: 400", quoteTextArguments = false)
    @ValueSource(strings = {"0", "-1", "1001"})
    void filesLimit(String limit) {
        assertError(demo().get("/files?limit=" + limit), 400);
    }

    @Test
    @DisplayName("7.1 limit holds")
    void filesLimited() {
        demo().submit(filled("{\"files\": [FILE, FILE, FILE]}"));
        assertThat(demo().get("/files?limit=2").json()).hasSize(2);
    }

    @Test
    @DisplayName("7.1 state_in is looked for among all files, however many are in another state")
    void filesOfARareState() {
        String many = demo().submit("{\"files\": [" + String.join(",", Collections.nCopies(1500, FILE)) + "]}");
        String hops = demo().submit(filled("{\"files\": [FILE, FILE], \"params\": {\"multihop\": true}}"));
        String storage = "davs://held.example.org";
        assertThat(demo().post(
                                "/ban/se",
                                "{\"storage\": \"" + storage + "\", \"status\": \"wait\", \"allow_submit\": true}")
                        .status())
                .isEqualTo(200);
        try {
            String held = demo().submit(FILE_OF_JOB.replace("STORAGE", storage));

            assertThat(jobsOfFiles("ON_HOLD")).containsExactly(held);
            assertThat(jobsOfFiles("NOT_USED")).contains(hops).doesNotContain(many, held);
            assertThat(jobsOfFiles("SUBMITTED")).hasSize(1000).doesNotContain(held);
            assertThat(jobsOfFiles("SUBMITTED,ON_HOLD")).hasSize(1000);
            assertThat(demo().get("/files?state_in=SUBMITTED").json().findValues("file_id"))
                    .isSortedAccordingTo(Comparator.comparingLong(JsonNode::longValue));
        } finally {
            demo().delete("/ban/se?storage=" + storage);
            demo().delete("/jobs/" + many);
        }
    }

    private static final String FILE_OF_JOB =
            "{\"files\": [{\"sources\": [\"STORAGE/f\"], \"destinations\": [\"davs://b.example.org/held\"]}]}";

    private List<String> jobsOfFiles(String states) {
        return demo().get("/files?state_in=" + states).json().findValuesAsString("job_id");
    }

    @Test
    @DisplayName("7.6 /archive/{id}: the job with complete files, current_failures for recoverable, no http_status")
    void archive() {
        String id = demo().submit(FULL);
        JsonNode job = demo().get("/archive/" + id).json();
        assertThat(job.path("job_id").stringValue()).isEqualTo(id);
        assertThat(job.has("http_status")).isFalse();
        assertThat(job.at("/files/0").has("recoverable")).isFalse();
        assertThat(job.at("/files/0/current_failures").intValue()).isZero();
        assertThat(job.at("/files/0").propertyNames()).hasSize(42);
        assertThat(demo().get("/archive/" + id + "/job_state").body()).isEqualTo("\"SUBMITTED\"");
        assertError(demo().get("/archive/" + id + "/nonsense"), 404);
        assertError(demo().get("/archive/gone"), 404);
        assertError(demo().get("/archive/gone/job_state"), 404);
        assertError(alice().get("/archive/" + id), 403);
        assertThat(demo().get("/archive").json().at("/_links").isObject()).isTrue();
    }
}
