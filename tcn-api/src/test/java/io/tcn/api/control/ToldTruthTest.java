// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What operators are told of contradictions, of large jobs, of what holds a pipe, and of what is not simulated.
class ToldTruthTest extends ServerTest {
    private static final String WORKING_HOURS =
            "{\"zone\": \"Europe/Zurich\", \"weekly\": [{\"days\": [\"MON\", \"TUE\","
                    + " \"WED\", \"THU\", \"FRI\"], \"from\": \"08:00\", \"until\": \"18:00\"}]}";

    @AfterEach
    void takeAllBack() {
        demo.put("/tcn/v1/drain", "{\"drained\": false}");
        for (String set : List.of("all-links", "all-storages")) {
            demo.delete("/tcn/v1/rc?user=demo&resourceSet=" + set);
        }
    }

    private static Answer rc(String set, String what, String when) {
        return demo.put(
                "/tcn/v1/rc",
                "{\"user\": \"demo\", \"resourceSet\": \"" + set + "\", " + what + ", \"when\": " + when + "}");
    }

    private static String daily(String from, String until) {
        return "{\"zone\": \"Europe/Zurich\", \"weekly\": [{\"from\": \"" + from + "\", \"until\": \"" + until
                + "\"}]}";
    }

    private static JsonNode why(String what) {
        Answer answer = demo.get("/tcn/v1/" + what + "/why");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static JsonNode awaitCause(String what, String code) {
        await().alias(what + " is " + code)
                .atMost(Duration.ofSeconds(30))
                .until(() -> why(what).path("code").asString("").equals(code));
        return why(what);
    }

    private static JsonNode add(Stream<String> transfers) {
        Answer answer = demo.post(
                "/tcn/v1/transfers", "{\"transfers\": [" + transfers.collect(Collectors.joining(", ")) + "]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json();
    }

    private static String transfer(String name, String source, String destination, String more) {
        return "{\"name\": \"" + name + "\", \"source\": \"" + source + name + "\", \"destination\": \"" + destination
                + name + "\"" + more + "}";
    }

    @Test
    void controlsOfTimetablesThatMeetContradictEachOther() {
        assertThat(rc("all-links", "\"boundBps\": 1000", WORKING_HOURS).status())
                .isEqualTo(200);
        Answer refused = rc("all-links", "\"minBps\": 2000", daily("09:00", "17:00"));
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("2 kbit/s", "above the bound of 1 kbit/s", "both are in force");

        assertThat(rc("all-links", "\"minBps\": 2000", daily("18:00", "08:00")).status())
                .isEqualTo(200);
    }

    @Test
    void allContradictionsAreTold() {
        assertThat(rc("all-links", "\"boundBps\": 1000", WORKING_HOURS).status())
                .isEqualTo(200);
        assertThat(rc("all-storages", "\"boundBps\": 1000", WORKING_HOURS).status())
                .isEqualTo(200);
        Answer refused = demo.put(
                "/tcn/v1/configuration",
                "{\"resourceControls\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"minBps\": 2000},"
                        + " {\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"minBps\": 3000}]}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.text("detail"))
                .startsWith("2 contradictions: (1) ")
                .contains("2 kbit/s on all-links", "3 kbit/s on all-storages");
    }

    @Test
    void leastConnectionsAboveTheLimitOfAnEndpointAreNamed() {
        String limit = "{\"endpoint\": \"davs://least.invalid\", \"maxOutbound\": 10}";
        assertThat(demo.put("/tcn/v1/endpoint-limits", limit).status()).isEqualTo(200);
        assertThat(pipe("one", 6, "").status()).isEqualTo(201);
        // Every pipe has a least of 1 by itself: that is no promise.
        assertThat(pipe("two", 1, "").status()).isEqualTo(201);
        Answer refused = pipe("three", 5, "");
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.text("detail"))
                .contains("outbound of davs://least.invalid come to 11 (one 6, three 5), and its limit is 10");
        assertThat(pipe("three", 5, "?force=true").status()).isEqualTo(201);

        assertThat(patch("two", "{\"minConnections\": 2}").status()).isEqualTo(409);
        // What stands was allowed, and what asks for less or something else is no news.
        assertThat(patch("three", "{\"minConnections\": 4, \"weight\": 2}").status())
                .isEqualTo(200);
        Answer lower = demo.put("/tcn/v1/endpoint-limits", limit.replace("10", "9"));
        assertThat(lower.status()).as(lower.body()).isEqualTo(409);
        assertThat(demo.put("/tcn/v1/endpoint-limits?force=true", limit.replace("10", "9"))
                        .status())
                .isEqualTo(200);
        demo.delete("/tcn/v1/endpoint-limits?endpoint=davs://least.invalid");
    }

    @Test
    void leastConnectionsAboveTheLimitOfALinkAreNamed() {
        String link = "{\"symbolicname\": \"thin\", \"source\": \"davs://thin.invalid\", \"destination\":"
                + " \"davs://pair.invalid\", \"min_active\": 1, \"max_active\": 7, \"nostreams\": 1}";
        assertThat(demo.post("/config/links", link).status()).isEqualTo(201);
        Answer alone = thin("pair", "demo", 8, "");
        assertThat(alone.status()).as(alone.body()).isEqualTo(409);
        assertThat(alone.text("detail"))
                .contains(
                        "from davs://thin.invalid to davs://pair.invalid come to 8 (pair 8)",
                        "its link \"thin\" (/config/links) is 7");
        assertThat(thin("pair", "demo", 7, "").status()).isEqualTo(201);
        // A pair has its link whoever the pipes are of.
        assertThat(demo.post("/tcn/v1/users", "{\"id\": \"second\"}").status()).isEqualTo(201);
        Answer both = thin("pair-2", "second", 2, "");
        assertThat(both.status()).as(both.body()).isEqualTo(409);
        assertThat(both.text("detail")).contains("come to 9 (pair 7, pair-2 2)");
        assertThat(thin("pair-2", "second", 2, "?force=true").status()).isEqualTo(201);
        assertThat(demo.delete("/config/links/thin").status()).isEqualTo(204);
        assertThat(patch("pair", "{\"minConnections\": 8}").status()).isEqualTo(200);
    }

    private static Answer thin(String name, String user, int least, String query) {
        return demo.post(
                "/tcn/v1/pipes" + query,
                "{\"id\": \"" + name + "\", \"source\": \"davs://thin.invalid\", \"destination\":"
                        + " \"davs://pair.invalid\", \"user\": \"" + user + "\", \"minConnections\": " + least + "}");
    }

    @Test
    void leastConnectionsAboveTheLimitOfAStorageAreNamed() {
        assertThat(demo.post("/config/se", "{\"davs://slow.invalid\": {\"se_info\": {\"inbound_max_active\": 3}}}")
                        .status())
                .isEqualTo(200);
        Answer refused = pipe("slow", 4, "");
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("inbound of davs://slow.invalid come to 4", "its limit is 3");
        assertThat(demo.delete("/config/se?se=davs://slow.invalid").status()).isEqualTo(204);
    }

    private static Answer patch(String name, String body) {
        return demo.send(demo.request("/tcn/v1/pipes/" + name)
                .header("Content-Type", "application/json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(body)));
    }

    private static Answer pipe(String name, int least, String query) {
        return demo.post(
                "/tcn/v1/pipes" + query,
                "{\"id\": \"" + name + "\", \"source\": \"davs://least.invalid\", \"destination\": \"davs://" + name
                        + ".invalid\", \"user\": \"demo\", \"minConnections\": " + least + "}");
    }

    @Test
    void ofALargeJobItIsSaidHowMuchWasLookedAt() {
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        String source = "davs://large.invalid/";
        String destination = "davs://sink.invalid/";
        JsonNode small = add(IntStream.range(0, 3).mapToObj(i -> transfer("s" + i, source, destination, "")));
        JsonNode ofSmall = awaitCause("jobs/" + small.path("jobId").asString(""), "DRAINED");
        assertThat(ofSmall.path("text").asString("")).contains("and all others that are open: ", "is drained");

        // The first 1000 wait for the drain; the 20 behind them for their predecessor.
        JsonNode large = add(Stream.concat(
                IntStream.range(0, 1000).mapToObj(i -> transfer("f" + i, source, destination, "")),
                IntStream.range(0, 20).mapToObj(i -> transfer("g" + i, source, destination, ", \"after\": [\"f0\"]"))));
        String job = "jobs/" + large.path("jobId").asString("");
        JsonNode told = awaitCause(job, "DRAINED");
        assertThat(told.path("text").asString(""))
                .startsWith("of its 1020 open transfers the first 1000 were looked at; of transfer ")
                .contains("and all others of these: ");
        assertThat(told.at("/details/open").intValue()).isEqualTo(1020);
        assertThat(told.at("/details/lookedAt").intValue()).isEqualTo(1000);
        demo.delete("/tcn/v1/" + job);
        demo.delete("/tcn/v1/jobs/" + small.path("jobId").asString(""));
    }

    @Test
    void theDrainedServerIsNamedWithItsTime() {
        Instant before = Instant.now().minusSeconds(1);
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        JsonNode added = add(Stream.of(transfer("c1", "davs://closed.invalid/", "davs://sink.invalid/", "")));
        long id = added.at("/transfers/0/id").longValue();
        JsonNode drained = awaitCause("transfers/" + id, "DRAINED");
        String host = demo.get("/tcn/v1/drain").json().at("/0/host").asString("?");
        assertThat(drained.path("text").asString("")).contains("the server " + host + " is drained", " since 20");
        assertThat(drained.at("/details/server").asString("")).isEqualTo(host);
        assertThat(Instant.parse(drained.at("/details/since").asString(""))).isAfter(before);

        demo.delete("/tcn/v1/transfers/" + id);
        demo.put("/tcn/v1/drain", "{\"drained\": false}");
    }

    @Test
    void theControlTellsHowItDecides() {
        JsonNode control = demo.get("/tcn/v1/control").json();
        assertThat(control.path("optimizer").asString("")).isEqualTo("tcn");
        assertThat(control.path("utilityName").asString("")).isEqualTo("proportional");
        assertThat(control.path("intervalSeconds").doubleValue()).isEqualTo(1);
    }

    @Test
    void theMostFrequentErrorOfAPairIsToldToClientsOfFts() {
        JsonNode added = add(IntStream.range(0, 3)
                .mapToObj(i -> transfer("e" + i, "davs://127.0.0.1:9/", "davs://127.0.0.1:10/", ", \"retries\": 0")));
        String job = added.path("jobId").asString("");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> demo.get("/tcn/v1/jobs/" + job)
                                .json()
                                .at("/transfers/failed")
                                .intValue(0)
                        == 3);
        JsonNode pair = demo.get("/snapshot?source_se=davs://127.0.0.1").json().path(0);
        assertThat(pair.at("/frequent_error/count").longValue())
                .as(pair.toString())
                .isGreaterThanOrEqualTo(1);
        assertThat(pair.at("/frequent_error/reason").asString("")).contains("127.0.0.1:9");
    }

    @Test
    void whatIfSaysWhatItDoesNotSimulate() {
        String asked = "{\"setRc\": [{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundShare\": 0.5}]}";
        assertThat(demo.post("/tcn/v1/what-if", asked).json().path("notes").toString())
                .doesNotContain("not simulated");

        Answer shares = demo.post(
                "/config/activity_shares",
                "{\"vo\": \"demo\", \"active\": true, \"share\": [{\"high\": 0.9}, {\"default\": 0.1}]}");
        assertThat(shares.status()).as(shares.body()).isEqualTo(200);
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        Answer rated = demo.post(
                "/tcn/v1/transfers",
                "{\"rate\": \"10Mbit/s\", \"transfers\": ["
                        + transfer("r0", "davs://rated.invalid/", "davs://sink.invalid/", "") + "]}");
        assertThat(rated.status()).as(rated.body()).isEqualTo(201);

        JsonNode notes = demo.post("/tcn/v1/what-if", asked).json().path("notes");
        assertThat(notes.toString()).contains("activities of 1 user share pipes by weights: that is not simulated");
        demo.delete("/config/activity_shares/demo");
        demo.delete("/tcn/v1/jobs/" + rated.json().path("jobId").asString(""));
    }
}
