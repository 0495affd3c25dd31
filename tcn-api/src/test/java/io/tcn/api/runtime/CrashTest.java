// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.agent.storage.StorageEvent.Kind;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` in the middle of 80 transfers, twice. Two storages copy by themselves, one does not, so that
/// files are pulled (a to b), pushed (a to c) and streamed through the server (c to c).
@Tag("it")
class CrashTest {
    private static final int FILES = 80;
    private static final int FILES_PER_JOB = 20;
    /// 12 connections (3 pipes, 4 each) of 4 Mbit/s: 6 MB/s, about ten seconds for 80 files of 0.75 MiB on average.
    private static final double CONNECTION_BPS = 4e6;

    private static final String[] SETTINGS = {
        "--interval", "1s",
        "--set", "tcn.agent.cancel-grace=2s",
        "--set", "tcn.pipes.min-connections=4",
        "--set", "tcn.pipes.max-connections=4"
    };

    @TempDir
    private Path folder = Path.of("");

    private Path data = Path.of("");
    private final List<LoggedStorage> storages = new ArrayList<>();
    private final List<Copy> copies = new ArrayList<>();
    private final List<String> jobs = new ArrayList<>();
    private int starts;

    private record Copy(LoggedStorage from, String source, LoggedStorage to, String destination, int bytes) {
        String json(boolean withChecksum) {
            return "{\"sources\": [\"" + from.url(source) + "\"], \"destinations\": [\"" + to.url(destination) + "\"]"
                    + (withChecksum ? ", \"checksum\": \"" + LoggedStorage.checksum(source, bytes) + "\"" : "") + "}";
        }
    }

    @BeforeEach
    void makeStoragesAndFiles() throws IOException {
        data = folder.resolve("data");
        LoggedStorage a = storage("a", true);
        LoggedStorage b = storage("b", true);
        LoggedStorage c = storage("c", false);
        for (int i = 0; i < FILES; i++) {
            LoggedStorage from = i % 3 == 2 ? c : a;
            LoggedStorage to = i % 3 == 0 ? b : c;
            int bytes = (256 + (i * 37) % 1024) * 1024 + i;
            String source = "/in/" + i;
            from.put(source, bytes);
            copies.add(new Copy(from, source, to, "/out/" + i % 7 + "/" + i, bytes));
        }
    }

    private LoggedStorage storage(String name, boolean thirdPartyCopy) throws IOException {
        LoggedStorage storage = LoggedStorage.start(
                folder.resolve(name),
                builder -> builder.connectionBps(CONNECTION_BPS).thirdPartyCopy(thirdPartyCopy));
        storages.add(storage);
        return storage;
    }

    @AfterEach
    void closeStorages() {
        storages.forEach(LoggedStorage::close);
    }

    @Test
    void twoKillsLoseNothingAndRunNothingTwiceAtOnce() throws IOException, InterruptedException, SQLException {
        Map<Long, Integer> attemptsOfFinished = new TreeMap<>();
        for (int kill = 1; kill <= 2; kill++) {
            try (ServerProcess server = start()) {
                if (jobs.isEmpty()) {
                    submit(server);
                }
                killWhenWritten(server, FILES * kill / 4);
            }
            attemptsOfFinished.putAll(finishedInStore());
        }
        try (ServerProcess server = start()) {
            awaitAllJobs(server);
            assertThat(server.stop()).as("exit code after SIGTERM").isZero();
        }

        assertThat(storages)
                .allSatisfy(storage -> assertThat(storage.overlaps()).isEmpty());
        for (Copy copy : copies) {
            assertThat(Files.readAllBytes(copy.to().file(copy.destination())))
                    .isEqualTo(LoggedStorage.content(copy.source(), copy.bytes()));
        }
        assertThat(partialFiles()).isEmpty();
        assertThat(finishedInStore())
                .as("what was finished before a kill was not claimed again")
                .hasSize(FILES)
                .containsAllEntriesOf(attemptsOfFinished);
        assertThat(select("select count(*) from transfer where dirty or finish_time is null or start_time is null"))
                .isZero();
        assertThat(select("select count(*) from job where state <> 'FINISHED' or finished <> total or failed > 0"))
                .isZero();
        // Only what ran at one of the two kills, at most 12 each time, had another attempt.
        assertThat(select("select sum(attempts) from transfer")).isBetween((long) FILES, FILES + 2L * 12);
    }

    private ServerProcess start() throws IOException {
        return ServerProcess.start(data, folder.resolve("output-" + ++starts), SETTINGS);
    }

    private void submit(ServerProcess server) throws IOException {
        try (Client client = Client.demo(server.port(), data)) {
            for (int from = 0; from < FILES; from += FILES_PER_JOB) {
                List<String> files = new ArrayList<>();
                for (int i = from; i < from + FILES_PER_JOB; i++) {
                    files.add(copies.get(i).json(i % 2 == 0));
                }
                jobs.add(client.submit("{\"files\": [" + String.join(",", files) + "]}"));
            }
        }
    }

    private void killWhenWritten(ServerProcess server, int files) throws InterruptedException {
        await().alias(files + " files are written and more are on their way")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() ->
                        sum(storage -> storage.count(Kind.WRITTEN)) >= files && sum(LoggedStorage::beingWritten) >= 4);
        server.kill();
    }

    private long sum(java.util.function.ToLongFunction<LoggedStorage> number) {
        return storages.stream().mapToLong(number).sum();
    }

    private void awaitAllJobs(ServerProcess server) throws IOException {
        try (Client client = Client.demo(server.port(), data)) {
            String ids = String.join(",", jobs);
            await().alias("all jobs end")
                    .atMost(Duration.ofMinutes(3))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> client.get("/jobs/" + ids)
                            .json()
                            .valueStream()
                            .noneMatch(job -> job.path("job_finished").isNull()));
            Answer answer = client.get("/jobs/" + ids + "?files=file_id,file_state,reason");
            assertThat(answer.json().findValuesAsString("file_state"))
                    .hasSize(FILES)
                    .containsOnly("FINISHED");
            assertThat(answer.json().findValuesAsString("job_state")).containsOnly("FINISHED");
        }
    }

    private List<String> partialFiles() throws IOException {
        List<String> partial = new ArrayList<>();
        for (LoggedStorage storage : storages) {
            storage.files().stream()
                    .filter(file -> file.startsWith("/.incoming"))
                    .forEach(partial::add);
        }
        return partial;
    }

    /// Numbers of finished transfers with their attempts, from the database of a server that does not run.
    private Map<Long, Integer> finishedInStore() throws SQLException {
        Map<Long, Integer> finished = new TreeMap<>();
        try (Connection database = database();
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("select id, attempts from transfer where state = 'FINISHED'")) {
            while (rows.next()) {
                finished.put(rows.getLong(1), rows.getInt(2));
            }
        }
        return finished;
    }

    private long select(String number) throws SQLException {
        try (Connection database = database();
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(number)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }

    private Connection database() throws SQLException {
        assertThat(Files.exists(data.resolve("db/tcn.mv.db"))).isTrue();
        return DriverManager.getConnection(
                "jdbc:h2:file:" + data.resolve("db").resolve("tcn") + ";IFEXISTS=TRUE;WRITE_DELAY=0", "", "");
    }
}
