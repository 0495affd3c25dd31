// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.cli.env.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What commands ask, and what they show.
class CommandsTest extends CliTest {
    private static final String PIPE = """
            {"id": "p", "user": "cms", "connections": 4, "activeTransfers": 3, "queuedTransfers": 12,
             "throughputBps": 1.25e9, "movedBytes": 1610612736, "fresh": {"of": "a newer server"}}""";

    @Test
    void numbersStandToTheRightWithTheirUnits() {
        answer("GET /pipes", 200, "[" + PIPE + "]");
        assertThat(run("pipe", "list")).isZero();
        assertThat(out.lines())
                .containsExactly(
                        "PIPE  USER  N  ACTIVE  QUEUED   THROUGHPUT    MOVED",
                        "p     cms   4       3      12  1.25 Gbit/s  1.5 GiB");
        assertThat(err).isEmpty();
    }

    @Test
    void aListIsAskedForPageByPageUnlessItIsCut() {
        String next = "/pipes?user=cms&limit=1&after=p";
        answer("GET /pipes?user=cms", 200, "[" + PIPE + "]", Map.of("Link", "</tcn/v1" + next + ">; rel=\"next\""));
        answer(
                "GET " + next,
                200,
                "[" + PIPE.replace("\"p\"", "\"q\"") + "]",
                Map.of("Link", "</tcn/v1/pipes?user=cms&limit=1&after=q>; rel=\"next\""));
        answer("GET /pipes?user=cms&limit=1&after=q", 200, "[]");
        assertThat(run("pipe", "list", "--user", "cms")).isZero();
        assertThat(out.lines().skip(1)).extracting(line -> line.substring(0, 1)).containsExactly("p", "q");

        answer(
                "GET /pipes?limit=1",
                200,
                "[" + PIPE + "]",
                Map.of("Link", "</tcn/v1/pipes?limit=1&after=p>; rel=\"next\""));
        assertThat(run("pipe", "list", "--limit", "1")).isZero();
        assertThat(out.lines()).hasSize(2);
    }

    @Test
    void aPageThatAnotherServerShouldHaveIsNotAskedFor() {
        answer(
                "GET /pipes",
                200,
                "[" + PIPE + "]",
                Map.of("Link", "<https://evil.example.org/tcn/v1/pipes>; rel=\"next\""));
        assertThat(run("pipe", "list")).isZero();
        assertThat(requests).containsExactly("GET /pipes");
    }

    @Test
    void jsonIsTheAnswerAndNothingElse() {
        answer("GET /pipes?user=cms", 200, "[" + PIPE + "]");
        assertThat(run("pipe", "list", "--user", "cms", "--json")).isZero();
        assertThat(out)
                .contains("\"fresh\" : {")
                .contains("\"throughputBps\" : 1.25E9")
                .startsWith("[");
        assertThat(err).isEmpty();
    }

    @Test
    void nameOfAPipeIsOnePartOfThePath() {
        answer("GET /pipes/cms%3Adavs%3A%2F%2Fa%3Edavs%3A%2F%2Fb", 200, PIPE);
        assertThat(run("pipe", "show", "cms:davs://a>davs://b")).isZero();
        assertThat(out).contains("throughput    1.25 Gbit/s");
    }

    @Test
    void onATerminalTextIsCutToItsWidthAndElsewhereNot() {
        String name = "a".repeat(100);
        answer("GET /pipes", 200, "[" + PIPE.replace("\"p\"", "\"" + name + "\"") + "]");
        run("pipe", "list");
        assertThat(out).contains(name);
        terminal = Terminal.of(70);
        run("pipe", "list");
        assertThat(out).contains("a…  cms").doesNotContain(name);
        assertThat(out.lines()).allMatch(line -> line.length() <= 70);
    }

    @Test
    void nothingHarmfulReachesTheTerminal() {
        String evil = "\\u001b[2J\\u009b31m\\u202egnp\\u0007\\u2028x";
        answer("GET /users", 200, "[{\"id\": \"" + evil + "\", \"weight\": 1, \"dns\": []}]");
        for (String[] words : new String[][] {{"user", "list"}, {"user", "list", "--json"}}) {
            assertThat(run(words)).isZero();
            assertThat(out.chars().filter(c -> c != '\n' && (c < 32 || (c >= 0x7f && c < 0xa0))))
                    .isEmpty();
            assertThat(out).doesNotContain("\u202e").doesNotContain("\u2028");
        }
        assertThat(out).containsIgnoringCase("\\u001b[2J");
        answer("GET /rc", 403, "{\"detail\": \"" + evil + "\"}");
        assertThat(run("rc", "list")).isEqualTo(5);
        assertThat(err.strip()).doesNotContain("\u001b").doesNotContain("\u202e");
    }

