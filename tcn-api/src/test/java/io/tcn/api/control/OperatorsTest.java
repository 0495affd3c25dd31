// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What operators declare, look at, change and take back.
@Tag("it")
class OperatorsTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static LoggedStorage a;
    private static LoggedStorage b;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of());
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

    private static String pipe(String source, String destination) {
        Answer made = demo.post(
                "/tcn/v1/pipes",
                "{\"source\": \"" + source + "\", \"destination\": \"" + destination + "\", \"user\": \"demo\"}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json().path("id").asString("");
    }

    private static long add(String source, String destination) {
        Answer answer = demo.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [{\"source\": \"" + source + "\", \"destination\": \"" + destination + "\"}]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().at("/transfers/0/id").longValue();
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static void awaitState(long transfer, String state) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> demo.get("/tcn/v1/transfers/" + transfer)
                        .json()
                        .path("state")
                        .asString("")
                        .equals(state));
    }

    @Test
    void aPipeOnWhichOnlyOtherSourcesOfFilesWaitStays() throws IOException {
        String source = a.put("/spare/1", 1000).toString();
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        // Two sources of one file: the first is tried, the second waits until that has failed.
        String job = demo.submit("{\"files\": [{\"sources\": [\"" + source + "\", \"davs://spare.invalid/1\"],"
                + " \"destinations\": [\"" + b.url("/spare/1") + "\"], \"selection_strategy\": \"orderly\"}]}");
        String spare = "";
        for (JsonNode pipe : demo.get("/tcn/v1/pipes").json()) {
            if (pipe.path("source").asString().contains("spare.invalid")) {
                spare = pipe.path("id").asString();
            }
        }
        assertThat(spare).isNotEmpty();
        try {
            Answer refused = demo.delete("/tcn/v1/pipes/" + encoded(spare));

            assertThat(refused.status()).as(refused.body()).isEqualTo(409);
            assertThat(refused.text("detail")).contains("not over", spare);
            assertThat(demo.get("/tcn/v1/pipes/" + encoded(spare)).status()).isEqualTo(200);
            Answer whole = demo.put("/tcn/v1/configuration?remove=true", "{\"pipes\": []}");
            assertThat(whole.status()).as(whole.body()).isEqualTo(409);
            assertThat(whole.text("detail")).contains("are not over");
        } finally {
            demo.put("/tcn/v1/drain", "{\"drained\": false}");
            demo.delete("/jobs/" + job);
        }
    }

    @Test
    void aPipeIsRemovedWhenNothingIsOpenAndComesBackUnderItsName() throws IOException {
        long first = add(a.put("/rm/1", 1000).toString(), b.url("/rm/1").toString());
        awaitState(first, "FINISHED");
        String name = demo.get("/tcn/v1/transfers/" + first).json().path("pipe").asString("");
        String id = encoded(name);
        assertThat(demo.get("/tcn/v1/pipes/" + id).json().path("user").asString(""))
                .isEqualTo("demo");

        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        long waits = add(a.put("/rm/2", 1000).toString(), b.url("/rm/2").toString());
        Answer refused = demo.delete("/tcn/v1/pipes/" + id);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("not over", name);
        assertThat(demo.delete("/tcn/v1/transfers/" + waits).status()).isEqualTo(200);
        demo.put("/tcn/v1/drain", "{\"drained\": false}");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.delete("/tcn/v1/pipes/" + id).status() == 204);
        assertThat(demo.get("/tcn/v1/pipes/" + id).status()).isEqualTo(404);
        assertThat(demo.delete("/tcn/v1/pipes/" + id).status()).isEqualTo(404);
        assertThat(demo.get("/tcn/v1/transfers/" + first).json().path("pipe").asString(""))
                .isEqualTo(name);

        long again = add(a.put("/rm/3", 1000).toString(), b.url("/rm/3").toString());
        awaitState(again, "FINISHED");
        assertThat(demo.get("/tcn/v1/pipes/" + id).status()).isEqualTo(200);
        assertThat(demo.get("/tcn/v1/audit").json().findValuesAsString("action"))
                .contains("remove-pipe");
    }

    /// A name of a file in Latin-1 becomes such a half in Python; a database may make a question mark of it,
    /// and the URL then names another file.
    @Test
    void halvesOfCharactersAndZerosAreRefusedWhereverTheyStand() throws IOException {
        String source = a.put("/half/1", 10).toString();
        String url = b.url("/half/out").toString();
        for (String bad : List.of("\\udce9", "\\ud800", "\\u0000")) {
            Answer ours = demo.post(
                    "/tcn/v1/transfers",
                    "{\"transfers\": [{\"source\": \"" + source + "\", \"destination\": \"" + url + bad + "\"}]}");
            assertThat(ours.status()).as(bad).isEqualTo(400);
            assertThat(ours.text("detail")).contains("character");
            Answer fts = demo.post(
                    "/jobs",
                    "{\"files\": [{\"sources\": [\"" + source + bad + "\"], \"destinations\": [\"" + url + "\"]}]}");
            assertThat(fts.status()).as(bad).isEqualTo(400);
            assertThat(fts.text("message")).contains("character");
            assertThat(demo.post("/tcn/v1/users", "{\"id\": \"h\", \"dns\": [\"/CN=" + bad + "\"]}")
                            .status())
                    .isEqualTo(400);
        }
        assertThat(demo.get("/jobs?vo_name=%00").status()).isEqualTo(400);
        assertThat(demo.get("/tcn/v1/pipes?user=%00").status()).isEqualTo(400);
        assertThat(b.has("/half/out")).isFalse();
    }

    @Test
    void pipesAreListedByUserEndpointAndPage() {
        String one = pipe("davs://l1.invalid", "davs://l2.invalid");
        String two = pipe("davs://l1.invalid", "davs://l3.invalid");

        assertThat(demo.get("/tcn/v1/pipes?source=davs://l1.invalid").json().findValuesAsString("id"))
                .containsExactlyInAnyOrder(one, two);
        assertThat(demo.get("/tcn/v1/pipes?destination=davs://l3.invalid")
                        .json()
                        .findValuesAsString("id"))
                .containsExactly(two);
        assertThat(demo.get("/tcn/v1/pipes?user=nobody").json()).isEmpty();
        List<String> all = demo.get("/tcn/v1/pipes").json().findValuesAsString("id");
        assertThat(demo.get("/tcn/v1/pipes?limit=1&after=" + encoded(all.getFirst()))
                        .json()
                        .findValuesAsString("id"))
                .containsExactly(all.get(1));
        assertThat(demo.get("/tcn/v1/pipes?limit=0").status()).isEqualTo(400);
    }

    @Test
    void usersAndSetsAreShownAndRemovedWhenNothingHangsOnThem() {
        demo.post("/tcn/v1/users", "{\"id\": \"short\", \"dns\": [\"/DC=org/CN=Short\"]}");
        demo.post("/tcn/v1/resource-sets", "{\"name\": \"shortset\", \"resources\": [\"link:s-*\"]}");
        demo.put("/tcn/v1/rc", "{\"user\": \"short\", \"resourceSet\": \"shortset\", \"boundBps\": 1e6}");

        JsonNode shown = demo.get("/tcn/v1/users/short").json();
        assertThat(shown.path("pipes").intValue()).isZero();
        assertThat(shown.path("throughputBps").doubleValue()).isZero();
        assertThat(demo.delete("/tcn/v1/users/short").text("detail")).contains("resource controls");
        assertThat(demo.delete("/tcn/v1/resource-sets/shortset").text("detail")).contains("short");
        assertThat(demo.delete("/tcn/v1/resource-sets/all-links").status()).isEqualTo(409);
        assertThat(demo.delete("/tcn/v1/rc?user=short&resourceSet=shortset").status())
                .isEqualTo(204);
        assertThat(demo.delete("/tcn/v1/resource-sets/shortset").status()).isEqualTo(204);
        assertThat(demo.get("/tcn/v1/resource-sets/shortset").status()).isEqualTo(404);
        assertThat(demo.delete("/tcn/v1/users/short").status()).isEqualTo(204);
        assertThat(demo.get("/tcn/v1/users/short").status()).isEqualTo(404);
        assertThat(demo.delete("/tcn/v1/users/demo").text("detail")).contains("yourself");
        assertThat(server.alice().delete("/tcn/v1/users/demo").status()).isEqualTo(403);
    }

    @Test
    void aControlHoldsInItsTimeOnly() {
        pipe("davs://t1.invalid", "davs://t2.invalid");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.get("/tcn/v1/resources?matching=read:davs:*t1*")
                                        .json()
                                        .size()
                                > 0
                        || demo.get("/tcn/v1/resources").json().size() > 0);
        LocalDateTime end = LocalDateTime.now(ZoneOffset.UTC).plusSeconds(4).withNano(0);
        Answer set = demo.put(
                "/tcn/v1/rc",
                "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"boundBps\": 5e6, \"when\": {\"zone\": \"UTC\","
                        + " \"until\": \"" + end + "\"}}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        assertThat(set.json().path("inForce").booleanValue()).isTrue();
        assertThat(set.json().path("nextChange").asString("")).startsWith(end.toString());
        await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> !server
                                .server()
                                .bean(io.tcn.api.runtime.ControlPlane.class)
                                .state()
                                .snapshot()
                                .resourceControls()
                                .stream()
                                .anyMatch(
                                        control -> control.resourceSet().value().equals("all-storages")));
        JsonNode after = demo.get("/tcn/v1/rc").json();
        assertThat(after.findValues("when").toString()).contains(end.toString());
        assertThat(after.path(0).path("inForce").booleanValue()).isFalse();
        assertThat(demo.delete("/tcn/v1/rc?user=demo&resourceSet=all-storages").status())
                .isEqualTo(204);
    }

    @Test
    void aDryRunChangesNothingAndAContradictionNeedsForce() {
        String low = "{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1000}";
        JsonNode dry = demo.put("/tcn/v1/rc?dryRun=true", low).json();
        assertThat(dry.path("dryRun").booleanValue()).isTrue();
        assertThat(dry.path("boundBps").doubleValue()).isEqualTo(1000);
        assertThat(demo.get("/tcn/v1/rc").json().findValuesAsString("resourceSet"))
                .doesNotContain("all-links");

        demo.put("/tcn/v1/rc", low);
        String high = "{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"minBps\": 2000}";
        assertThat(demo.put("/tcn/v1/rc", high).status()).isEqualTo(409);
        String office = high.replace(
                "}", ", \"when\": {\"zone\": \"UTC\", \"weekly\": [{\"from\": \"08:00\", \"until\": \"09:00\"}]}}");
        assertThat(demo.put("/tcn/v1/rc", office).status()).isEqualTo(409);
        Answer forced = demo.put("/tcn/v1/rc?force=true", high);
        assertThat(forced.status()).isEqualTo(200);
        assertThat(forced.text("contradiction")).contains("above the bound");
        demo.delete("/tcn/v1/rc?user=demo&resourceSet=all-links");
        Answer gap = demo.put(
                "/tcn/v1/rc",
                "{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"minBps\": 1, \"when\": {\"zone\":"
                        + " \"Europe/Zurich\", \"from\": \"2026-03-29T02:30\"}}");
        assertThat(gap.status()).isEqualTo(400);
        assertThat(gap.text("detail")).contains("does not exist");
    }

    @Test
    void jobsAreListedShownAndCancelled() {
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        long transfer = add("davs://j1.invalid/f", "davs://j2.invalid/f");
        String job =
                demo.get("/tcn/v1/transfers/" + transfer).json().path("jobId").asString("");

        JsonNode shown = demo.get("/tcn/v1/jobs/" + job).json();
        assertThat(shown.path("state").asString("")).isEqualTo("SUBMITTED");
        assertThat(shown.at("/transfers/open").intValue()).isEqualTo(1);
        assertThat(demo.get("/tcn/v1/jobs?user=demo&state=submitted&limit=1000")
                        .json()
                        .findValuesAsString("id"))
                .contains(job);
        assertThat(demo.get("/tcn/v1/transfers?job=" + job).json().findValues("id"))
                .hasSize(1);
        assertThat(demo.get("/tcn/v1/jobs?state=asleep").status()).isEqualTo(400);
        assertThat(server.alice().get("/tcn/v1/jobs/" + job).status()).isEqualTo(403);
        assertThat(server.alice().get("/tcn/v1/jobs?user=demo").status()).isEqualTo(403);
        assertThat(server.alice().delete("/tcn/v1/jobs/" + job).status()).isEqualTo(403);
        assertThat(demo.delete("/tcn/v1/jobs/" + job)
                        .json()
                        .path("canceledTransfers")
                        .intValue())
                .isEqualTo(1);
        assertThat(demo.delete("/tcn/v1/jobs/" + job).status()).isEqualTo(409);
        demo.put("/tcn/v1/drain", "{\"drained\": false}");
    }

    @Test
    void theSameRequestSentAgainWithItsKeyIsAnsweredAsTheFirst() {
        String body = "{\"transfers\": [{\"name\": \"one\", \"source\": \"davs://127.0.0.1:9/k1\", \"destination\":"
                + " \"davs://127.0.0.1:9/k2\", \"retries\": 0}]}";
        Answer first = keyed("retry-1", body);
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(keyed("retry-1", body).json()).isEqualTo(first.json());
        assertThat(keyed("retry-1", body.replace("k1", "k3")).status()).isEqualTo(422);
        String slower = body.replaceFirst("\\{", "{\"rate\": \"250Mbit/s\", ");
        assertThat(keyed("retry-1", slower).status()).isEqualTo(422);
        Answer rated = keyed("retry-3", slower.replace("k2", "k4"));
        assertThat(rated.status()).as(rated.body()).isEqualTo(201);
        assertThat(keyed("retry-3", slower.replace("k2", "k4").replace("250M", "0.25G"))
                        .json())
                .isEqualTo(rated.json());
        assertThat(keyed("retry-3", body.replace("k2", "k4")).status()).isEqualTo(422);
        assertThat(keyed(" ", body).status()).isEqualTo(400);
        awaitState(first.json().at("/transfers/0/id").longValue(), "FAILED");
        assertThat(keyed("retry-1", body).json()).isEqualTo(first.json());
        assertThat(keyed("retry-2", body).json().path("jobId"))
                .isNotEqualTo(first.json().path("jobId"));
    }

    private static Answer keyed(String key, String body) {
        return demo.send(demo.request("/tcn/v1/transfers")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void peopleAreBannedAndNobodyBansHimself() {
        assertThat(demo.put("/tcn/v1/bans/people", "{\"dn\": \"/DC=org/CN=Mallory\", \"message\": \"floods\"}")
                        .status())
                .isEqualTo(200);
        assertThat(demo.get("/tcn/v1/bans").json().at("/people/0/dn").asString(""))
                .isEqualTo("/DC=org/CN=Mallory");
        assertThat(demo.delete("/tcn/v1/bans/people?dn=/DC=org/CN=Mallory").status())
                .isEqualTo(204);
        assertThat(demo.put("/tcn/v1/bans/people", "{\"dn\": \"Mallory\"}").status())
                .isEqualTo(400);
        assertThat(server.alice()
                        .put("/tcn/v1/bans/people", "{\"dn\": \"/CN=X\"}")
                        .status())
                .isEqualTo(403);
        assertThat(server.alice().put("/tcn/v1/drain", "{\"drained\": true}").status())
                .isEqualTo(403);
    }

    @Test
    void whatIsNoJsonIsToldWithoutSettingsOfTheParser() {
        assertThat(demo.put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": NaN}")
                        .text("detail"))
                .contains("cannot be read", "NaN")
                .doesNotContain("enable", "Feature");
    }

    @Test
    void whatControlsATerminalIsTakenNowhere() {
        String red = "\\u001b[31mred";
        assertThat(demo.put(
                                "/tcn/v1/bans/storages",
                                "{\"storage\": \"davs://red.invalid\", \"message\": \"" + red + "\"}")
                        .text("detail"))
                .contains("message", "one line");
        assertThat(demo.put("/tcn/v1/bans/people", "{\"dn\": \"/CN=" + red + "\"}")
                        .text("detail"))
                .contains("dn", "one line");
        assertThat(demo.post("/tcn/v1/users", "{\"id\": \"red\", \"dns\": [\"/CN=" + red + "\"]}")
                        .text("detail"))
                .contains("dns", "one line");
        assertThat(demo.post("/tcn/v1/resource-sets", "{\"name\": \"red\", \"resources\": [\"label=" + red + "\"]}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void resourcesAreShownWithWhatIsUsed() {
        pipe("davs://r1.invalid", "davs://r2.invalid");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.get("/tcn/v1/resources").json().findValuesAsString("id").stream()
                        .anyMatch(id -> id.contains("r1.invalid")));
        JsonNode one = demo.get("/tcn/v1/resources?matching=*r1.invalid*").json();
        assertThat(one.size()).isBetween(1, 3);
        assertThat(one.path(0).path("usedBps").doubleValue()).isZero();
        assertThat(demo.get("/tcn/v1/endpoints").json().findValuesAsString("endpoint"))
                .contains("davs://r1.invalid");
        assertThat(demo.get("/tcn/v1/endpoints?endpoint=davs://nowhere.invalid").status())
                .isEqualTo(404);
    }
}
