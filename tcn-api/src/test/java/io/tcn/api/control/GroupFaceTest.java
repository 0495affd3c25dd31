// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Groups through the faces: named by a submission, shown, changed, cancelled, and in their order on a real pipe.
@Tag("it")
class GroupFaceTest {
    private static final String GROUPS = "/tcn/v1/groups";

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static LoggedStorage a;
    private static LoggedStorage b;
    private static int files;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of("tcn.groups.metadata-key", "dataset"));
        demo = server.demo();
        a = LoggedStorage.start(folder.resolve("a"));
        b = LoggedStorage.start(folder.resolve("b"));
    }

    @AfterAll
    static void stop() {
        server.close();
        a.close();
        b.close();
    }

    private static void drain(boolean drained) {
        assertThat(demo.put("/tcn/v1/drain", "{\"drained\": " + drained + "}").status())
                .isEqualTo(200);
    }

    private static String transfer(int bytes) {
        try {
            URI source = a.put("/g/" + ++files, bytes);
            return "{\"source\": \"" + source + "\", \"destination\": \"" + b.url("/g/" + files) + "\", \"sizeBytes\": "
                    + bytes + "}";
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    /// Adds transfers to a group; their numbers.
    private static List<Long> add(String group, int... sizes) {
        List<String> transfers = new ArrayList<>();
        for (int size : sizes) {
            transfers.add(transfer(size));
        }
        Answer answer = demo.post(
                "/tcn/v1/transfers",
                "{\"group\": " + group + ", \"transfers\": [" + String.join(", ", transfers) + "]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        List<Long> ids = new ArrayList<>();
        answer.json().path("transfers").forEach(one -> ids.add(one.path("id").longValue()));
        return ids;
    }

    private static JsonNode group(String name) {
        return await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> demo.get(GROUPS + "?user=demo&name=" + name)
                                .json()
                                .at("/groups/0"),
                        found -> found.path("place").isNumber());
    }

    private static Answer patch(long id, String body) {
        return demo.send(demo.request(GROUPS + "/" + id)
                .header("Content-Type", "application/json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(body)));
    }

    /// Two operators at once: who has not seen what the other one did changes nothing.
    @Test
    void aGroupIsChangedAndCanceledAsItWasSeen() {
        drain(true);
        add("{\"name\": \"versions\"}", 1000);
        JsonNode listed = group("versions");
        long id = listed.path("id").longValue();
        String seen = listed.path("version").asString("");
        Answer read = demo.get(GROUPS + "/" + id);
        assertThat(read.text("version")).isEqualTo(seen).isNotEmpty();
        assertThat(read.headers().firstValue("ETag")).contains('"' + seen + '"');

        Answer first = ifMatch("PATCH", id, "{\"weight\": 3}", seen);
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.text("version")).isNotEqualTo(seen);
        assertThat(first.headers().firstValue("ETag")).contains('"' + first.text("version") + '"');
        Answer second = ifMatch("PATCH", id, "{\"weight\": 4}", seen);
        assertThat(second.status()).isEqualTo(412);
        assertThat(second.text("detail")).contains("group " + id + " has changed", "\"weight\":3", GROUPS + "/" + id);
        assertThat(demo.get(GROUPS + "/" + id).json().path("weight").doubleValue())
                .isEqualTo(3);
        assertThat(ifMatch("PATCH", id, "{\"weight\": 1}", first.text("version"))
                        .text("version"))
                .isEqualTo(seen);

        assertThat(ifMatch("DELETE", id, "", first.text("version")).status()).isEqualTo(412);
        Answer canceled = ifMatch("DELETE", id, "", seen);
        assertThat(canceled.json().path("transfers").intValue())
                .as(canceled.body())
                .isEqualTo(1);
        drain(false);
    }

    private static Answer ifMatch(String method, long id, String body, String version) {
        return demo.send(demo.request(GROUPS + "/" + id)
                .header("Content-Type", "application/json")
                .header("If-Match", '"' + version + '"')
                .method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    private static void awaitEnd(List<Long> transfers) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> transfers.stream()
                        .allMatch(id -> demo.get("/tcn/v1/transfers/" + id)
                                .json()
                                .path("state")
                                .asString("")
                                .equals("FINISHED")));
    }

    @Test
    void theGroupThatIsSoonestDoneGoesFirstAlthoughItCameLast() {
        drain(true);
        // One connection, so that one file goes after the other.
        Answer made = demo.post(
                "/tcn/v1/pipes",
                "{\"source\": \"" + endpoint(a) + "\", \"destination\": \"" + endpoint(b)
                        + "\", \"user\": \"demo\", \"maxConnections\": 1}");
        assertThat(made.status()).as(made.body()).isIn(200, 201);
        List<Long> large = add("{\"name\": \"large\"}", 400_000, 400_000, 400_000);
        List<Long> small = add("{\"name\": \"small\"}", 1000, 1000, 1000);
        JsonNode first = group("small");
        JsonNode last = group("large");
        assertThat(first.path("place").intValue()).isLessThan(last.path("place").intValue());
        assertThat(last.path("openFiles").intValue()).isEqualTo(3);
        assertThat(last.path("openBytes").longValue()).isEqualTo(1_200_000);
        assertThat(last.path("bottleneck").asString("")).isNotEmpty();

        drain(false);
        awaitEnd(small);
        awaitEnd(large);
        List<Long> inOrder = new ArrayList<>(large);
        inOrder.addAll(small);
        inOrder.sort(Comparator.comparing(id ->
                demo.get("/tcn/v1/transfers/" + id).json().path("startTime").asString("")));
        assertThat(inOrder.subList(0, 3)).containsExactlyInAnyOrderElementsOf(small);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(demo.get(GROUPS + "?user=demo&name=large")
                                .json()
                                .at("/groups/0/place")
                                .isNull())
                        .isTrue());
    }

    private static String endpoint(LoggedStorage storage) {
        URI url = storage.url("/");
        return url.getScheme() + "://" + url.getAuthority();
    }

    @Test
    void whyATransferWaitsNamesThePlaceOfItsGroup() throws IOException {
        try (LoggedStorage slow =
                LoggedStorage.start(folder.resolve("slow"), storage -> storage.connectionBps(160_000))) {
            Answer made = demo.post(
                    "/tcn/v1/pipes",
                    "{\"source\": \"" + endpoint(a) + "\", \"destination\": \"" + endpoint(slow)
                            + "\", \"user\": \"demo\", \"maxConnections\": 1}");
            assertThat(made.status()).as(made.body()).isIn(200, 201);
            URI source = a.put("/why/1", 200_000);
            String body = IntStream.range(0, 3)
                    .mapToObj(
                            i -> "{\"source\": \"" + source + "\", \"destination\": \"" + slow.url("/why/" + i) + "\"}")
                    .collect(Collectors.joining(", "));
            Answer added =
                    demo.post("/tcn/v1/transfers", "{\"group\": {\"name\": \"waits\"}, \"transfers\": [" + body + "]}");
            long last = added.json().at("/transfers/2/id").longValue();
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                JsonNode why = demo.get("/tcn/v1/transfers/" + last + "/why").json();
                assertThat(why.path("text").asString("")).contains("its group waits goes at place ");
                assertThat(why.at("/details/groupPlace").isNumber())
                        .as(why.toString())
                        .isTrue();
            });
            long id = group("waits").path("id").longValue();
            assertThat(demo.delete(GROUPS + "/" + id).status()).isEqualTo(200);
        }
    }

    @Test
    void weightAndDeadlineAreChangedToldAndAudited() {
        drain(true);
        add("{\"name\": \"data18:raw.1\", \"weight\": 2, \"deadline\": \"2126-12-01T12:00:00Z\"}", 1000);
        JsonNode group = group("data18:raw.1");
        assertThat(group.path("weight").doubleValue()).isEqualTo(2.0);
        assertThat(group.path("deadlineState").asString("")).isEqualTo("MET");
        long id = group.path("id").longValue();

        assertThat(patch(id, "{\"deadline\": \"2026-01-01T00:00:00Z\"}").status())
                .isEqualTo(200);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.get(GROUPS + "/" + id)
                        .json()
                        .path("deadlineState")
                        .asString("")
                        .equals("IMPOSSIBLE"));
        Answer without = patch(id, "{\"noDeadline\": true, \"weight\": 5}");
        assertThat(without.json().path("deadline").isNull()).isTrue();
        assertThat(without.json().path("weight").doubleValue()).isEqualTo(5.0);
        assertThat(demo.get("/tcn/v1/audit").json().findValuesAsString("action"))
                .contains("change-group");

        assertThat(patch(id, "{}").status()).isEqualTo(400);
        for (String wrong : List.of(
                "tomorrow",
                "",
                "2026-12-01T08:00",
                "+293000000-01-01T00:00:00Z",
                "-300000000-01-01T00:00:00Z",
                "+1000000000-01-01T00:00:00Z",
                "1969-12-31T23:59:59Z",
                "9999-12-31T23:59:59.999999999Z")) {
            assertThat(patch(id, "{\"deadline\": \"" + wrong + "\"}").text("detail"))
                    .as(wrong)
                    .contains("2026-12-01T08:00:00Z");
        }
        assertThat(patch(id, "{\"weight\": 0}").text("detail")).contains("0.000001");
        assertThat(patch(id, "{\"noDeadline\": true, \"deadline\": \"2126-12-01T12:00:00Z\"}")
                        .status())
                .isEqualTo(400);
        assertThat(patch(123_456, "{\"weight\": 1}").status()).isEqualTo(404);

        Answer canceled = demo.delete(GROUPS + "/" + id);
        assertThat(canceled.json().path("transfers").intValue()).isEqualTo(1);
        drain(false);
    }

    @Test
    void groupsOfOthersAreNotThere() {
        drain(true);
        add("{\"name\": \"mine\"}", 1000);
        long id = group("mine").path("id").longValue();
        Client alice = server.alice();
        assertThat(alice.get(GROUPS).json().findValuesAsString("name")).doesNotContain("mine");
        assertThat(alice.get(GROUPS + "?user=demo").status()).isEqualTo(403);
        assertThat(alice.get(GROUPS + "/" + id).status()).isEqualTo(404);
        assertThat(alice.delete(GROUPS + "/" + id).status()).isEqualTo(404);
        assertThat(server.nobody().get(GROUPS).status()).isEqualTo(403);
        assertThat(demo.delete(GROUPS + "/" + id).status()).isEqualTo(200);
        drain(false);
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        for (String name : List.of("\"\"", "\" \"", "\"a\\u0007b\"", "\"" + "x".repeat(256) + "\"", "null")) {
            Answer refused = demo.post(
                    "/tcn/v1/transfers", "{\"group\": {\"name\": " + name + "}, \"transfers\": [" + transfer(1) + "]}");
            assertThat(refused.status()).as(name).isEqualTo(400);
            assertThat(refused.text("detail")).contains("group.name");
        }
        Answer heavy = demo.post(
                "/tcn/v1/transfers",
                "{\"group\": {\"name\": \"h\", \"weight\": -1}, \"transfers\": [" + transfer(1) + "]}");
        assertThat(heavy.text("detail")).contains("group.weight");
    }

    @Test
    void aKeyOfTheJobsMetadataNamesTheGroup() throws IOException {
        drain(true);
        String job = demo.submit("{\"files\": [{\"sources\": [\"" + a.put("/m/1", 10) + "\"], \"destinations\": [\""
                + b.url("/m/1") + "\"]}], \"params\": {\"job_metadata\": {\"dataset\": \"mc:evgen.7\"}}}");
        assertThat(group("mc:evgen.7").path("openJobs").intValue()).isEqualTo(1);
        String plain = demo.submit("{\"files\": [{\"sources\": [\"" + a.put("/m/2", 10) + "\"], \"destinations\": [\""
                + b.url("/m/2") + "\"]}], \"params\": {\"job_metadata\": {\"dataset\": [\"no name\"]}}}");
        drain(false);
        server.awaitEnd(demo, job);
        server.awaitEnd(demo, plain);
    }
}