    @Test
    void boundIsARateOrAShare() {
        answer("PUT /rc", 200, "{\"user\": \"cms\", \"resourceSet\": \"all-links\", \"boundShare\": 0.4}");
        assertThat(run("rc", "set", "--user", "cms", "--set", "all-links", "--bound", "40%"))
                .isZero();
        assertThat(out).contains("40 %");
        run("rc", "set", "--user", "cms", "--set", "all-links", "--bound", "1.25GB/s", "--guarantee", "1G");
        assertThat(requests)
                .filteredOn(request -> !request.startsWith("GET"))
                .containsExactly(
                        "PUT /rc {\"user\":\"cms\",\"resourceSet\":\"all-links\",\"boundShare\":0.4}",
                        "PUT /rc {\"user\":\"cms\",\"resourceSet\":\"all-links\",\"boundBps\":1.0E10,\"minBps\":1.0E9}");
    }

    @Test
    void timetableIsSentAsTheServerWantsIt() {
        answer("PUT /rc?dryRun=true&force=true", 200, """
                {"user": "cms", "resourceSet": "s", "boundBps": 1e9, "dryRun": true, "inForce": false,
                 "nextChange": "2026-12-01T07:00:00Z", "warnings": ["matches nothing"],
                 "when": {"zone": "Europe/Zurich", "weekly": [{"days": ["MON", "TUE"], "from": "08:00", "until": "18:00"}]}}
                """);
        assertThat(run(
                        "rc",
                        "set",
                        "--user",
                        "cms",
                        "--set",
                        "s",
                        "--bound",
                        "1Gbit/s",
                        "--days",
                        "MON-TUE",
                        "--from",
                        "08:00",
                        "--until",
                        "18:00",
                        "--start",
                        "2026-12-01",
                        "--end",
                        "2027-01-01T12:00",
                        "--dry-run",
                        "--force"))
                .isZero();
        assertThat(requests.get(1))
                .endsWith("\"when\":{\"zone\":\"Europe/Zurich\",\"from\":\"2026-12-01T00:00\","
                        + "\"until\":\"2027-01-01T12:00\",\"weekly\":[{\"days\":[\"MON\",\"TUE\"],\"from\":\"08:00\","
                        + "\"until\":\"18:00\"}]}}");
        assertThat(out).contains("no until 2026-12-01 08:00:00 +01:00").contains("MON TUE 08:00-18:00, Europe/Zurich");
        assertThat(err).contains("cms on s: matches nothing").contains("nothing was changed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bound 10 | has no unit",
                "--bound 10Q | is no unit of a rate",
                "--bound 140% | more than all there is",
                "--bound 1G --start 2027-03-28T02:30 | there is no 2027-03-28T02:30 in Europe/Zurich: clocks go from 02:00 to 03:00",
                "--bound 1G --start 2027-02-30 | is not a date",
                "--bound 1G --from 08:00 | give --from and --until together",
                "--bound 1G --from 25:00 --until 26:00 | is not a time of day",
                "--bound 1G --days MON-FRU | a day that does not exist",
                "--bound 1G --zone Europe/Zürich --start 2027-01-01 | there is no time zone",
                "--bound 1G --start 2027-01-02 --end 2027-01-01 | is not before",
                "--weight heavy | --weight",
                "'' | nothing to set"
            })
    void whatMakesNoSenseIsRefusedBeforeTheServerIsAsked(String options, String reason) {
        String words = "rc set --user u --set s " + options;
        assertThat(run(words.strip().split(" +"))).isEqualTo(2);
        assertThat(err).contains(reason).hasLineCount(1);
        assertThat(requests).isEmpty();
    }

