// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Section 1: paths, bodies, dates, errors.
@DisplayName("1 Transport and conventions")
class Section1TransportTest extends ContractServer {
    private static final Set<String> WITH_SLASH = Set.of("/", "/jobs", "/files", "/archive");

    @Override
    Map<String, String> settings() {
        return Map.of("tcn.fts.max-body", "1MB", "tcn.fts.max-files-per-job", "2000");
    }

    private Stream<String> gets() {
        return paths("GET").stream();
    }

    private Stream<String> patterns() {
        return routes().keySet().stream();
    }

    private Stream<String> withoutSlash() {
        return paths("").stream().filter(path -> !path.endsWith("/") && !WITH_SLASH.contains(path));
    }

    // --- 1.1

    @ParameterizedTest(name = "1.1 // before and within {0} leads to the same", quoteTextArguments = false)
    @MethodSource("gets")
    void slashesAreFolded(String path) {
        int status = demo().get(path).status();
        assertThat(demo().get("/" + path).status()).isEqualTo(status);
        assertThat(demo().get("/" + path.replace("/", "//")).status()).isEqualTo(status);
    }

    @ParameterizedTest(name = "1.1 //{0}: every method arrives", quoteTextArguments = false)
    @MethodSource("patterns")
    void slashesAreFoldedForEveryMethod(String pattern) {
        for (String method : routes().getOrDefault(pattern, Set.of())) {
            String path = path(pattern);
            assertThat(send(nobody(), method, "/" + path, "{}").status())
                    .isEqualTo(send(nobody(), method, path, "{}").status())
                    .isIn(200, 403);
        }
    }

    @ParameterizedTest(name = "1.1 {0} exists", quoteTextArguments = false)
    @ValueSource(strings = {"/jobs/", "/files/", "/archive/"})
    void someHaveATrailingSlash(String path) {
        assertThat(demo().get(path).status()).isEqualTo(200);
        assertThat(demo().get("/" + path).status()).isEqualTo(200);
    }

    @ParameterizedTest(name = "1.1 {0}/ is 404", quoteTextArguments = false)
    @MethodSource("withoutSlash")
    void othersHaveNone(String path) {
        assertError(demo().get(path + "/"), 404);
    }

    @ParameterizedTest(name = "1.1 HEAD {0} is GET without a body", quoteTextArguments = false)
    @MethodSource("gets")
    void heads(String path) {
        Answer head = send(demo(), "HEAD", path, "");
        assertThat(head.status()).isEqualTo(demo().get(path).status());
        assertThat(head.body()).isEmpty();
    }

    @ParameterizedTest(name = "1.1 OPTIONS {0} says what is allowed", quoteTextArguments = false)
    @MethodSource("patterns")
    void options(String pattern) {
        Answer answer = send(demo(), "OPTIONS", path(pattern), "");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(allowed(answer)).containsAll(routes().getOrDefault(pattern, Set.of()));
    }

    private static Set<String> allowed(Answer answer) {
        Set<String> allowed = new TreeSet<>();
        answer.headers()
                .allValues("Allow")
                .forEach(line ->
                        Arrays.stream(line.split(",", -1)).map(String::strip).forEach(allowed::add));
        return allowed;
    }

    @ParameterizedTest(name = "1.5 PATCH {0} is 405 and says what is allowed", quoteTextArguments = false)
    @MethodSource("patterns")
    void wrongMethods(String pattern) {
        Answer answer = send(demo(), "PATCH", path(pattern), "{}");
        assertError(answer, 405);
        assertThat(allowed(answer)).containsAll(routes().getOrDefault(pattern, Set.of()));
    }

    @Test
    @DisplayName("1.1 commas of a list of ids may be bare or encoded")
    void commas() {
        String one = demo().submit(JOB);
        String two = demo().submit(JOB);
        assertThat(demo().get("/jobs/" + one + "," + two).json()).hasSize(2);
        assertThat(demo().get("/jobs/" + one + "%2C" + two).json()).hasSize(2);
    }

