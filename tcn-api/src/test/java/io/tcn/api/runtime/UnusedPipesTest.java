// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.store.JpaTransferStore;
import io.tcn.api.store.RetentionCursor;
import io.tcn.api.store.RetentionStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/// Pipes that came on first use go when nothing uses them, and come back.
@Tag("it")
class UnusedPipesTest {
    @TempDir
    static Path folder;

    private static List<String> pipes(Client client) {
        return client.get("/tcn/v1/pipes").json().findValuesAsString("id");
    }

    private static long transfer(Client client, LoggedStorage from, LoggedStorage to, String name) throws IOException {
        from.put(name, 1000);
        Answer answer = client.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [{\"source\": \"" + from.url(name) + "\", \"destination\": \"" + to.url(name)
                        + "\"}]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        long id = answer.json().at("/transfers/0/id").longValue();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> client.get("/tcn/v1/transfers/" + id)
                        .json()
                        .path("state")
                        .asString("")
                        .equals("FINISHED"));
        return id;
    }

    private static void archiveAll(RunningServer server) {
        RetentionStore store = server.server().bean(RetentionStore.class);
        server.server()
                .bean(JpaTransferStore.class)
                .inTurn(() -> store.removeNext(
                        Instant.now().plusSeconds(60), RetentionStore.Then.ARCHIVED, RetentionCursor.START))
                .join();
    }

    @Test
    void aPipeThatNobodyHasDeclaredGoesWhenNothingUsesItAndComesBack() throws IOException {
        try (RunningServer server =
                        RunningServer.start(folder.resolve("server"), Map.of("tcn.retention.keep-finished", "0"));
                LoggedStorage a = LoggedStorage.start(folder.resolve("a"));
                LoggedStorage b = LoggedStorage.start(folder.resolve("b"))) {
            Client client = server.demo();
            Answer declared = client.post(
                    "/tcn/v1/pipes",
                    "{\"source\": \"" + "http://127.0.0.1:" + b.port() + "\", \"destination\": \"http://127.0.0.1:"
                            + a.port() + "\", \"user\": \"demo\"}");
            String kept = declared.json().path("id").asString("");
            long first = transfer(client, a, b, "/one");
            String automatic =
                    client.get("/tcn/v1/transfers/" + first).json().path("pipe").asString("");
            UnusedPipes unused = server.server().bean(UnusedPipes.class);

            assertThat(unused.forget() + unused.forget())
                    .as("its transfer is kept")
                    .isZero();
            archiveAll(server);
            assertThat(unused.forget()).as("the first look").isZero();
            assertThat(pipes(client)).containsExactlyInAnyOrder(kept, automatic);
            assertThat(unused.forget()).isEqualTo(1);
            assertThat(pipes(client)).containsExactly(kept);
            assertThat(client.get("/tcn/v1/transfers/" + first)
                            .json()
                            .path("state")
                            .asString(""))
                    .as("in the archive")
                    .isEqualTo("FINISHED");

            assertThat(unused.forget()).isZero();
            assertThat(server.server().bean(JdbcTemplate.class).queryForList("select id from pipe", String.class))
                    .as("its row")
                    .containsExactly(kept);

            long second = transfer(client, a, b, "/two");
            assertThat(client.get("/tcn/v1/transfers/" + second)
                            .json()
                            .path("pipe")
                            .asString(""))
                    .isEqualTo(automatic);
            assertThat(pipes(client)).containsExactlyInAnyOrder(kept, automatic);
        }
    }
}