    @Test
    void transfersOfAFileAreAddedTogether() throws IOException {
        answer(
                "POST /transfers",
                201,
                "{\"jobId\": \"j\", \"transfers\": [{\"id\": 7, \"name\": \"a\", \"pipe\": \"p\"}]}");
        Files.writeString(folder.resolve("t.jsonl"), "{\"name\": \"a\", \"source\": \"x\"}\n\n{\"after\": [\"a\"]}\n");
        assertThat(run("transfer", "add", "--file", "t.jsonl", "-q")).isZero();
        assertThat(out).isEqualTo("7" + System.lineSeparator());
        assertThat(requests)
                .containsExactly(
                        "POST /transfers {\"transfers\":[{\"name\":\"a\",\"source\":\"x\"},{\"after\":[\"a\"]}]}");
        input = "{\"name\": \n";
        assertThat(run("transfer", "add", "--file", "-")).isEqualTo(1);
        assertThat(err).contains("line 1 of - is not JSON");
    }

    @Test
    void oneTransferIsAddedByItsUrls() {
        answer("POST /transfers", 201, "{\"jobId\": \"j\", \"transfers\": [{\"id\": 8, \"pipe\": \"p\"}]}");
        assertThat(run("transfer", "add", "davs://a/f", "davs://b/f", "--size", "1GiB", "--after", "5", "6"))
                .isZero();
        assertThat(requests.getFirst()).endsWith("\"after\":[5,6],\"sizeBytes\":1073741824}]}");
        assertThat(run("transfer", "add", "davs://a/f")).isEqualTo(2);
    }

    @Test
    void aRateIsAskedForWithItsUnit() {
        answer("POST /transfers", 201, "{\"jobId\": \"j\", \"transfers\": [{\"id\": 8, \"pipe\": \"p\"}]}");
        assertThat(run("transfer", "add", "davs://a/f", "davs://b/f", "--rate", "1.25GB/s"))
                .isZero();
        assertThat(requests.getFirst()).contains("\"rate\":\"10Gbit/s\"");
        assertThat(run("transfer", "add", "davs://a/f", "davs://b/f", "--rate", "10"))
                .isEqualTo(2);
        assertThat(err).contains("has no unit");
        assertThat(requests).hasSize(1);
        answer("GET /transfers/8", 200, "{\"id\": 8, \"state\": \"QUEUED\", \"jobRateBps\": 1e10}");
        assertThat(run("transfer", "show", "8")).isZero();
        assertThat(out).contains("job's rate    10 Gbit/s");
    }

    @Test
    void whyTellsWhatLiesBehind() {
        answer("GET /transfers/5/why", 200, """
                {"code": "PREDECESSOR", "text": "it waits for transfer 4", "details": {"boundBps": 1e9, "users": ["a", "b"]},
                 "next": [{"of": "transfer 4", "text": "its storage is banned", "since": "2026-12-01T07:00:00Z"}]}""");
        assertThat(run("why", "5")).isZero();
        assertThat(out.lines())
                .containsExactly(
                        "it waits for transfer 4",
                        "  boundBps: 1 Gbit/s",
                        "  users: a, b",
                        "  transfer 4: its storage is banned",
                        "    since 2026-12-01 08:00:00 +01:00");
        run("why", "6b6f2c8e-0d5a-4f0e-9c93-7d1f3c1f9a10");
        run("why", "p");
        assertThat(requests.subList(1, 3))
                .containsExactly("GET /jobs/6b6f2c8e-0d5a-4f0e-9c93-7d1f3c1f9a10/why", "GET /pipes/p/why");
    }

    @Test
    void topAddsUpUsersAndNamesBottlenecks() {
        answer(
                "GET /pipes",
                200,
                "[" + PIPE + "," + PIPE.replace("\"p\"", "\"q\"").replace("1.25e9", "5e9") + "]");
        answer("GET /control", 200, """
                {"at": "2026-12-01T07:00:00Z", "constraints": [{"kind": "BOUND", "user": "cms", "resource": "link:L",
                 "limitBps": 6e9, "usedBps": 6.25e9, "slackBps": -2.5e8, "price": 1.5e-9}]}""");
        answer("GET /bottlenecks", 200, "{\"pipes\": [{\"pipe\": \"q\", \"limitedBy\": \"link:L\"}]}");
        assertThat(run("top")).isZero();
        assertThat(out)
                .contains("6.25 Gbit/s  6 run, 24 queued  2 pipes, 8 connections")
                .containsPattern("bound +cms +link:L +6 Gbit/s +6.25 Gbit/s +-250 Mbit/s +1.50e-09")
                .containsPattern("q +5 Gbit/s +4 +3 +12 +link:L");
        assertThat(out.indexOf("q  ")).isLessThan(out.indexOf("p  "));
    }

