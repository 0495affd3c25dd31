// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.cli.env.Terminal;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Lists that are longer than a page: shown page by page, with an end that is told.
class LongListsTest extends CliTest {
    private static String transfers(int from, int until) {
        return IntStream.range(from, until)
                .mapToObj(id -> "{\"id\": " + id + ", \"state\": \"QUEUED\", \"destination\": \"davs://b/" + id + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static Map<String, String> next(String route) {
        return Map.of("Link", "</tcn/v1" + route + ">; rel=\"next\"");
    }

    @Test
    void aFirstPageSaysThatThereMayBeMoreAndHowToGoOn() {
        answer("GET /transfers", 200, transfers(1, 101), next("/transfers?after=100"));
        assertThat(run("transfer", "list")).isZero();
        assertThat(out.lines()).hasSize(101);
        assertThat(err).contains("these are 100, there may be more: --after '100' goes on, --limit 0 shows all");
        assertThat(requests).containsExactly("GET /transfers");
    }

    /// A page may be short, or empty, and have a next one: the server has looked at some rows only.
    @Test
    void shortPagesAreNotTheEnd() {
        answer("GET /transfers?state=FAILED", 200, transfers(1, 2), next("/transfers?state=FAILED&after=200001"));
        answer("GET /transfers?state=FAILED&after=200001", 200, "[]", next("/transfers?state=FAILED&after=400001"));
        answer("GET /transfers?state=FAILED&after=400001", 200, transfers(400_002, 400_004));
        assertThat(run("transfer", "list", "--state", "failed")).isZero();
        assertThat(out.lines()).hasSize(4);
        assertThat(err).isEmpty();
        assertThat(run("transfer", "list", "--state", "failed", "--json")).isZero();
        assertThat(out).contains("400003");
    }

    @Test
    void moreThanAPageIsAskedForInPagesAndCut() {
        answer("GET /transfers?limit=1000", 200, transfers(1, 1001), next("/transfers?limit=1000&after=1000"));
        answer(
                "GET /transfers?limit=1000&after=1000",
                200,
                transfers(1001, 2001),
                next("/transfers?limit=1000&after=2000"));
        answer("GET /transfers?limit=1000&after=2000", 200, transfers(2001, 2002));
        assertThat(run("transfer", "list", "--limit", "1500")).isZero();
        // One line of heads, although the numbers grow wider.
        assertThat(out.lines()).hasSize(1501);
        assertThat(out.lines().reduce((_, last) -> last))
                .hasValueSatisfying(last -> assertThat(last).startsWith("1500  QUEUED"));
        assertThat(err).contains("these are 1500", "--after '1500'");

        assertThat(run("transfer", "list", "--limit", "0")).isZero();
        assertThat(out.lines()).hasSize(2002);
        assertThat(err).isEmpty();
        assertThat(run("transfer", "list", "--limit", "0", "--json")).isZero();
        assertThat(out)
                .startsWith("[ {")
                .endsWith("} ]" + System.lineSeparator())
                .contains("\"id\" : 2001");
        assertThat(run("transfer", "list", "--limit", "-1")).isEqualTo(2);
    }

    @Test
    void aColumnThatGetsTextLaterBringsTheHeadsAgain() {
        terminal = Terminal.of(60);
        answer("GET /transfers?limit=1000", 200, transfers(1, 3), next("/transfers?limit=1000&after=2"));
        answer(
                "GET /transfers?limit=1000&after=2",
                200,
                "[{\"id\": 3, \"state\": \"FAILED\", \"destination\": \"davs://b/3\", \"reason\": \"no such file\"}]");
        assertThat(run("transfer", "list", "--limit", "0")).isZero();
        assertThat(out.lines().map(String::strip))
                .containsExactly(
                        "ID  STATE   DESTINATION",
                        "1  QUEUED  davs://b/1",
                        "2  QUEUED  davs://b/2",
                        "ID  STATE   DESTINATION  REASON",
                        "3  FAILED  davs://b/3   no such file");
    }

    @Test
    void aServerThatGoesAwayInTheMiddleLeavesWhatWasShownAndAWayOn() {
        answer("GET /transfers?limit=1000", 200, transfers(1, 3), next("/transfers?limit=1000&after=2"));
        answer("GET /transfers?limit=1000&after=2", 503, "{\"detail\": \"the database is away\"}");
        assertThat(run("transfer", "list", "--limit", "0")).isEqualTo(4);
        assertThat(out.lines()).hasSize(3);
        assertThat(err).contains("the database is away", "2 rows were shown: --after '2' goes on behind them");
        assertThat(run("transfer", "list", "--limit", "0", "--json")).isEqualTo(4);
        assertThat(out).doesNotContain("]");
    }

    @Test
    void topSumsAllPagesAndKeepsTheBusiest() {
        String pipe = "{\"id\": \"%s\", \"user\": \"cms\", \"connections\": 1, \"throughputBps\": %d}";
        answer("GET /pipes", 200, "[" + pipe.formatted("a", 1_000_000) + "]", next("/pipes?after=a"));
        answer(
                "GET /pipes?after=a",
                200,
                "[" + pipe.formatted("b", 3_000_000) + "," + pipe.formatted("c", 2_000_000) + "]");
        answer("GET /control", 200, "{}");
        answer("GET /bottlenecks", 200, "{}");
        assertThat(run("top", "--once", "--lines", "2")).as(() -> err).isZero();
        assertThat(out).contains("6 Mbit/s", "3 pipes, 3 connections", "and 1 more: --lines 3");
        assertThat(out.lines().filter(line -> line.matches("[abc]  .*")).map(line -> line.substring(0, 1)))
                .containsExactly("b", "c");
    }

    @Test
    void whatIsDeclaredIsShownWholePageByPage() {
        answer("GET /users", 200, "[{\"id\": \"a\", \"weight\": 1}]", next("/users?limit=1000&after=a"));
        answer("GET /users?limit=1000&after=a", 200, "[{\"id\": \"b\", \"weight\": 2}]");
        assertThat(run("user", "list")).isZero();
        assertThat(out.lines()).hasSize(3);
        assertThat(err).isEmpty();
        answer("GET /endpoints?failing=true", 200, "[]");
        assertThat(run("endpoint", "list", "--failing")).isZero();
        assertThat(err).contains("there are no such endpoints");
    }

    @Test
    void warningsOfAPageStandBelowItAndTheEndSaysHowToGoOn() {
        String first =
                "[{\"user\": \"cms\", \"resourceSet\": \"core\", \"boundBps\": 1e9, \"warnings\": [\"matches nothing\"]}]";
        answer("GET /rc?limit=1", 200, first, next("/rc?limit=1&after=cms+core"));
        assertThat(run("rc", "list", "--limit", "1")).isZero();
        assertThat(out.lines()).hasSize(2);
        assertThat(err).contains("cms on core: matches nothing", "--after 'cms core' goes on");
    }

    @Test
    void bansAndAgentsAreShownWhole() {
        answer(
                "GET /bans?user=cms",
                200,
                "{\"storages\": [{\"storage\": \"davs://a\", \"user\": \"cms\"}], \"people\": []}",
                next("/bans?user=cms&after=davs%3A%2F%2Fa+cms"));
        answer(
                "GET /bans?user=cms&after=davs%3A%2F%2Fa+cms",
                200, "{\"storages\": [{\"storage\": \"davs://b\", \"user\": \"cms\"}], \"people\": []}");
        assertThat(run("ban", "list", "--user", "cms")).as(() -> err).isZero();
        assertThat(out.lines()).hasSize(3);
        assertThat(run("ban", "list", "--user", "cms", "--json")).isZero();
        assertThat(out).contains("davs://a", "davs://b", "\"people\" : [ ]");

        answer(
                "GET /agents",
                200,
                "{\"on\": true, \"kafka\": false, \"unreadable\": 2, \"agents\": [{\"name\": \"a\", \"state\": \"READY\","
                        + " \"unreached\": [{\"endpoint\": \"https://se\", \"since\": \"2026-03-01T12:00:00Z\","
                        + " \"failures\": 3, \"nextTry\": \"2026-03-01T12:00:40Z\", \"reason\": \"no connection\"}]}]}",
                next("/agents?after=a"));
        answer(
                "GET /agents?after=a",
                200,
                "{\"on\": true, \"kafka\": true, \"unreadable\": 2, \"agents\": [{\"name\": \"b\", \"state\": \"LOST\"}]}");
        assertThat(run("cluster", "agents")).as(() -> err).isZero();
        assertThat(out.lines()).hasSize(3);
        assertThat(err)
                .contains(
                        "Kafka does not answer",
                        "2 messages of agents",
                        "a does not reach https://se since",
                        "failures: 3",
                        "no connection");
        assertThat(out).contains("https://se");
    }

    @Test
    void aServerWithoutAgentsSaysSo() {
        answer("GET /agents", 200, "{\"on\": false, \"agents\": []}");
        assertThat(run("cluster", "agents")).isZero();
        assertThat(out).contains("gives no work to agents");
    }

    @Test
    void limitsOfTokensAreAListLikeTheOthers() {
        answer(
                "GET /token-limits?subject=alice&limit=1",
                200,
                "[{\"id\": 4, \"subject\": \"alice\", \"issuer\": \"https://i\", \"maxBps\": 1.6e6, \"maxConnections\":"
                        + " 2, \"connections\": 1, \"throughputBps\": 8e5}]",
                next("/token-limits?subject=alice&limit=1&after=4"));
        assertThat(run("user", "limits", "--subject", "alice", "--limit", "1"))
                .as(() -> err)
                .isZero();
        assertThat(out).contains("alice", "1.6 Mbit/s", "800 kbit/s", "1 of 2");
        assertThat(err).contains("--after '4' goes on");
    }

    @Test
    void groupsAreShownWholeAndTheAuditOnFromItsNumber() {
        answer(
                "GET /groups",
                200,
                "{\"groups\": [{\"id\": 7, \"name\": \"x\"}], \"orderedAt\": null}",
                next("/groups?after=7"));
        answer("GET /groups?after=7", 200, "{\"groups\": [{\"id\": 8, \"name\": \"y\"}], \"orderedAt\": null}");
        assertThat(run("group", "list")).isZero();
        assertThat(out.lines()).hasSize(3);

        String change =
                "[{\"number\": 31, \"at\": \"2026-12-01T00:00:00Z\", \"dn\": \"/CN=A\", \"action\": \"set-rc\", \"config\": \"x\"}]";
        answer("GET /audit?action=set-rc&limit=1", 200, change, next("/audit?action=set-rc&limit=1&after=31"));
        assertThat(run("audit", "--action", "set-rc", "--limit", "1")).isZero();
        assertThat(err).contains("--after '31' goes on");
    }
}
