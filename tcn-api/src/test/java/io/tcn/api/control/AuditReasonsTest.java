// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Why something was changed, and what there was before and is after: in the audit, with the change.
class AuditReasonsTest extends ServerTest {
    /// What changes nothing, and what adds work, which the jobs themselves tell of.
    private static final Set<String> WITHOUT =
            Set.of("post /tcn/v1/what-if", "post /tcn/v1/transfers", "post /tcn/v1/jobs/{id}/resubmit");

    private static Answer send(String method, String path, String body) {
        return demo.send(demo.request("/tcn/v1" + path)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }

    private static void made(String method, String path, String body) {
        Answer answer = send(method, path, body);
        assertThat(answer.status() / 100).as(answer.body()).isEqualTo(2);
    }

    private static String because(String reason) {
        return "reason=" + URLEncoder.encode(reason, StandardCharsets.UTF_8);
    }

    private static JsonNode newest(String action) {
        return demo.get("/tcn/v1/audit?limit=1&action=" + action).json().path(0);
    }

    @Test
    void aChangeIsToldWithItsReasonAndWhatItChanged() {
        String bound = "{\"user\": \"demo\", \"resourceSet\": \"all-links\", \"boundShare\": %s}";
        made("PUT", "/rc", bound.formatted("0.3"));
        JsonNode first = newest("set-rc");
        assertThat(first.path("reason").isNull()).isTrue();
        assertThat(first.path("before").isNull()).isTrue();
        assertThat(first.at("/after/boundShare").doubleValue()).isEqualTo(0.3);

        made("PUT", "/rc?" + because("Größeres Datenset für die Konferenz"), bound.formatted("0.4"));
        JsonNode second = newest("set-rc");
        assertThat(second.path("reason").stringValue()).isEqualTo("Größeres Datenset für die Konferenz");
        assertThat(second.path("before")).isEqualTo(first.path("after"));
        assertThat(second.at("/after/boundShare").doubleValue()).isEqualTo(0.4);
        assertThat(second.at("/after/user").stringValue()).isEqualTo("demo");
        assertThat(second.path("after").has("minBps")).as("what is not set").isFalse();

        made("DELETE", "/rc?user=demo&resourceSet=all-links&" + because("over"), "");
        JsonNode last = newest("remove-rc");
        assertThat(last.path("reason").stringValue()).isEqualTo("over");
        assertThat(last.path("before")).isEqualTo(second.path("after"));
        assertThat(last.path("after").isNull()).isTrue();
    }

    @Test
    void controlsOfSeveralTimetablesAreAListOfThem() {
        String control = "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", %s}";
        made("PUT", "/rc", control.formatted("\"relativeWeight\": 2"));
        made(
                "PUT",
                "/rc",
                control.formatted("\"boundBps\": 1e9, \"when\": {\"zone\": \"UTC\", \"weekly\":"
                        + " [{\"from\": \"08:00\", \"until\": \"18:00\"}]}"));
        made("DELETE", "/rc?user=demo&resourceSet=all-storages", "");
        JsonNode before = newest("remove-rc").path("before");
        assertThat(before.path("controls")).hasSize(2);
        assertThat(before.path("controls").findValues("boundBps")).hasSize(1);
    }

    @Test
    void thingsAreShownAsTheInterfaceShowsThem() {
        made("POST", "/users?" + because("new experiment"), "{\"id\": \"lhcb\", \"dns\": [\"/CN=L\"]}");
        assertThat(newest("create-user").path("after").toString())
                .isEqualTo("{\"id\":\"lhcb\",\"weight\":1.0,\"dns\":[\"/CN=L\"]}");
        made(
                "POST",
                "/pipes",
                "{\"id\": \"pp\", \"source\": \"davs://p.invalid\", \"destination\": \"davs://q.invalid\","
                        + " \"user\": \"lhcb\", \"minConnections\": 1, \"maxConnections\": 8}");
        made("PATCH", "/pipes/pp?" + because("more"), "{\"maxConnections\": 16}");
        JsonNode pipe = newest("change-pipe");
        assertThat(pipe.at("/before/maxConnections").intValue()).isEqualTo(8);
        assertThat(pipe.at("/after/maxConnections").intValue()).isEqualTo(16);
        assertThat(pipe.at("/after/source").stringValue()).isEqualTo("davs://p.invalid");
        made("DELETE", "/pipes/pp", "");
        assertThat(newest("remove-pipe").path("before")).isEqualTo(pipe.path("after"));
        made("PUT", "/endpoint-limits", "{\"endpoint\": \"davs://p.invalid\", \"maxInbound\": 7}");
        assertThat(newest("set-endpoint-limit").path("after").toString())
                .isEqualTo("{\"endpoint\":\"davs://p.invalid\",\"maxInbound\":7}");
        made("PUT", "/bans/storages?" + because("disk"), "{\"storage\": \"davs://s.invalid\", \"status\": \"wait\"}");
        made("DELETE", "/bans/storages?storage=davs://s.invalid", "");
        assertThat(newest("ban-se").path("reason").stringValue()).isEqualTo("disk");
        assertThat(newest("unban-se").at("/before/status").stringValue()).isEqualTo("WAIT");
        made("PUT", "/drain?" + because("new kernel"), "{\"drained\": true}");
        made("PUT", "/drain", "{\"drained\": false}");
        assertThat(newest("drain").at("/before/drained").booleanValue()).isTrue();
        assertThat(newest("drain").at("/after/drained").booleanValue()).isFalse();
        made("DELETE", "/users/lhcb", "");
    }

