// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.security.Caller;
import io.tcn.core.model.UserId;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Requests that are sent again with their `Idempotency-Key` because no answer came.
class RepeatsTest extends ServerTest {
    private static Answer keyed(Client client, String key, String method, String path, String body, String... more) {
        var request = client.request("/tcn/v1" + path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        for (int i = 0; i < more.length; i += 2) {
            request.header(more[i], more[i + 1]);
        }
        return client.send(request);
    }

    private static long changes(String action) {
        return demo.get("/tcn/v1/audit?limit=1000&action=" + action).json().size();
    }

    /// The first, the same again, and another with the same key.
    private static void isAnsweredOnce(String action, String method, String path, String body, String other) {
        long before = changes(action);
        String key = "once " + action;
        // It is new; sent again it is not, and that must be no reason to refuse it.
        Answer first = keyed(demo, key, method, path, body, "If-None-Match", "*");
        assertThat(first.status()).as(first.body()).isIn(200, 201);
        Answer again = keyed(demo, key, method, path, body, "If-None-Match", "*");
        assertThat(again.status()).as(again.body()).isEqualTo(first.status());
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(keyed(demo, key, method, path, body, "If-None-Match", "*", "X-Other", "1")
                        .json())
                .isEqualTo(first.json());
        Answer refused = keyed(demo, key, method, path, other);
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.text("detail")).contains("use a new key");
        assertThat(changes(action)).isEqualTo(before + 1);
    }

    /// Somebody with a token: the delegation id is made of issuer and subject.
    private static Caller withToken(String subject, String delegationId) {
        return new Caller(
                subject,
                Caller.Method.TOKEN,
                List.of(UserId.of("cms")),
                List.of(),
                List.of(),
                Map.of(),
                false,
                delegationId,
                null);
    }

    @Test
    void theSameSubjectOfAnotherIssuerHasKeysOfItsOwn() {
        String own = Repeats.id("key", withToken("alice", "of-one-issuer"));

        assertThat(Repeats.id("key", withToken("alice", "of-one-issuer"))).isEqualTo(own);
        assertThat(Repeats.id("key", withToken("alice", "of-another"))).isNotEqualTo(own);
    }

    @Test
    void whatIsDeclaredIsDeclaredOnceAndAnsweredAsTheFirstTime() {
        isAnsweredOnce(
                "create-user",
                "POST",
                "/users",
                "{\"id\": \"r-user\", \"weight\": 2, \"dns\": [\"/CN=Repeats\"]}",
                "{\"id\": \"r-user\", \"weight\": 3}");
        assertThat(demo.get("/tcn/v1/users/r-user").json().path("weight").doubleValue())
                .isEqualTo(2);
        isAnsweredOnce(
                "create-resource-set",
                "POST",
                "/resource-sets",
                "{\"name\": \"r-set\", \"resources\": [\"link:r\"]}",
                "{\"name\": \"r-set2\", \"resources\": [\"link:r\"]}");
        isAnsweredOnce(
                "create-pipe",
                "POST",
                "/pipes",
                "{\"source\": \"davs://r1.example\", \"destination\": \"davs://r2.example\", \"user\": \"r-user\"}",
                "{\"source\": \"davs://r1.example\", \"destination\": \"davs://r3.example\", \"user\": \"r-user\"}");
        isAnsweredOnce(
                "set-rc",
                "PUT",
                "/rc",
                "{\"user\": \"r-user\", \"resourceSet\": \"r-set\", \"boundBps\": 1e9}",
                "{\"user\": \"r-user\", \"resourceSet\": \"r-set\", \"boundBps\": 2e9}");
        isAnsweredOnce(
                "set-endpoint-limit",
                "PUT",
                "/endpoint-limits",
                "{\"endpoint\": \"davs://r1.example\", \"maxOutbound\": 3}",
                "{\"endpoint\": \"davs://r1.example\", \"maxOutbound\": 4}");
    }

    @Test
    void theFirstAnswerIsGivenEvenWhenSomebodyElseHasChangedItMeanwhile() {
        String body = "{\"id\": \"r-later\", \"weight\": 2}";
        Answer first = keyed(demo, "later", "POST", "/users", body);
        assertThat(first.status()).isEqualTo(201);
        assertThat(demo.post("/tcn/v1/users", "{\"id\": \"r-later\", \"weight\": 5}")
                        .status())
                .isEqualTo(201);
        assertThat(keyed(demo, "later", "POST", "/users", body).json()).isEqualTo(first.json());
        assertThat(demo.get("/tcn/v1/users/r-later").json().path("weight").doubleValue())
                .as("the other's change stays")
                .isEqualTo(5);
    }

