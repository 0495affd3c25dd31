// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Lists of what is declared come in pages that together have each row once, and are narrowed by what they are asked.
class ListPagesTest extends ServerTest {
    private static final Pattern NEXT = Pattern.compile("<([^>]+)>; rel=\"next\"");
    private static final int MANY = 7;

    @BeforeAll
    static void declare() {
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        for (int i = 0; i < MANY; i++) {
            made(demo.post("/tcn/v1/users", "{\"id\": \"user" + i + "\", \"dns\": [\"/CN=Number " + i + "\"]}"));
            made(demo.post(
                    "/tcn/v1/resource-sets",
                    "{\"name\": \"set" + i + "\", \"resources\": [\"*s" + i + ".example*\"]}"));
            made(demo.post(
                    "/tcn/v1/pipes",
                    "{\"source\": \"davs://s" + i + ".example\", \"destination\": \"davs://d.example\", \"user\":"
                            + " \"user" + i + "\"}"));
            made(demo.put(
                    "/tcn/v1/endpoint-limits", "{\"endpoint\": \"davs://s" + i + ".example\", \"maxOutbound\": 3}"));
            made(demo.put(
                    "/tcn/v1/rc", "{\"user\": \"user" + i + "\", \"resourceSet\": \"all-links\", \"boundBps\": 1e9}"));
            made(demo.put(
                    "/tcn/v1/rc",
                    "{\"user\": \"user" + i + "\", \"resourceSet\": \"all-links\", \"relativeWeight\": 2, \"when\":"
                            + " {\"zone\": \"UTC\", \"weekly\": [{\"from\": \"08:00\", \"until\": \"18:00\"}]}}"));
            made(demo.put(
                    "/tcn/v1/bans/storages",
                    "{\"storage\": \"davs://s" + i + ".example\", \"user\": \"user" + i + "\", \"status\": \"WAIT\"}"));
            made(demo.put("/tcn/v1/bans/people", "{\"dn\": \"/CN=Banned " + i + "\"}"));
            made(demo.post(
                    "/tcn/v1/transfers",
                    "{\"group\": {\"name\": \"group" + i + "\"}, \"transfers\": [{\"source\": \"davs://s.invalid/" + i
                            + "\", \"destination\": \"davs://d.invalid/" + i + "\", \"sizeBytes\": 1000}]}"));
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> demo.get("/tcn/v1/groups").json().path("groups").size() == MANY
                        && demo.get("/tcn/v1/resources")
                                .json()
                                .findValuesAsString("id")
                                .containsAll(storages()));
    }

    /// The map follows the pipes by itself, a moment later.
    private static List<String> storages() {
        return IntStream.range(0, MANY)
                .mapToObj(i -> "read:https://s" + i + ".example")
                .toList();
    }

    private static void made(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isIn(200, 201);
    }

    private static Optional<String> next(Answer page) {
        return page.headers().firstValue("Link").flatMap(link -> {
            Matcher named = NEXT.matcher(link);
            return named.find() ? Optional.of(named.group(1)) : Optional.empty();
        });
    }

    private static List<JsonNode> rows(Answer page) {
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        JsonNode body = page.json();
        return new ArrayList<>((body.isArray() ? body : body.path("groups")).values());
    }

    /// All rows, page after page of two rows.
    private static List<JsonNode> inPages(String list) {
        List<JsonNode> all = new ArrayList<>();
        Optional<String> next = Optional.of("/tcn/v1" + list + (list.contains("?") ? "&" : "?") + "limit=2");
        while (next.isPresent()) {
            Answer page = demo.get(next.get());
            List<JsonNode> rows = rows(page);
            assertThat(rows).as("of " + next.get()).hasSizeBetween(1, list.startsWith("/rc") ? 3 : 2);
            all.addAll(rows);
            next = next(page);
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/users",
                "/resource-sets",
                "/rc",
                "/rc?resourceSet=all-links",
                "/groups",
                "/groups?user=demo",
                "/endpoints",
                "/endpoint-limits",
                "/resources",
                "/resources?matching=*example*",
                "/map/pipes",
                "/audit?action=create-user"
            })
    void pagesHaveEachRowOnceInTheOrderOfTheList(String list) {
        List<JsonNode> whole = rows(demo.get("/tcn/v1" + list));
        assertThat(whole).hasSizeGreaterThanOrEqualTo(MANY);
        assertThat(keys(inPages(list))).isEqualTo(keys(whole));
        assertThat(new HashSet<>(keys(whole))).hasSameSizeAs(whole);
        for (String limit : List.of("0", "1001", "-1")) {
            Answer refused = demo.get("/tcn/v1" + list + (list.contains("?") ? "&" : "?") + "limit=" + limit);
            assertThat(refused.status()).as(refused.body()).isEqualTo(400);
            assertThat(refused.text("detail")).contains("1 to 1000");
        }
    }

