// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// What operators are told: why something waits, what binds nothing, what was not understood, who declared what.
@Tag("it")
class TruthfulViewsTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static String host = "";

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of());
        demo = server.demo();
        host = demo.get("/config").json().at("/0/hostname").stringValue();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void drain(boolean on) {
        demo.post("/config/drain", "{\"hostname\": \"" + host + "\", \"drain\": " + on + "}");
    }

    private static long add(String source, String destination, String more) {
        Answer answer = demo.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [{\"source\": \"" + source + "\", \"destination\": \"" + destination + "\"" + more
                        + "}]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().at("/transfers/0/id").longValue();
    }

    private static JsonNode shown(long transfer) {
        return demo.get("/tcn/v1/transfers/" + transfer).json();
    }

    private static void awaitReason(long transfer, String... words) {
        await().alias("transfer " + transfer + " waits for " + List.of(words))
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() ->
                        assertThat(shown(transfer).path("waits").asString("")).contains(words));
    }

    @Test
    void aDrainedServerABanAndAPredecessorAreNamed() {
        drain(true);
        long first = add("davs://w1.invalid/f", "davs://w2.invalid/f", "");
        long second = add("davs://w1.invalid/g", "davs://w2.invalid/g", ", \"after\": [" + first + "]");
        awaitReason(first, "drained");
        awaitReason(second, "comes after transfer " + first);
        assertThat(shown(first).path("reason").isNull()).isTrue();
        assertThat(demo.get("/tcn/v1/transfers?limit=1000").json().findValuesAsString("waits"))
                .anyMatch(waits -> waits.contains("drained"));

        demo.post("/ban/se", "{\"storage\": \"davs://w1.invalid\", \"status\": \"wait\", \"message\": \"new disks\"}");
        drain(false);
        awaitReason(first, "davs://w1.invalid is banned", "new disks");
        assertThat(demo.get("/tcn/v1/pipes").json().findValuesAsString("held"))
                .anyMatch(held -> held.contains("new disks"));
        demo.delete("/ban/se?storage=davs://w1.invalid");
    }

    @Test
    void theNextTryIsNamedWithTheLastError() {
        String retries = ", \"retries\": 3";
        long transfer = add("davs://127.0.0.1:9/f", "davs://127.0.0.1:9/g", retries);

        awaitReason(transfer, "tried again at", "[112]");
        assertThat(shown(transfer).path("lastError").asString("")).contains("[112]");
        assertThat(shown(transfer).path("reason").isNull()).isTrue();
    }

    @Test
    void aParameterThatARouteDoesNotKnowIsRefusedOnEveryRoute() {
        List<String> taken = new ArrayList<>();
        server.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(route -> {
                    for (String pattern : route.getPatternValues()) {
                        if (!pattern.startsWith("/tcn/v1/")) {
                            continue;
                        }
                        for (RequestMethod method : route.getMethodsCondition().getMethods()) {
                            Answer answer =
                                    demo.send(demo.request(pattern.replaceAll("\\{[^}]*}", "1") + "?dryrun=true")
                                            .header("Content-Type", "application/json")
                                            .method(method.name(), BodyPublishers.ofString("{}")));
                            if (answer.status() != 400 || !answer.body().contains("dryrun")) {
                                taken.add(method + " " + pattern + ": " + answer.status() + " " + answer.body());
                            }
                        }
                    }
                });

        assertThat(taken).isEmpty();
        assertThat(demo.get("/tcn/v1/transfers?bogus=1").text("detail")).contains("bogus", "limit", "after");
        assertThat(demo.get("/tcn/v1/transfers?limit=1&state=queued").status()).isEqualTo(200);
    }

    @Test
    void aBoundThatBindsNothingSaysSo() {
        JsonNode set = demo.post("/tcn/v1/resource-sets", "{\"name\": \"misspelt\", \"resources\": [\"link:nowhere\"]}")
                .json();
        assertThat(set.path("matches").intValue()).isZero();
        assertThat(set.path("warnings").toString()).contains("link:nowhere");

        JsonNode bound = demo.put(
                        "/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"misspelt\", \"boundBps\": 1000000}")
                .json();
        assertThat(bound.path("warnings").toString()).contains("binds nothing");
        add("davs://c1.invalid/f", "davs://c2.invalid/f", "");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.get("/tcn/v1/map").json().path("resources").size() > 0);
        JsonNode share = demo.put(
                        "/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"boundShare\": 0.4}")
                .json();
        assertThat(share.path("warnings").toString()).contains("capacity is unknown");
        assertThat(demo.get("/tcn/v1/rc").json().findValues("warnings").toString())
                .contains("binds nothing");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.get("/tcn/v1/control")
                        .json()
                        .path("withoutEffect")
                        .toString()
                        .contains("misspelt"));
        assertThat(demo.delete("/tcn/v1/rc?user=demo&resourceSet=misspelt").status())
                .isEqualTo(204);
        assertThat(demo.delete("/tcn/v1/rc?user=demo&resourceSet=all-storages").status())
                .isEqualTo(204);
    }

    @Test
    void declarationsAreInTheAuditOfTheStore() {
        demo.post(
                "/tcn/v1/pipes",
                "{\"source\": \"davs://au1.invalid\", \"destination\": \"davs://au2.invalid\", \"user\": \"demo\"}");
        demo.put("/tcn/v1/endpoint-limits", "{\"endpoint\": \"davs://au1.invalid\", \"maxOutbound\": 7}");
        demo.put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"minBps\": 5}");
        demo.delete("/tcn/v1/rc?user=demo&resourceSet=all-links");
        demo.delete("/tcn/v1/endpoint-limits?endpoint=davs://au1.invalid");
        demo.delete("/tcn/v1/endpoint-limits?endpoint=davs://au1.invalid");

        JsonNode audit = demo.get("/tcn/v1/audit").json();
        assertThat(audit.findValuesAsString("action").subList(0, 5))
                .containsExactly("remove-endpoint-limit", "remove-rc", "set-rc", "set-endpoint-limit", "create-pipe");
        assertThat(audit.path(3).path("config").asString("")).contains("davs://au1.invalid", "7");
        assertThat(audit.path(0).path("dn").asString("")).contains("Demo User");
        assertThat(demo.get("/config/audit").json().path(0).path("action").asString(""))
                .isEqualTo("remove-endpoint-limit");
        assertThat(server.alice().get("/tcn/v1/audit").status()).isEqualTo(403);
    }
}