    @Test
    void whatWasRefusedIsNotRememberedAndAKeyIsOfItsCaller() {
        Answer refused = keyed(demo, "refused", "POST", "/users", "{\"id\": \"r-bad\", \"weight\": -1}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(keyed(demo, "refused", "POST", "/users", "{\"id\": \"r-bad\", \"weight\": 1}")
                        .status())
                .isEqualTo(201);
        assertThat(keyed(server.alice(), "refused", "POST", "/users", "{\"id\": \"r-bad\", \"weight\": 1}")
                        .status())
                .as("who may not do it gets no answer of another")
                .isEqualTo(403);
        assertThat(keyed(demo, " ", "POST", "/users", "{\"id\": \"r-bad\"}").status())
                .isEqualTo(400);
        assertThat(keyed(demo, "x".repeat(256), "POST", "/users", "{\"id\": \"r-bad\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aDryRunIsAnsweredAnewEachTime() {
        demo.post("/tcn/v1/users", "{\"id\": \"r-dry\"}");
        String body = "{\"user\": \"r-dry\", \"resourceSet\": \"all-links\", \"boundBps\": 1e9}";
        assertThat(keyed(demo, "dry", "PUT", "/rc?dryRun=true", body)
                        .json()
                        .path("dryRun")
                        .booleanValue())
                .isTrue();
        Answer set = keyed(demo, "dry", "PUT", "/rc", body);
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        assertThat(demo.get("/tcn/v1/rc?user=r-dry").json()).hasSize(1);
    }

    @Test
    void manyAtTheSameTimeMakeOne() {
        long before = changes("create-resource-set");
        List<CompletableFuture<Answer>> answers = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> keyed(
                        demo, "many", "POST", "/resource-sets", "{\"name\": \"r-many\", \"resources\": [\"link:m\"]}")))
                .toList();
        List<JsonNode> seen = answers.stream()
                .map(CompletableFuture::join)
                .peek(answer -> assertThat(answer.status()).as(answer.body()).isEqualTo(201))
                .map(Answer::json)
                .distinct()
                .toList();
        assertThat(seen).hasSize(1);
        assertThat(changes("create-resource-set")).isEqualTo(before + 1);
    }

    @Test
    void aJobIsDoneAgainOnce() {
        Answer added = demo.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [{\"source\": \"davs://r.invalid/f\", \"destination\": \"davs://s.invalid/f\","
                        + " \"retries\": 0}]}");
        assertThat(added.status()).as(added.body()).isEqualTo(201);
        String job = added.text("jobId");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> demo.get("/tcn/v1/jobs/" + job).text("state").equals("FAILED"));
        Answer first = keyed(demo, "again", "POST", "/jobs/" + job + "/resubmit", "");
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(keyed(demo, "again", "POST", "/jobs/" + job + "/resubmit", "")
                        .json())
                .isEqualTo(first.json());
        Answer other = keyed(demo, "other", "POST", "/jobs/" + job + "/resubmit", "");
        assertThat(other.text("jobId")).isNotEmpty().isNotEqualTo(first.text("jobId"));
        assertThat(keyed(demo, "again", "POST", "/jobs/" + first.text("jobId") + "/resubmit", "")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aKeyOfTransfersIsOfNothingElseAndTheOtherWayRound() {
        String transfers =
                "{\"transfers\": [{\"source\": \"davs://r.invalid/g\", \"destination\":" + " \"davs://s.invalid/g\"}]}";
        String user = "{\"id\": \"r-across\"}";
        assertThat(keyed(demo, "of transfers", "POST", "/transfers", transfers).status())
                .isEqualTo(201);
        assertThat(keyed(demo, "of transfers", "POST", "/users", user).status()).isEqualTo(422);
        assertThat(demo.get("/tcn/v1/users/r-across").status()).isEqualTo(404);
        assertThat(keyed(demo, "of a user", "POST", "/users", user).status()).isEqualTo(201);
        Answer refused = keyed(demo, "of a user", "POST", "/transfers", transfers);
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(keyed(demo, "of transfers", "POST", "/transfers", transfers).status())
                .as("the right one")
                .isEqualTo(201);
    }
}