    @Test
    void topDoesWithoutWhatOnlyAdministratorsSee() {
        answer("GET /pipes", 200, "[" + PIPE + "]");
        answer("GET /control", 200, "{}");
        answer("GET /bottlenecks", 403, "{}");
        assertThat(run("top")).isZero();
        assertThat(out).contains("1.25 Gbit/s");
    }

    @Test
    void waitingEndsWithWhatBecameOfIt() {
        answer("GET /transfers/1", 200, "{\"id\": 1, \"state\": \"ACTIVE\"}");
        answer("GET /transfers/1", 503, "{}");
        answer("GET /transfers/1", 200, "{\"id\": 1, \"state\": \"FINISHED\"}");
        answer("GET /transfers/2", 200, "{\"id\": 2, \"state\": \"FAILED\", \"reason\": \"no such file\"}");
        assertThat(run("wait", "transfer", "1", "--timeout", "1m")).isZero();
        assertThat(err).contains("0 of 1 over").contains("does not serve now");
        assertThat(run("wait", "transfer", "1", "2")).isEqualTo(3);
        assertThat(out).contains("no such file");
    }

    @Test
    void waitingGivesUpInTime() {
        answer("GET /jobs/j", 200, "{\"id\": \"j\", \"state\": \"ACTIVE\"}");
        assertThat(run("wait", "job", "j", "--timeout", "100ms")).isEqualTo(1);
        assertThat(err).contains("not over after");
        assertThat(run("wait", "job", "j", "--timeout", "10")).isEqualTo(2);
    }

    @Test
    void bansSayWhatBecomesOfTransfers() {
        answer("PUT /bans/storages", 200, "{\"jobs\": [\"a\", \"b\"]}");
        answer("DELETE /bans/people?dn=%2FCN%3DAlice", 204, "");
        assertThat(run("ban", "storage", "davs://a")).isEqualTo(2);
        assertThat(run("ban", "storage", "davs://a", "--wait", "--message", "down"))
                .isZero();
        assertThat(out).contains("2 jobs are concerned");
        assertThat(requests)
                .containsExactly(
                        "PUT /bans/storages {\"storage\":\"davs://a\",\"status\":\"WAIT\",\"message\":\"down\"}");
        assertThat(run("ban", "remove", "/CN=Alice")).isZero();
    }

    @Test
    void drainSaysWhichServer() {
        answer("PUT /drain", 200, "{}");
        answer("GET /drain", 200, "[{\"host\": \"h\", \"drained\": true}]");
        assertThat(run("drain", "on")).isZero();
        assertThat(run("drain", "status")).isZero();
        assertThat(out).containsPattern("h +yes");
        assertThat(requests.getFirst()).isEqualTo("PUT /drain {\"drained\":true}");
    }

    @Test
    void theClusterIsATableAndTheLeadIsHandedOver() {
        answer("GET /cluster", 200, """
                {"enabled": true, "answeredBy": "tcn1:8446", "role": "leader", "leader": "tcn1:8446", "epoch": 7,
                 "since": "2026-03-01T12:00:00Z", "leaseLeftSeconds": 7.46, "servers": [
                 {"name": "tcn1:8446", "host": "tcn1", "leads": true, "alive": true, "drained": false, "version": "1"},
                 {"name": "tcn2:8446", "host": "tcn2", "leads": false, "alive": false, "drained": null}]}""");
        answer("GET /cluster", 200, "{\"enabled\": true, \"leader\": null, \"epoch\": 7, \"servers\": []}");
        answer("GET /cluster", 200, "{\"enabled\": false, \"answeredBy\": \"tcn1\"}");
        answer("POST /cluster/handover", 202, "{\"from\": \"tcn1:8446\", \"epoch\": 7}");
        assertThat(run("cluster")).isZero();
        assertThat(out)
                .contains("tcn1:8446 leads since ", "epoch 7, lease left 7.5 s")
                .containsPattern("tcn1:8446 +leader +yes +tcn1 +no")
                .containsPattern("tcn2:8446 +follower +no +tcn2");
        assertThat(run("cluster")).isZero();
        assertThat(out).contains("nobody leads at this moment, last epoch 7");
        assertThat(run("cluster")).isZero();
        assertThat(out).contains("tcn1 has its database for itself");
        assertThat(run("cluster", "handover")).isZero();
        assertThat(out).contains("tcn1:8446 stops and hands the lead over");
    }