    @Test
    @DisplayName("1.1 request line and headers of 60 kB arrive")
    void longRequests() {
        String ids = String.join(",", Collections.nCopies(1500, "0f0f0f0f-0f0f-0f0f-0f0f-0f0f0f0f0f0f"));
        Answer answer = demo().send(demo().request("//jobs/" + ids).header("X-Long", "x".repeat(4000)));
        assertThat(answer.status()).isEqualTo(207);
        assertThat(answer.json()).hasSize(1500);
    }

    @Test
    @DisplayName("1.1 a request that is longer still is refused in JSON")
    void tooLongRequests() {
        Answer answer = demo().get("/jobs/" + "x".repeat(80_000));
        assertThat(answer.status()).isIn(400, 414, 431);
        assertThat(answer.body()).doesNotContain("<html", "java.");
    }

    @Test
    @DisplayName("1.1 DELETE may have a body and a Content-Type")
    void deleteWithBody() {
        String id = demo().submit(JOB);
        assertThat(send(demo(), "DELETE", "/jobs/" + id, "{\"x\": [}").text("job_state"))
                .isEqualTo("CANCELED");
    }

    @Test
    @DisplayName("1.1 GET may have a Content-Type without a body")
    void getWithType() {
        assertThat(send(demo(), "GET", "/jobs", "").status()).isEqualTo(200);
    }

    // --- 1.2

    @ParameterizedTest(name = "1.2 {0} {1} with Content-Type {2}: {3}", quoteTextArguments = false)
    @CsvSource({
        "POST, /jobs, application/json, 200",
        "POST, /jobs, application/json; charset=utf-8, 200",
        "POST, /jobs, text/plain, 400",
        "POST, /jobs, application/x-www-form-urlencoded, 400",
        "POST, /jobs, none, 400",
        "PUT, /jobs, application/json, 200",
        "PUT, /jobs, text/plain, 200",
        "PUT, /jobs, application/x-www-form-urlencoded, 200",
        "PUT, /jobs, none, 200",
        "POST, /jobs/some, application/json, 404",
        "POST, /jobs/some, text/plain, 400",
        "POST, /jobs/some, none, 400"
    })
    void contentTypes(String method, String path, String type, int status) {
        var request = demo().request(path).method(method, BodyPublishers.ofString(JOB));
        assertThat(demo().send(type.equals("none") ? request : request.header("Content-Type", type))
                        .status())
                .isEqualTo(status);
    }

    @ParameterizedTest(name = "1.2 {0} takes a form", quoteTextArguments = false)
    @CsvSource({"/ban/dn, user_dn=/CN=Form", "/ban/se, storage=https://form.example.org", "/config/global, retry=0"})
    void forms(String path, String form) {
        String encoded = form.substring(0, form.indexOf('=') + 1)
                + URLEncoder.encode(form.substring(form.indexOf('=') + 1), StandardCharsets.UTF_8);
        Answer answer = demo().send(demo().request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encoded)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    @ParameterizedTest(name = "1.2 POST {0} with {1} is 400", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "/jobs | []",
                "/jobs | 5",
                "/jobs | null",
                "/jobs | {",
                "/jobs | x",
                "/jobs/some | []",
                "/jobs/some | {",
                "/ban/se | []",
                "/ban/se | {",
                "/ban/dn | []",
                "/ban/dn | {",
                "/config/global | []",
                "/config/global | {",
                "/config/links | []",
                "/config/links | {",
                "/config/shares | []",
                "/config/shares | {",
                "/config/se | []",
                "/config/se | {",
                "/config/activity_shares | []",
                "/config/activity_shares | {",
                "/config/authorize | []",
                "/config/authorize | {",
                "/config/drain | []",
                "/config/drain | {",
                "/optimizer/current | []",
                "/optimizer/current | {",
                "/admin/force-start | {}",
                "/admin/force-start | ["
            })
    void bodiesThatAreNoObjects(String path, String body) {
        assertError(demo().post(path, body), 400);
    }

