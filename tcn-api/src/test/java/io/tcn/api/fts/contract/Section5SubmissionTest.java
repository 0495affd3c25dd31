// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Section 5: what a submission may say, and what becomes of it.
@DisplayName("5 Submission")
class Section5SubmissionTest extends ContractServer {
    private static final String METADATA_4096 = "{\"k\": \"" + "x".repeat(4096 - 8) + "\"}";

    @Override
    Map<String, String> settings() {
        return Map.of("tcn.fts.check-duplicates", "15c918e83400085d, cms");
    }

    /// Submits and returns the job with its files, or the refusal.
    private Answer submitted(String body) {
        Answer answer = demo().post("/jobs", filled(body));
        if (answer.status() != 200) {
            assertError(answer, answer.status());
            return answer;
        }
        assertThat(answer.json().propertyNames()).containsExactly("job_id");
        return demo().get("/jobs/" + answer.text("job_id")
                + "?files=file_state,file_index,checksum,user_filesize,file_metadata,staging_metadata,archive_metadata,"
                + "activity,scitag,selection_strategy,source_surl,dest_surl,priority,file_state_initial");
    }

    private void becomes(String body, String pointer, String value) {
        Answer answer = submitted(body);
        if (value.matches("4\\d\\d")) {
            assertThat(answer.status()).as(answer.body()).isEqualTo(Integer.parseInt(value));
        } else {
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.json().at(pointer).toString()).isEqualTo(value);
        }
    }

    @Test
    @DisplayName("5 the answer is 200 with the job_id alone")
    void answer() {
        Answer answer = demo().post("/jobs", JOB);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().propertyNames()).containsExactly("job_id");
        assertThat(answer.text("job_id")).matches(UUID);
        assertThat(demo().put("/jobs", JOB).status()).isEqualTo(200);
    }

    // --- 5.1

    @ParameterizedTest(name = "5.1 {0}: {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"files\": [FILE]} | 200",
                "{\"files\": [FILE], \"params\": {}} | 200",
                "{\"files\": [FILE], \"params\": null} | 200",
                "{\"files\": [FILE], \"params\": []} | 400",
                "{\"files\": [FILE], \"delete\": null} | 200",
                "{\"files\": [FILE], \"delete\": []} | 405",
                "{\"delete\": [\"davs://a/f\"]} | 405",
                "{\"files\": [FILE], \"staging\": [1]} | 200",
                "{\"params\": {}} | 400",
                "{\"files\": null} | 400",
                "{\"files\": []} | 400",
                "{\"files\": {}} | 400"
            })
    void topLevel(String body, int status) {
        assertThat(submitted(body).status()).isEqualTo(status);
    }

    // --- 5.2

    @ParameterizedTest(name = "5.2 {0} {1}: {2}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "checksum | \"ADLER32:0a1b2c3d\" | \"ADLER32:0a1b2c3d\"",
                "checksum | \"MD5\" | \"MD5\"",
                "checksum | \"MD5:0a\" | \"MD5:0a\"",
                "checksum | null | \"ADLER32\"",
                "checksum | 5 | 400",
                "user_filesize=filesize | 10 | 10",
                "user_filesize=filesize | \"10\" | 10",
                "user_filesize=filesize | null | 0",
                "user_filesize=filesize | \"x\" | 400",
                "user_filesize=filesize | -1 | 400",
                "user_filesize=filesize | {} | 400",
                "file_metadata=metadata | {\"k\": 1} | {\"k\":1}",
                "file_metadata=metadata | \"s\" | {\"label\":\"s\"}",
                "file_metadata=metadata | null | null",
                "file_metadata=metadata | 5 | 400",
                "file_metadata=metadata | [1] | 400",
                "staging_metadata | {\"k\": 1} | {\"k\":1}",
                "staging_metadata | null | null",
                "staging_metadata | \"s\" | 400",
                "staging_metadata | 5 | 400",
                "staging_metadata | [] | 400",
                "archive_metadata | {\"k\": 1} | {\"k\":1}",
                "archive_metadata | null | null",
                "archive_metadata | \"s\" | 400",
                "archive_metadata | 5 | 400",
                "archive_metadata | [] | 400",
                "activity | \"Production\" | \"Production\"",
                "activity | null | \"default\"",
                "scitag | 65 | 65",
                "scitag | 65535 | 65535",
                "scitag | null | null",
                "scitag | 64 | 400",
                "scitag | 65536 | 400",
                "scitag | \"65\" | 400",
                "scitag | 65.5 | 400",
                "selection_strategy | \"nonsense\" | \"auto\"",
                "selection_strategy | null | \"auto\"",
                "priority | \"nonsense\" | 3"
            })
    void fileKeys(String key, String given, String value) {
        String[] names = key.split("=", -1);
        becomes(
                "{\"files\": [{PAIR, \"" + names[names.length - 1] + "\": " + given + "}]}",
                "/files/0/" + names[0],
                value);
    }

    @ParameterizedTest(name = "5.2 URL {0}: {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "davs://a/f | 200",
                "https://a:443/f | 200",
                "http://[::1]:8080/f | 200",
                "'  davs://a/f  ' | 200",
                "davs://a/?q=1 | 200",
                "davs://a/ | 400",
                "davs://a | 400",
                "davs:///f | 400",
                "a/f | 400",
                "//a/f | 400",
                "file:///f | 400",
                "davs://a/f g | 400",
                "gsiftp://a/f | 400",
                "srm://a/f | 400",
                "root://a//f | 400"
            })
    void urls(String url, int status) {
        for (String pair : new String[] {
            "\"sources\": [\"" + url + "\"], \"destinations\": [\"davs://b/f\"]",
            "\"sources\": [\"davs://b/f\"], \"destinations\": [\"" + url + "\"]"
        }) {
            assertThat(submitted("{\"files\": [{" + pair + "}]}").status()).isEqualTo(status);
        }
    }

    @Test
    @DisplayName("5.2 blanks around a URL are stripped")
    void stripped() {
        JsonNode job = submitted(
                        "{\"files\": [{\"sources\": [\" davs://a/f \"], \"destinations\": [\"\\tdavs://b/f\\n\"]}]}")
                .json();
        assertThat(job.at("/files/0/source_surl").stringValue()).isEqualTo("davs://a/f");
        assertThat(job.at("/files/0/dest_surl").stringValue()).isEqualTo("davs://b/f");
    }

    @Test
    @DisplayName("5.2 a URL of 1100 characters is taken, one of 1101 is 400")
    void longUrls() {
        String url = "davs://a/" + "x".repeat(1100 - 9);
        String body = "{\"files\": [{\"sources\": [\"URL\"], \"destinations\": [\"davs://b/f\"]}]}";
        assertThat(submitted(body.replace("URL", url)).status()).isEqualTo(200);
        assertThat(submitted(body.replace("URL", url + "x")).status()).isEqualTo(400);
    }

    @Test
    @DisplayName("5.2 metadata of 4096 characters is taken, of more is 400")
    void longMetadata() {
        assertThat(submitted("{\"files\": [{PAIR, \"metadata\": " + METADATA_4096 + "}]}")
                        .status())
                .isEqualTo(200);
        assertThat(submitted("{\"files\": [{PAIR, \"metadata\": " + METADATA_4096.replace("xx", "xxx") + "}]}")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest(name = "5.2 {0} of more than 1024 characters is 400", quoteTextArguments = false)
    @ValueSource(strings = {"staging_metadata", "archive_metadata"})
    void longTapeMetadata(String key) {
        String object = "{\"k\": \"" + "x".repeat(1024 - 8) + "\"}";
        assertThat(submitted("{\"files\": [{PAIR, \"" + key + "\": " + object + "}]}")
                        .status())
                .isEqualTo(200);
        assertThat(submitted("{\"files\": [{PAIR, \"" + key + "\": " + object.replace("xxx", "xxxx") + "}]}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("5.2 every pair becomes a file with the same file_index")
    void pairs() {
        JsonNode job = submitted(
                        "{\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\"], \"destinations\": [\"davs://c/f\"]}]}")
                .json();
        assertThat(job.path("files"))
                .hasSize(2)
                .allMatch(file -> file.path("file_index").intValue() == 0);
    }

    @ParameterizedTest(name = "5.2 {0}: {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"destinations\": [\"davs://b/f\"]} | 400",
                "{\"sources\": [\"davs://b/f\"]} | 400",
                "{\"sources\": null, \"destinations\": [\"davs://b/f\"]} | 400",
                "{\"sources\": [], \"destinations\": [\"davs://b/f\"]} | 400",
                "{\"sources\": [\"davs://b/f\"], \"destinations\": []} | 400",
                "{\"sources\": [1], \"destinations\": [\"davs://b/f\"]} | 400",
                "\"x\" | 400",
                "null | 400"
            })
    void entries(String entry, int status) {
        assertThat(submitted("{\"files\": [" + entry + "]}").status()).isEqualTo(status);
    }

    @Test
    @DisplayName("5.2 an entry with an empty array gives no pair; others stay")
    void emptyArray() {
        JsonNode job = submitted("{\"files\": [{\"sources\": [], \"destinations\": [\"davs://b/f\"]}, FILE]}")
                .json();
        assertThat(job.path("files")).hasSize(1);
        assertThat(job.at("/files/0/file_index").intValue()).isEqualTo(1);
    }

    // --- 5.3

    @ParameterizedTest(name = "5.3 {0}: {1}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "not JSON | 400 | {\"files\"",
                "not an object | 400 | []",
                "no pair at all | 400 | {\"files\": [{\"sources\": [], \"destinations\": []}]}",
                "a bad URL | 400 | {\"files\": [{\"sources\": [\"x\"], \"destinations\": [\"davs://b/f\"]}]}",
                "a bad number | 400 | {\"files\": [FILE], \"params\": {\"timeout\": \"x\"}}",
                "a bad flag combination | 400 | {\"files\": [FILE], \"params\": {\"overwrite\": 1, \"overwrite_on_retry\": 1}}",
                "delete | 405 | {\"delete\": [1]}"
            })
    void errors(String what, int status, String body) {
        assertThat(submitted(body).status()).isEqualTo(status);
    }

    @Test
    @DisplayName("5.3 not authenticated: 403, before the body is looked at")
    void unauthenticated() {
        assertError(nobody().post("/jobs", JOB), 403);
        assertError(nobody().post("/jobs", "nonsense"), 403);
    }

    @Test
    @DisplayName("5.3 a banned endpoint: 403, and the message names it; with allow_submit on hold")
    void banned() {
        String body =
                "{\"files\": [{\"sources\": [\"davs://banned.example.org/f\"], \"destinations\": [\"davs://b/f\"]}]}";
        demo().post("/ban/se", "{\"storage\": \"davs://banned.example.org\"}");
        Answer refused = demo().post("/jobs", body);
        assertError(refused, 403);
        assertThat(refused.text("message")).contains("davs://banned.example.org");
        demo().delete("/ban/se?storage=davs://banned.example.org");
        demo().post(
                        "/ban/se",
                        "{\"storage\": \"davs://banned.example.org\", \"status\": \"wait\", \"allow_submit\": true}");
        JsonNode job = submitted(body).json();
        assertThat(job.at("/files/0/file_state").stringValue()).isEqualTo("ON_HOLD");
        assertThat(job.path("job_state").stringValue()).isEqualTo("SUBMITTED");
        assertThat(demo().delete("/jobs/" + job.path("job_id").stringValue()).text("job_state"))
                .isEqualTo("CANCELED");
        demo().delete("/ban/se?storage=davs://banned.example.org");
        assertThat(submitted(body).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("5.3 a job is accepted whole or not at all")
    void wholeOrNot() {
        int before = demo().get("/jobs").json().size();
        assertThat(submitted("{\"files\": [FILE, FILE, {\"sources\": [\"davs://a/f\"], \"destinations\": [\"x\"]}]}")
                        .status())
                .isEqualTo(400);
        assertThat(demo().get("/jobs").json()).hasSize(before);
    }

    @Test
    @DisplayName("5.3 delegation required: 419 without one")
    void delegationRequired(@TempDir Path other) throws IOException {
        try (RunningServer strict = RunningServer.start(other, Map.of("tcn.fts.delegation-required", "true"))) {
            Answer answer = strict.demo().post("/jobs", JOB);
            assertError(answer, 419);
            assertThat(answer.text("status")).isEqualTo("419 Authentication Timeout");
            assertError(strict.demo().post("/jobs", "nonsense"), 400);
        }
    }

    // --- 5.4

    @ParameterizedTest(name = "5.4 {0} {1}: {2}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "verify_checksum | \"both\" | \"b\"",
                "verify_checksum | \"source\" | \"s\"",
                "verify_checksum | \"target\" | \"t\"",
                "verify_checksum | \"none\" | \"n\"",
                "verify_checksum | \"n\" | \"n\"",
                "verify_checksum | true | \"b\"",
                "verify_checksum | false | \"n\"",
                "verify_checksum | null | \"n\"",
                "verify_checksum | \"x\" | 400",
                "verify_checksum | \"\" | 400",
                "verify_checksum | 1 | 400",
                "job_type=reuse | true | \"Y\"",
                "job_type=reuse | \"Y\" | \"Y\"",
                "job_type=reuse | 1 | \"Y\"",
                "job_type=reuse | false | \"N\"",
                "job_type=reuse | null | \"N\"",
                "job_type=multihop | true | \"H\"",
                "job_type=multihop | false | \"N\"",
                "job_type=multihop | null | \"N\"",
                "overwrite_flag=overwrite | true | \"Y\"",
                "overwrite_flag=overwrite | 1 | \"Y\"",
                "overwrite_flag=overwrite | \"Y\" | \"Y\"",
                "overwrite_flag=overwrite | \"yes\" | \"Y\"",
                "overwrite_flag=overwrite | \"N\" | null",
                "overwrite_flag=overwrite | 0 | null",
                "overwrite_flag=overwrite | null | null",
                "overwrite_flag=overwrite_on_retry | true | \"R\"",
                "overwrite_flag=overwrite_hop | true | 400",
                "overwrite_flag=overwrite_hop | false | null",
                "overwrite_flag=overwrite_when_only_on_disk | true | 400",
                "overwrite_flag=overwrite_when_only_on_disk | null | null",
                "bring_online | -1 | -1",
                "bring_online | null | -1",
                "bring_online | \"x\" | -1",
                "bring_online | 0 | -1",
                "bring_online | 3600 | 400",
                "copy_pin_lifetime | -1 | -1",
                "copy_pin_lifetime | null | -1",
                "copy_pin_lifetime | 3600 | 400",
                "archive_timeout | -1 | -1",
                "archive_timeout | null | -1",
                "archive_timeout | 0 | -1",
                "archive_timeout | 3600 | 400",
                "dst_file_report | true | true",
                "dst_file_report | \"Y\" | true",
                "dst_file_report | null | false",
                "retry | 5 | 5",
                "retry | \"5\" | 5",
                "retry | -1 | -1",
                "retry | null | 0",
                "retry | \"x\" | 400",
                "retry | 1.5 | 400",
                "retry_delay | 60 | 60",
                "retry_delay | null | 0",
                "priority | 1 | 1",
                "priority | 5 | 5",
                "priority | 0 | 3",
                "priority | -4 | 1",
                "priority | 99 | 5",
                "priority | \"4\" | 4",
                "priority | null | 3",
                "priority | \"x\" | 400",
                "job_metadata | {\"k\": 1} | {\"k\":1,\"auth_method\":\"certificate\"}",
                "job_metadata | \"s\" | {\"label\":\"s\",\"auth_method\":\"certificate\"}",
                "job_metadata | null | {\"auth_method\":\"certificate\"}",
                "job_metadata | 5 | 400",
                "job_metadata | [] | 400",
                "source_spacetoken | \"S\" | \"S\"",
                "source_spacetoken | \"\" | null",
                "destination_spacetoken | \"D\" | \"D\"",
                "destination_spacetoken | null | null",
                "job_state=gridftp | \"x\" | \"SUBMITTED\"",
                "internal_job_params=timeout | 10 | \"timeout:10\"",
                "internal_job_params=timeout | \"10\" | \"timeout:10\"",
                "internal_job_params=timeout | 0 | null",
                "internal_job_params=timeout | null | null",
                "internal_job_params=timeout | \"x\" | 400",
                "internal_job_params=timeout | \"\" | null",
                "internal_job_params=timeout | false | null",
                "internal_job_params=timeout | true | 400",
                "internal_job_params=timeout | \" \" | 400",
                "internal_job_params=timeout | 1.5 | 400",
                "internal_job_params=nostreams | 4 | \"nostreams:4\"",
                "internal_job_params=nostreams | \"x\" | 400",
                "internal_job_params=nostreams | \"\" | null",
                "internal_job_params=nostreams | false | null",
                "internal_job_params=buffer_size | 4096 | \"buffersize:4096\"",
                "internal_job_params=buffer_size | \"x\" | 400",
                "internal_job_params=buffer_size | \"\" | null",
                "internal_job_params=buffer_size | false | null",
                "internal_job_params=strict_copy | true | \"strict\"",
                "internal_job_params=disable_cleanup | true | \"disable-cleanup\"",
                "internal_job_params=ipv4 | true | \"ipv4\"",
                "internal_job_params=ipv6 | true | \"ipv6\"",
                "internal_job_params=s3alternate | true | \"s3alternate\"",
                "internal_job_params=s3alternate | null | null",
                "job_state=target_qos | \"disk\" | 400",
                "job_state=unmanaged_tokens | true | \"SUBMITTED\"",
                "job_state=account | \"x\" | \"SUBMITTED\"",
                "job_state=spacetoken | \"x\" | \"SUBMITTED\"",
                "job_state=credential | \"x\" | \"SUBMITTED\"",
                "job_state=credentials | {} | \"SUBMITTED\"",
                "job_state=fail_nearline | true | \"SUBMITTED\"",
                "job_state=checksum | 1 | \"SUBMITTED\"",
                "job_state=filesize | \"x\" | \"SUBMITTED\"",
                "job_state=file_metadata | 1 | \"SUBMITTED\""
            })
    void params(String key, String given, String value) {
        String[] names = key.split("=", -1);
        becomes(job("{\"" + names[names.length - 1] + "\": " + given + "}"), "/" + names[0], value);
    }

    @ParameterizedTest(name = "5.4 max_time_in_queue {0}: {1} seconds", quoteTextArguments = false)
    @CsvSource({
        "168, 604800",
        "1, 3600",
        "'\"10s\"', 10",
        "'\"10m\"', 600",
        "'\"2h\"', 7200",
        "'\"3d\"', 259200",
        "0, none",
        "null, none",
        "'\"10\"', none",
        "'\"10w\"', none",
        "'\"x\"', none"
    })
    void maxTimeInQueue(String given, String seconds) {
        long before = Instant.now().getEpochSecond();
        JsonNode ends =
                submitted(job("{\"max_time_in_queue\": " + given + "}")).json().path("max_time_in_queue");
        if (seconds.equals("none")) {
            assertThat(ends.isNull()).isTrue();
        } else {
            long lasts = ends.longValue() - before;
            assertThat(lasts).isBetween(Long.parseLong(seconds) - 1, Long.parseLong(seconds) + 60);
        }
    }

    @ParameterizedTest(name = "5.4 verify_checksum false and a checksum {0}: t", quoteTextArguments = false)
    @ValueSource(strings = {"ADLER32:1", "ADLER32"})
    void checksumMakesTarget(String checksum) {
        becomes(
                "{\"files\": [{PAIR, \"checksum\": \"" + checksum + "\"}], \"params\": {\"verify_checksum\": false}}",
                "/verify_checksum",
                "\"t\"");
    }

    @ParameterizedTest(name = "5.4 {0} together: {1}", quoteTextArguments = false)
    @CsvSource({
        "overwrite overwrite_on_retry, 400",
        "overwrite overwrite_hop, 400",
        "overwrite overwrite_when_only_on_disk, 400",
        "overwrite_on_retry overwrite_hop, 400",
        "overwrite_on_retry overwrite_when_only_on_disk, 400",
        "overwrite_hop multihop, 200",
        "overwrite_hop overwrite_when_only_on_disk multihop, 400",
        "reuse multihop, 400"
    })
    void combinations(String flags, int status) {
        String params = IntStream.of(0)
                .mapToObj(i -> flags)
                .flatMap(all -> java.util.Arrays.stream(all.split(" ", -1)))
                .map(flag -> "\"" + flag + "\": true")
                .collect(Collectors.joining(", ", "{", "}"));
        Answer answer = submitted(job(params));
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        if (status == 200) {
            assertThat(answer.text("overwrite_flag")).isEqualTo("M");
        }
    }

    @Test
    @DisplayName("5.4 ipv4 wins over ipv6; the order of internal_job_params is fixed")
    void ipv4Wins() {
        becomes(
                job("{\"s3alternate\": true, \"ipv6\": true, \"ipv4\": true, \"strict_copy\": true, \"timeout\": 5,"
                        + " \"nostreams\": 3}"),
                "/internal_job_params",
                "\"nostreams:3,timeout:5,strict,ipv4,s3alternate\"");
    }

    @Test
    @DisplayName("5.4 job_metadata of more than 2048 characters is 400")
    void longJobMetadata() {
        assertThat(submitted(job("{\"job_metadata\": {\"k\": \"" + "x".repeat(2000) + "\"}}"))
                        .status())
                .isEqualTo(200);
        assertThat(submitted(job("{\"job_metadata\": {\"k\": \"" + "x".repeat(2048) + "\"}}"))
                        .status())
                .isEqualTo(400);
    }

    // --- 5.5

    @ParameterizedTest(name = "5.5 {0}: type {1}, files {2}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "one entry | N | SUBMITTED | {\"files\": [FILE]}",
                "several entries | N | SUBMITTED,SUBMITTED | {\"files\": [FILE, FILE]}",
                "reuse | Y | SUBMITTED,SUBMITTED | {\"files\": [FILE, FILE], \"params\": {\"reuse\": true}}",
                "multihop | H | SUBMITTED,NOT_USED,NOT_USED | {\"files\": [FILE, FILE, FILE], \"params\": {\"multihop\": true}}",
                "several sources, orderly | R | SUBMITTED,NOT_USED,NOT_USED | {\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\", \"davs://c/f\"], \"destinations\": [\"davs://d/f\"], \"selection_strategy\": \"orderly\"}]}",
                "several destinations | R | SUBMITTED,SUBMITTED | {\"files\": [{\"sources\": [\"davs://a/f\"], \"destinations\": [\"davs://b/f\", \"davs://c/f\"]}]}"
            })
    void types(String what, String type, String states, String body) {
        JsonNode job = submitted(body).json();
        assertThat(job.path("job_type").stringValue()).isEqualTo(type);
        assertThat(job.path("job_state").stringValue()).isEqualTo("SUBMITTED");
        assertThat(job.path("files").findValuesAsString("file_state")).containsExactly(states.split(",", -1));
        assertThat(job.path("files").findValuesAsString("file_state_initial")).containsOnly("");
    }

    @ParameterizedTest(name = "5.5 {0}: 400", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "several sources and another entry | {\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\"], \"destinations\": [\"davs://d/f\"]}, FILE]}",
                "several destinations and another entry | {\"files\": [{\"sources\": [\"davs://a/f\"], \"destinations\": [\"davs://d/f\", \"davs://e/f\"]}, FILE]}",
                "several sources with multihop | {\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\"], \"destinations\": [\"davs://d/f\"]}], \"params\": {\"multihop\": true}}",
                "several sources with reuse | {\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\"], \"destinations\": [\"davs://d/f\"]}], \"params\": {\"reuse\": true}}",
                "reuse with two sources' endpoints | {\"files\": [FILE, {\"sources\": [\"davs://z/f\"], \"destinations\": [\"davs://b.example.org/f\"]}], \"params\": {\"reuse\": true}}",
                "reuse with two destinations' endpoints | {\"files\": [FILE, {\"sources\": [\"davs://a.example.org/f\"], \"destinations\": [\"davs://z/f\"]}], \"params\": {\"reuse\": true}}"
            })
    void wrongTypes(String what, String body) {
        assertThat(submitted(body).status()).isEqualTo(400);
    }

    @ParameterizedTest(name = "5.5 selection_strategy {0}: {1}", quoteTextArguments = false)
    @CsvSource({
        "orderly, 200",
        "auto, 200",
        "queue, 200",
        "success, 200",
        "throughput, 200",
        "file-throughput, 200",
        "pending-data, 200",
        "waiting-time, 200",
        "waiting-time-with-error, 200",
        "duration, 200",
        "random, 400",
        "ORDERLY, 400",
        "'', 400"
    })
    void strategies(String strategy, int status) {
        Answer answer = submitted("{\"files\": [{\"sources\": [\"davs://a/f\", \"davs://b/f\"], \"destinations\":"
                + " [\"davs://c/f\"], \"selection_strategy\": \"" + strategy + "\"}]}");
        assertThat(answer.status()).isEqualTo(status);
        if (status == 200) {
            assertThat(answer.json().at("/files/0/selection_strategy").stringValue())
                    .isEqualTo(strategy);
            assertThat(answer.json().path("files").findValuesAsString("file_state"))
                    .containsExactlyInAnyOrder("SUBMITTED", "NOT_USED");
        }
    }

    @Test
    @DisplayName("5.5 hops are not checked to be connected; source_se is the first hop's, dest_se the last one's")
    void hops() {
        JsonNode job = submitted(
                        "{\"files\": [FILE, {\"sources\": [\"davs://y/f\"], \"destinations\": [\"https://z:1/f\"]}], \"params\": {\"multihop\": true}}")
                .json();
        assertThat(job.path("source_se").stringValue()).isEqualTo("davs://a.example.org");
        assertThat(job.path("dest_se").stringValue()).isEqualTo("https://z");
    }

    // --- 5.6

    @ParameterizedTest(name = "5.6 id_generator {0}, sid {1}: {2}", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "\"standard\" | null | 200",
                "\"nonsense\" | \"x\" | 200",
                "null | \"x\" | 200",
                "5 | \"x\" | 200",
                "\"deterministic\" | \"s-1\" | 200",
                "\"deterministic\" | null | 400",
                "\"deterministic\" | 5 | 400"
            })
    void generators(String generator, String sid, int status) {
        assertThat(submitted(job("{\"id_generator\": " + generator + ", \"sid\": " + sid + "}"))
                        .status())
                .isEqualTo(status);
    }

    @Test
    @DisplayName("5.6 VO cms, sid r-42: d61a60b3-3292-556d-987f-791b9f5e6e49; again 409, also when it is over")
    void deterministic() {
        demo().post("/tcn/v1/users", "{\"id\": \"cms\", \"dns\": [\"/DC=org/DC=example/OU=people/CN=Alice Tester\"]}");
        String body = job("{\"id_generator\": \"deterministic\", \"sid\": \"r-42\"}");
        assertThat(alice().submit(body)).isEqualTo("d61a60b3-3292-556d-987f-791b9f5e6e49");
        assertError(alice().post("/jobs", body), 409);
        assertThat(alice().delete("/jobs/d61a60b3-3292-556d-987f-791b9f5e6e49").status())
                .isEqualTo(200);
        assertError(alice().post("/jobs", body), 409);
        assertThat(alice().get("/jobs/d61a60b3-3292-556d-987f-791b9f5e6e49").text("job_state"))
                .isEqualTo("CANCELED");
        assertThat(alice().get("/whoami").json().at("/vos_id/0").stringValue())
                .isEqualTo("d5bdc1ae-600f-58dd-a94f-5c16b07974fd");
        assertThat(demo().submit(body)).as("another VO").isNotEqualTo("d61a60b3-3292-556d-987f-791b9f5e6e49");
    }

    // --- 5.7, 5.8

    @Test
    @DisplayName("5.7 tokens of certificate users are ignored and never shown")
    void tokensOfCertificateUsers() {
        String id = demo().submit(filled(
                "{\"files\": [{PAIR, \"source_tokens\": [\"secret-a\"], \"destination_tokens\": [\"secret-b\"]}]}"));
        assertThat(demo().get("/jobs/" + id + "/files").body())
                .doesNotContain("secret")
                .contains("\"src_token_id\":null", "\"dst_token_id\":null");
    }

    @Test
    @DisplayName("5.8 duplicate destinations are accepted by default")
    void duplicateDestinations() {
        assertThat(submitted("{\"files\": [FILE, FILE]}").status()).isEqualTo(200);
        assertThat(submitted("{\"files\": [FILE]}").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("5.8 for the VOs of the setting, an open destination is 409, one that is over is not")
    void checkedDestinations() {
        String body = "{\"files\": [{\"sources\": [\"davs://a/f\"], \"destinations\": [\"davs://b/taken\"]}]}";
        String id = alice().submit(body);
        assertError(alice().post("/jobs", body), 409);
        assertThat(alice().get("/jobs/" + id).text("job_state")).isEqualTo("SUBMITTED");
        assertError(
                alice().post(
                                "/jobs",
                                body.replace(
                                        "}]}",
                                        "}, {\"sources\": [\"davs://a/g\"], \"destinations\":"
                                                + " [\"davs://b/free\"]}]}")),
                409);
        String spare =
                "{\"files\": [{\"sources\": [\"davs://a/f\", \"davs://c/f\"], \"destinations\": [\"davs://b/r\"]}]}";
        alice().submit(spare);
        alice().delete("/jobs/" + id);
        alice().submit(body);
    }

    @Test
    @DisplayName("5.9 the example")
    void example() {
        String id = demo().submit("""
                {"files": [{"sources": ["davs://a.example.org:1094/d/f1"], "destinations": ["davs://b.example.org/d/f1"],
                            "checksum": "ADLER32:0a1b2c3d", "filesize": 1048576, "activity": "Production",
                            "selection_strategy": "orderly", "metadata": {"request_id": "r-42"}}],
                 "params": {"verify_checksum": "both", "overwrite": true, "copy_pin_lifetime": null,
                            "bring_online": null, "priority": 3, "max_time_in_queue": 168,
                            "job_metadata": {"issuer": "rucio", "multi_sources": false},
                            "id_generator": "deterministic", "sid": "r-example"}}""");
        assertThat(jobOf(id).path("job_state").stringValue()).isEqualTo("SUBMITTED");
    }
}