    @Test
    void differencesAreShownKeyByKey() throws IOException {
        Files.writeString(folder.resolve("c.yaml"), "resourceControls:\n- boundBps: 10Gbit/s\n  boundShare: 40%\n");
        answer("PUT /configuration?dryRun=true&remove=false", 200, """
                {"changes": [{"what": "pipe", "name": "p", "change": "CHANGE",
                 "before": {"maxConnections": 8, "weight": 1}, "after": {"maxConnections": 16, "weight": 1}}]}""");
        answer("PUT /configuration?dryRun=false&remove=false", 200, "{\"changes\": [{}], \"applied\": true}");
        assertThat(run("diff", "c.yaml")).isEqualTo(3);
        assertThat(out.lines()).containsExactly("~ pipe p", "    maxConnections: 8 -> 16");
        assertThat(requests.getFirst()).endsWith("{\"resourceControls\":[{\"boundBps\":1.0E10,\"boundShare\":0.4}]}");
        assertThat(run("apply", "c.yaml")).isEqualTo(2);
        assertThat(err).contains("nobody can be asked here");
        terminal = Terminal.of(80);
        input = "n\n";
        assertThat(run("apply", "c.yaml")).isEqualTo(1);
        assertThat(requests).noneMatch(request -> request.contains("dryRun=false"));
        input = "y\n";
        assertThat(run("apply", "c.yaml")).isZero();
        assertThat(requests.getLast()).startsWith("PUT /configuration?dryRun=false&remove=false");
    }

    @Test
    void whatDiffersIsToldAlsoWhereItContradictsItself() throws IOException {
        Files.writeString(folder.resolve("c.yaml"), "resourceControls: []\n");
        answer(
                "PUT /configuration?dryRun=true&remove=false",
                409,
                "{\"detail\": \"the guarantee is above the bound\"}");
        answer("PUT /configuration?dryRun=true&remove=false&force=true", 200, """
                {"changes": [{"what": "resource-control", "name": "cms on core, bound", "change": "ADD",
                 "before": null, "after": {"boundBps": 1e9}}]}""");
        assertThat(run("diff", "c.yaml")).isEqualTo(3);
        assertThat(out).contains("+ resource-control cms on core, bound");
        assertThat(err).contains("without --force", "the guarantee is above the bound");
    }

    @Test
    void exportIsReadAgainAsTheSame() throws IOException {
        String declared = """
                {"users": [{"id": "no", "weight": 1.5, "dns": ["/CN=a: b # c", "*x", "007"]}],
                 "resourceControls": [{"boundBps": 1e10, "boundShare": 0.3, "minBps": 123456789.5}]}""";
        answer("GET /configuration", 200, declared);
        answer("PUT /configuration?dryRun=true&remove=true", 200, "{\"changes\": []}");
        assertThat(run("export", "--out", "c.yaml")).isZero();
        assertThat(Files.readString(folder.resolve("c.yaml")))
                .contains("boundBps: 10Gbit/s")
                .contains("boundShare: 30%");
        assertThat(run("diff", "c.yaml", "--remove")).isZero();
        assertThat(requests.getLast())
                .endsWith("{\"users\":[{\"id\":\"no\",\"weight\":1.5,\"dns\":[\"/CN=a: b # c\",\"*x\",\"007\"]}],"
                        + "\"resourceControls\":[{\"boundBps\":1.0E10,\"boundShare\":0.3,\"minBps\":1.234567895E8}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'- a' | it must have keys",
                "'a: 1\na: 2' | line 2 of",
                "'a: [' | cannot be read",
                "'rc: {boundBps: 10}\nx: {minBps: \"10\"}' | has no unit"
            })
    void brokenYamlIsRefusedWithItsPlace(String yaml, String reason) throws IOException {
        Files.writeString(folder.resolve("c.yaml"), yaml);
        assertThat(run("diff", "c.yaml")).isEqualTo(1);
        assertThat(err).contains(reason);
        assertThat(requests).isEmpty();
    }

    @Test
    void watchingGoesOnUntilItIsRefused() {
        answer("GET /users", 200, "[{\"id\": \"one\"}]");
        answer("GET /users", 503, "{}");
        answer("GET /users", 200, "[{\"id\": \"two\"}]");
        answer("GET /users", 403, "{}");
        assertThat(run("user", "list", "--watch=0.2")).isEqualTo(5);
        assertThat(out).contains("one").contains("two").doesNotContain("\u001b");
        assertThat(err).contains("does not serve now");
        assertThat(run("user", "list", "--watch=0")).isEqualTo(2);
    }
}
