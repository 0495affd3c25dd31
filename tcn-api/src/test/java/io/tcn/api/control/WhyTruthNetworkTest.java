// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent;
import io.tcn.agent.storage.WebDavStorage;
import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPorts;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Every transfer that is not over has exactly one true reason, where a map has links: what is in the way is a bound, a
/// closed link, a storage in trouble that is left alone, the time until the next try, the source before a spare one.
///
/// Judged by what the test has done and by storages: a bound by the bytes that a storage has, waits by when a storage
/// hears of a file at last, a spare source by the state of the one before it.
@Tag("it")
class WhyTruthNetworkTest extends WhyWorld {
    /// Half of what a connection to the storages carries.
    private static final double BOUND_BPS = 200_000;

    /// The time between two tries, and the first pause of a storage.
    private static final Duration WAIT = Duration.ofSeconds(25);

    /// By how much later than it has to a loop may come to what waited for a time.
    private static final Duration LATE = Duration.ofSeconds(5);

    private static final String OUT_OF_A = "alto:map:anes.ane:link:";

    /// Four sites, links from A to each of the others.
    private static AltoServer map() {
        List<String> nodes = List.of("a", "b", "c", "d");
        return new AltoServer(
                TopologyNetwork.of(new Topology(
                        "star",
                        nodes.stream()
                                .map(node -> new Topology.Node(node, "router", null, null))
                                .toList(),
                        nodes.stream()
                                .skip(1)
                                .map(node -> new Topology.Link("a" + node, "a", node, 10.0, 1.0, null))
                                .toList(),
                        List.of(site("A", "a", 1), site("B", "b", 2), site("C", "c", 3), site("D", "d", 4)))),
                AltoServerSettings.DEFAULT,
                new Random(1));
    }

    private static Topology.Site site(String id, String node, int number) {
        return new Topology.Site(id, null, List.of(node), 100.0, null, List.of("127." + number + ".0.0/16"));
    }

    private static UnaryOperator<WebDavStorage.Builder> at(int site) {
        return with ->
                with.address(InetAddress.ofLiteral("127." + site + ".0.1")).connectionBps(2 * BOUND_BPS);
    }

    private LoggedStorage storage(String name, int site) throws IOException {
        return opened(LoggedStorage.startAt(folder.resolve(name), TestPorts.one(), at(site)));
    }

    /// A storage that is away comes back.
    private void comesBack(String name, LoggedStorage away) throws IOException {
        opened(LoggedStorage.startAt(folder.resolve(name), away.port(), at(1)));
    }

    private static String end(LoggedStorage storage) {
        String url = storage.url("/").toString();
        return url.substring(0, url.length() - 1);
    }

    private static void pipe(Client demo, String id, LoggedStorage from, LoggedStorage to, String more) {
        Answer pipe = demo.post(
                "/tcn/v1/pipes",
                "{\"id\": \"" + id + "\", \"source\": \"" + end(from) + "\", \"destination\": \"" + end(to)
                        + "\", \"user\": \"demo\"" + more + "}");
        assertThat(pipe.status()).as(pipe.body()).isEqualTo(201);
    }

    private static void isMapped(Client demo, String link) {
        await().alias("the map has " + link)
                .atMost(Duration.ofSeconds(60))
                .until(() -> demo.get("/tcn/v1/map/pipes").body().contains(OUT_OF_A + link));
    }

    private static String state(Client demo, long transfer) {
        return demo.get("/tcn/v1/transfers/" + transfer).json().path("state").asString("");
    }

    private static List<Long> transfersOf(Client demo, String job) {
        return demo.get("/tcn/v1/transfers?job=" + job)
                .json()
                .valueStream()
                .map(transfer -> transfer.path("id").longValue())
                .sorted()
                .toList();
    }

    /// Until the first time it is this reason, from the second on none; between them the one or the other.
    private static Supplier<Set<String>> until(Instant earliest, Instant latest, String code) {
        Set<String> either = new HashSet<>(FREE);
        either.addAll(List.of(code, "RETRY_LATER"));
        return () -> {
            Instant now = Instant.now();
            return now.isBefore(earliest) ? Set.of(code) : now.isBefore(latest) ? either : Set.of();
        };
    }

