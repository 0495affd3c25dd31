// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The whole configuration: kept, compared, wiped and put back.
class ConfigurationTest extends ServerTest {
    private static final String PATH = "/tcn/v1/configuration";
    private static final String THREE_USERS = """
            {"users": [{"id": "demo"}, {"id": "cms", "weight": 2, "dns": ["/DC=org/CN=Alice"]}, {"id": "atlas"}],
             "resourceSets": [{"name": "backbone", "resources": ["link:b-*", "kind=link"]}],
             "pipes": [{"id": "one", "source": "davs://c1.invalid", "destination": "davs://c2.invalid", "user": "cms",
                        "maxConnections": 40, "weight": 2},
                       {"source": "davs://c1.invalid", "destination": "davs://c2.invalid", "user": "atlas"}],
             "resourceControls": [
               {"user": "cms", "resourceSet": "backbone", "boundShare": 0.3,
                "when": {"zone": "Europe/Zurich", "weekly": [{"from": "08:00", "until": "18:00"}]}},
               {"user": "atlas", "resourceSet": "all-links", "minBps": 1e9, "relativeWeight": 2}],
             "endpointLimits": [{"endpoint": "davs://c1.invalid", "maxOutbound": 20}]}
            """;

    private static JsonNode ok(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    void whatWasKeptIsPutBackAfterAllIsWiped() {
        JsonNode start = ok(demo.get(PATH));
        JsonNode planned = ok(demo.put(PATH + "?dryRun=true&remove=true", THREE_USERS));
        assertThat(planned.path("applied").booleanValue()).isFalse();
        assertThat(ok(demo.get(PATH))).isEqualTo(start);
        JsonNode made = ok(demo.put(PATH + "?remove=true", THREE_USERS));
        assertThat(made.path("changes")).isEqualTo(planned.path("changes")).hasSizeGreaterThanOrEqualTo(8);
        assertThat(made.path("changes").findValuesAsString("change")).contains("ADD");

        JsonNode kept = ok(demo.get(PATH));
        assertThat(kept.path("resourceControls")).hasSize(2);
        assertThat(kept.at("/resourceControls").findValues("when")).hasSize(1);
        JsonNode same = ok(demo.put(PATH + "?dryRun=true&remove=true", kept.toString()));
        assertThat(same.path("changes")).as(same.toString()).isEmpty();

        String nothing = "{\"users\": [{\"id\": \"demo\"}], \"resourceSets\": [], \"pipes\": [], \"resourceControls\":"
                + " [], \"endpointLimits\": []}";
        JsonNode wiped = ok(demo.put(PATH + "?remove=true", nothing));
        assertThat(wiped.path("changes").findValuesAsString("change")).containsOnly("REMOVE");
        assertThat(ok(demo.get(PATH)).path("users")).hasSize(1);
        assertThat(demo.get("/tcn/v1/pipes").json()).isEmpty();

        ok(demo.put(PATH, kept.toString()));
        assertThat(ok(demo.get(PATH))).isEqualTo(kept);
        assertThat(demo.get("/tcn/v1/audit").json().findValuesAsString("action"))
                .contains("apply");
        assertThat(demo.get("/tcn/v1/pipes/one").json().path("maxConnections").intValue())
                .isEqualTo(40);
    }

    private static Answer apply(String body, String ifMatch) {
        return demo.send(demo.request(PATH)
                .header("Content-Type", "application/json")
                .header("If-Match", ifMatch)
                .PUT(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void ofTwoWhoReadTheSameTheSecondIsRefused() {
        String read = demo.get(PATH).headers().firstValue("ETag").orElseThrow();
        String mine = "{\"resourceSets\": [{\"name\": \"mine\", \"resources\": [\"link:a\"]}]}";
        String theirs = "{\"resourceSets\": [{\"name\": \"theirs\", \"resources\": [\"link:b\"]}]}";

        assertThat(apply(mine, read).status()).isEqualTo(200);
        Answer refused = apply(theirs, read);
        assertThat(refused.status()).isEqualTo(412);
        assertThat(refused.text("detail")).contains("has changed", "nothing was changed", "GET /tcn/v1/configuration");
        assertThat(demo.get("/tcn/v1/resource-sets/theirs").status()).isEqualTo(404);

        String now = demo.get(PATH).headers().firstValue("ETag").orElseThrow();
        assertThat(now).isNotEqualTo(read);
        assertThat(apply(theirs, "\"of-another\", " + now).status()).isEqualTo(200);
        assertThat(apply(
                                theirs,
                                "W/"
                                        + demo.get(PATH)
                                                .headers()
                                                .firstValue("ETag")
                                                .orElseThrow())
                        .status())
                .isEqualTo(412);
        assertThat(apply(theirs, "*").status()).isEqualTo(200);
        demo.delete("/tcn/v1/resource-sets/mine");
        demo.delete("/tcn/v1/resource-sets/theirs");
        assertThat(demo.get(PATH).headers().firstValue("ETag").orElseThrow()).isEqualTo(read);
    }

    @Test
    void whoHasTheConfigurationAlreadyIsNotSentItAgain() {
        Answer first = demo.get(PATH);
        String tag = first.headers().firstValue("ETag").orElseThrow();

        Answer same = demo.send(demo.request(PATH).header("If-None-Match", tag).GET());
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        demo.post("/tcn/v1/resource-sets", "{\"name\": \"new\", \"resources\": [\"link:c\"]}");
        Answer changed =
                demo.send(demo.request(PATH).header("If-None-Match", tag).GET());
        assertThat(changed.status()).isEqualTo(200);
        demo.delete("/tcn/v1/resource-sets/new");
    }

    @Test
    void aCertificateActsForOneUserAndWhoLosesItIsTold() {
        String twice = "{\"users\": [{\"id\": \"from\", \"dns\": [\"/CN=Moves\"]}, {\"id\": \"to\", \"dns\":"
                + " [\"/CN=Moves\"]}]}";
        assertThat(demo.put(PATH, twice).text("detail")).contains("/CN=Moves", "from", "to", "one of them only");

        String first = "{\"users\": [{\"id\": \"from\", \"dns\": [\"/CN=Moves\", \"/CN=Stays\"]}]}";
        String other = "{\"users\": [{\"id\": \"to\", \"dns\": [\"/CN=Moves\"]}]}";
        ok(demo.put(PATH, first));
        JsonNode moved = ok(demo.put(PATH, other));
        assertThat(moved.path("changes").findValuesAsString("name")).containsExactly("from", "to");
        assertThat(moved.at("/changes/0/after/dns").toString()).isEqualTo("[\"/CN=Stays\"]");
        assertThat(ok(demo.put(PATH + "?dryRun=true", other)).path("changes")).isEmpty();
        ok(demo.get("/tcn/v1/users/from"));

        assertThat(demo.post("/tcn/v1/users", "{\"id\": \"from\", \"dns\": [\"/CN=Moves\"]}")
                        .status())
                .isEqualTo(201);
        JsonNode told = demo.get("/tcn/v1/audit?action=create-user&limit=2").json();
        assertThat(told.findValuesAsString("config"))
                .anySatisfy(config -> assertThat(config).contains("to, certificates []", "act for from"));
        assertThat(demo.delete("/tcn/v1/users/from").status()).isEqualTo(204);
        assertThat(demo.delete("/tcn/v1/users/to").status()).isEqualTo(204);
    }

    /// A certificate that a user has gained since the file was written goes with `remove`; who has no list keeps all.
    @Test
    void aCertificateThatIsNotInTheFileGoesWithRemove() {
        ok(demo.put(PATH, "{\"users\": [{\"id\": \"gains\", \"dns\": [\"/CN=Old\"]}]}"));
        String file = ok(demo.get(PATH)).path("users").toString();
        assertThat(demo.post("/tcn/v1/users", "{\"id\": \"gains\", \"dns\": [\"/CN=Gained\"]}")
                        .status())
                .isEqualTo(201);
        assertThat(ok(demo.put(PATH, "{\"users\": " + file + "}")).path("changes"))
                .isEmpty();

        JsonNode gone = ok(demo.put(PATH + "?remove=true", "{\"users\": " + file + "}"));

        assertThat(gone.at("/changes/0/before/dns").toString()).contains("/CN=Gained");
        assertThat(gone.at("/changes/0/after/dns").toString()).isEqualTo("[\"/CN=Old\"]");
        assertThat(ok(demo.get(PATH)).path("users").toString()).isEqualTo(file);
        assertThat(demo.delete("/tcn/v1/users/gains").status()).isEqualTo(204);
    }

    @Test
    void whatIsWrongSomewhereChangesNothing() {
        JsonNode before = ok(demo.get(PATH));
        assertThat(demo.put(
                                PATH,
                                "{\"users\": [{\"id\": \"fine\"}], \"pipes\": [{\"source\": \"davs://x1.invalid\","
                                        + " \"destination\": \"davs://x2.invalid\", \"user\": \"nobody-of-that-name\"}]}")
                        .text("detail"))
                .contains("nobody-of-that-name");
        assertThat(demo.put(PATH, "{\"pipes\": [{\"user\": \"demo\", \"source\": \"davs://x1.invalid\"}]}")
                        .text("detail"))
                .contains("pipes[0]", "destination");
        assertThat(demo.put(PATH, "{\"pipe\": []}").text("detail")).contains("pipe", "resourceSets");
        assertThat(demo.put(PATH, "{\"users\": [{\"id\": \"a\"}, {\"id\": \"a\"}]}")
                        .text("detail"))
                .contains("twice");
        assertThat(demo.put(PATH, "{\"users\": [null]}").text("detail")).contains("users[0]");
        assertThat(demo.put(PATH + "?remove=true", "{\"users\": []}").text("detail"))
                .contains("yourself");
        assertThat(server.alice().get(PATH).status()).isEqualTo(403);
        assertThat(ok(demo.get(PATH))).isEqualTo(before);
    }

    @Test
    void controlsThatContradictEachOtherAreNotPutByTheWay() {
        JsonNode before = ok(demo.get(PATH));
        String both = "{\"users\": [{\"id\": \"torn\"}], \"resourceControls\": [{\"user\": \"torn\", \"resourceSet\":"
                + " \"all-links\", \"boundBps\": 1000, \"minBps\": 2000}]}";
        for (String question : new String[] {"?dryRun=true", ""}) {
            Answer refused = demo.put(PATH + question, both);
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("detail"))
                    .contains("2 kbit/s", "above the bound of 1 kbit/s", "nothing was changed");
        }
        assertThat(ok(demo.get(PATH))).isEqualTo(before);
        // By day and by night they do not meet.
        String day = ", \"when\": {\"zone\": \"UTC\", \"weekly\": [{\"from\": \"08:00\", \"until\": \"18:00\"}]}}";
        String night = ", \"when\": {\"zone\": \"UTC\", \"weekly\": [{\"from\": \"18:00\", \"until\": \"08:00\"}]}}";
        String apart = "{\"users\": [{\"id\": \"torn\"}], \"resourceControls\": [{\"user\": \"torn\", \"resourceSet\":"
                + " \"all-links\", \"boundBps\": 1000" + day + ", {\"user\": \"torn\", \"resourceSet\":"
                + " \"all-links\", \"minBps\": 2000" + night + "]}";
        ok(demo.put(PATH + "?dryRun=true", apart));

        JsonNode forced = ok(demo.put(PATH + "?force=true", both));
        assertThat(forced.path("applied").booleanValue()).isTrue();
        // What stands is not looked at again.
        ok(demo.put(PATH, "{\"resourceSets\": [{\"name\": \"beside\", \"resources\": [\"link:b\"]}]}"));
        ok(demo.put(PATH + "?remove=true", before.toString()));
    }

    @Test
    void theNameOfAPipeIsNotGivenToAnother() {
        ok(demo.put(
                PATH,
                "{\"pipes\": [{\"id\": \"taken\", \"source\": \"davs://n1.invalid\", \"destination\":"
                        + " \"davs://n2.invalid\", \"user\": \"demo\"}]}"));
        JsonNode before = ok(demo.get(PATH));

        Answer refused = demo.put(
                PATH,
                "{\"pipes\": [{\"id\": \"taken\", \"source\": \"davs://n3.invalid\", \"destination\":"
                        + " \"davs://n2.invalid\", \"user\": \"demo\"}]}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("detail")).contains("pipes[0]", "another pipe has the name taken");
        String ends = "\"source\": \"davs://n4.invalid\", \"destination\": \"davs://n5.invalid\", \"user\": \"demo\"}";
        assertThat(demo.put(PATH, "{\"pipes\": [{\"id\": \"n\", " + ends + ", {\"id\": \"m\", " + ends + "]}")
                        .text("detail"))
                .contains("twice");
        assertThat(ok(demo.get(PATH))).isEqualTo(before);
    }

    @Test
    void aPipeWithOpenTransfersStopsTheWhole() {
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        Answer added = demo.post(
                "/tcn/v1/transfers",
                "{\"transfers\": [{\"source\": \"davs://o1.invalid/f\", \"destination\": \"davs://o2.invalid/f\"}]}");
        long transfer = added.json().at("/transfers/0/id").longValue();
        JsonNode before = ok(demo.get(PATH));

        Answer refused = demo.put(
                PATH + "?remove=true",
                "{\"pipes\": [], \"resourceSets\": [{\"name\": \"half\", \"resources\": [\"link:h\"]}]}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("not over", "nothing was changed");
        assertThat(ok(demo.get(PATH))).isEqualTo(before);

        demo.delete("/tcn/v1/transfers/" + transfer);
        demo.put("/tcn/v1/drain", "{\"drained\": false}");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> demo.put(PATH + "?remove=true", "{\"pipes\": []}").status() == 200);
        assertThat(demo.get("/tcn/v1/pipes").json()).isEmpty();
    }
}