    @Test
    @DisplayName("1.2 unknown keys are ignored at every level")
    void unknownKeys() {
        String id = demo().submit(filled("{\"x\": 1, \"files\": [{PAIR, \"y\": [1]}], \"params\": {\"z\": {}}}"));
        assertThat(jobOf(id).path("job_state").stringValue()).isEqualTo("SUBMITTED");
    }

    // --- 1.3

    @ParameterizedTest(name = "1.3 GET {0} is JSON in UTF-8, whatever is accepted", quoteTextArguments = false)
    @ValueSource(
            strings = {
                "/",
                "/whoami",
                "/jobs",
                "/files",
                "/archive",
                "/ban/se",
                "/ban/dn",
                "/config",
                "/config/global",
                "/config/links",
                "/config/shares",
                "/config/se",
                "/config/activity_shares",
                "/config/authorize",
                "/config/audit",
                "/optimizer",
                "/optimizer/current",
                "/optimizer/evolution",
                "/status/hosts"
            })
    void json(String path) {
        for (String accept : List.of("*/*", "application/json", "text/html")) {
            Answer answer = demo().send(demo().request(path).header("Accept", accept));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.contentType()).startsWith("application/json");
            answer.json();
        }
    }

    @Test
    @DisplayName("1.3 letters beyond ASCII come back as they went")
    void utf8() {
        String id = demo().submit(filled("{\"files\": [{PAIR, \"activity\": \"Größe €😀\"}]}"));
        assertThat(filesOf(id).at("/0/activity").stringValue()).isEqualTo("Größe €😀");
    }

    @Test
    @DisplayName("1.3 null is written out")
    void nulls() {
        String id = demo().submit(JOB);
        assertThat(demo().get("/jobs/" + id).body()).contains("\"job_finished\":null", "\"reason\":null");
        assertThat(demo().get("/jobs?fields=job_finished").body()).contains("{\"job_finished\":null}");
    }

    // --- 1.4

    @Test
    @DisplayName("1.4 every date of a job, a file, a ban, a host and the audit has the one form")
    void dates() {
        String id = demo().submit(job("{\"max_time_in_queue\": 1}"));
        demo().delete("/jobs/" + id);
        demo().post("/ban/dn", "{\"user_dn\": \"/CN=Dates\"}");
        List<String> dates = new ArrayList<>();
        for (JsonNode node : List.of(
                jobOf(id).path("submit_time"),
                jobOf(id).path("job_finished"),
                filesOf(id).at("/0/finish_time"),
                demo().get("/ban/dn").json().at("/0/addition_time"),
                demo().get("/config").json().at("/0/beat"),
                demo().get("/config/audit").json().at("/0/datetime"),
                demo().get("/delegation/" + demo().get("/whoami").text("delegation_id"))
                        .json()
                        .path("termination_time"))) {
            dates.add(node.asString());
        }
        assertThat(dates).allMatch(date -> date.matches(DATE));
        assertThat(jobOf(id).path("max_time_in_queue").isIntegralNumber()).isTrue();
    }

    // --- 1.5

    @ParameterizedTest(name = "1.5 {0} {1} is \"{2}\"", quoteTextArguments = false)
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /jobs | 400 Bad Request",
                "GET | /whoami/certificate?token | 401 Unauthorized",
                "GET | /jobs?dlg_id=0000000000000000 | 403 Forbidden",
                "GET | /nowhere | 404 Not Found",
                "GET | /jobs/gone/files | 404 Not Found",
                "GET | /archive/gone | 404 Not Found",
                "PATCH | /jobs | 405 Method Not Allowed",
                "POST | /delegation/x/voms | 4",
                "GET | /dm/list | 501 Not Implemented"
            })
    void errors(String method, String path, String line) {
        var request = demo().request(path)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(method.equals("GET") ? "" : "{}"));
        Answer answer = demo().send(path.endsWith("?token") ? request.header("Authorization", "Bearer x") : request);
        assertThat(answer.text("status")).startsWith(line);
        assertError(answer, Integer.parseInt(answer.text("status").substring(0, 3)));
    }

    @Test
    @DisplayName("1.5 a duplicate id is \"409 Conflict\"")
    void conflict() {
        String body = job("{\"id_generator\": \"deterministic\", \"sid\": \"conflict\"}");
        demo().submit(body);
        Answer again = demo().post("/jobs", body);
        assertError(again, 409);
        assertThat(again.text("status")).isEqualTo("409 Conflict");
    }

    @ParameterizedTest(
            name = "1.5 {0} of one missing job: object with job_id, http_status, http_message",
            quoteTextArguments = false)
    @ValueSource(strings = {"GET", "DELETE", "POST"})
    void oneMissingJob(String method) {
        Answer answer = send(demo(), method, "/jobs/gone", method.equals("POST") ? "{}" : "");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().propertyNames()).containsExactlyInAnyOrder("job_id", "http_status", "http_message");
        assertThat(answer.text("job_id")).isEqualTo("gone");
        assertThat(answer.text("http_status")).isEqualTo("404 Not Found");
    }

    @ParameterizedTest(name = "1.5 {0} of one forbidden job: object with 403 Forbidden", quoteTextArguments = false)
    @ValueSource(strings = {"GET", "DELETE", "POST"})
    void oneForbiddenJob(String method) {
        String id = demo().submit(JOB);
        Answer answer = send(alice(), method, "/jobs/" + id, method.equals("POST") ? "{}" : "");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text("http_status")).isEqualTo("403 Forbidden");
        assertThat(answer.text("http_message")).isNotBlank();
    }

    @ParameterizedTest(name = "1.5 {0} of several with a missing one: array with 207", quoteTextArguments = false)
    @ValueSource(strings = {"GET", "DELETE", "POST"})
    void severalWithAMissing(String method) {
        String id = demo().submit(JOB);
        Answer answer = send(demo(), method, "/jobs/gone," + id, method.equals("POST") ? "{}" : "");
        assertThat(answer.status()).isEqualTo(207);
        assertThat(answer.json().findValuesAsString("http_status"))
                .containsExactlyInAnyOrder("404 Not Found", "200 Ok");
    }

    // --- 1.6

    @ParameterizedTest(name = "1.6 Origin {0}: {1}", quoteTextArguments = false)
    @CsvSource({
        "https://evil.example.org, 403",
        "http://localhost, 403",
        "null, 403",
        "https://localhost.evil.example.org, 403"
    })
    void foreignOrigins(String origin, int status) {
        Answer answer = demo().send(demo().request("/jobs").header("Origin", origin));
        assertError(answer, status);
        assertThat(answer.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
    }

    @Test
    @DisplayName("1.6 the server's own Origin is let through, without CORS headers")
    void ownOrigin() {
        String own = "https://localhost:" + server().server().port();
        Answer answer = demo().send(demo().request("/jobs").header("Origin", own));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
    }

    @ParameterizedTest(name = "1.6 a body over the limit is 413: {0}", quoteTextArguments = false)
    @ValueSource(strings = {"/jobs", "/config/global", "/config/se", "/ban/se"})
    void tooLarge(String path) {
        assertError(demo().post(path, "{\"x\": \"" + "y".repeat(2 << 20) + "\"}"), 413);
    }

    @Test
    @DisplayName("1.6 a body over the limit is 413 without Content-Length, too")
    void tooLargeInChunks() throws IOException {
        Answer answer = demo().send(demo().request("/jobs")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArrays(Collections.nCopies(20, new byte[100_000]))));
        assertError(answer, 413);
        assertThat(demo().get("/").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("1.6 more files than a job may have are 413")
    void tooManyFiles() {
        assertError(
                demo().post("/jobs", "{\"files\": [" + String.join(",", Collections.nCopies(2001, FILE)) + "]}"), 413);
    }
}
