// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What goes wrong is said in one sentence with what to do, and has its exit code.
class TroubleTest extends CliTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | \"x\" is no endpoint | 1 | the server refused: \"x\" is no endpoint",
                "401 | who are you | 5 | the server does not know you; you showed neither a certificate nor a token (who are you)",
                "403 | you need the right config | 5 | not allowed: you need the right config",
                "404 | there is no pipe p | 1 | there is no pipe p",
                "404 | There is nothing at /tcn/v1/pipes | 1 | older than this command",
                "405 | no | 1 | older than this command",
                "409 | it has transfers | 1 | not now: it has transfers",
                "429 | too many | 1 | too many of your requests are under way: too many",
                "500 | oops | 1 | the server failed (500): oops",
                "503 | no room | 4 | does not serve now: no room: try again in 7 s"
            })
    void eachStatusIsASentence(int status, String detail, int exitCode, String sentence) {
        String quoted = detail.replace("\"", "\\\"");
        answer(
                "GET /pipes",
                status,
                "{\"status\": " + status + ", \"title\": \"T\", \"detail\": \"" + quoted + "\"}",
                Map.of("Retry-After", "7"));
        assertThat(run("pipe", "list")).isEqualTo(exitCode);
        assertThat(err).startsWith("tcn pipe list: ").contains(sentence).hasLineCount(1);
        assertThat(out).isEmpty();
    }

    @Test
    void expiredTokenIsCalledSo() {
        String claims = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"exp\": 1000000000}".getBytes(StandardCharsets.UTF_8));
        variables.put("BEARER_TOKEN", "e30." + claims + ".x");
        answer("GET /pipes", 401, "{}");
        assertThat(run("pipe", "list")).isEqualTo(5);
        assertThat(err)
                .contains("the token of BEARER_TOKEN")
                .contains("it expired at 2001-09-09T01:46:40Z, get a new one");
        assertThat(err).doesNotContain(claims);
    }

    /// Who watches for hours outlives tokens; what renews the file is noticed.
    @Test
    void aTokenThatWasRenewedInItsFileIsTakenOnce() throws IOException {
        Path file = folder.resolve("token");
        Files.writeString(file, "old.token");
        variables.put("TCN_TOKEN_FILE", file.toString());
        answer("GET /pipes", 200, "[{\"id\": \"p\"}]", Map.of("Link", "</tcn/v1/pipes?after=p>; rel=\"next\""));
        answer("GET /pipes?after=p", 401, "{}");
        answer("GET /pipes?after=p", 200, "[{\"id\": \"q\"}]");
        whenAsked("GET /pipes?after=p", () -> Files.writeString(file, "new.token"));
        assertThat(run("pipe", "list")).as(() -> err).isZero();
        assertThat(out.lines()).hasSize(3);
        assertThat(authorizations).containsExactly("Bearer old.token", "Bearer old.token", "Bearer new.token");

        requests.clear();
        answers.clear();
        answer("GET /pipes", 401, "{}");
        assertThat(run("pipe", "list")).isEqualTo(5);
        assertThat(requests).hasSize(1);
    }

    @Test
    void whoDoesNotAnswerIsAway() {
        assertThat(run("pipe", "list", "--url", "https://127.0.0.1:1")).isEqualTo(4);
        assertThat(err).contains("https://127.0.0.1:1 is away: nobody answers there");
        assertThat(run("pipe", "list", "--url", "https://nowhere.invalid")).isEqualTo(4);
        assertThat(err).contains("is away");
    }

    @Test
    void anotherServerIsNoticed() {
        answer("GET /pipes", 200, "<html>hello</html>");
        assertThat(run("pipe", "list")).isEqualTo(1);
        assertThat(err).contains("is a TCN server there?");
        answer("GET /users", 302, "", Map.of("Location", "https://elsewhere.example.org/"));
        assertThat(run("user", "list")).isEqualTo(1);
        assertThat(err).contains("leads elsewhere");
    }

    @ParameterizedTest
    @CsvSource({
        "'', what to do?",
        "pipe, what to do?",
        "pipes, pipes",
        "pipe list --colour, --colour",
        "pipe add a, Missing",
        "transfer show x, x",
        "pipe list --url ftp://x, is no address of a server",
        "pipe list --cert a --token-file b, not both",
        "completion fish, fish"
    })
    void wrongUsageIsOneLine(String words, String reason) {
        assertThat(run(words.isEmpty() ? new String[0] : words.split(" "))).isEqualTo(2);
        assertThat(err).contains(reason).hasLineCount(1);
    }

    @Test
    void tokenIsNotSentInTheClear() {
        variables.put("TCN_TOKEN", "secret");
        assertThat(run("pipe", "list", "--url", "http://tcn.example.org")).isEqualTo(2);
        assertThat(err).contains("use https").doesNotContain("secret");
    }
}