    private static void awaitCode(Client demo, long transfer, String code) {
        await().alias("transfer " + transfer + " is " + code)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> {
                    JsonNode cause = why(demo, transfer);
                    assertThat(cause.path("code").asString(""))
                            .as(cause.toString())
                            .isEqualTo(code);
                });
    }

    private static long bytes(LoggedStorage storage) throws IOException {
        long bytes = 0;
        for (String file : storage.files()) {
            Path path = storage.file(file);
            bytes += Files.exists(path) ? Files.size(path) : 0;
        }
        return bytes;
    }

    /// Nothing was written before its time.
    private static void cameAfter(LoggedStorage to, String path, Instant earliest) {
        assertThat(to.events())
                .filteredOn(event -> event.path().equals(path) && event.kind() == StorageEvent.Kind.WRITING)
                .as(path)
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.at()).isAfterOrEqualTo(earliest));
    }

    @Test
    void whereAMapHasLinksAndStoragesAreInTrouble() throws IOException {
        long seed = 3;
        AltoServer alto = map();
        storage = "http://127.1.0.1";
        AltoHttpServer http = opened(AltoHttpServer.start(
                alto,
                new AltoHttpServerSettings(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), null, null),
                (period, task) -> () -> {}));
        alto.update(alto.network().withCapacity("link:ad:a>d", 0.0));
        RunningServer server = opened(RunningServer.start(
                folder,
                Map.of(
                        "tcn.alto.servers[0].name", "map",
                        "tcn.alto.servers[0].ird", http.directory().toString(),
                        "tcn.alto.servers[0].period", "1s",
                        "tcn.agent.pause-after", "2",
                        "tcn.agent.pause", WAIT.toSeconds() + "s")));
        Client demo = server.demo();
        demo.post("/tcn/v1/users", "{\"id\": \"cms\"}");
        LoggedStorage one = storage("one", 1);
        LoggedStorage two = storage("two", 1);
        LoggedStorage late = storage("late", 1);
        LoggedStorage broken = storage("broken", 1);
        LoggedStorage to = storage("to", 2);
        LoggedStorage behindBound = storage("behind-bound", 3);
        LoggedStorage behindClosed = storage("behind-closed", 4);

        pipe(demo, "narrow", one, to, ", \"minConnections\": 1, \"maxConnections\": 1");
        pipe(demo, "bound", two, behindBound, "");
        pipe(demo, "closed", two, behindClosed, "");
        isMapped(demo, "ac:a-c");
        isMapped(demo, "ad:a-d");

        boolean[] isClosed = {true};
        long closed = add(demo, file(two, behindClosed, "/closed", SMALL, ""));
        awaitCode(demo, closed, "CLOSED");
        JsonNode whyClosed = why(demo, closed);
        assertThat(whyClosed.path("text").asString("")).contains(" on its way has the capacity 0", " since 20");
        assertThat(whyClosed.at("/details/resource").asString("")).contains("ad:a-d");
        waiters.add(new Waiter(closed, "demo", "/closed", () -> isClosed[0] ? Set.of("CLOSED") : Set.of()));

        boolean[] isBound = {true};
        long byBound = runs(demo, add(demo, file(two, behindBound, "/bound-runs", ENDLESS, "")));
        demo.post("/tcn/v1/resource-sets", "{\"name\": \"to-c\", \"resources\": [\"" + OUT_OF_A + "ac:a-c\"]}");
        Answer bound = demo.put(
                "/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"to-c\", \"boundBps\": " + BOUND_BPS + "}");
        assertThat(bound.status()).as(bound.body()).isEqualTo(200);
        waiters.add(new Waiter(
                add(demo, file(two, behindBound, "/bound", SMALL, "")),
                "demo",
                "/bound",
                () -> isBound[0] ? Set.of("BOUND") : Set.of()));

        long bySpare = runs(demo, add(demo, file(one, to, "/narrow-runs", ENDLESS, "")));
        String job = demo.submit("{\"files\": [{\"sources\": [\"" + one.url("/gone") + "\", \""
                + two.put("/spare", SMALL) + "\"], \"destinations\": [\"" + to.url("/spare")
                + "\"], \"selection_strategy\": \"orderly\"}]}");
        List<Long> sources = transfersOf(demo, job);
        waiters.add(new Waiter(
                sources.get(0),
                "demo",
                "/spare",
                Set::of,
                () -> Set.of(running.contains(bySpare) ? "PIPE_MAXIMUM" : "FAILED"),
                "FAILED"));
        waiters.add(new Waiter(
                sources.get(1),
                "demo",
                "/spare",
                () -> state(demo, sources.get(0)).equals("FAILED") ? Set.of() : Set.of("SPARE_SOURCE"),
                Set::of,
                "FINISHED"));
        assertThat(demo.get("/tcn/v1/jobs/" + job + "/why").json().path("code").asString(""))
                .isEqualTo("SEVERAL");

        late.put("/late", SMALL);
        late.goAway();
        Instant tried = Instant.now();
        long retried = transfersOf(
                        demo,
                        demo.submit("{\"files\": [{\"sources\": [\"" + late.url("/late") + "\"], \"destinations\": [\""
                                + to.url("/late") + "\"]}], \"params\": {\"retry\": 3, \"retry_delay\": "
                                + WAIT.toSeconds() + "}}"))
                .getFirst();
        awaitCode(demo, retried, "RETRY_LATER");
        waiters.add(new Waiter(
                retried,
                "demo",
                "/late",
                until(tried.plus(WAIT), Instant.now().plus(WAIT).plus(LATE), "RETRY_LATER")));
        comesBack("late", late);

        broken.goAway();
        Instant failed = Instant.now();
        List<Long> inTrouble = new ArrayList<>();
        for (String path : List.of("/broken1", "/broken2")) {
            inTrouble.add(add(demo, file(broken, to, path, SMALL, ", \"retries\": 5")));
        }
        inTrouble.forEach(transfer -> await().atMost(Duration.ofSeconds(30))
                .until(() -> demo.get("/tcn/v1/transfers/" + transfer)
                                        .json()
                                        .path("attempts")
                                        .intValue()
                                > 0
                        && state(demo, transfer).equals("QUEUED")));
        inTrouble.add(add(demo, file(broken, to, "/broken3", SMALL, ", \"retries\": 5")));
        awaitCode(demo, inTrouble.getLast(), "STORAGE_PAUSED");
        Instant paused = Instant.now();
        for (int i = 0; i < inTrouble.size(); i++) {
            waiters.add(new Waiter(
                    inTrouble.get(i),
                    "demo",
                    "/broken" + (i + 1),
                    until(failed.plus(WAIT), paused.plus(WAIT).plus(LATE), "STORAGE_PAUSED")));
        }
        comesBack("broken", broken);

        long movedBefore = bytes(behindBound);
        Instant from = Instant.now();
        List<LoggedStorage> quiet = List.of(behindBound, behindClosed);
        eachHasItsOneReason(demo, quiet, "at first");
        changes(demo, new Random(seed), quiet, seed);
        double usedBps = 8.0
                * (bytes(behindBound) - movedBefore)
                / Duration.between(from, Instant.now()).toMillis()
                * 1000;
        assertThat(usedBps).as("what one transfer makes of the bound").isGreaterThan(0.8 * BOUND_BPS);

        alto.update(alto.network().withCapacity("link:ad:a>d", 10e9));
        isClosed[0] = false;
        eachHasItsOneReason(demo, List.of(behindBound), "seed " + seed + ", with the link open");
        assertThat(demo.delete("/tcn/v1/rc?user=demo&resourceSet=to-c").status())
                .isEqualTo(204);
        cancel(demo, byBound);
        isBound[0] = false;
        eachHasItsOneReason(demo, List.of(), "seed " + seed + ", without the bound");
        cancel(demo, bySpare);
        eachHasItsOneReason(demo, List.of(), "seed " + seed + ", with the first source");
        allEndAsTheyShould(demo);
        cameAfter(to, "/late", tried.plus(WAIT));
        for (int i = 1; i <= inTrouble.size(); i++) {
            cameAfter(to, "/broken" + i, failed.plus(WAIT));
        }
    }
}
