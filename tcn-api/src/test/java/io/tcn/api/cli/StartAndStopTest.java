// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent.Kind;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.ChildJvm;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.TestPki;
import io.tcn.api.harness.TestPorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/// How a server starts, refuses to start, stops and starts again.
@Tag("it")
class StartAndStopTest {
    @TempDir
    private Path folder = Path.of("");

    private TcnServer start(Map<String, String> settings) throws IOException {
        TestPki.into(folder.resolve("data"));
        return firstStart(settings);
    }

    /// Makes its own keys if nothing was started yet, which takes its time.
    private TcnServer firstStart(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "server.address", "127.0.0.1",
                "tcn.agent.allow-own-addresses", "true",
                "tcn.agent.cancel-grace", "2s"));
        all.putAll(settings);
        return TcnServer.start(folder.resolve("data"), 0, all);
    }

    private void refused(Map<String, String> settings, String... words) throws IOException {
        TestPki.into(folder.resolve("data"));
        refusedFirstStart(settings, words);
    }

    private void refusedFirstStart(Map<String, String> settings, String... words) {
        assertThatThrownBy(() -> firstStart(settings).close())
                .isInstanceOf(TcnServer.StartFailedException.class)
                .satisfies(failure -> {
                    assertThat(failure.getMessage())
                            .contains(words)
                            .doesNotContain("io.tcn.", "org.springframework", "\n");
                });
    }

    // --- refusals

    @Test
    void wrongSettingsAreRefusedWithWordsAndAGoodStartFollows() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"nodes\": [");
        refused(Map.of("tcn.control.optimizer", "magic"), "magic", "tcn-zero", "fts-model");
        refused(
                Map.of("tcn.control.interval", "1ms", "tcn.control.samples", "0", "tcn.pipes.min-connections", "-1"),
                "tcn.control.interval",
                "tcn.control.samples",
                "tcn.pipes");
        refused(Map.of("tcn.control.utility", "joy"), "tcn.control.utility", "joy", "sum", "alpha-fair", "max-min");
        refused(
                Map.of("tcn.control.utility", "alpha-fair:x", "tcn.control.max-connections", "-1"),
                "alpha-fair:2",
                "tcn.control.max-connections");
        refused(Map.of("tcn.control.interval", "soon"), "tcn.control.interval", "soon");
        refused(Map.of("tcn.topology.file", folder.resolve("none.json").toString()), "none.json");
        refused(Map.of("tcn.topology.file", "no-such-topology"), "no-such-topology");
        refused(Map.of("tcn.topology.file", broken.toString()), "broken.json");
        refused(Map.of("tcn.agent.trust", folder.resolve("none.pem").toString()), "tcn.agent.trust", "none.pem");
        refused(Map.of("tcn.agent.file-roots", folder.resolve("no-root").toString()), "no-root");
        refused(Map.of("tcn.agent.stall-timeout", "-1s"), "stall");
        refused(Map.of("spring.datasource.url", "jdbc:postgresql://127.0.0.1:1/tcn"), "127.0.0.1:1");

        try (TcnServer server = start(Map.of("tcn.topology.file", "esnet6-2026"))) {
            assertThat(server.port()).isPositive();
        }
    }

    @Test
    void namesThatNobodyReadsAreRefusedAllAtOnce() throws IOException {
        refused(
                Map.of("tcn.controll.optimizer", "x", "tcn.security.adminstrators", "y", "tcn.control.interval", "5"),
                "did you mean tcn.control.optimizer",
                "did you mean tcn.security.administrators",
                "tcn.control.interval needs a unit");
    }

    @Test
    void aStartErrorSaysWhatIsNotThereAndWhichSettingNamesIt() throws IOException {
        refused(
                Map.of("server.ssl.certificate", folder.resolve("nothere.pem").toString()),
                "there is no file",
                "nothere.pem",
                "server.ssl.certificate");
        refused(
                Map.of("spring.datasource.url", "jdbc:postgresql://nohost.invalid/tcn"),
                "there is no host nohost.invalid",
                "spring.datasource.url");
    }

    @Test
    void aFirstStartThatFailedLocksNobodyOut() throws IOException {
        refusedFirstStart(
                Map.of("server.ssl.certificate", folder.resolve("nothere.pem").toString()), "nothere.pem");
        assertThat(folder.resolve("data/pki/demo-user.pem")).exists();

        try (TcnServer server = start(Map.of());
                Client client = Client.demo(server.port(), server.dataFolder())) {
            assertThat(server.isDemoOperator()).isTrue();
            assertThat(client.get("/whoami").json().path("is_root").booleanValue())
                    .isTrue();
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            ServeCommand.greet(server, new PrintStream(said, true, StandardCharsets.UTF_8));
            assertThat(said.toString(StandardCharsets.UTF_8)).contains("X509_USER_CERT", "fts-rest-whoami");
        }
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        TestPki.into(folder.resolve("data"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThatThrownBy(() -> TcnServer.start(
                                    folder.resolve("data"), taken.getLocalPort(), Map.of("server.address", "127.0.0.1"))
                            .close())
                    .isInstanceOf(TcnServer.StartFailedException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()))
                    .hasMessageContaining("--port");
        }
    }

    @Test
    void aPortThatIsNoneAndAnAddressOfAnotherMachineAreNamed() throws IOException {
        TestPki.into(folder.resolve("data"));
        assertThatThrownBy(() -> TcnServer.start(folder.resolve("data"), 99_999, Map.of("server.address", "127.0.0.1"))
                        .close())
                .isInstanceOf(TcnServer.StartFailedException.class)
                .hasMessageContainingAll("port 99999", "0 to 65535");
        // Kept for documentation (RFC 5737), so nobody's.
        refused(Map.of("server.address", "203.0.113.9"), "203.0.113.9", "an address of this machine");
    }

    @Test
    void aFolderThatCannotBeOneIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        assertThatThrownBy(
                        () -> TcnServer.start(file.resolve("data"), 0, Map.of()).close())
                .isInstanceOf(TcnServer.StartFailedException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("--data");
    }

    @Test
    void oneServerHasAFolderAtATime() throws IOException, InterruptedException {
        try (TcnServer first = start(Map.of())) {
            refused(Map.of(), "another TCN server", first.dataFolder().toString(), "--data");

            assertThat(saysInOneLine(first.dataFolder()))
                    .contains(
                            "another TCN server",
                            "process " + ProcessHandle.current().pid(),
                            "--data");
            try (Client client = Client.demo(first.port(), first.dataFolder())) {
                assertThat(client.get("/tcn/v1/health").status()).isEqualTo(200);
            }
        }
    }

    /// What a start in a process of its own says that fails.
    private static String saysInOneLine(Path data) throws IOException, InterruptedException {
        List<String> command = ChildJvm.command("192m");
        command.addAll(List.of(TcnCommand.class.getName(), "serve", "--port", "0", "--data", data.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(output.strip().lines()).hasSize(1);
        return output;
    }

    @Test
    void aStartThatFailsWithTheDatabaseOpenSaysSoInOneLine() throws IOException, InterruptedException {
        Path data;
        try (TcnServer server = start(Map.of())) {
            data = server.dataFolder();
            server.bean(JdbcTemplate.class)
                    .update("insert into \"flyway_schema_history\" (\"installed_rank\", \"version\", \"description\","
                            + " \"type\", \"script\", \"checksum\", \"installed_by\", \"execution_time\", \"success\")"
                            + " values (1000, '999', 'later', 'SQL', 'V999__later.sql', 1, 'tcn', 1, true)");
        }
        assertThat(saysInOneLine(data)).contains("the server cannot start", "newer TCN (schema 999)");
    }

    // --- first and second start

    @Test
    void theFirstStartMakesKeysForTheirOwnerAndTheSecondNothing() throws IOException {
        Map<String, String> made;
        try (TcnServer first = firstStart(Map.of())) {
            assertThat(first.isFirstStart()).isTrue();
            made = pki(first.dataFolder());
        }
        assertThat(made.keySet())
                .containsExactly(
                        "ca.key", "ca.pem", "demo-user.key", "demo-user.pem", "server.key", "server.pem", "vault.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("data"))))
                .isEqualTo("rwx------");
        Path pki = folder.resolve("data/pki");
        for (String key : made.keySet()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(pki.resolve(key))))
                    .as(key)
                    .isEqualTo(key.endsWith(".key") ? "rw-------" : "rw-r--r--");
        }
        try (TcnServer second = start(Map.of());
                Client client = Client.demo(second.port(), second.dataFolder())) {
            assertThat(second.isFirstStart()).isFalse();
            assertThat(pki(second.dataFolder())).isEqualTo(made);
            assertThat(client.get("/whoami").json().path("is_root").booleanValue())
                    .isTrue();
        }
    }

    private static Map<String, String> pki(Path data) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(data.resolve("pki"))) {
            for (Path file : (Iterable<Path>) all::iterator) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return files;
    }

    // --- stop

    @Test
    void whatRunsAtAStopIsQueuedAgainAndFinishesAfterTheNextStart() throws IOException, SQLException {
        try (LoggedStorage from = LoggedStorage.start(folder.resolve("from"));
                LoggedStorage to =
                        LoggedStorage.start(folder.resolve("to"), builder -> builder.connectionBps(2 << 20))) {
            StringBuilder files = new StringBuilder();
            for (int i = 0; i < 12; i++) {
                files.append(i == 0 ? "" : ",")
                        .append("{\"sources\": [\"")
                        .append(from.put("/in/" + i, 500_000))
                        .append("\"], \"destinations\": [\"")
                        .append(to.url("/out/" + i))
                        .append("\"]}");
            }
            String job;
            try (TcnServer server = start(Map.of("tcn.pipes.min-connections", "6"));
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                job = client.submit("{\"files\": [" + files + "]}");
                await().atMost(Duration.ofSeconds(30)).until(() -> to.beingWritten() >= 4);
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> to.beingWritten() == 0);
            assertThat(count("select count(*) from transfer where state in ('CLAIMED', 'ACTIVE', 'FAILED')"))
                    .isZero();
            assertThat(count("select count(*) from transfer where retries > 0")).isZero();
            assertThat(count("select count(*) from transfer where state = 'QUEUED'"))
                    .isPositive();

            try (TcnServer server = start(Map.of("tcn.pipes.min-connections", "6"));
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                await().atMost(Duration.ofMinutes(1))
                        .untilAsserted(() -> assertThat(client.get("/jobs/" + job + "?files=file_state,reason")
                                        .body())
                                .contains("\"job_state\":\"FINISHED\""));
            }
            for (int i = 0; i < 12; i++) {
                assertThat(Files.readAllBytes(to.file("/out/" + i)))
                        .isEqualTo(LoggedStorage.content("/in/" + i, 500_000));
            }
            assertThat(to.overlaps()).isEmpty();
        }
    }

    @Test
    void whatWasCanceledBeforeACrashIsCleanedUpAtTheNextStart() throws IOException, SQLException {
        try (LoggedStorage from = LoggedStorage.start(folder.resolve("from"));
                LoggedStorage to = LoggedStorage.start(folder.resolve("to"))) {
            URI source = from.put("/in", 1000);
            String job;
            try (TcnServer server = start(Map.of());
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                job = client.submit("{\"files\": [{\"sources\": [\"" + source + "\"], \"destinations\": [\""
                        + to.url("/out") + "\"]}]}");
                await().atMost(Duration.ofSeconds(30))
                        .until(() ->
                                client.get("/jobs/" + job).text("job_state").equals("FINISHED"));
            }
            // As it is when the process ends between the cancellation and the clean-up.
            change("update transfer set state = 'CANCELED', finish_time = null, dirty = true");
            to.put("/out", 400);

            try (TcnServer server = start(Map.of());
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> client.get("/jobs/" + job + "/files")
                                .json()
                                .at("/0/finish_time")
                                .isString());
                assertThat(client.get("/jobs/" + job + "/files")
                                .json()
                                .at("/0/file_state")
                                .stringValue())
                        .isEqualTo("CANCELED");
            }
            assertThat(to.has("/out")).isFalse();
            assertThat(count("select count(*) from transfer where dirty")).isZero();
        }
    }

    @Test
    void whatSomebodyWroteWhileTheServerWasDownStays() throws IOException, SQLException {
        try (LoggedStorage from = LoggedStorage.start(folder.resolve("from"));
                LoggedStorage to = LoggedStorage.start(folder.resolve("to"))) {
            String files = file(from.put("/in/a", 1000), to.url("/out/a")) + ","
                    + file(from.put("/in/b", 1000), to.url("/out/b"));
            String job;
            try (TcnServer server = start(Map.of());
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                job = client.submit("{\"files\": [" + files + "]}");
                await().atMost(Duration.ofSeconds(30))
                        .until(() ->
                                client.get("/jobs/" + job).text("job_state").equals("FINISHED"));
            }
            // As it is when the process ended an hour ago, while one was copied and one had just been cancelled.
            change("update transfer set state = case when destination like '%a' then 'ACTIVE' else 'CANCELED' end,"
                    + " finish_time = null, dirty = true, dirty_since = start_time - interval '1' hour,"
                    + " start_time = start_time - interval '1' hour");
            change("update job set state = 'ACTIVE', finished = 0, canceled = 1, finish_time = null");
            change("update server_life set at = at - interval '1' hour");
            to.put("/out/a", 400);
            to.put("/out/b", 400);

            try (TcnServer server = start(Map.of());
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> !client.get("/jobs/" + job)
                                        .json()
                                        .path("job_finished")
                                        .isNull()
                                && count("select count(*) from transfer where dirty") == 0);
                assertThat(file(client, job)).contains("Destination file exists", "CANCELED");
            }
            for (String name : new String[] {"/out/a", "/out/b"}) {
                assertThat(Files.readAllBytes(to.file(name))).isEqualTo(LoggedStorage.content(name, 400));
            }
        }
    }

    @Test
    void afterARestoreWhatWasDoneSinceTheBackupIsFoundDoneAndOtherFilesStay() throws IOException, SQLException {
        try (LoggedStorage from = LoggedStorage.start(folder.resolve("from"));
                LoggedStorage to = LoggedStorage.start(folder.resolve("to"))) {
            String whole = file(from.put("/in/whole", 1000), to.url("/out/whole"));
            String other = file(from.put("/in/other", 1000), to.url("/out/other"));
            String job;
            try (TcnServer server = start(Map.of());
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                job = client.submit("{\"files\": [" + whole + "," + other + "]}");
                await().atMost(Duration.ofSeconds(30))
                        .until(() ->
                                client.get("/jobs/" + job).text("job_state").equals("FINISHED"));
            }
            // As a backup from before they ran has it.
            change("update transfer set state = 'QUEUED', attempts = 0, start_time = null, finish_time = null,"
                    + " verified = null");
            change("update job set state = 'SUBMITTED', started = false, finished = 0, finish_time = null");
            to.put("/out/other", 1000);
            long written = to.count(Kind.WRITTEN);

            try (TcnServer server = start(Map.of("tcn.store.restored", "true"));
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() ->
                                client.get("/jobs/" + job).text("job_state").equals("FINISHEDDIRTY"));
                assertThat(file(client, job)).contains("Destination file exists");
            }
            assertThat(to.count(Kind.WRITTEN)).isEqualTo(written);
            assertThat(Files.readAllBytes(to.file("/out/whole"))).isEqualTo(LoggedStorage.content("/in/whole", 1000));
            assertThat(Files.readAllBytes(to.file("/out/other"))).isEqualTo(LoggedStorage.content("/out/other", 1000));
        }
    }

    private static String file(URI source, URI destination) {
        return "{\"sources\": [\"" + source + "\"], \"destinations\": [\"" + destination + "\"]}";
    }

    @Test
    void whatAStorageThatWentAwayKeptIsListedToldAndRemovedWhenItIsBack() throws IOException, SQLException {
        String job;
        int port = TestPorts.one();
        try (LoggedStorage from = LoggedStorage.start(folder.resolve("from"))) {
            try (LoggedStorage to = LoggedStorage.startAt(
                            folder.resolve("to"),
                            port,
                            builder -> builder.connectionBps(1 << 20).thirdPartyCopy(false));
                    TcnServer server = start(Map.of());
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                job = client.submit("{\"files\": [{\"sources\": [\"" + from.put("/in", 5_000_000)
                        + "\"], \"destinations\": [\"" + to.url("/out") + "\"]}], \"params\": {\"retry\": -1}}");
                await().atMost(Duration.ofSeconds(30)).until(() -> to.beingWritten() == 1);
                to.goAway();
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(file(client, job)).contains("FAILED", "may be left"));
                Answer page = client.get("/tcn/v1/leftovers");
                assertThat(page.json().at("/leftovers/0/state").stringValue()).isEqualTo("TRIED_AGAIN");
                assertThat(page.json().at("/leftovers/0/destination").stringValue())
                        .endsWith("/out");
                assertThat(page.json().at("/total").intValue()).isEqualTo(1);
                await().atMost(Duration.ofSeconds(40))
                        .until(() -> client.get("/tcn/v1/health")
                                        .json()
                                        .path("leftovers")
                                        .intValue()
                                == 1);
            }
            // What the storage kept of it, and the pause is over.
            Files.write(folder.resolve("to/out"), new byte[1000]);
            Files.setLastModifiedTime(folder.resolve("to/out"), FileTime.from(writtenFrom()));
            change("update leftover set next_try = written_from");
            try (LoggedStorage back = LoggedStorage.startAt(folder.resolve("to"), port);
                    TcnServer server = start(Map.of());
                    Client client = Client.demo(server.port(), server.dataFolder())) {
                await().atMost(Duration.ofSeconds(30)).until(() -> !back.has("/out"));
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(file(client, job)).contains("has been removed"));
                assertThat(client.get("/tcn/v1/leftovers")
                                .json()
                                .path("leftovers")
                                .isEmpty())
                        .isTrue();
            }
        }
    }

    private static String file(Client client, String job) {
        return client.get("/jobs/" + job + "/files").body();
    }

    private Instant writtenFrom() throws SQLException {
        try (Connection database = database();
                Statement statement = database.createStatement();
                var rows = statement.executeQuery("select written_from from leftover")) {
            assertThat(rows.next()).isTrue();
            return rows.getObject(1, OffsetDateTime.class).toInstant();
        }
    }

    private long count(String query) throws SQLException {
        try (Connection database = database();
                Statement statement = database.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }

    private void change(String update) throws SQLException {
        try (Connection database = database();
                Statement statement = database.createStatement()) {
            statement.executeUpdate(update);
        }
    }

    private Connection database() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:h2:file:" + folder.resolve("data/db/tcn") + ";IFEXISTS=TRUE;WRITE_DELAY=0", "", "");
    }
}
