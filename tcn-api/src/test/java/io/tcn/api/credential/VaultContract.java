// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.RSAKey;
import io.tcn.agent.Side;
import io.tcn.agent.transfer.BearerTokens;
import io.tcn.api.cli.TcnServer;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestIssuer;
import io.tcn.api.store.credential.SealedTokenStore;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/// What the vault does, on each database. One server for all, its vault empty before each test.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class VaultContract {
    private static final RSAKey KEY = TestIssuer.rsa("k");
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    private Path folder = Path.of("");
    private Map<String, String> settings = Map.of();
    private RunningServer server;
    private CredentialVault vault;

    VaultContract() {}

    /// Settings that lead to an empty database.
    abstract Map<String, String> emptyDatabase() throws Exception;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        settings = emptyDatabase();
        server = RunningServer.start(folder, settings);
        vault = server.server().bean(CredentialVault.class);
    }

    @BeforeEach
    void emptyVault() {
        server.server().bean(JdbcTemplate.class).update("delete from transfer_token");
        server.server().bean(SealedVault.class).forget();
    }

    @AfterAll
    void stop() {
        if (server != null) { // null where the database is missing and the test is skipped
            server.close();
        }
    }

    private String token(String subject, Instant ends) {
        return TestIssuer.sign(
                KEY,
                TestIssuer.claims("https://iam.example.org/", subject, now).expirationTime(java.util.Date.from(ends)));
    }

    private void restart() throws IOException {
        server.close();
        server = RunningServer.start(folder, settings);
        vault = server.server().bean(CredentialVault.class);
    }

    @Test
    @DisplayName("the name of a token is the beginning of its SHA-1")
    void names() {
        assertThat(SealedVault.name("abc")).isEqualTo("a9993e364706816a");
    }

    @Test
    void aTokenSurvivesARestartAndIsNotInTheDatabaseInPlain() throws IOException {
        String token = token("alice-sub", now.plusSeconds(3600));

        Kept kept = vault.keep(token);

        assertThat(kept).isEqualTo(new Kept(SealedVault.name(token), now.plusSeconds(3600)));
        assertThat(vault.keep(token)).isEqualTo(kept);
        restart();
        assertThat(vault.token(kept.name())).contains(token);
        assertThat(vault.token("0000000000000000")).isEmpty();
        List<String> rows = server.server()
                .bean(JdbcTemplate.class)
                .queryForList("select sealed from transfer_token", String.class);
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst()).doesNotContain(token);
        assertThat(new String(Base64.getDecoder().decode(rows.getFirst()), StandardCharsets.ISO_8859_1))
                .doesNotContain(token.substring(0, 20));
    }

    @Test
    void aTokenThatWasJustGivenIsKnownWithoutTheDatabase() {
        String token = token("alice-sub", now.plusSeconds(3600));
        Kept kept = vault.keep(token);
        server.server().bean(JdbcTemplate.class).update("delete from transfer_token");

        assertThat(vault.token(kept.name())).contains(token);
    }

    @Test
    void aBatchKeepsEachTokenOnceAndNoneIfOneIsBad() {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 2500; i++) {
            tokens.add(i % 100 == 0 ? token("user-" + i, now.plusSeconds(60)) : tokens.getLast());
        }
        Map<String, Kept> kept = vault.keepAll(tokens);
        assertThat(kept).hasSize(25);
        assertThat(vault.keepAll(tokens)).isEqualTo(kept);
        JdbcTemplate jdbc = server.server().bean(JdbcTemplate.class);
        assertThat(jdbc.queryForObject("select count(*) from transfer_token", Integer.class))
                .isEqualTo(25);

        String fresh = token("fresh", now.plusSeconds(60));
        for (String bad : List.of(
                "",
                "abc",
                "a.b.c",
                TestIssuer.sign(KEY, TestIssuer.claims("i", "s", now).expirationTime(null)))) {
            assertThatThrownBy(() -> vault.keepAll(List.of(fresh, bad)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("eyJ");
        }
        assertThat(vault.token(SealedVault.name(fresh))).isEmpty();
    }

    @Test
    void whatEndedADayAgoIsRemovedAndTheRestStays() {
        Kept old = vault.keep(token("old", now.minus(Duration.ofHours(25))));
        Kept recent = vault.keep(token("recent", now.minus(Duration.ofHours(23))));
        assertThat(vault.token(old.name())).isPresent();

        assertThat(server.server().bean(CredentialPurge.class).purge()).isEqualTo(1);

        assertThat(vault.token(old.name())).isEmpty();
        assertThat(vault.token(recent.name())).isPresent();
    }

    @Test
    void theDataPlaneGetsTheTokenThatATransferNames() {
        String token = token("alice-sub", now.plusSeconds(3600));
        String name = vault.keep(token).name();
        Transfer transfer = new Transfer(
                TransferId.of(1),
                PipeId.of("p"),
                URI.create("davs://a.example.org/f"),
                URI.create("davs://b.example.org/f"),
                1,
                3,
                Set.of(),
                new TransferOptions(
                        false,
                        null,
                        ChecksumMode.WHEN_OBTAINABLE,
                        0,
                        Duration.ZERO,
                        null,
                        new TransferCredentials(null, name, now.plusSeconds(3600)),
                        false,
                        false));
        BearerTokens tokens = server.server().bean(BearerTokens.class);

        assertThat(tokens.find(transfer, Side.SOURCE)).isEmpty();
        assertThat(tokens.find(transfer, Side.DESTINATION)).contains(token);
    }

    @Test
    void anotherKeyOrNoneStopsTheStartWithAClearText() throws IOException {
        vault.keep(token("alice-sub", now.plusSeconds(3600)));
        Path key = folder.resolve("data/pki/vault.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        String right = Files.readString(key);
        server.close();

        Files.writeString(key, Base64.getEncoder().encodeToString(new byte[32]) + "\n");
        refusedStart("not the one under which");
        Files.writeString(key, "hello");
        refusedStart("vault.key");
        Files.delete(key);
        refusedStart("is missing");
        assertThat(key).doesNotExist();

        Files.writeString(key, right);
        restart();
    }

    private void refusedStart(String reason) {
        assertThatThrownBy(() -> RunningServer.start(folder, settings))
                .isInstanceOf(TcnServer.StartFailedException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("restore");
    }

    @Test
    void aSealedTextCannotStandInForAnotherNorBeChanged() {
        Sealer sealer = server.server().bean(Sealer.class);
        String sealed = sealer.seal("secret".getBytes(StandardCharsets.UTF_8), "token a");
        assertThat(sealer.open(sealed, "token a")).asString().isEqualTo("secret");
        assertThat(sealer.seal("secret".getBytes(StandardCharsets.UTF_8), "token a"))
                .isNotEqualTo(sealed);
        assertThatThrownBy(() -> sealer.open(sealed, "token b")).isInstanceOf(IllegalStateException.class);
        byte[] changed = Base64.getDecoder().decode(sealed);
        changed[changed.length - 1] ^= 1;
        assertThatThrownBy(() -> sealer.open(Base64.getEncoder().encodeToString(changed), "token a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> sealer.open("??", "token a")).isInstanceOf(IllegalStateException.class);
        assertThat(server.server().bean(SealedTokenStore.class).findCheck()).isPresent();
    }
}
