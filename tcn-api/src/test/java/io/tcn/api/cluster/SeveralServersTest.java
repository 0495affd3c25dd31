// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.RSAKey;
import io.tcn.api.cli.TcnServer;
import io.tcn.api.credential.VaultKey;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.ServerProcess;
import io.tcn.api.harness.SideBySide;
import io.tcn.api.harness.TestCertificates;
import io.tcn.api.harness.TestIssuer;
import io.tcn.api.harness.TestPki;
import io.tcn.api.harness.TestPostgres;
import io.tcn.api.security.ClientTls;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
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
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Three servers in processes of their own on one PostgreSQL. The tests run in their order: each leaves one
/// server less, or another one that leads.
@Tag("it")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SeveralServersTest {
    /// Within which another server leads.
    private static final Duration TAKEOVER = Duration.ofSeconds(15);

    /// The same, after the one before has stopped what ran there.
    private static final Duration HANDOVER = Duration.ofSeconds(30);

    /// 1 Mbit/s for each connection: a file is on its way for 0.4 s.
    private static final double CONNECTION_BPS = 1e6;

    private static final int BYTES = 50_000;

    /// What a caller may see while the lead changes hands, beside 200: connections that break, too.
    private static final Set<String> OUTAGES = Set.of("502", "503", "broken");

    @TempDir
    private static Path folder;

    private static String url = "";
    private static TestIssuer issuer;
    private static RSAKey key;
    private static TestCertificates.Issued aliceFiles;
    private static LoggedStorage from;
    private static LoggedStorage to;
    private static final List<Member> MEMBERS = new ArrayList<>();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    /// Jobs whose submission was confirmed.
    private static final Queue<String> ACCEPTED = new ConcurrentLinkedQueue<>();

    /// A server with two who call it.
    private record Member(ServerProcess process, Path data, String host, Client demo, Client alice)
            implements AutoCloseable {
        String name() {
            return "localhost:" + process.port();
        }

        JsonNode cluster() {
            return demo.get("/tcn/v1/cluster").json();
        }

        String role() {
            return demo.get("/tcn/v1/health").text("role");
        }

        @Override
        public void close() {
            demo.close();
            alice.close();
            process.close();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        url = TestPostgres.freshSchema("several_servers");
        Path first = folder.resolve("data-1");
        Pki pki = TestPki.into(first);
        VaultKey.createIfMissing(first);
        issuer = TestIssuer.start(ClientTls.of(pki.caCertificate(), pki.serverCertificate(), pki.serverKey()));
        key = issuer.newKey("k1");
        aliceFiles = TestCertificates.issue(first, folder, "DC=org,DC=example,OU=people,CN=Alice Tester");
        from = LoggedStorage.start(folder.resolve("from"), builder -> builder.connectionBps(CONNECTION_BPS));
        to = LoggedStorage.start(folder.resolve("to"), builder -> builder.connectionBps(CONNECTION_BPS));
        MEMBERS.addAll(SideBySide.start(List.of(() -> startMember(1), () -> startMember(2), () -> startMember(3))));
    }

    /// The servers share what is in `pki`: authority, certificates, key of the vault.
    private static Member startMember(int number) throws IOException {
        Path first = folder.resolve("data-1").resolve("pki");
        Path data = folder.resolve("data-" + number);
        if (number > 1) {
            Path pki = Files.createDirectories(data.resolve("pki"));
            try (var files = Files.list(first)) {
                for (Path file : files.toList()) {
                    Files.copy(file, pki.resolve(file.getFileName()));
                }
            }
        }
        String host = "host-" + number + ".example.org";
        ServerProcess process = ServerProcess.start(
                data,
                folder.resolve("output-" + number),
                "--interval",
                "1s",
                "--set",
                "spring.datasource.url=" + url,
                "--set",
                "tcn.cluster.enabled=true",
                "--set",
                "tcn.cluster.address=https://localhost",
                "--set",
                "tcn.cluster.host=" + host,
                "--set",
                "tcn.agent.cancel-grace=4s",
                "--set",
                "tcn.pipes.min-connections=16",
                "--set",
                "tcn.pipes.max-connections=16",
                "--set",
                "tcn.security.issuers[0].url=" + issuer.url(),
                "--set",
                "tcn.security.issuers[0].trust=" + first.resolve("ca.pem"));
        return new Member(
                process,
                data,
                host,
                Client.demo(process.port(), data),
                Client.of(process.port(), folder.resolve("data-1"), aliceFiles));
    }

    @AfterAll
    static void stop() {
        MEMBERS.forEach(Member::close);
        // A second try in this JVM begins with none of them.
        MEMBERS.clear();
        ACCEPTED.clear();
        from.close();
        to.close();
        issuer.close();
    }

    private static Member leader() {
        return await().alias("one leads")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(
                        () -> MEMBERS.stream()
                                .filter(member -> member.role().equals("leader"))
                                .findFirst()
                                .orElse(null),
                        found -> found != null);
    }

    private static List<Member> followers(Member leader) {
        return MEMBERS.stream().filter(member -> !member.equals(leader)).toList();
    }

    private static String job() {
        int number = NUMBER.incrementAndGet();
        String name = "/in/" + number;
        try {
            from.put(name, BYTES);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return "{\"files\": [{\"sources\": [\"" + from.url(name) + "\"], \"destinations\": [\""
                + to.url("/out/" + number) + "\"]}]}";
    }

    @Test
    @Order(1)
    void everyServerAnswersLikeTheOneThatLeads() throws SQLException {
        Member leader = leader();
        for (Member follower : followers(leader)) {
            assertThat(follower.role()).isEqualTo("follower");
            assertThat(follower.demo().get("/tcn/v1/health").status()).isEqualTo(200);
            Answer answer = follower.alice().post("/jobs", job());
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.headers().firstValue(PassOn.ANSWERED_BY)).contains(leader.name());
            String id = answer.text("job_id");
            ACCEPTED.add(id);
            JsonNode job = leader.alice().get("/jobs/" + id).json();
            assertThat(job.path("user_dn").stringValue()).isEqualTo("/DC=org/DC=example/OU=people/CN=Alice Tester");
            assertThat(follower.alice().get("/jobs/" + id).json().path("job_id"))
                    .isEqualTo(job.path("job_id"));
            assertThat(follower.alice().get("/whoami").body())
                    .isEqualTo(leader.alice().get("/whoami").body());
            assertThat(follower.alice().get("/tcn/v1/audit").status())
                    .as("no more rights than there")
                    .isEqualTo(403);
            assertThat(follower.demo().get("/tcn/v1/audit").status()).isEqualTo(200);
            assertThat(follower.demo().get("/tcn/v1/jobs").body()).contains(id);
            assertThat(follower.alice().get("/jobs/" + id + "%2f").status()).isIn(400, 404);
            String canceled = follower.alice().submit(job());
            assertThat(follower.alice().delete("/jobs/" + canceled).status()).isEqualTo(200);
            assertThat(follower.demo().get("/tcn/v1/metrics").body()).contains("tcn_");
        }
        // On a machine that has stood still a lease or a sign of life may be old.
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            JsonNode cluster = followers(leader).getFirst().cluster();
            assertThat(cluster.path("leader").stringValue()).isEqualTo(leader.name());
            assertThat(cluster.path("answeredBy").stringValue()).isEqualTo(leader.name());
            assertThat(cluster.path("leaseLeftSeconds").doubleValue()).isBetween(1.0, 8.5);
            assertThat(cluster.path("servers").findValuesAsString("name"))
                    .containsExactlyInAnyOrder(
                            MEMBERS.stream().map(Member::name).toArray(String[]::new));
            assertThat(cluster.path("servers").findValuesAsString("alive")).containsOnly("true");
        });
        assertThat(select("select count(distinct epoch) from server_lead")).isEqualTo(1);
    }

    @Test
    @Order(2)
    void tokensAndLargeBodiesAndPagesPassThrough() {
        Member leader = leader();
        Member follower = followers(leader).getFirst();
        String token = TestIssuer.sign(key, issuer.claims("alice-sub"));
        Answer who = follower.demo()
                .send(follower.demo()
                        .request("//whoami?x=%20y")
                        .header("Authorization", "Bearer " + token)
                        .GET());
        assertThat(who.text("user_dn")).isEqualTo("alice-sub");
        Answer bad = follower.demo()
                .send(follower.demo()
                        .request("/whoami")
                        .header("Authorization", "Bearer x.y.z")
                        .GET());
        assertThat(bad.status()).isEqualTo(401);
        assertThat(bad.headers().firstValue("WWW-Authenticate")).isPresent();

        List<String> files = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            files.add("{\"sources\": [\"https://none.invalid/a/" + i + "\"], \"destinations\": [\"" + to.url("/no/" + i)
                    + "\"]}");
        }
        String large = follower.alice().submit("{\"files\": [" + String.join(",", files) + "]}");
        Answer list = follower.alice().get("/jobs/" + large + "/files");
        assertThat(list.json().size()).isEqualTo(4000);
        assertThat(follower.alice().delete("/jobs/" + large).status()).isEqualTo(200);

        Answer page = follower.demo().get("/ui");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.contentType()).startsWith("text/html");
        assertThat(page.headers().allValues("X-Content-Type-Options")).hasSize(1);
        Answer elsewhere =
                follower.demo().send(follower.demo().request("/whoami").header("Origin", "https://evil.example"));
        assertThat(elsewhere.status()).isEqualTo(403);
        Answer ownOrigin = follower.demo()
                .send(follower.demo()
                        .request("/whoami")
                        .header(
                                "Origin",
                                "https://localhost:" + follower.process().port()));
        assertThat(ownOrigin.status()).isEqualTo(200);
        assertThat(follower.demo().get("/nothing-here").status()).isEqualTo(404);
    }

    @Test
    @Order(3)
    void aPassportThatNoServerHasSignedIsRefused() {
        Member leader = leader();
        long term = leader.cluster().path("epoch").longValue();
        String forged = new Passport(
                        term, Instant.now(), "GET", "/tcn/v1/audit", "https", "localhost", "127.0.0.1", List.of())
                .signed("not the secret");
        for (Member member : MEMBERS) {
            for (String header : List.of(forged, "x", "", "a.b")) {
                Answer answer = member.demo()
                        .send(member.demo()
                                .request("/tcn/v1/audit")
                                .header(Passport.HEADER, header)
                                .method("GET", BodyPublishers.noBody()));
                assertThat(answer.status()).as(header).isEqualTo(403);
            }
        }
    }

    @Test
    @Order(4)
    void aServerThatWantsTheDatabaseForItselfIsRefused() throws IOException {
        Path data = folder.resolve("alone");
        TestPki.into(data);
        Files.copy(folder.resolve("data-1/pki/vault.key"), data.resolve("pki/vault.key"));
        assertThatThrownBy(() -> TcnServer.start(
                                data, 0, Map.of("spring.datasource.url", url, "server.address", "127.0.0.1"))
                        .close())
                .isInstanceOf(TcnServer.StartFailedException.class)
                .hasMessageContaining("another TCN server uses this database")
                .hasMessageContaining("tcn.cluster.enabled");
    }

    private static void awaitFollowing(Member old) {
        await().alias("the old one is back and follows")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> old.role().equals("follower"));
    }

    @Test
    @Order(5)
    void theLeadIsHandedOver() {
        Member old = leader();
        Submissions submissions = Submissions.start(followers(old));
        Instant began = Instant.now();
        Answer answer = followers(old).getFirst().demo().post("/tcn/v1/cluster/handover", "{}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(answer.text("from")).isEqualTo(old.name());
        Duration takeover = awaitOther(old, began);
        figure("handover", takeover.toMillis() + " ms");
        assertThat(takeover).isLessThan(HANDOVER);
        awaitFollowing(old);
        submissions.end();
        assertThat(leader().demo().get("/tcn/v1/audit").body()).contains("hand-over");
        awaitAccepted();
    }

    @Test
    @Order(6)
    void aDrainedServerHandsTheLeadOverAndFollows() {
        Member old = leader();
        Submissions submissions = Submissions.start(followers(old));
        Instant began = Instant.now();
        drain(followers(old).getFirst(), old, true);
        Duration takeover = awaitOther(old, began);
        figure("handover by a drain", takeover.toMillis() + " ms");
        assertThat(takeover).isLessThan(HANDOVER);
        awaitFollowing(old);
        submissions.end();
        JsonNode servers = old.cluster().path("servers");
        for (JsonNode server : servers) {
            assertThat(server.path("drained").booleanValue())
                    .isEqualTo(server.path("name").stringValue().equals(old.name()));
        }
        assertThat(leader().demo().get("/tcn/v1/audit").body()).contains("which is drained");
        drain(old, old, false);
        awaitAccepted();
    }

    private static void drain(Member asked, Member which, boolean on) {
        Answer answer =
                asked.demo().put("/tcn/v1/drain", "{\"drained\": " + on + ", \"host\": \"" + which.host() + "\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    @Test
    @Order(7)
    void aKilledServerIsReplacedAndNothingAcceptedIsLost() throws IOException, InterruptedException {
        Member old = leader();
        List<Member> others = followers(old);
        Submissions submissions = Submissions.start(MEMBERS);
        await().alias("some are accepted").atMost(Duration.ofMinutes(1)).until(() -> submissions.ok.get() > 20);
        Instant killed = Instant.now();
        old.process().kill();
        Duration takeover = awaitOther(old, killed);
        figure("takeover after kill -9", takeover.toMillis() + " ms");
        assertThat(takeover).isLessThan(TAKEOVER);
        int then = submissions.ok.get();
        await().alias("more are accepted").atMost(Duration.ofMinutes(1)).until(() -> submissions.ok.get() > then + 10);
        submissions.end();
        old.close();
        MEMBERS.remove(old);
        assertThat(others).anyMatch(member -> member.role().equals("leader"));
        awaitAccepted();
    }

    @Test
    @Order(8)
    void aServerThatStoodStillLeadsNoMoreWhenItGoesOn() throws IOException, InterruptedException, SQLException {
        Member fresh = startMember(4);
        MEMBERS.add(fresh);
        Member old = leader();
        List<Member> others = followers(old);
        Submissions submissions = Submissions.start(others);
        await().alias("some are accepted").atMost(Duration.ofMinutes(1)).until(() -> submissions.ok.get() > 20);
        Instant stopped = Instant.now();
        old.process().signal("STOP");
        try {
            MEMBERS.remove(old);
            Duration takeover = awaitOther(old, stopped);
            figure("takeover after SIGSTOP", takeover.toMillis() + " ms");
            assertThat(takeover).isLessThan(TAKEOVER);
            await().pollDelay(Duration.ofSeconds(20).minus(takeover))
                    .atMost(Duration.ofSeconds(40))
                    .until(() -> true);
        } finally {
            old.process().signal("CONT");
        }
        assertThat(old.process().awaitEnd(Duration.ofSeconds(30))).isEqualTo(5);
        assertThat(old.process().output()).containsOnlyOnce("this one ends, without removing anything");
        submissions.end();
        old.close();
        long epoch = leader().cluster().path("epoch").longValue();
        assertThat(select("select term from server_lease")).isEqualTo(epoch);
        assertThat(select("select count(*) from server_lead where epoch <> " + epoch))
                .isZero();
        awaitAccepted();
        assertThat(to.overlaps())
                .as("no destination was written by two at once")
                .isEmpty();
        assertThat(select("select count(*) from transfer where state not in ('FINISHED', 'CANCELED', 'FAILED')"))
                .isZero();
    }

    /// The clock of the database jumps back for the time of a statement: the lease would last for an hour. Who leads
    /// renews it for as long as it should be.
    @Test
    @Order(9)
    void aLeaseThatLastsTooLongByAJumpOfTheClockIsSetRight() throws SQLException {
        Member leader = leader();
        long term = select("select term from server_lease");
        execute("update server_lease set ends = ends + interval '1 hour'");
        await().alias("the lease is as long as it should be")
                .atMost(Duration.ofSeconds(30))
                .until(() -> select("select count(*) from server_lease where ends > clock_timestamp() and"
                                + " ends < clock_timestamp() + interval '9 seconds'")
                        == 1);
        assertThat(select("select term from server_lease")).isEqualTo(term);
        assertThat(leader.role()).isEqualTo("leader");
    }

    /// It jumps forward, again and again until another one has seen the lease ended. The one before finds out when it
    /// looks next; until then it may store nothing, and what it has running is taken over when it is gone.
    @Test
    @Order(10)
    void aJumpForwardOfTheClockEndsTheServerThatLed() throws IOException, InterruptedException, SQLException {
        Member old = leader();
        Submissions submissions = Submissions.start(followers(old));
        long term = select("select term from server_lease");
        Instant began = Instant.now();
        await().alias("another one has the lead")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    execute("update server_lease set ends = ends - interval '1 hour' where term = " + term);
                    return select("select term from server_lease") > term;
                });
        Duration takeover = awaitOther(old, began);
        assertThat(old.process().awaitEnd(Duration.ofSeconds(30))).isEqualTo(5);
        figure(
                "the one before ended after",
                Duration.between(began, Instant.now()).toMillis() + " ms");
        MEMBERS.remove(old);
        assertThat(takeover).isLessThan(TAKEOVER);
        submissions.end();
        old.close();
        assertThat(select("select count(*) from server_lead where epoch <> " + (term + 1)))
                .isZero();
        awaitAccepted();
        assertThat(to.overlaps())
                .as("no destination was written by two at once")
                .isEmpty();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    /// Submits jobs through some servers, one after the other, until it is told to end.
    private static final class Submissions {
        private final AtomicInteger ok = new AtomicInteger();
        private final Map<String, AtomicInteger> others = new TreeMap<>();
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean ending;

        static Submissions start(List<Member> members) {
            Submissions submissions = new Submissions();
            for (Member member : members) {
                submissions.threads.add(Thread.ofVirtual().start(() -> submissions.run(member)));
            }
            return submissions;
        }

        private void run(Member member) {
            while (!ending) {
                try {
                    Answer answer = member.alice().post("/jobs", job());
                    if (answer.status() == 200 && !answer.text("job_id").isEmpty()) {
                        ok.incrementAndGet();
                        ACCEPTED.add(answer.text("job_id"));
                    } else {
                        boolean saysWhen = answer.status() != 503
                                || answer.headers().firstValue("Retry-After").isPresent();
                        count(answer.status() + (saysWhen ? "" : " without Retry-After"));
                    }
                } catch (UncheckedIOException broken) {
                    count("broken");
                } catch (RuntimeException | AssertionError unread) {
                    count(unread.toString());
                }
                pause();
            }
        }

        private static void pause() {
            await().pollDelay(Duration.ofMillis(100)).until(() -> true);
        }

        private synchronized void count(String what) {
            others.computeIfAbsent(what, first -> new AtomicInteger()).incrementAndGet();
        }

        synchronized Map<String, AtomicInteger> others() {
            return others;
        }

        void end() {
            ending = true;
            for (Thread thread : threads) {
                try {
                    thread.join(Duration.ofSeconds(40));
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            }
            assertThat(threads).as("callers that wait for an answer").noneMatch(Thread::isAlive);
            assertThat(ok).as("submissions that were accepted").hasPositiveValue();
            figure("submissions", ok + " accepted, not accepted: " + others());
            assertThat(others().keySet()).as("what callers saw beside 200").isSubsetOf(OUTAGES);
        }
    }

    /// Figures of the run, to be looked at.
    private static void figure(String what, String value) {
        try {
            Files.writeString(
                    Path.of("target", "several-servers.txt"),
                    Instant.now() + " " + what + ": " + value + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// How long it took until a server that is not the old one leads and confirms a submission.
    private static Duration awaitOther(Member old, Instant since) {
        return await().alias("another one leads")
                .atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(
                        () -> {
                            for (Member member : MEMBERS) {
                                if (!member.equals(old) && member.role().equals("leader")) {
                                    Answer answer = member.alice().post("/jobs", job());
                                    if (answer.status() == 200) {
                                        ACCEPTED.add(answer.text("job_id"));
                                        return Duration.between(since, Instant.now());
                                    }
                                }
                            }
                            return Duration.ZERO;
                        },
                        Duration::isPositive);
    }

    /// Every job that was confirmed is there, and ends well.
    private static void awaitAccepted() {
        Client client = leader().demo();
        for (String id : List.copyOf(ACCEPTED)) {
            await().alias("job " + id + " ends")
                    .atMost(Duration.ofMinutes(2))
                    // Most of them, of hundreds, have ended: they need no pause before they are asked for.
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(100))
                    .ignoreExceptions()
                    .until(() -> client.get("/jobs/" + id).text("job_state").equals("FINISHED"));
            ACCEPTED.remove(id);
        }
    }

    private static long select(String number) throws SQLException {
        try (Connection database = DriverManager.getConnection(url);
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(number)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }
}
