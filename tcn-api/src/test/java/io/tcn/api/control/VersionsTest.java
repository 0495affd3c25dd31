// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Of two operators who have seen the same thing, the second does not undo unseen what the first has done.
class VersionsTest extends ServerTest {
    private static Answer send(String method, String path, String body, String header, String value) {
        HttpRequest.BodyPublisher sent =
                body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        return demo.send(demo.request("/tcn/v1" + path)
                .header("Content-Type", "application/json")
                .header(header, value)
                .method(method, sent));
    }

    private static Answer ifMatch(String method, String path, String body, String version) {
        return send(method, path, body, "If-Match", '"' + version + '"');
    }

    private static String version(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isIn(200, 201);
        return answer.text("version");
    }

    @Test
    void aUserIsChangedAsItWasSeen() {
        String seen = version(demo.post("/tcn/v1/users", "{\"id\": \"v-user\", \"weight\": 2}"));
        Answer read = demo.get("/tcn/v1/users/v-user");
        assertThat(version(read)).isEqualTo(seen);
        assertThat(read.headers().firstValue("ETag")).contains('"' + seen + '"');

        Answer first = ifMatch("POST", "/users", "{\"id\": \"v-user\", \"weight\": 3}", seen);
        assertThat(version(first)).isNotEqualTo(seen);
        Answer second = ifMatch("POST", "/users", "{\"id\": \"v-user\", \"weight\": 4}", seen);
        assertThat(second.status()).isEqualTo(412);
        assertThat(second.text("detail"))
                .contains("user v-user has changed", "\"weight\":3", "nothing was changed", "/tcn/v1/users/v-user");
        assertThat(demo.get("/tcn/v1/users/v-user").json().path("weight").doubleValue())
                .isEqualTo(3);
        assertThat(send("POST", "/users", "{\"id\": \"v-user\"}", "If-None-Match", "*")
                        .text("detail"))
                .contains("is there already");
        assertThat(ifMatch("DELETE", "/users/v-user", "", seen).status()).isEqualTo(412);
        assertThat(ifMatch("DELETE", "/users/v-user", "", version(first)).status())
                .isEqualTo(204);
        assertThat(ifMatch("POST", "/users", "{\"id\": \"v-user\"}", seen).text("detail"))
                .contains("is not there");
        assertThat(demo.get("/tcn/v1/users/v-user").status()).isEqualTo(404);
    }

    @Test
    void aPipeIsChangedAsItWasSeenWhateverMovesMeanwhile() {
        String body = "{\"id\": \"v-pipe\", \"source\": \"davs://v1.invalid\", \"destination\":"
                + " \"davs://v2.invalid\", \"user\": \"demo\", \"maxConnections\": %d}";
        String seen = version(demo.post("/tcn/v1/pipes", body.formatted(8)));
        assertThat(version(demo.get("/tcn/v1/pipes/v-pipe"))).isEqualTo(seen);
        assertThat(demo.get("/tcn/v1/pipes?source=davs://v1.invalid")
                        .json()
                        .get(0)
                        .has("version"))
                .isFalse();

        String other = version(ifMatch("PATCH", "/pipes/v-pipe", "{\"maxConnections\": 9}", seen));
        assertThat(ifMatch("PATCH", "/pipes/v-pipe", "{\"maxConnections\": 10}", seen)
                        .status())
                .isEqualTo(412);
        assertThat(ifMatch("POST", "/pipes", body.formatted(11), seen).status()).isEqualTo(412);
        assertThat(send("POST", "/pipes", body.formatted(11), "If-None-Match", "*")
                        .status())
                .isEqualTo(412);
        assertThat(demo.get("/tcn/v1/pipes/v-pipe")
                        .json()
                        .path("maxConnections")
                        .intValue())
                .isEqualTo(9);
        assertThat(version(ifMatch("PATCH", "/pipes/v-pipe", "{\"maxConnections\": 8}", other)))
                .isEqualTo(seen);
        assertThat(ifMatch("DELETE", "/pipes/v-pipe", "", other).status()).isEqualTo(412);
        assertThat(ifMatch("DELETE", "/pipes/v-pipe", "", seen).status()).isEqualTo(204);
    }

