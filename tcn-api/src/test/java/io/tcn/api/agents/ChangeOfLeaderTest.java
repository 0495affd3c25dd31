// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent;
import io.tcn.api.credential.VaultKey;
import io.tcn.api.harness.AgentProcess;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.ServerProcess;
import io.tcn.api.harness.SideBySide;
import io.tcn.api.harness.TestKafka;
import io.tcn.api.harness.TestPki;
import io.tcn.api.harness.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Three servers on one PostgreSQL and two agents, all in processes of their own, with a real broker and real bytes:
/// what becomes of attempts when the lead changes hands. The tests run in their order: one server less after the
/// second.
@Tag("it")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChangeOfLeaderTest {
    /// 1 MB/s for each connection.
    private static final double CONNECTION_BPS = 8e6;

    /// Longer than any change of leader may take: nobody waits for its end.
    private static final int ENDLESS = 60_000_000;

    /// Longer than a change of leader takes.
    private static final int LONG = 15_000_000;

    /// Over before another one leads.
    private static final int SHORT = 5_000_000;

    /// Under way when its agent is killed.
    private static final int MIDDLE = 9_000_000;

    private static final int SMALL = 20_000;

    @TempDir
    private static Path folder;

    private static final List<AutoCloseable> OPEN = new ArrayList<>();
    private static final List<Member> MEMBERS = new ArrayList<>();
    private static String url = "";
    private static TestKafka kafka;
    private static Path key;
    private static LoggedStorage from;
    private static LoggedStorage to;
    private static LoggedStorage other;
    private static AgentProcess a;
    private static AgentProcess b;

    private record Member(ServerProcess process, Client demo) implements AutoCloseable {
        String role() {
            return demo.get("/tcn/v1/health").text("role");
        }

        @Override
        public void close() {
            demo.close();
            process.close();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        url = TestPostgres.freshSchema("change_of_leader");
        kafka = TestKafka.prepare(folder.resolve("kafka"));
        OPEN.add(kafka);
        kafka.start();
        key = AgentTrial.newKey(folder);
        from = storage("from");
        to = storage("to");
        other = storage("other");
        a = agent("a", to);
        b = agent("b", other);
        TestPki.into(folder.resolve("data-1"));
        VaultKey.createIfMissing(folder.resolve("data-1"));
        MEMBERS.addAll(SideBySide.start(List.of(() -> member(1), () -> member(2), () -> member(3))));
        soon("both agents are ready").until(() -> readyAgents() == 2);
    }

    @AfterAll
    static void stop() throws Exception {
        try {
            for (Member member : MEMBERS) {
                member.close();
            }
            for (AutoCloseable each : OPEN.reversed()) {
                each.close();
            }
        } finally {
            // A second try in this JVM begins with none of them.
            MEMBERS.clear();
            OPEN.clear();
        }
    }

    private static LoggedStorage storage(String name) throws IOException {
        LoggedStorage storage =
                LoggedStorage.start(folder.resolve(name), builder -> builder.connectionBps(CONNECTION_BPS));
        OPEN.add(storage);
        return storage;
    }

    private static AgentProcess agent(String name, LoggedStorage near) throws IOException {
        AgentProcess agent = AgentProcess.quick(
                folder,
                name,
                kafka.bootstrap(),
                "--near",
                "127.0.0.1:" + near.port(),
                "--key-file",
                key.toString(),
                "--set",
                "tcn.agent.cancel-grace=2s");
        OPEN.add(agent);
        return agent;
    }

    /// The servers share what is in `pki`: authority, certificates, key of the vault.
    private static Member member(int number) throws IOException {
        Path data = folder.resolve("data-" + number);
        if (number > 1) {
            Path pki = Files.createDirectories(data.resolve("pki"));
            try (var files = Files.list(folder.resolve("data-1/pki"))) {
                for (Path file : files.toList()) {
                    Files.copy(file, pki.resolve(file.getFileName()));
                }
            }
        }
        List<String> options = new ArrayList<>();
        Map.of(
                        "spring.datasource.url", url,
                        "tcn.cluster.enabled", "true",
                        "tcn.cluster.address", "https://localhost",
                        "tcn.agents.enabled", "true",
                        "tcn.agents.brokers", kafka.bootstrap(),
                        "tcn.agents.key-file", key.toString(),
                        "tcn.agents.lost-after", "8s",
                        "tcn.agents.in-process", "never",
                        "tcn.pipes.min-connections", "8",
                        "tcn.control.interval", "500ms")
                .forEach((setting, value) -> options.addAll(List.of("--set", setting + "=" + value)));
        options.addAll(List.of("--set", "tcn.agent.cancel-grace=4s"));
        ServerProcess process =
                ServerProcess.start(data, folder.resolve("server-" + number + ".txt"), options.toArray(String[]::new));
        return new Member(process, Client.demo(process.port(), data));
    }

    private static ConditionFactory soon(String what) {
        return await().alias(what)
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions();
    }

    private static Member leader() {
        return soon("one leads")
                .until(
                        () -> MEMBERS.stream()
                                .filter(member -> member.role().equals("leader"))
                                .findFirst()
                                .orElse(null),
                        found -> found != null);
    }

    private static int readyAgents() {
        int ready = 0;
        for (JsonNode agent : leader().demo().get("/tcn/v1/agents").json().path("agents")) {
            ready += agent.path("state").asString().equals("READY") ? 1 : 0;
        }
        return ready;
    }

    private static String submit(LoggedStorage destination, String path, int bytes) throws IOException {
        return leader().demo()
                .submit("{\"files\": [{\"sources\": [\"" + from.put(path, bytes) + "\"], \"destinations\": [\""
                        + destination.url(path) + "\"]}], \"params\": {\"retry\": 0}}");
    }

    private static void awaitWriting(LoggedStorage destination, String... paths) {
        for (String path : paths) {
            soon(path + " is being written")
                    .until(() -> AgentTrial.count(destination, StorageEvent.Kind.WRITING, path) == 1
                            && select("select count(*) from transfer where state = 'ACTIVE' and destination = '"
                                            + destination.url(path) + "'")
                                    == 1);
        }
    }

    private static void assertFinished(String job) {
        soon("job " + job + " is over")
                .until(() ->
                        leader().demo().get("/jobs/" + job).text("job_state").equals("FINISHED"));
    }

    /// Its bytes were moved once, in one attempt.
    private static void assertMovedOnce(LoggedStorage destination, String path, int bytes)
            throws IOException, SQLException {
        assertThat(Files.readAllBytes(destination.file(path))).isEqualTo(LoggedStorage.content(path, bytes));
        assertThat(AgentTrial.count(destination, StorageEvent.Kind.WRITING, path))
                .as(path)
                .isEqualTo(1);
        assertThat(attempts(destination, path)).as("attempts at " + path).isEqualTo(1);
    }

    private static long attempts(LoggedStorage destination, String path) throws SQLException {
        return select("select attempts from transfer where destination = '" + destination.url(path) + "'");
    }

    private static long select(String number) throws SQLException {
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(number)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }

    /// Figures of the run, to be looked at.
    private static void figure(String what, Object value) throws IOException {
        Files.writeString(
                Path.of("target", "change-of-leader.txt"),
                Instant.now() + " " + what + ": " + value + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static Member awaitOther(Member old, Instant since, String what) throws IOException {
        Member next = soon("another one leads")
                .until(
                        () -> MEMBERS.stream()
                                .filter(member ->
                                        !member.equals(old) && member.role().equals("leader"))
                                .findFirst()
                                .orElse(null),
                        found -> found != null);
        figure(what, Duration.between(since, Instant.now()).toMillis() + " ms until another one leads");
        return next;
    }

    /// The longest time, in ms, in which no transfer of a job began.
    private static long longestPause(String job) throws SQLException {
        return select("select coalesce(max(extract(epoch from (b - a)) * 1000), 0)::bigint from (select start_time b,"
                + " lag(start_time) over (order by start_time) a from transfer where job_id = '" + job + "') x");
    }

    @Test
    @Order(1)
    void aHandoverLeavesCopiesAloneAndWaitsForNone() throws Exception {
        List<String> files = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            files.add("{\"sources\": [\"" + from.put("/many/" + i, SMALL) + "\"], \"destinations\": [\""
                    + to.url("/many/" + i) + "\"]}");
        }
        Member old = leader();
        String going = submit(other, "/handover", LONG);
        awaitWriting(other, "/handover");
        String many = old.demo().submit("{\"files\": [" + String.join(",", files) + "]}");
        soon("many begin")
                .until(() ->
                        select("select count(*) from transfer where state = 'FINISHED' and job_id = '" + many + "'")
                                > 20);

        Instant began = Instant.now();
        assertThat(old.demo().post("/tcn/v1/cluster/handover", "{}").status()).isEqualTo(202);
        awaitOther(old, began, "handover");

        assertFinished(going);
        assertFinished(many);
        figure("handover", longestPause(many) + " ms without a start");
        assertMovedOnce(other, "/handover", LONG);
        assertThat(to.events().stream().filter(event -> event.kind() == StorageEvent.Kind.WRITING))
                .as("each of them was moved once")
                .hasSize(files.size());
        soon("the old one follows").until(() -> old.role().equals("follower"));
    }

    @Test
    @Order(2)
    void attemptsGoOnWhenTheServerThatLeadsIsKilled() throws Exception {
        Member old = leader();
        String whole = submit(to, "/goes-on", LONG);
        String unwanted = submit(to, "/unwanted", ENDLESS);
        String orphan = submit(other, "/orphan", MIDDLE);
        awaitWriting(to, "/goes-on", "/unwanted");
        awaitWriting(other, "/orphan");
        String ended = submit(to, "/ends-meanwhile", SHORT);
        awaitWriting(to, "/ends-meanwhile");

        Instant killed = Instant.now();
        old.process().kill();
        b.kill();
        MEMBERS.remove(old);
        Member next = awaitOther(old, killed, "kill -9");
        assertThat(next.demo().delete("/jobs/" + unwanted).status()).isEqualTo(200);
        soon("the copy that nobody wants has stopped")
                .until(() -> AgentTrial.count(to, StorageEvent.Kind.ABANDONED, "/unwanted") == 1);
        assertThat(to.has("/unwanted")).isFalse();
        assertFinished(ended);
        assertFinished(whole);
        assertFinished(orphan);
        figure("kill -9", Duration.between(killed, Instant.now()).toMillis() + " ms until all was over");

        assertMovedOnce(to, "/ends-meanwhile", SHORT);
        assertMovedOnce(to, "/goes-on", LONG);
        assertThat(attempts(to, "/unwanted")).isEqualTo(1);
        soon("its end is stored")
                .until(() -> select("select count(*) from transfer where state = 'CANCELED'"
                                + " and finish_time is not null and dirty = false")
                        == 1);
        assertThat(Files.readAllBytes(other.file("/orphan"))).isEqualTo(LoggedStorage.content("/orphan", MIDDLE));
        assertThat(attempts(other, "/orphan")).isGreaterThan(1);
        assertThat(AgentTrial.count(other, StorageEvent.Kind.WRITTEN, "/orphan"))
                .isEqualTo(1);
        assertThat(to.overlaps()).isEmpty();
        old.close();
    }

    @Test
    @Order(3)
    void aServerThatStoodStillChangesNothingOfWhatAnotherHasTakenOver() throws Exception {
        Member old = leader();
        String job = submit(to, "/two-leaders", LONG);
        awaitWriting(to, "/two-leaders");

        Instant stopped = Instant.now();
        old.process().signal("STOP");
        try {
            MEMBERS.remove(old);
            awaitOther(old, stopped, "SIGSTOP");
            assertFinished(job);
        } finally {
            old.process().signal("CONT");
        }
        assertThat(old.process().awaitEnd(Duration.ofSeconds(20))).isEqualTo(5);
        old.close();
        assertMovedOnce(to, "/two-leaders", LONG);
        assertThat(to.overlaps()).isEmpty();
        assertThat(select("select count(*) from transfer where state not in ('FINISHED', 'CANCELED')"))
                .isZero();
    }

    @Test
    @Order(4)
    void whatAnAgentEndsBeforeItStopsIsKnownToTheNextServer() throws Exception {
        Member old = leader();
        String job = submit(to, "/ends-with-its-agent", SHORT);
        awaitWriting(to, "/ends-with-its-agent");

        old.process().kill();
        MEMBERS.remove(old);
        assertThat(a.stop()).isZero();
        assertThat(to.has("/ends-with-its-agent")).isTrue();
        Instant alone = Instant.now();
        if (MEMBERS.isEmpty()) {
            MEMBERS.add(member(4));
        }

        assertFinished(job);
        figure(
                "the only agent stopped",
                Duration.between(alone, Instant.now()).toMillis() + " ms until its end is known");
        assertMovedOnce(to, "/ends-with-its-agent", SHORT);
        assertThat(to.overlaps()).isEmpty();
        old.close();
    }
}
