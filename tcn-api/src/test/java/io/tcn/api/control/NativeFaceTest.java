// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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

/// Our own face under /tcn/v1.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NativeFaceTest {
    private static final String ENDS =
            "\"source\": \"davs://127.0.0.1:1/a\", \"destination\": \"davs://127.0.0.1:2/b\"";

    @TempDir
    private static Path folder = Path.of("");

    private @Nullable RunningServer running;

    @BeforeAll
    void startServer() throws IOException {
        Path root = Files.createDirectories(folder.resolve("root"));
        running = RunningServer.start(
                folder, Map.of("tcn.agent.file-roots", root.toString(), "tcn.fts.max-files-per-job", "1000"));
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

    private static Answer refused(Answer answer, int status, String... words) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.contentType()).startsWith("application/problem+json");
        assertThat(answer.json().path("status").intValue()).isEqualTo(status);
        assertThat(answer.text("detail")).isNotBlank();
        for (String word : words) {
            assertThat(answer.text("detail")).contains(word);
        }
        assertThat(answer.body())
                .doesNotContain("io.tcn.")
                .doesNotContain("Exception")
                .doesNotContain("java.")
                .doesNotContain("\tat ");
        return answer;
    }

    private static JsonNode ok(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static JsonNode made(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json();
    }

    // --- pipes

    @Test
    void aPipeIsCreatedShownAndChanged() {
        String ends = "\"source\": \"davs://Storage-A:1094/x\", \"destination\": \"https://b\", \"user\": \"demo\"";
        JsonNode pipe = made(demo().post(
                        "/tcn/v1/pipes",
                        "{\"id\": \"a-to-b\", " + ends + ", \"minConnections\": 2, \"maxConnections\": 8}"));

        assertThat(pipe.path("id").stringValue()).isEqualTo("a-to-b");
        assertThat(pipe.path("source").stringValue()).isEqualTo("davs://storage-a:1094");
        assertThat(pipe.path("minConnections").intValue()).isEqualTo(2);
        assertThat(pipe.path("maxConnections").intValue()).isEqualTo(8);
        assertThat(demo().get("/tcn/v1/pipes").json().findValuesAsString("id")).contains("a-to-b");
        JsonNode changed = made(demo().post("/tcn/v1/pipes", "{" + ends + ", \"maxConnections\": 4}"));
        assertThat(changed.path("id").stringValue()).isEqualTo("a-to-b");
        assertThat(changed.path("maxConnections").intValue()).isEqualTo(4);
        refused(demo().post("/tcn/v1/pipes", "{\"id\": \"other\", " + ends + "}"), 409, "a-to-b");
        refused(
                demo().post(
                                "/tcn/v1/pipes",
                                "{\"id\": \"a-to-b\", \"source\": \"davs://c\", \"destination\": \"davs://d\","
                                        + " \"user\": \"demo\"}"),
                409,
                "a-to-b");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "no source     | {\"destination\": \"davs://b\", \"user\": \"demo\"} | source",
                "no user       | {\"source\": \"davs://a\", \"destination\": \"davs://b\"} | user",
                "unknown user  | {\"source\": \"davs://a\", \"destination\": \"davs://b\", \"user\": \"none\"} | none",
                "odd user      | {\"source\": \"davs://a\", \"destination\": \"davs://b\", \"user\": \"a b\"} | user",
                "no scheme     | {\"source\": \"a\", \"destination\": \"davs://b\", \"user\": \"demo\"} | scheme",
                "blank         | {\"source\": \"davs://a b\", \"destination\": \"davs://b\", \"user\": \"demo\"} | ``",
                "port          | {\"source\": \"davs://a:70000\", \"destination\": \"davs://b\", \"user\": \"demo\"} |"
                        + " port",
                "m below 0     | {\"source\": \"davs://a\", \"destination\": \"davs://b\", \"user\": \"demo\","
                        + " \"minConnections\": -1} | ``",
                "M of 0        | {\"source\": \"davs://a\", \"destination\": \"davs://b\", \"user\": \"demo\","
                        + " \"minConnections\": 0, \"maxConnections\": 0} | ``",
                "weight of 0   | {\"source\": \"davs://a\", \"destination\": \"davs://b\", \"user\": \"demo\","
                        + " \"weight\": 0} | weight",
                "m over M      | {\"source\": \"davs://a\", \"destination\": \"davs://b\", \"user\": \"demo\","
                        + " \"minConnections\": 5, \"maxConnections\": 4} | ``",
                "m a text      | {\"source\": \"davs://a\", \"destination\": \"davs://b\", \"user\": \"demo\","
                        + " \"minConnections\": \"x\"} | minConnections",
                "unknown key   | {\"source\": \"davs://a\", \"destination\": \"davs://b\", \"user\": \"demo\","
                        + " \"maxConections\": 4} | maxConections",
                "no JSON       | {\"source\" | ``",
                "rubbish after | {} {} | ``",
                "an array      | [] | ``",
                "null          | null | null",
                "a number      | 5 | ``",
                "empty         | `` | empty"
            })
    void aPipeThatMakesNoSenseIsRefused(String what, String body, String word) {
        refused(demo().post("/tcn/v1/pipes", body == null ? "" : body), 400, word == null ? "" : word);
    }

    // --- users

    @Test
    void aUserIsCreatedWithCertificatesThatActForIt() throws IOException {
        try (RunningServer other = RunningServer.start(folder.resolve("users"), Map.of())) {
            made(other.demo()
                    .post(
                            "/tcn/v1/users",
                            "{\"id\": \"atlas\", \"weight\": 2.5, \"dns\":"
                                    + " [\"/DC=org/DC=example/OU=people/CN=Alice Tester\"]}"));
            JsonNode users = other.alice().get("/tcn/v1/users").json();
            assertThat(users).hasSize(1);
            assertThat(users.at("/0/id").stringValue()).isEqualTo("atlas");
            assertThat(users.at("/0/weight").doubleValue()).isEqualTo(2.5);
            assertThat(other.demo().get("/tcn/v1/users").json().findValuesAsString("id"))
                    .contains("demo", "atlas");
            JsonNode added = made(other.alice().post("/tcn/v1/transfers", "{\"transfers\": [{" + ENDS + "}]}"));
            assertThat(added.at("/transfers/0/pipe").stringValue()).startsWith("atlas:");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"id\": \"\"}",
                "{\"id\": \"a b\"}",
                "{\"id\": \"x\", \"weight\": 0}",
                "{\"id\": \"x\", \"weight\": -1}",
                "{\"id\": \"x\", \"weight\": \"heavy\"}",
                "{\"id\": \"x\", \"dns\": [\"CN=Bob\"]}",
                "{\"id\": \"x\", \"dns\": [null]}",
                "{\"id\": \"x\", \"dns\": \"/CN=Bob\"}",
                "{\"id\": \"x\", \"admin\": true}"
            })
    void aUserThatMakesNoSenseIsRefused(String body) {
        refused(demo().post("/tcn/v1/users", body), 400);
        assertThat(demo().get("/tcn/v1/users").json().findValuesAsString("id")).doesNotContain("x");
    }

    // --- resource-sets and resource controls

    @Test
    void aBoundIsSetReplacedShownAndTakenBack() {
        made(demo().post("/tcn/v1/resource-sets", "{\"name\": \"west\", \"resources\": [\"link:w-*\"]}"));
        assertThat(demo().get("/tcn/v1/resource-sets").json().findValuesAsString("name"))
                .contains("west", "all-links", "all-storages");

        Answer set = demo().put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"west\", \"boundBps\": 1e9}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        demo().put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"west\", \"boundShare\": 0.25}");
        JsonNode bounds = demo().get("/tcn/v1/rc").json();
        assertThat(bounds).hasSize(1);
        assertThat(bounds.at("/0/boundShare").doubleValue()).isEqualTo(0.25);
        assertThat(bounds.get(0).has("boundBps")).isFalse();
        assertThat(demo().delete("/tcn/v1/rc?user=demo&resourceSet=west").status())
                .isEqualTo(204);
        refused(demo().delete("/tcn/v1/rc?user=demo&resourceSet=west"), 404, "west");
        refused(demo().delete("/tcn/v1/rc?user=demo"), 400);
        refused(demo().delete("/tcn/v1/rc?user=a%20b&resourceSet=west"), 400);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": -1}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 0}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1e999}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": \"NaN\"}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundShare\": 1.5}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundShare\": -0.1}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\"}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1, \"boundShare\": 0.5}",
                "400 | {\"user\": \"nobody\", \"resourceSet\": \"all-links\", \"boundBps\": 1}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"nowhere\", \"boundBps\": 1}",
                "400 | {\"resourceSet\": \"all-links\", \"boundBps\": 1}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"relativeWeight\": 0}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"relativeWeight\": -2}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"minBps\": 0}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"minBps\": 1e999}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"minBps\": 2, \"boundBps\": 1}",
                "400 | {\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundBps\": 1, \"relativeWeight\": 0}",
                "400 | {\"user\": \"nobody\", \"resourceSet\": \"all-links\", \"minBps\": 1}"
            })
    void aResourceControlThatMakesNoSenseIsRefused(int status, String body) {
        refused(demo().put("/tcn/v1/rc", body), status);
        assertThat(demo().get("/tcn/v1/rc").json()).isEmpty();
    }

    @Test
    void aGuaranteeAndAWeightAreSetBesideABoundAndTakenBackByKind() {
        String demo = "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", ";
        JsonNode two = ok(demo().put("/tcn/v1/rc", demo + "\"minBps\": 2e8, \"relativeWeight\": 3}"));
        assertThat(two.path("minBps").doubleValue()).isEqualTo(2e8);
        assertThat(two.path("relativeWeight").doubleValue()).isEqualTo(3);
        assertThat(two.has("boundBps")).isFalse();
        // What is not named stays; the answer shows all that stands.
        JsonNode three = ok(demo().put("/tcn/v1/rc", demo + "\"boundBps\": 5e8}"));
        assertThat(three.propertyNames())
                .containsExactly(
                        "user",
                        "resourceSet",
                        "boundBps",
                        "minBps",
                        "relativeWeight",
                        "inForce",
                        "nextChange",
                        "warnings",
                        "version");
        assertThat(demo().get("/tcn/v1/rc").json()).containsExactly(three);

        refused(demo().put("/tcn/v1/rc", demo + "\"minBps\": 6e8}"), 409, "600 Mbit/s", "500 Mbit/s", "all-storages");
        refused(demo().put("/tcn/v1/rc", demo + "\"boundBps\": 1e8}"), 409, "200 Mbit/s");
        // A share may be more or less, depending on the resource: that is found out against the map.
        ok(demo().put("/tcn/v1/rc", demo + "\"boundShare\": 0.5, \"minBps\": 6e8}"));
        ok(demo().put("/tcn/v1/rc", demo + "\"boundBps\": 7e8}"));

        String url = "/tcn/v1/rc?user=demo&resourceSet=all-storages";
        refused(demo().delete(url + "&kind=minimum"), 400, "guarantee");
        assertThat(demo().delete(url + "&kind=guarantee").status()).isEqualTo(204);
        refused(demo().delete(url + "&kind=guarantee"), 404, "guarantee", "all-storages");
        assertThat(demo().get("/tcn/v1/rc").json().get(0).propertyNames())
                .containsExactly(
                        "user",
                        "resourceSet",
                        "boundBps",
                        "relativeWeight",
                        "inForce",
                        "nextChange",
                        "warnings",
                        "version");
        assertThat(demo().delete(url + "&kind=WEIGHT").status()).isEqualTo(204);
        assertThat(demo().delete(url).status()).isEqualTo(204);
        refused(demo().delete(url), 404, "resource control");
        assertThat(demo().get("/tcn/v1/rc").json()).isEmpty();
    }

    // --- limits of connections, weights

    @Test
    void theLimitOfAnEndpointIsSetReplacedShownAndTakenBack() {
        String url = "/tcn/v1/endpoint-limits";
        JsonNode both =
                ok(demo().put(url, "{\"endpoint\": \"davs://Limited:1094/x\", \"maxOutbound\": 5, \"maxInbound\": 6}"));
        assertThat(both.path("endpoint").stringValue()).isEqualTo("davs://limited:1094");
        assertThat(both.path("maxOutbound").intValue()).isEqualTo(5);
        JsonNode one = ok(demo().put(url, "{\"endpoint\": \"davs://limited:1094\", \"maxInbound\": 7}"));
        assertThat(one.propertyNames()).containsExactly("endpoint", "maxInbound", "version");
        assertThat(demo().get(url).json()).containsExactly(one);
        assertThat(demo().delete(url + "?endpoint=davs://limited:1094").status())
                .isEqualTo(204);
        refused(demo().delete(url + "?endpoint=davs://limited:1094"), 404, "limited");
        refused(demo().delete(url + "?endpoint=x"), 400);
        refused(demo().delete(url), 400);
        refused(demo().put(url, "{\"endpoint\": \"davs://a\"}"), 400, "DELETE");
        refused(demo().put(url, "{\"maxInbound\": 1}"), 400, "endpoint");
        refused(demo().put(url, "{\"endpoint\": \"a\", \"maxInbound\": 1}"), 400);
        refused(demo().put(url, "{\"endpoint\": \"davs://a\", \"maxInbound\": 0}"), 400);
        refused(demo().put(url, "{\"endpoint\": \"davs://a\", \"max\": 0}"), 400, "max");
        assertThat(demo().get(url).json()).isEmpty();
    }

    @Test
    void aFullPageNamesTheNextOneAndWithoutALimitAPageIsAThousand() {
        made(demo().post("/tcn/v1/users", "{\"id\": \"of-a+b\"}"));
        List<String> declared = new ArrayList<>();
        for (int i = 0; i < 1001; i++) {
            declared.add(
                    "{\"id\": \"%s\", \"source\": \"davs://page-%d\", \"destination\": \"davs://page\", \"user\": \"%s\"}"
                            .formatted("page+%04d".formatted(i), i, "of-a+b"));
        }
        ok(demo().put("/tcn/v1/configuration", "{\"pipes\": [" + String.join(", ", declared) + "]}"));
        String user = "user=of-a%2Bb";

        Answer first = demo().get("/tcn/v1/pipes?" + user);
        assertThat(first.json()).hasSize(1000);
        String link = "</tcn/v1/pipes?" + user + "&limit=1000&after=page%2B0999>; rel=\"next\"";
        assertThat(first.headers().allValues("Link")).containsExactly(link);
        Answer last = demo().get(link.substring(1, link.indexOf('>')));
        assertThat(last.json().findValuesAsString("id")).containsExactly("page+1000");
        assertThat(last.headers().firstValue("Link")).isEmpty();

        assertThat(demo().get("/tcn/v1/pipes?limit=2&" + user).headers().firstValue("Link"))
                .contains("</tcn/v1/pipes?" + user + "&limit=2&after=page%2B0001>; rel=\"next\"");
        refused(demo().get("/tcn/v1/pipes?limit=1001"), 400, "limit");
        assertThat(demo().get("/tcn/v1/jobs?limit=1000").headers().firstValue("Link"))
                .isEmpty();
    }

    @Test
    void aPipeHasAWeightAndMayHaveNoLeastNumberOfConnections() {
        JsonNode pipe = made(demo().post(
                        "/tcn/v1/pipes",
                        "{\"source\": \"davs://w1\", \"destination\": \"davs://w2\", \"user\": \"demo\","
                                + " \"minConnections\": 0, \"maxConnections\": 4, \"weight\": 2.5}"));
        assertThat(pipe.path("minConnections").intValue()).isZero();
        assertThat(pipe.path("weight").doubleValue()).isEqualTo(2.5);
    }

    @Test
    void controlsAndLimitsAreKeptAndShowInWhatIsDecided() throws IOException {
        Path data = folder.resolve("kept");
        Map<String, String> settings = Map.of(
                "tcn.control.interval", "200ms",
                "tcn.control.utility", "proportional",
                "tcn.control.max-connections", "9");
        try (RunningServer first = RunningServer.start(data, settings)) {
            ok(first.demo()
                    .put(
                            "/tcn/v1/rc",
                            "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"boundBps\": 1e9,"
                                    + " \"minBps\": 1e6, \"relativeWeight\": 2}"));
            ok(first.demo().put("/tcn/v1/endpoint-limits", "{\"endpoint\": \"davs://k1\", \"maxOutbound\": 3}"));
            made(first.demo()
                    .post(
                            "/tcn/v1/pipes",
                            "{\"source\": \"davs://k1\", \"destination\": \"davs://k2\", \"user\": \"demo\","
                                    + " \"weight\": 4}"));
        }
        try (RunningServer second = RunningServer.start(data, settings)) {
            Client demo = second.demo();
            JsonNode rc = demo.get("/tcn/v1/rc").json();
            assertThat(rc).hasSize(1);
            assertThat(rc.get(0).propertyNames())
                    .containsExactly(
                            "user",
                            "resourceSet",
                            "boundBps",
                            "minBps",
                            "relativeWeight",
                            "inForce",
                            "nextChange",
                            "warnings",
                            "version");
            assertThat(demo.get("/tcn/v1/endpoint-limits").json()).hasSize(1);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                JsonNode control = demo.get("/tcn/v1/control").json();
                // One bound and one guarantee on each of the two storages of the pipe.
                assertThat(control.path("constraints").findValuesAsString("kind"))
                        .contains("BOUND", "GUARANTEE");
                assertThat(control.path("connectionLimits").findValuesAsString("name"))
                        .containsExactly("outbound of davs://k1", "total");
            });
            JsonNode control = demo.get("/tcn/v1/control").json();
            for (JsonNode constraint : control.path("constraints")) {
                assertThat(constraint.propertyNames())
                        .contains("user", "resource", "limitBps", "usedBps", "slackBps", "price");
                assertThat(constraint.has("boundBps"))
                        .isEqualTo(constraint.path("kind").stringValue().equals("BOUND"));
            }
            assertThat(control.path("conflicts")).isEmpty();
            assertThat(control.at("/connectionLimits/1/maxConnections").intValue())
                    .isEqualTo(9);
            JsonNode pipe = demo.get("/tcn/v1/pipes").json().get(0);
            assertThat(pipe.path("weight").doubleValue()).isEqualTo(4);
            assertThat(pipe.has("realConnections")).isTrue();
            assertThat(pipe.path("queuedBytes").longValue()).isNotNegative();
            // Nothing is streamed: nobody tells of round trips and losses.
            assertThat(pipe.has("rttSeconds")).isFalse();
            assertThat(pipe.has("lossRatio")).isFalse();
            JsonNode structure = ok(demo.get("/tcn/v1/bottlenecks"));
            assertThat(structure.path("pipes")).hasSize(1);
            assertThat(structure.at("/pipes/0/inWords").stringValue()).contains("k1", "no connections");
            Answer graph = demo.get("/tcn/v1/bottlenecks?format=dot");
            assertThat(graph.contentType()).startsWith("text/vnd.graphviz");
            assertThat(graph.body()).startsWith("digraph").contains("demo:davs://k1");
            refused(demo.get("/tcn/v1/bottlenecks?format=xml"), 400, "json or dot");
            refused(second.alice().get("/tcn/v1/bottlenecks"), 403);
        }
    }

    @Test
    void aResourceSetNeedsANameAndPatterns() {
        refused(demo().post("/tcn/v1/resource-sets", "{\"name\": \"x\"}"), 400);
        refused(demo().post("/tcn/v1/resource-sets", "{\"name\": \"x\", \"resources\": []}"), 400);
        refused(demo().post("/tcn/v1/resource-sets", "{\"name\": \"x\", \"resources\": [null]}"), 400);
        refused(demo().post("/tcn/v1/resource-sets", "{\"resources\": [\"link:*\"]}"), 400);
        refused(
                demo().post(
                                "/tcn/v1/resource-sets",
                                "{\"name\": \"x\", \"resources\": [\"" + "l".repeat(4001) + "\"]}"),
                400,
                "4000");
    }

    // --- transfers

    @Test
    void transfersFollowEachOtherByNameAndByNumber() {
        JsonNode first = made(demo().post(
                        "/tcn/v1/transfers",
                        "{\"transfers\": [{\"name\": \"b\", \"after\": [\"a\"], " + ENDS
                                + "}, {\"name\": \"a\", \"retries\": 9, " + ENDS + "}]}"));
        assertThat(first.path("transfers")).hasSize(2);
        assertThat(first.at("/transfers/0/name").stringValue()).isEqualTo("b");
        long b = first.at("/transfers/0/id").longValue();
        JsonNode second = made(demo().post(
                        "/tcn/v1/transfers",
                        "{\"transfers\": [{\"after\": [" + b + ", \"" + b + "\"], " + ENDS + "}]}"));
        long c = second.at("/transfers/0/id").longValue();

        assertThat(demo().get("/tcn/v1/transfers/" + b).text("state")).isEqualTo("WAITING");
        JsonNode view = demo().get("/tcn/v1/transfers/" + c).json();
        assertThat(view.path("state").stringValue()).isEqualTo("WAITING");
        assertThat(view.propertyNames())
                .contains("id", "jobId", "pipe", "source", "destination", "state", "reason", "attempts");
        assertThat(demo().get("/jobs/" + first.path("jobId").stringValue()).text("job_type"))
                .isEqualTo("N");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "none              | {} | transfers",
                "empty             | {\"transfers\": []} | transfers",
                "null              | {\"transfers\": [null]} | transfers[0]",
                "cycle             | {\"transfers\": [{\"name\": \"a\", \"after\": [\"c\"], ENDS}, {\"name\": \"b\","
                        + " \"after\": [\"a\"], ENDS}, {\"name\": \"c\", \"after\": [\"b\"], ENDS}]} | a after c",
                "self              | {\"transfers\": [{\"name\": \"a\", \"after\": [\"a\"], ENDS}]} | itself",
                "unknown name      | {\"transfers\": [{\"after\": [\"nobody\"], ENDS}]} | nobody",
                "unknown number    | {\"transfers\": [{\"after\": [987654321], ENDS}]} | 987654321",
                "huge number       | {\"transfers\": [{\"after\": [99999999999999999999999], ENDS}]} |"
                        + " 99999999999999999999999",
                "negative number   | {\"transfers\": [{\"after\": [-1], ENDS}]} | -1",
                "fraction          | {\"transfers\": [{\"after\": [1.5], ENDS}]} | 1.5",
                "object            | {\"transfers\": [{\"after\": [{}], ENDS}]} | after",
                "null predecessor  | {\"transfers\": [{\"after\": [null], ENDS}]} | after",
                "same name twice   | {\"transfers\": [{\"name\": \"a\", ENDS}, {\"name\": \"a\", ENDS}]} | twice",
                "no source         | {\"transfers\": [{\"destination\": \"davs://b/f\"}]} | source",
                "no scheme         | {\"transfers\": [{\"source\": \"a/f\", \"destination\": \"davs://b/f\"}]} |"
                        + " scheme",
                "unsupported       | {\"transfers\": [{\"source\": \"gsiftp://a/f\", \"destination\":"
                        + " \"davs://b/f\"}]} | gsiftp",
                "no path           | {\"transfers\": [{\"source\": \"davs://a\", \"destination\": \"davs://b/f\"}]} |"
                        + " path",
                "bad port          | {\"transfers\": [{\"source\": \"davs://a:99999/f\", \"destination\":"
                        + " \"davs://b/f\"}]} | port",
                "blank             | {\"transfers\": [{\"source\": \"davs://a/f g\", \"destination\":"
                        + " \"davs://b/f\"}]} | percent",
                "outside roots     | {\"transfers\": [{\"source\": \"file:///etc/passwd\", \"destination\":"
                        + " \"davs://b/f\"}]} | file-roots",
                "out of the roots  | {\"transfers\": [{\"source\": \"file://ROOT/../../../etc/passwd\","
                        + " \"destination\": \"davs://b/f\"}]} | file-roots",
                "encoded           | {\"transfers\": [{\"source\": \"file://ROOT/%2e%2e/x\", \"destination\":"
                        + " \"davs://b/f\"}]} | file-roots",
                "file with host    | {\"transfers\": [{\"source\": \"file://host/etc/passwd\", \"destination\":"
                        + " \"davs://b/f\"}]} | file",
                "opaque file       | {\"transfers\": [{\"source\": \"file:x\", \"destination\": \"davs://b/f\"}]} |"
                        + " file",
                "file, zero byte   | {\"transfers\": [{\"source\": \"file:///a%00b\", \"destination\":"
                        + " \"davs://b/f\"}]} | file",
                "priority          | {\"transfers\": [{\"priority\": 9, ENDS}]} | priority",
                "retries           | {\"transfers\": [{\"retries\": -1, ENDS}]} | retries",
                "size              | {\"transfers\": [{\"sizeBytes\": -5, ENDS}]} | sizeBytes",
                "size a text       | {\"transfers\": [{\"sizeBytes\": \"big\", ENDS}]} | sizeBytes",
                "checksum          | {\"transfers\": [{\"checksum\": \"MD5:00\", ENDS}]} | ADLER32",
                "unknown key       | {\"transfers\": [{\"overwite\": true, ENDS}]} | overwite",
                "unknown user      | {\"user\": \"none\", \"transfers\": [{ENDS}]} | none",
                "odd user          | {\"user\": \"a b\", \"transfers\": [{ENDS}]} | user"
            })
    void aTransferThatMakesNoSenseIsRefused(String what, String body, String word) {
        String filled = body.replace("ENDS", ENDS)
                .replace("ROOT", folder.resolve("root").toString());
        refused(demo().post("/tcn/v1/transfers", filled), 400, word);
    }

    @Test
    void tooManyTransfersAtOnceAreRefused() {
        refused(
                demo().post(
                                "/tcn/v1/transfers",
                                "{\"transfers\": [" + String.join(",", Collections.nCopies(1001, "{" + ENDS + "}"))
                                        + "]}"),
                413,
                "1001",
                "1000");
    }

    @Test
    void fileUrlsAreOffWithoutRoots() throws IOException {
        try (RunningServer other = RunningServer.start(folder.resolve("off"), Map.of())) {
            refused(
                    other.demo()
                            .post(
                                    "/tcn/v1/transfers",
                                    "{\"transfers\": [{\"source\": \"file:///etc/passwd\", \"destination\":"
                                            + " \"davs://b/f\"}]}"),
                    400,
                    "off",
                    "file-roots");
        }
    }

    @Test
    void aFileGoesFromFolderToFolderWithinTheRoots() throws IOException {
        Path from = folder.resolve("root/here");
        Files.write(from, new byte[1000]);
        Path to = folder.resolve("root/sub/there");
        JsonNode added = made(demo().post(
                        "/tcn/v1/transfers",
                        "{\"transfers\": [{\"source\": \"file://" + from + "\", \"destination\": \"file://" + to
                                + "\"}]}"));

        server().awaitEnd(demo(), added.path("jobId").stringValue());
        JsonNode view =
                demo().get("/tcn/v1/transfers/" + added.at("/transfers/0/id")).json();
        assertThat(view.path("state").stringValue()).as(view.toString()).isEqualTo("FINISHED");
        assertThat(Files.readAllBytes(to)).isEqualTo(new byte[1000]);
    }

    @Test
    void listsComeInPages() {
        String three = "{\"transfers\": ["
                + String.join(",", Collections.nCopies(3, "{\"retries\": 100, " + ENDS + "}")) + "]}";
        long last = made(demo().post("/tcn/v1/transfers", three))
                .at("/transfers/2/id")
                .longValue();

        JsonNode page =
                demo().get("/tcn/v1/transfers?after=" + (last - 3) + "&limit=2").json();
        assertThat(page).hasSize(2);
        assertThat(page.at("/0/id").longValue()).isEqualTo(last - 2);
        assertThat(demo().get("/tcn/v1/transfers?after=" + last).json()).isEmpty();
        assertThat(demo().get("/tcn/v1/transfers?state=finished&pipe=none").json())
                .isEmpty();
        refused(demo().get("/tcn/v1/transfers?state=sleeping"), 400, "sleeping");
        refused(demo().get("/tcn/v1/transfers?limit=0"), 400, "limit");
        refused(demo().get("/tcn/v1/transfers?limit=1001"), 400, "limit");
        refused(demo().get("/tcn/v1/transfers?limit=x"), 400);
        refused(demo().get("/tcn/v1/transfers?after=x"), 400);
        refused(demo().get("/tcn/v1/transfers/999999999"), 404, "999999999");
        refused(demo().get("/tcn/v1/transfers/x"), 400);
    }

    // --- rights

    @Test
    void whoIsNoAdministratorDeclaresNothingAndSeesHisOwn() {
        Client alice = server().alice();
        refused(alice.post("/tcn/v1/users", "{\"id\": \"x\"}"), 403, "administrator");
        refused(alice.post("/tcn/v1/pipes", "{}"), 403);
        refused(alice.post("/tcn/v1/resource-sets", "{}"), 403);
        refused(alice.put("/tcn/v1/rc", "{}"), 403);
        refused(alice.delete("/tcn/v1/rc?user=demo&resourceSet=all-links"), 403);
        refused(alice.put("/tcn/v1/endpoint-limits", "{}"), 403);
        refused(alice.delete("/tcn/v1/endpoint-limits?endpoint=davs://a"), 403);
        refused(alice.post("/tcn/v1/transfers", "{\"user\": \"demo\", \"transfers\": [{" + ENDS + "}]}"), 403);

        long demos = made(demo().post("/tcn/v1/transfers", "{\"transfers\": [{\"retries\": 100, " + ENDS + "}]}"))
                .at("/transfers/0/id")
                .longValue();
        long hers = made(alice.post("/tcn/v1/transfers", "{\"transfers\": [{\"retries\": 100, " + ENDS + "}]}"))
                .at("/transfers/0/id")
                .longValue();
        refused(alice.get("/tcn/v1/transfers/" + demos), 403);
        assertThat(alice.get("/tcn/v1/transfers?limit=1000").json().findValuesAsString("id"))
                .containsExactly(Long.toString(hers));
        assertThat(alice.get("/tcn/v1/pipes").json()).hasSize(1);
        assertThat(alice.get("/tcn/v1/rc").json()).isEmpty();
        refused(
                alice.post("/tcn/v1/transfers", "{\"transfers\": [{\"after\": [" + demos + "], " + ENDS + "}]}"),
                400,
                Long.toString(demos));
        assertThat(demo().get("/tcn/v1/transfers/" + hers).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"users", "pipes", "rc", "resource-sets", "transfers", "control", "map", "endpoint-limits"})
    void withoutACertificateNothingIsShown(String part) {
        refused(server().nobody().get("/tcn/v1/" + part), 403, "certificate");
    }

    @Test
    void healthControlAndMapAreShown() {
        Answer health = server().nobody().get("/tcn/v1/health");
        assertThat(health.status()).as(health.body()).isEqualTo(200);
        assertThat(health.text("status")).isEqualTo("UP");
        assertThat(demo().get("/tcn/v1/control").status()).isEqualTo(200);
        assertThat(demo().get("/tcn/v1/map").json().has("version")).isTrue();
    }

    @Test
    void metricsTellLoopsLeftoversAndConnections() {
        String metrics = demo().get("/tcn/v1/metrics").body();
        assertThat(metrics)
                .contains(
                        "tcn_loop_failing{loop=\"aftercare\"} 0.0",
                        "tcn_loop_failing{loop=\"dispatch\"} 0.0",
                        "tcn_database_up 1.0",
                        "tcn_leftovers ",
                        "tcn_connections_refused_total 0.0");
    }

    @Test
    void leftoversAreForOperators() {
        Answer page = demo().get("/tcn/v1/leftovers?limit=10");
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        assertThat(page.json().path("leftovers").isArray()).isTrue();
        refused(server().alice().get("/tcn/v1/leftovers"), 403, "config");
        refused(demo().get("/tcn/v1/leftovers?limit=0"), 400, "limit");
        refused(demo().get("/tcn/v1/leftovers?after="), 400, "after");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /tcn/v1/nowhere, 404",
        "GET, /tcn/v2, 404",
        "GET, /tcn/, 404",
        "DELETE, /tcn/v1/pipes, 405",
        "POST, /tcn/v1/rc, 405",
        "PUT, /tcn/v1/transfers, 405"
    })
    void unknownRoutesAndMethodsAreProblems(String method, String path, int status) {
        refused(
                demo().send(demo().request(path)
                        .method(method, java.net.http.HttpRequest.BodyPublishers.ofString("{}"))),
                status);
    }

    @Test
    void administratorsSeeThatMessagesAreOff() {
        assertThat(demo().get("/tcn/v1/messages").json().path("on").booleanValue())
                .isFalse();
        assertThat(server().alice().get("/tcn/v1/messages").status()).isEqualTo(403);
    }

    @Test
    void whatAJobDidNotFinishIsDoneAgainByANewOne() {
        String file = "{\"sources\": [\"http://127.0.0.1:9/a\"], \"destinations\": [\"http://127.0.0.1:9/b\"],"
                + " \"metadata\": {\"k\": 1}}";
        String job = demo().submit("{\"files\": [" + file + "], \"params\": {\"retry\": -1, \"priority\": 4}}");
        server().awaitEnd(demo(), job);

        assertThat(server().alice()
                        .post("/tcn/v1/jobs/" + job + "/resubmit", "")
                        .status())
                .isEqualTo(403);
        assertThat(demo().post("/tcn/v1/jobs/none/resubmit", "").status()).isEqualTo(404);
        Answer answer = demo().post("/tcn/v1/jobs/" + job + "/resubmit", "");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        String again = answer.text("jobId");
        assertThat(again).isNotEqualTo(job);
        JsonNode ended = server().awaitEnd(demo(), again);
        assertThat(ended.path("job_state").stringValue()).isEqualTo("FAILED");
        assertThat(ended.path("priority").intValue()).isEqualTo(4);
        JsonNode files = demo().get("/jobs/" + again + "/files").json();
        assertThat(files).hasSize(1);
        assertThat(files.get(0).path("file_metadata").path("k").intValue()).isEqualTo(1);
        assertThat(files.get(0).path("dest_surl").stringValue()).isEqualTo("http://127.0.0.1:9/b");
    }
}
