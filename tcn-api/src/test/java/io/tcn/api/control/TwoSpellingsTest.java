// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.state.StateSnapshot;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// One storage that some jobs address as WebDAV and others as HTTP is one for limits, bounds and bans.
class TwoSpellingsTest extends ServerTest {
    private static final int BYTES = 100_000;
    private static final int FILES = 6;

    private static void until(String what, Callable<Boolean> condition) {
        await().alias(what)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    private static String dav(Object url) {
        return "dav" + url.toString().substring("http".length());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Answer ok(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isIn(200, 201, 204);
        return answer;
    }

    private static StateSnapshot state() {
        return server.server().bean(ControlPlane.class).state().snapshot();
    }

    private static String row(String source, String destination) {
        return "{\"source\": \"" + source + "\", \"destination\": \"" + destination + "\"}";
    }

    private static List<Long> add(List<String> rows) {
        JsonNode added = ok(demo.post("/tcn/v1/transfers", "{\"transfers\": [" + String.join(",", rows) + "]}"))
                .json();
        List<Long> ids = new ArrayList<>();
        added.path("transfers").forEach(one -> ids.add(one.path("id").longValue()));
        return ids;
    }

    private static String stateOf(long transfer) {
        return demo.get("/tcn/v1/transfers/" + transfer).json().path("state").asString("");
    }

    private static void pipe(String name, String source, String destination) {
        ok(demo.post(
                "/tcn/v1/pipes",
                "{\"id\": \"" + name + "\", \"source\": \"" + source + "\", \"destination\": \"" + destination
                        + "\", \"user\": \"demo\", \"maxConnections\": 40}"));
    }

    private static PipeLimits limitsOf(String pipe) {
        return Objects.requireNonNull(state().pipes().get(PipeId.of(pipe))).limits();
    }

    private static int mostAtOnce(List<StorageEvent> events) {
        int now = 0;
        int most = 0;
        for (StorageEvent event : events) {
            now += switch (event.kind()) {
                case WRITING -> 1;
                case WRITTEN, ABANDONED -> -1;
                case REMOVED -> 0;
            };
            most = Math.max(most, now);
        }
        return most;
    }

    /// A limit of 2 under either spelling, or of the pair, and twelve files by two spellings.
    @Test
    void neverMoreThanTheLimitIsOpen() throws IOException {
        try (LoggedStorage from = LoggedStorage.start(folder.resolve("from"), storage -> storage.connectionBps(2e6));
                LoggedStorage to = LoggedStorage.start(folder.resolve("to"))) {
            String source = from.url("").toString().replaceAll("/$", "");
            String destination = to.url("").toString().replaceAll("/$", "");
            for (String limit : List.of(
                    "{\"endpoint\": \"" + source + "\", \"maxOutbound\": 2}",
                    "{\"endpoint\": \"" + dav(source) + "\", \"maxOutbound\": 2}",
                    "{\"endpoint\": \"" + dav(destination) + "\", \"maxInbound\": 2}")) {
                ok(demo.put("/tcn/v1/endpoint-limits", limit));
                int before = to.events().size();
                List<String> rows = new ArrayList<>();
                for (int i = 0; i < FILES; i++) {
                    String one = "/" + before + "-" + i;
                    String other = one + "-dav";
                    rows.add(row(from.put(one, BYTES).toString(), to.url(one).toString()));
                    rows.add(row(dav(from.put(other, BYTES)), dav(to.url(other))));
                }
                List<Long> transfers = add(rows);
                transfers.forEach(id ->
                        until("transfer " + id + " is over", () -> stateOf(id).equals("FINISHED")));
                List<StorageEvent> events = to.events();
                assertThat(mostAtOnce(events.subList(before, events.size())))
                        .as(limit)
                        .isEqualTo(2);
                String endpoint = limit.replaceAll("^\\{\"endpoint\": \"([^\"]*)\".*", "$1");
                ok(demo.delete("/tcn/v1/endpoint-limits?endpoint=" + encoded(endpoint)));
            }
        }
    }

    @Test
    void theStricterOfTwoIsShownAndEachIsTakenBackByItself() {
        pipe("shown-dav", "davs://shown.invalid", "davs://shown2.invalid");
        pipe("shown-http", "https://shown.invalid", "https://shown2.invalid");
        String limits = "/tcn/v1/endpoint-limits";
        ok(demo.put(limits, "{\"endpoint\": \"davs://shown.invalid\", \"maxOutbound\": 9, \"maxInbound\": 3}"));
        ok(demo.put(limits, "{\"endpoint\": \"https://shown.invalid\", \"maxOutbound\": 4}"));
        for (String scheme : List.of("davs", "https")) {
            JsonNode shown = demo.get("/tcn/v1/endpoints?endpoint=" + scheme + "://shown.invalid")
                    .json()
                    .path(0);
            assertThat(shown.path("maxOutbound").intValue()).isEqualTo(4);
            assertThat(shown.path("maxInbound").intValue()).isEqualTo(3);
        }
        ok(demo.delete(limits + "?endpoint=https://shown.invalid"));
        Answer none = demo.delete(limits + "?endpoint=https://shown.invalid");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.text("detail")).contains("davs://shown.invalid, the same storage, has one");
        assertThat(demo.get("/tcn/v1/endpoints?endpoint=https://shown.invalid")
                        .json()
                        .at("/0/maxOutbound")
                        .intValue())
                .isEqualTo(9);
        ok(demo.delete(limits + "?endpoint=davs://shown.invalid"));
    }

    @Test
    void leastConnectionsOfBothSpellingsAreAddedUp() {
        ok(demo.put("/tcn/v1/endpoint-limits", "{\"endpoint\": \"davs://sum.invalid\", \"maxOutbound\": 10}"));
        String more = "\"destination\": \"https://sum2.invalid\", \"user\": \"demo\", \"minConnections\": 6}";
        ok(demo.post("/tcn/v1/pipes", "{\"id\": \"sum-dav\", \"source\": \"davs://sum.invalid\", " + more));
        Answer refused =
                demo.post("/tcn/v1/pipes", "{\"id\": \"sum-http\", \"source\": \"https://sum.invalid\", " + more);
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("come to 12");
        ok(demo.delete("/tcn/v1/endpoint-limits?endpoint=davs://sum.invalid"));
    }

    /// FTS's settings stay under the name that they were given for, and hold for the storage.
    @Test
    void settingsOfFtsHoldForTheStorage() {
        pipe("fts-dav", "davs://fts.invalid", "davs://fts2.invalid");
        pipe("fts-http", "https://fts.invalid", "https://fts2.invalid");
        ok(demo.post("/config/se", """
                        {"davs://fts.invalid": {"se_info": {"outbound_max_active": 7, "outbound_max_throughput": 10}},
                         "*": {"se_info": {"outbound_max_active": 1}}}"""));
        until(
                "both have the limit of the storage, not that of *",
                () -> state().endpointLimits().values().stream()
                                .filter(limit -> limit.endpoint().host().equals("fts.invalid"))
                                .filter(limit -> limit.maxOutbound() == 7)
                                .count()
                        == 2);
        until(
                "both have one resource with the capacity",
                () -> List.of("fts-dav", "fts-http").stream()
                        .allMatch(
                                pipe -> state().map().pipeResources().getOrDefault(PipeId.of(pipe), List.of()).stream()
                                        .anyMatch(id -> id.value().equals("read:https://fts.invalid"))));
        assertThat(demo.get("/config/se?se=davs://fts.invalid").body()).contains("davs://fts.invalid");
        assertThat(demo.get("/config/se?se=https://fts.invalid").body()).doesNotContain("davs://fts.invalid");
        ok(demo.delete("/config/se?se=davs://fts.invalid"));
        ok(demo.delete("/config/se?se=*"));

        ok(demo.post("/config/links", """
                        {"symbolicname": "fts", "source": "davs://fts.invalid", "destination": "davs://fts2.invalid",
                         "min_active": 2, "max_active": 5}"""));
        until("the link is that of both", () -> limitsOf("fts-http").equals(new PipeLimits(2, 5)));
        assertThat(state().pairLimits().values())
                .filteredOn(limit -> limit.pair().source().host().equals("fts.invalid"))
                .hasSize(2)
                .allMatch(limit -> limit.maxConnections() == 5);
        ok(demo.delete("/config/links/fts"));
        until(
                "no link",
                () -> limitsOf("fts-http").maxConnections() == 40
                        && state().pairLimits().isEmpty());

        ok(demo.post("/optimizer/current", """
                        {"source_se": "https://fts.invalid", "dest_se": "https://fts2.invalid", "active": 3}"""));
        until("both are fixed", () -> limitsOf("fts-dav").equals(new PipeLimits(3, 3)));
        ok(demo.post("/optimizer/current", """
                        {"source_se": "https://fts.invalid", "dest_se": "https://fts2.invalid", "active": 0}"""));
        until("neither is", () -> limitsOf("fts-dav").maxConnections() == 40);
    }

    /// What is said last about the number of a pair holds, under whichever name it is said.
    @Test
    void aFixedNumberIsChangedAndEndedUnderTheOtherName() {
        pipe("pin-dav", "davs://pin.invalid", "davs://pin2.invalid");
        fix("davs", "davs", 3);
        until("it is fixed", () -> limitsOf("pin-dav").equals(new PipeLimits(3, 3)));
        fix("https", "davs", 6);
        until("it is the greater one", () -> limitsOf("pin-dav").equals(new PipeLimits(6, 6)));
        fix("davs", "https", 0);
        until("it is free", () -> limitsOf("pin-dav").maxConnections() == 40);

        fix("davs", "davs", 2);
        until("it is fixed again", () -> limitsOf("pin-dav").equals(new PipeLimits(2, 2)));
        ok(demo.post("/config/links", """
                        {"symbolicname": "pin", "source": "https://pin.invalid", "destination": "https://pin2.invalid",
                         "min_active": 1, "max_active": 5}"""));
        until("a link of the other name ends it", () -> limitsOf("pin-dav").equals(new PipeLimits(1, 5)));
        ok(demo.delete("/config/links/pin"));
        until("no link", () -> limitsOf("pin-dav").maxConnections() == 40);
    }

    private static void fix(String from, String to, int connections) {
        ok(demo.post("/optimizer/current", """
                        {"source_se": "%s://pin.invalid", "dest_se": "%s://pin2.invalid", "active": %d}""".formatted(from, to, connections)));
    }

    @Test
    void aBanHoldsForTheStorage() {
        ok(demo.put("/tcn/v1/bans/storages", "{\"storage\": \"davs://banned.invalid\", \"status\": \"WAIT_AS\"}"));
        long waits = add(List.of(row("https://banned.invalid/f", "https://elsewhere.invalid/f")))
                .getFirst();
        until(
                "it waits for the end of the ban",
                () -> demo.get("/tcn/v1/transfers/" + waits + "/why")
                        .json()
                        .path("code")
                        .asString("")
                        .equals("BANNED"));
        assertThat(demo.get("/tcn/v1/bans?storage=https://banned.invalid")
                        .json()
                        .at("/storages/0/storage")
                        .asString(""))
                .isEqualTo("davs://banned.invalid");
        Answer other = demo.delete("/tcn/v1/bans/storages?storage=https://banned.invalid");
        assertThat(other.status()).isEqualTo(404);
        assertThat(other.text("detail")).contains("end the ban of davs://banned.invalid");

        ok(demo.put("/tcn/v1/bans/storages", "{\"storage\": \"davs://banned.invalid\", \"status\": \"CANCEL\"}"));
        until("it is cancelled", () -> stateOf(waits).equals("CANCELED"));
        Answer refused = demo.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [" + row("https://banned.invalid/g", "https://elsewhere.invalid/g") + "]}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(403);
        ok(demo.delete("/tcn/v1/bans/storages?storage=davs://banned.invalid"));
    }

    /// A lenient ban of one name does not let in what that of another refuses.
    @Test
    void theStricterOfTwoBansHolds() {
        String transfer = "{\"transfers\": [" + row("https://strict.invalid/g", "https://elsewhere.invalid/g") + "]}";
        for (String scheme : List.of("https", "davs")) {
            String status = scheme.equals("https") ? "WAIT_AS" : "WAIT";
            ok(demo.put(
                    "/tcn/v1/bans/storages",
                    "{\"storage\": \"" + scheme + "://strict.invalid\", \"status\": \"" + status + "\"}"));
        }
        Answer refused = demo.post("/tcn/v1/transfers", transfer);
        assertThat(refused.status()).as(refused.body()).isEqualTo(403);
        Answer set =
                demo.put("/tcn/v1/bans/storages", "{\"storage\": \"https://strict.invalid\", \"status\": \"WAIT_AS\"}");
        assertThat(set.json().at("/ban/status").asString("")).as(set.body()).isEqualTo("WAIT_AS");
        ok(demo.delete("/tcn/v1/bans/storages?storage=davs://strict.invalid"));
        ok(demo.post("/tcn/v1/transfers", transfer));
        ok(demo.delete("/tcn/v1/bans/storages?storage=https://strict.invalid"));
    }

    /// The number that stands for no limit was taken, shown as none, and exported as what no file may have.
    @Test
    void aLimitThatIsNoneIsRefused() {
        Answer refused = demo.put(
                "/tcn/v1/endpoint-limits", "{\"endpoint\": \"https://most.invalid\", \"maxOutbound\": 2147483647}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.text("detail")).contains("maxOutbound").contains("leave it out");
        Answer declared = demo.put(
                "/tcn/v1/configuration",
                "{\"endpointLimits\": [{\"endpoint\": \"https://most.invalid\", \"maxInbound\": 2147483647}]}");
        assertThat(declared.status()).as(declared.body()).isEqualTo(400);
        ok(demo.put(
                "/tcn/v1/endpoint-limits", "{\"endpoint\": \"https://most.invalid\", \"maxOutbound\": 2147483646}"));
        ok(demo.delete("/tcn/v1/endpoint-limits?endpoint=https://most.invalid"));
    }

    /// A resource-set that names the sides of a storage by WebDAV still has them.
    @Test
    void aBoundIsOnTheStorageUnderEitherName() {
        pipe("bound-dav", "davs://bound.invalid", "davs://bound2.invalid");
        pipe("bound-http", "https://bound.invalid", "https://bound2.invalid");
        until("the map knows them", () -> state().map().pipeResources().containsKey(PipeId.of("bound-http")));
        for (String name : List.of("davs://bound.invalid", "https://bound.invalid")) {
            JsonNode found = demo.get("/tcn/v1/resources?matching=" + encoded("read:" + name))
                    .json();
            assertThat(found.size()).isEqualTo(1);
            assertThat(found.at("/0/id").asString("")).isEqualTo("read:https://bound.invalid");
        }
    }

    /// What was set by the one name has a history by both.
    @Test
    void theHistoryOfABoundIsFoundUnderEitherName() {
        pipe("history-dav", "davs://history.invalid", "davs://history2.invalid");
        ok(demo.post(
                "/tcn/v1/resource-sets", "{\"name\": \"history\", \"resources\": [\"read:davs://history.invalid.\"]}"));
        ok(demo.put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"history\", \"boundBps\": 1000000}"));
        for (String name : List.of("https://history.invalid", "davs://History.invalid:443")) {
            String history = "/tcn/v1/history?control=" + encoded("BOUND demo read:" + name);
            until("there is a history of " + name, () -> demo.get(history).status() == 200);
            assertThat(demo.get(history).json().path("name").asString(""))
                    .isEqualTo("BOUND demo read:https://history.invalid");
        }
        assertThat(demo.get("/tcn/v1/history?control=" + encoded("BOUND demo read:nothing"))
                        .status())
                .isEqualTo(404);
        ok(demo.delete("/tcn/v1/rc?user=demo&resourceSet=history"));
        ok(demo.delete("/tcn/v1/resource-sets/history"));
    }
}