    @Test
    void whatStandsOfAUserOnASetHasOneVersion() {
        demo.post("/tcn/v1/users", "{\"id\": \"v-rc\"}");
        String route = "/tcn/v1/rc?user=v-rc&resourceSet=all-links";
        String none = tag(demo.get(route));
        String bound = "{\"user\": \"v-rc\", \"resourceSet\": \"all-links\", \"boundBps\": %d}";

        assertThat(send("PUT", "/rc", bound.formatted(1_000_000), "If-Match", "*")
                        .status())
                .isEqualTo(412);
        String first = version(ifMatch("PUT", "/rc", bound.formatted(1_000_000), none));
        assertThat(send("PUT", "/rc", bound.formatted(2_000_000), "If-None-Match", "*")
                        .status())
                .isEqualTo(412);
        assertThat(version(send("PUT", "/rc?dryRun=true", bound.formatted(2_000_000), "If-Match", "*")))
                .isEqualTo(first);
        assertThat(ifMatch("PUT", "/rc", bound.formatted(2_000_000), none).status())
                .isEqualTo(412);
        assertThat(version(ifMatch("PUT", "/rc?dryRun=true", bound.formatted(2_000_000), first)))
                .isEqualTo(first);
        String weight = "{\"user\": \"v-rc\", \"resourceSet\": \"all-links\", \"relativeWeight\": 2}";
        String both = version(ifMatch("PUT", "/rc", weight, first));
        assertThat(tag(demo.get(route))).isEqualTo(both);
        Answer stale = ifMatch("DELETE", "/rc?user=v-rc&resourceSet=all-links", "", first);
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.text("detail")).contains("user v-rc on all-links", "relativeWeight");
        assertThat(ifMatch("DELETE", "/rc?user=v-rc&resourceSet=all-links", "", both)
                        .status())
                .isEqualTo(204);
        assertThat(tag(demo.get(route))).isEqualTo(none);
        assertThat(demo.get(route).json()).isEmpty();
    }

    private static String tag(Answer answer) {
        return answer.headers().firstValue("ETag").orElseThrow().replace("\"", "");
    }

    @Test
    void setsAndLimitsToo() {
        String set = "{\"name\": \"v-set\", \"resources\": [\"link:%s\"]}";
        Answer fixed = demo.post("/tcn/v1/resource-sets", set.formatted("a").replace("v-set", "all-links"));
        assertThat(fixed.status()).isEqualTo(409);
        assertThat(fixed.text("detail")).contains("all-links is always");
        String seen = version(demo.post("/tcn/v1/resource-sets", set.formatted("a")));
        String now = version(ifMatch("POST", "/resource-sets", set.formatted("b"), seen));
        assertThat(ifMatch("POST", "/resource-sets", set.formatted("c"), seen).status())
                .isEqualTo(412);
        assertThat(ifMatch("DELETE", "/resource-sets/v-set", "", seen).status()).isEqualTo(412);
        assertThat(version(demo.get("/tcn/v1/resource-sets/v-set"))).isEqualTo(now);
        assertThat(ifMatch("DELETE", "/resource-sets/v-set", "", now).status()).isEqualTo(204);

        String limit = "{\"endpoint\": \"davs://v3.invalid\", \"maxOutbound\": %d}";
        assertThat(send("PUT", "/endpoint-limits", limit.formatted(5), "If-None-Match", "*")
                        .status())
                .isEqualTo(200);
        assertThat(send("PUT", "/endpoint-limits", limit.formatted(6), "If-None-Match", "*")
                        .status())
                .isEqualTo(412);
        String shown = demo.get("/tcn/v1/endpoint-limits?endpoint=davs://v3.invalid")
                .json()
                .get(0)
                .path("version")
                .stringValue();
        assertThat(ifMatch("PUT", "/endpoint-limits", limit.formatted(7), shown).status())
                .isEqualTo(200);
        assertThat(ifMatch("DELETE", "/endpoint-limits?endpoint=davs://v3.invalid", "", shown)
                        .status())
                .isEqualTo(412);
        assertThat(demo.delete("/tcn/v1/endpoint-limits?endpoint=davs://v3.invalid")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void aSingleChangeMakesTheWholeConfigurationAnother() {
        String preview = version(demo.put("/tcn/v1/configuration?dryRun=true", "{}"));
        assertThat(tag(demo.get("/tcn/v1/configuration"))).isEqualTo(preview);
        demo.post("/tcn/v1/resource-sets", "{\"name\": \"v-other\", \"resources\": [\"link:a\"]}");
        String mine = "{\"resourceSets\": [{\"name\": \"v-mine\", \"resources\": [\"link:a\"]}]}";
        assertThat(ifMatch("PUT", "/configuration", mine, preview).status()).isEqualTo(412);
        demo.delete("/tcn/v1/resource-sets/v-other");
        assertThat(ifMatch("PUT", "/configuration", mine, preview).status()).isEqualTo(200);
        demo.delete("/tcn/v1/resource-sets/v-mine");
    }

    @Test
    void theAuditTellsWhichChangesAreOnesOwn() {
        demo.post("/tcn/v1/resource-sets", "{\"name\": \"v-own\", \"resources\": [\"link:a\"]}");
        demo.post("/tcn/v1/resource-sets", "{\"name\": \"v-own\", \"resources\": [\"link:b\"]}");
        List<String> told = demo.get("/tcn/v1/audit").json().findValuesAsString("config");
        assertThat(told).anyMatch(line -> line.contains("v-own: [link:b]; before: [link:a]"));
        assertThat(demo.get("/tcn/v1/audit").json())
                .allMatch(entry -> entry.path("own").booleanValue());
        demo.delete("/tcn/v1/resource-sets/v-own");
    }
}