    @Test
    void eachPartOfAConfigurationIsAnEntryWithTheReason() {
        made(
                "PUT",
                "/configuration?" + because("as in git"),
                "{\"resourceSets\": [{\"name\": \"x-1\", \"resources\": [\"link:a\"]},"
                        + " {\"name\": \"x-2\", \"resources\": [\"link:b\"]}]}");
        JsonNode entries = demo.get("/tcn/v1/audit?action=apply&limit=2").json();
        assertThat(entries.findValuesAsString("reason")).containsExactly("as in git", "as in git");
        assertThat(entries.findValuesAsString("name")).containsExactlyInAnyOrder("x-1", "x-2");
    }

    @Test
    void whatIsChangedInTermsOfFtsHasBeforeAndAfterToo() {
        String link = "{\"symbolicname\": \"l\", \"source\": \"davs://f.invalid\", \"destination\":"
                + " \"davs://g.invalid\", \"min_active\": 2, \"max_active\": %d, \"nostreams\": 1}";
        assertThat(demo.post("/config/links", link.formatted(9)).status()).isEqualTo(201);
        assertThat(demo.post("/config/links", link.formatted(5)).status()).isEqualTo(201);
        JsonNode entry = newest("link");
        assertThat(entry.at("/before/max_active").intValue()).isEqualTo(9);
        assertThat(entry.at("/after/max_active").intValue()).isEqualTo(5);
        demo.delete("/config/links/l");
        assertThat(newest("link-delete").path("before")).isEqualTo(entry.path("after"));
    }

    @Test
    void aReasonThatCannotStandInALineIsRefusedAndNothingIsChanged() {
        String set = "{\"name\": \"y-1\", \"resources\": [\"link:a\"]}";
        for (String wrong : List.of(
                because("x".repeat(501)), because("two\nlines"), because("\u001b[31m"), because("a") + "&reason=b")) {
            Answer refused = send("POST", "/resource-sets?" + wrong, set);
            assertThat(refused.status()).as(wrong).isEqualTo(400);
            assertThat(refused.text("detail")).contains("\"reason\"");
        }
        assertThat(demo.get("/tcn/v1/resource-sets/y-1").status()).isEqualTo(404);
        made("POST", "/resource-sets?" + because("x".repeat(500)), set);
        assertThat(newest("create-resource-set").path("reason").stringValue()).hasSize(500);
        made("DELETE", "/resource-sets/y-1?" + because("  "), "");
        assertThat(newest("remove-resource-set").path("reason").isNull()).isTrue();
        assertThat(demo.get("/tcn/v1/pipes?reason=x").status()).isEqualTo(400);
    }

    @Test
    void allRoutesThatChangeSomethingTakeAReason() {
        JsonNode paths = server.nobody().get("/tcn/v1/openapi.json").json().path("paths");
        Set<String> without = new TreeSet<>();
        paths.propertyStream()
                .forEach(path -> path.getValue().propertyStream().forEach(method -> {
                    List<String> names = new ArrayList<>();
                    method.getValue()
                            .path("parameters")
                            .forEach(one -> names.add(one.path("name").asString("")));
                    if (!method.getKey().equals("get") && !names.contains("reason")) {
                        without.add(method.getKey() + " " + path.getKey());
                    }
                }));
        assertThat(without).containsExactlyInAnyOrderElementsOf(WITHOUT);
    }

    @Test
    void whoCancelsTheWorkOfOthersIsToldInTheAuditAndWhyInTheTransfers() {
        made("PUT", "/drain", "{\"drained\": true}");
        String body =
                "{\"transfers\": [{\"source\": \"davs://v.invalid/f\", \"destination\": \"davs://w.invalid/f\"}]}";
        Answer others = server.alice().post("/tcn/v1/transfers", body);
        assertThat(others.status()).as(others.body()).isEqualTo(201);
        String job = others.json().path("jobId").asString("");
        made("DELETE", "/jobs/" + job + "?" + because("wrong dataset"), "");
        assertThat(newest("cancel-job").path("reason").stringValue()).isEqualTo("wrong dataset");
        assertThat(newest("cancel-job").path("config").stringValue()).contains(job);
        JsonNode transfer = demo.get("/tcn/v1/transfers/" + others.json().at("/transfers/0/id"))
                .json();
        assertThat(transfer.path("reason").asString(""))
                .as(transfer.toString())
                .contains("canceled by the user: wrong dataset");

        Answer own = demo.post("/tcn/v1/transfers", body);
        made("DELETE", "/transfers/" + own.json().at("/transfers/0/id") + "?" + because("mine"), "");
        assertThat(newest("cancel-transfer").isMissingNode()).as("of one's own").isTrue();
        made("PUT", "/drain", "{\"drained\": false}");
    }
}
