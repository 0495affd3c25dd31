// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.RSAKey;
import io.tcn.api.harness.AgentProcess;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIssuer;
import io.tcn.api.harness.TestKafka;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every transfer that is not over has exactly one true reason. Each transfer of these worlds is held by what the test
/// has put in its way, and by drains and bans that come and go in an order drawn by a seed. After each change the
/// reason of each must be the first of those that hold it now; no storage may hear of it while there is one; and it
/// goes when there is none.
@Tag("it")
class WhyTruthTest extends WhyWorld {
    private static long addWith(RunningServer server, String token, String file) {
        return id(
                server.nobody()
                        .send(server.nobody()
                                .request("/tcn/v1/transfers")
                                .header("Authorization", "Bearer " + token)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{\"transfers\": [" + file + "]}"))),
                0);
    }

    private static void narrow(Client client, String user, LoggedStorage from, LoggedStorage to) {
        Answer pipe = client.post(
                "/tcn/v1/pipes",
                "{\"source\": \"http://127.0.0.1:" + from.port() + "\", \"destination\": \"http://127.0.0.1:"
                        + to.port() + "\", \"user\": \"" + user + "\", \"minConnections\": 1, \"maxConnections\": 1}");
        assertThat(pipe.status()).as(pipe.body()).isEqualTo(201);
    }

    private static Map<String, String> withIssuer(TestIssuer issuer) {
        Map<String, String> settings = new HashMap<>();
        settings.put("tcn.security.issuers[0].url", issuer.url());
        settings.put("tcn.security.issuers[0].vo", "cms");
        settings.put("tcn.agent.plain-tokens", "true");
        return settings;
    }

    private static String token(TestIssuer issuer, RSAKey key, String subject, Instant ends, int maxConcurrency) {
        var claims = issuer.claims(subject).expirationTime(Date.from(ends));
        return TestIssuer.sign(key, maxConcurrency > 0 ? claims.claim("max_concurrency", maxConcurrency) : claims);
    }

    private LoggedStorage storage(String name, double connectionBps) throws IOException {
        return opened(
                connectionBps > 0
                        ? LoggedStorage.start(folder.resolve(name), with -> with.connectionBps(connectionBps))
                        : LoggedStorage.start(folder.resolve(name)));
    }

    // --- the worlds

    /// What is in the way: the maximum of a pipe, a limit of an endpoint, an owner of the destination, the limit of a
    /// token, a rate, a credential that has ended, a predecessor.
    @Test
    void whereTheServerCopiesByItself() throws IOException {
        long seed = 1;
        Random random = new Random(seed);
        TestIssuer issuer = opened(TestIssuer.start());
        RSAKey key = issuer.newKey("k");
        RunningServer server = opened(RunningServer.start(folder, withIssuer(issuer)));
        Client demo = server.demo();
        demo.post("/tcn/v1/users", "{\"id\": \"cms\"}");
        LoggedStorage to = storage("to", 400_000);
        LoggedStorage beside = storage("beside", 400_000);
        List<LoggedStorage> destinations = List.of(to, beside);
        Instant late = Instant.now().plusSeconds(3600);

        LoggedStorage one = storage("one", 0);
        narrow(demo, "demo", one, to);
        long byPipe = runs(demo, add(demo, file(one, to, "/pipe-runs", ENDLESS, "")));
        long next = add(demo, file(one, to, "/pipe", SMALL, ""));
        waiters.add(new Waiter(next, "demo", "/pipe", whileRuns(byPipe, "PIPE_MAXIMUM")));
        waiters.add(new Waiter(
                add(demo, file(one, beside, "/after", SMALL, ", \"after\": [" + next + "]")),
                "demo",
                "/after",
                () -> why(demo, next).path("state").asString("").equals("FINISHED") ? Set.of() : Set.of("PREDECESSOR"),
                Set::of,
                "FINISHED"));

        LoggedStorage two = storage("two", 0);
        Answer limit = demo.put(
                "/tcn/v1/endpoint-limits",
                "{\"endpoint\": \"http://127.0.0.1:" + two.port() + "\", \"maxOutbound\": 1}");
        assertThat(limit.status()).as(limit.body()).isEqualTo(200);
        long byEndpoint = runs(demo, add(demo, file(two, to, "/endpoint-runs", ENDLESS, "")));
        waiters.add(new Waiter(
                add(demo, file(two, beside, "/endpoint", SMALL, "")),
                "demo",
                "/endpoint",
                whileRuns(byEndpoint, "CONNECTION_LIMIT")));

        LoggedStorage three = storage("three", 0);
        LoggedStorage four = storage("four", 0);
        long owner = runs(demo, add(demo, file(three, to, "/owned", ENDLESS, "")));
        waiters.add(new Waiter(
                add(
                        demo,
                        "{\"source\": \"" + four.put("/other", SMALL) + "\", \"destination\": \"" + to.url("/owned")
                                + "\"}"),
                "demo",
                "/owned",
                whileRuns(owner, "DESTINATION_OWNED")));

        String alice = token(issuer, key, "alice-sub", late, 1);
        LoggedStorage five = storage("five", 0);
        long byToken = runs(demo, addWith(server, alice, file(five, to, "/token-runs", ENDLESS, "")));
        waiters.add(new Waiter(
                addWith(server, alice, file(five, beside, "/token", SMALL, "")),
                "cms",
                "/token",
                whileRuns(byToken, "TOKEN_LIMIT")));

        LoggedStorage six = storage("six", 0);
        narrow(demo, "cms", six, to);
        long byOther = runs(
                demo,
                addWith(server, token(issuer, key, "carol-sub", late, 0), file(six, to, "/ended-runs", ENDLESS, "")));
        Instant soon = Instant.now().plusSeconds(5);
        long ended = addWith(server, token(issuer, key, "bob-sub", soon, 0), file(six, to, "/ended", SMALL, ""));
        await().atMost(Duration.ofSeconds(30)).until(() -> Instant.now().isAfter(soon.plusSeconds(1)));
        waiters.add(new Waiter(
                ended, "cms", "/ended", whileRuns(byOther, "NO_CREDENTIAL"), () -> Set.of("FAILED"), "FAILED"));

        LoggedStorage seven = storage("seven", 0);
        narrow(demo, "demo", seven, to);
        Answer rate = demo.post(
                "/tcn/v1/transfers",
                "{\"rate\": \"200kbit/s\", \"transfers\": [" + file(seven, to, "/rate-runs", ENDLESS, "") + ", "
                        + file(seven, to, "/rate", SMALL, "") + "]}");
        long byRate = runs(demo, id(rate, 0));
        waiters.add(new Waiter(id(rate, 1), "demo", "/rate", whileRuns(byRate, "RATE", "PIPE_MAXIMUM")));

        eachHasItsOneReason(demo, List.of(beside), "at first");
        changes(demo, random, List.of(beside), seed);
        List<Long> runners = new ArrayList<>(running.stream().sorted().toList());
        Collections.shuffle(runners, random);
        for (long runner : runners) {
            cancel(demo, runner);
            eachHasItsOneReason(demo, List.of(), "seed " + seed + ", without runner " + runner);
        }
        allEndAsTheyShould(demo);
        assertThat(destinations.stream().flatMap(each -> each.events().stream()).toList())
                .noneMatch(event -> event.path().equals("/ended"));
    }

    /// What is in the way: no agent; none that may have the token; a credential that has ended; a predecessor.
    @Test
    void whereAgentsCopy() throws IOException {
        long seed = 2;
        Random random = new Random(seed);
        TestIssuer issuer = opened(TestIssuer.start());
        RSAKey key = issuer.newKey("k");
        TestKafka kafka = opened(TestKafka.prepare(folder.resolve("kafka")));
        Map<String, String> settings = withIssuer(issuer);
        settings.put("tcn.agents.enabled", "true");
        settings.put("tcn.agents.brokers", kafka.bootstrap());
        settings.put("tcn.agents.unsigned", "true");
        settings.put("tcn.agents.lost-after", "8s");
        settings.put("tcn.agents.in-process", "never");
        RunningServer server = opened(RunningServer.start(folder, settings));
        Client demo = server.demo();
        demo.post("/tcn/v1/users", "{\"id\": \"cms\"}");
        LoggedStorage from = storage("from", 0);
        LoggedStorage to = storage("to", 0);
        Instant soon = Instant.now().plusSeconds(5);
        boolean[] isThere = {false};
        Supplier<Set<String>> noAgent = () -> isThere[0] ? Set.of() : Set.of("NO_AGENT");

        long plain = add(demo, file(from, to, "/plain", SMALL, ""));
        waiters.add(new Waiter(plain, "demo", "/plain", noAgent));
        waiters.add(new Waiter(
                add(demo, file(from, to, "/after", SMALL, ", \"after\": [" + plain + "]")),
                "demo",
                "/after",
                () -> why(demo, plain).path("state").asString("").equals("FINISHED") ? Set.of() : Set.of("PREDECESSOR"),
                noAgent,
                "FINISHED"));
        // Nothing encrypts what goes to agents here, so tokens of transfers do not go there.
        String late = token(issuer, key, "alice-sub", Instant.now().plusSeconds(3600), 0);
        waiters.add(new Waiter(
                addWith(server, late, file(from, to, "/secret", SMALL, "")),
                "cms",
                "/secret",
                Set::of,
                () -> isThere[0] ? Set.of("NO_CREDENTIAL") : Set.of("NO_AGENT"),
                "QUEUED"));
        long ended = addWith(server, token(issuer, key, "bob-sub", soon, 0), file(from, to, "/ended", SMALL, ""));
        await().atMost(Duration.ofSeconds(30)).until(() -> Instant.now().isAfter(soon.plusSeconds(1)));
        // It is given up when its turn comes, which the one before it in its pipe never leaves to it.
        waiters.add(new Waiter(ended, "cms", "/ended", () -> Set.of("NO_CREDENTIAL", "FAILED"), Set::of, "FAILED"));

        eachHasItsOneReason(demo, List.of(to), "at first");
        changes(demo, random, List.of(to), seed);
        kafka.start();
        opened(AgentProcess.quick(
                folder, "near", kafka.bootstrap(), "--reach", "*", "--set", "tcn.agents.unsigned=true"));
        await().alias("the agent is ready")
                .atMost(Duration.ofSeconds(90))
                .until(() -> demo.get("/tcn/v1/agents")
                        .json()
                        .path("agents")
                        .findValuesAsString("state")
                        .contains("READY"));
        isThere[0] = true;
        eachHasItsOneReason(demo, List.of(), "seed " + seed + ", with an agent");
        changes(demo, random, List.of(), seed);
        waiters.removeIf(waiter -> waiter.id() == ended);
        allEndAsTheyShould(demo);
        assertThat(to.events()).noneMatch(event -> Set.of("/secret", "/ended").contains(event.path()));
    }
}