    /// What moves in a row may differ between two looks.
    private static List<String> keys(List<JsonNode> rows) {
        List<String> names = List.of("id", "number", "name", "endpoint", "pipe", "user", "resourceSet", "when");
        return rows.stream()
                .map(row ->
                        names.stream().map(name -> row.path(name).toString()).collect(Collectors.joining(" ")))
                .toList();
    }

    /// Two lists in one: storages, then people, two of both a page.
    @Test
    void bansOfStoragesAndOfPeopleComeInOneList() {
        List<String> storages = new ArrayList<>();
        List<String> people = new ArrayList<>();
        Optional<String> next = Optional.of("/tcn/v1/bans?limit=2");
        while (next.isPresent()) {
            Answer page = demo.get(next.get());
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            JsonNode body = page.json();
            assertThat(body.path("storages").size() + body.path("people").size())
                    .isBetween(1, 2);
            storages.addAll(body.path("storages").findValuesAsString("storage"));
            people.addAll(body.path("people").findValuesAsString("dn"));
            next = next(page);
        }
        assertThat(storages)
                .isEqualTo(IntStream.range(0, MANY)
                        .mapToObj(i -> "davs://s" + i + ".example")
                        .toList());
        assertThat(people)
                .isEqualTo(IntStream.range(0, MANY)
                        .mapToObj(i -> "/CN=Banned " + i)
                        .toList());
        JsonNode ofOne = demo.get("/tcn/v1/bans?storage=davs://s3.example:8443").json();
        assertThat(ofOne.path("storages").findValuesAsString("user")).containsExactly("user3");
        assertThat(ofOne.path("people")).isEmpty();
        assertThat(demo.get("/tcn/v1/bans?user=user4").json().path("storages").findValuesAsString("storage"))
                .containsExactly("davs://s4.example");
        assertThat(demo.get("/tcn/v1/bans?after=x").text("detail")).contains("a storage and a user with a blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bans", "/token-limits", "/agents"})
    void aPageHasOneToAThousandRows(String list) {
        assertThat(demo.get("/tcn/v1" + list + "?limit=1000").status()).isEqualTo(200);
        for (String limit : List.of("0", "1001", "x")) {
            assertThat(demo.get("/tcn/v1" + list + "?limit=" + limit).status()).isEqualTo(400);
        }
    }

    @Test
    void listsAreNarrowed() {
        assertThat(demo.get("/tcn/v1/users?dn=/CN=Number%203").json().findValuesAsString("id"))
                .containsExactly("user3");
        assertThat(demo.get("/tcn/v1/users?dn=/CN=Nobody").json()).isEmpty();
        String resource = demo.get("/tcn/v1/resources?matching=*s4.example*")
                .json()
                .at("/0/id")
                .asString("");
        assertThat(demo.get("/tcn/v1/resource-sets?resource=" + resource).json().findValuesAsString("name"))
                .contains("set4", "all-storages")
                .doesNotContain("set3", "all-links");
        assertThat(demo.get("/tcn/v1/resource-sets?resource=nowhere").json()).isEmpty();
        assertThat(demo.get("/tcn/v1/endpoints?failing=true").json()).isEmpty();
        assertThat(demo.get("/tcn/v1/map/pipes?user=user5").json()).hasSize(1);
        JsonNode audit = demo.get("/tcn/v1/audit?action=set-rc&limit=3").json();
        assertThat(audit).hasSize(3);
        assertThat(audit.findValuesAsString("action")).containsOnly("set-rc");
        assertThat(audit.at("/0/number").longValue())
                .isGreaterThan(audit.at("/1/number").longValue());
        assertThat(demo.get("/tcn/v1/audit?dn=/CN=Nobody").json()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsRefusedByName() {
        Answer rc = demo.get("/tcn/v1/rc?after=user1");
        assertThat(rc.status()).isEqualTo(400);
        assertThat(rc.text("detail")).contains("user and a resource-set");
        assertThat(demo.get("/tcn/v1/groups?after=999999").status()).isEqualTo(409);
        assertThat(demo.get("/tcn/v1/groups?after=x").status()).isEqualTo(400);
        assertThat(demo.get("/tcn/v1/endpoints?after=nonsense").status()).isEqualTo(400);
        assertThat(demo.get("/tcn/v1/users?bogus=1").status()).isEqualTo(400);
        assertThat(demo.get("/tcn/v1/audit?after=x").status()).isEqualTo(400);
    }

    @Test
    void othersSeeTheirOwnInPagesToo() {
        assertThat(server.alice().get("/tcn/v1/users?limit=1").json().size()).isLessThanOrEqualTo(1);
        assertThat(server.alice().get("/tcn/v1/audit").status()).isEqualTo(403);
    }
}
