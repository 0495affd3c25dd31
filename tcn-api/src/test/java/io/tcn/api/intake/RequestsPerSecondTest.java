// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Limits of requests per second on a running server, over HTTP.
@Tag("it")
class RequestsPerSecondTest {
    private static final String NATIVE = "/tcn/v1/users";
    private static final String FTS = "/whoami";

    @TempDir
    private Path folder = Path.of("");

    /// Asks twelve times at once: one request per second lets two through, and one more for each second that it takes.
    private static Answer refused(Client client, String path) {
        List<CompletableFuture<Answer>> asked = IntStream.range(0, 12)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> client.get(path)))
                .toList();
        List<Answer> answers = asked.stream().map(CompletableFuture::join).toList();
        assertThat(answers).extracting(Answer::status).isSubsetOf(200, 429).contains(429);
        return answers.stream()
                .filter(answer -> answer.status() == 429)
                .findFirst()
                .orElseThrow();
    }

    private static int retryAfter(Answer answer) {
        return Integer.parseInt(answer.headers().firstValue("Retry-After").orElse("-1"));
    }

    private static void isAnsweredAlways(Client client) {
        IntStream.range(0, 30).forEach(i -> {
            assertThat(client.get("/tcn/v1/health").status()).isEqualTo(200);
            assertThat(client.get("/tcn/v1/metrics").status()).isEqualTo(200);
        });
    }

    private static void isTakenAgain(Client client, String path, int seconds) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(seconds + 20L))
                .pollDelay(Duration.ofSeconds(seconds))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> client.get(path).status() == 200);
    }

    @Test
    void oneCallerAboveItsLimitIsToldWhenToComeAgainAndOthersAreNotConcerned() throws IOException {
        try (RunningServer server =
                RunningServer.start(folder, Map.of("tcn.limits.requests-per-second-per-caller", "1"))) {
            Answer refused = refused(server.demo(), NATIVE);
            assertThat(refused.contentType()).startsWith("application/problem+json");
            assertThat(refused.text("detail"))
                    .contains("This caller made more than 1 requests per second", "try again in ");
            assertThat(retryAfter(refused)).isBetween(1, 2);
            assertThat(server.alice().get(NATIVE).status()).as("another caller").isEqualTo(200);
            isAnsweredAlways(server.demo());

            isTakenAgain(server.demo(), NATIVE, retryAfter(refused));
            Answer asFts = refused(server.demo(), FTS);
            assertThat(retryAfter(asFts)).isBetween(1, 2);
            assertThat(asFts.body()).contains("try again in ");
            isTakenAgain(server.demo(), NATIVE, retryAfter(asFts));
        }
    }

    @Test
    void allCallersTogetherAreHeldToTheirLimit() throws IOException {
        try (RunningServer server = RunningServer.start(folder, Map.of("tcn.limits.requests-per-second", "1"))) {
            Answer refused = refused(server.demo(), NATIVE);
            assertThat(refused.text("detail")).contains("All callers together made more than 1 requests per second");
            assertThat(retryAfter(refused)).isBetween(1, 2);
            isAnsweredAlways(server.demo());
            isTakenAgain(server.alice(), NATIVE, retryAfter(refused));
            refused = refused(server.alice(), FTS);
            isTakenAgain(server.alice(), NATIVE, retryAfter(refused));
        }
    }

    @Test
    void withoutASettingNobodyIsRefused() throws IOException {
        try (RunningServer server = RunningServer.start(folder, Map.of())) {
            IntStream.range(0, 100)
                    .forEach(i -> assertThat(server.demo().get(NATIVE).status()).isEqualTo(200));
        }
    }
}
