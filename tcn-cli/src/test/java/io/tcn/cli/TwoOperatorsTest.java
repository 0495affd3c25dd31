// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.cli.env.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a command has shown or exported is what it changes; else it says what somebody else has changed.
class TwoOperatorsTest extends CliTest {
    private static final int CHANGED = 6;
    private static final String STALE = "{\"detail\": \"it has changed since it was read: nothing was changed\"}";

    @Test
    void whatIsReplacedIsShownAndItsVersionGoesWithTheChange() {
        answer(
                "GET /rc?user=cms&resourceSet=core",
                200,
                "[{\"user\": \"cms\", \"resourceSet\": \"core\", \"boundShare\": 0.3, \"version\": \"a1\"}]",
                Map.of("ETag", "\"a1\""));
        answer("PUT /rc", 200, "{\"user\": \"cms\", \"resourceSet\": \"core\", \"boundShare\": 0.4}");
        assertThat(run("rc", "set", "--user", "cms", "--set", "core", "--bound", "40%"))
                .isZero();
        assertThat(conditions).containsExactly("", "=\"a1\"");
        assertThat(err).contains("bound: 30 % -> 40 %");
    }

    @Test
    void whatIsNewMustStillBeMissing() {
        answer("POST /users", 201, "{\"id\": \"cms\", \"weight\": 1, \"dns\": []}");
        assertThat(run("user", "add", "cms")).isZero();
        assertThat(conditions).containsExactly("", "!*");
        assertThat(err).isEmpty();
    }

    @Test
    void addingToAUserKeepsItsWeight() {
        answer("GET /users/cms", 200, "{\"id\": \"cms\", \"weight\": 2, \"dns\": [\"/CN=a\"], \"version\": \"u1\"}");
        answer("POST /users", 201, "{\"id\": \"cms\", \"weight\": 2, \"dns\": [\"/CN=a\", \"/CN=b\"]}");
        assertThat(run("user", "add", "cms", "--dn", "/CN=b")).isZero();
        assertThat(requests.getLast()).endsWith("{\"id\":\"cms\",\"weight\":2.0,\"dns\":[\"/CN=b\"]}");
        assertThat(conditions.getLast()).isEqualTo("=\"u1\"");
        assertThat(err).contains("dns: ");
    }

    @Test
    void whoIsFasterIsToldWithWhatHeChanged() {
        answer("GET /pipes/p", 200, "{\"id\": \"p\", \"maxConnections\": 8, \"version\": \"p1\"}");
        answer("GET /pipes/p", 200, "{\"id\": \"p\", \"maxConnections\": 16, \"version\": \"p2\"}");
        answer("PATCH /pipes/p", 412, STALE);
        assertThat(run("pipe", "change", "p", "--max", "32")).isEqualTo(CHANGED);
        assertThat(err).contains("somebody else", "maxConnections: 8 -> 16", "nothing was changed", "tcn audit");
        assertThat(err.lines()).hasSize(1);
    }

    @Test
    void aGroupIsChangedAsItWasSeen() {
        String named = "{\"groups\": [{\"id\": 7, \"name\": \"raw\", \"user\": \"cms\"}]}";
        for (int i = 0; i < 3; i++) {
            answer("GET /groups?name=raw", 200, named);
        }
        String group =
                "{\"id\": 7, \"name\": \"raw\", \"user\": \"cms\", \"weight\": %d, \"openFiles\": 1, \"openJobs\": 1,"
                        + " \"openBytes\": 5, \"version\": \"%s\"}";
        answer("GET /groups/7", 200, group.formatted(1, "g1"));
        answer("GET /groups/7", 200, group.formatted(1, "g1"));
        answer("GET /groups/7", 200, group.formatted(3, "g2"));
        answer("PATCH /groups/7", 200, group.formatted(2, "g3"));
        answer("PATCH /groups/7", 412, STALE);
        assertThat(run("group", "change", "raw", "--weight", "2")).as(() -> err).isZero();
        assertThat(conditions.getLast()).isEqualTo("=\"g1\"");
        assertThat(err).contains("weight: 1 -> 2");
        assertThat(out).contains("version       g3");
        assertThat(run("group", "change", "raw", "--weight", "2")).isEqualTo(CHANGED);
        assertThat(err).contains("somebody else", "weight: 1 -> 3", "nothing was changed");

        answer("DELETE /groups/7", 412, STALE);
        assertThat(run("group", "cancel", "raw", "--if-version", "g1")).isEqualTo(CHANGED);
        assertThat(conditions.getLast()).isEqualTo("=\"g1\"");
    }

    @Test
    void aVersionThatWasShownEarlierIsAskedFor() {
        answer("GET /pipes/p", 200, "{\"id\": \"p\", \"maxConnections\": 16, \"version\": \"p2\"}");
        answer("PATCH /pipes/p", 412, STALE);
        answer("DELETE /users/cms", 412, STALE);
        assertThat(run("pipe", "change", "p", "--max", "32", "--if-version", "p1"))
                .isEqualTo(CHANGED);
        assertThat(conditions.getLast()).isEqualTo("=\"p1\"");
        assertThat(err).contains("it has changed since it was read: nothing was changed");
        assertThat(run("user", "remove", "cms", "--if-version", "u1")).isEqualTo(CHANGED);
        assertThat(conditions.getLast()).isEqualTo("=\"u1\"");
    }

    @Test
    void aDryRunTellsTheVersionThatItIsOf() {
        answer("GET /rc?user=cms&resourceSet=core", 200, "[]", Map.of("ETag", "\"none\""));
        answer(
                "PUT /rc?dryRun=true",
                200,
                "{\"user\": \"cms\", \"resourceSet\": \"core\", \"boundBps\": 1e9, \"version\": \"none\"}");
        assertThat(run("rc", "set", "--user", "cms", "--set", "core", "--bound", "1G", "--dry-run", "--no-effect"))
                .isZero();
        assertThat(conditions).containsExactly("", "=\"none\"");
        assertThat(err).contains("--if-version none");
    }

    @Test
    void applyChangesWhatItHasShown() throws IOException {
        Files.writeString(folder.resolve("c.yaml"), "users: []\n");
        String change = "{\"changes\": [{\"what\": \"pipe\", \"name\": \"p\", \"change\": \"CHANGE\", \"before\":"
                + " {\"weight\": %d}, \"after\": {\"weight\": 9}}], \"version\": \"%s\"}";
        answer("PUT /configuration?dryRun=true&remove=false", 200, change.formatted(1, "v1"));
        answer("PUT /configuration?dryRun=true&remove=false", 200, change.formatted(1, "v2"));
        answer("PUT /configuration?dryRun=false&remove=false", 412, STALE);
        answer("PUT /configuration?dryRun=false&remove=false", 200, change.formatted(1, "v3"));
        terminal = Terminal.of(80);
        input = "y\n";
        // another pipe came by itself: what was shown is what is done
        assertThat(run("apply", "c.yaml")).as(() -> err).isZero();
        assertThat(conditions).containsExactly("", "=\"v1\"", "", "=\"v2\"");

        answers.clear();
        answer("PUT /configuration?dryRun=true&remove=false", 200, change.formatted(1, "v1"));
        answer("PUT /configuration?dryRun=true&remove=false", 200, change.formatted(5, "v2"));
        answer("PUT /configuration?dryRun=false&remove=false", 412, STALE);
        assertThat(run("apply", "c.yaml", "--yes")).isEqualTo(CHANGED);
        assertThat(err).contains("since it was shown here: nothing was changed", "tcn diff c.yaml");
    }

    @Test
    void whatOthersChangedSinceTheExportIsNotUndoneUnseen() throws IOException {
        answer("GET /audit", 200, "[{\"at\": \"2026-12-01T08:00:00Z\", \"action\": \"set-rc\", \"own\": false}]");
        answer("GET /configuration", 200, "{\"users\": [{\"id\": \"cms\"}]}", Map.of("ETag", "\"v1\""));
        assertThat(run("export", "--out", "c.yaml")).isZero();
        assertThat(Files.readString(folder.resolve("c.yaml")))
                .contains("version: v1", "lastChange: 2026-12-01T08:00:00Z", "- id: cms");

        answers.clear();
        answer("GET /audit", 200, """
                [{"at": "2026-12-01T08:05:00Z", "dn": "/CN=Bob", "action": "set-rc", "config": "user cms", "own": false},
                 {"at": "2026-12-01T08:04:00Z", "dn": "/CN=Bob", "action": "ban-se", "config": "davs://a", "own": false},
                 {"at": "2026-12-01T08:00:00Z", "dn": "/CN=Eve", "action": "set-rc", "config": "older", "own": false}]""");
        String change = "{\"changes\": [{\"what\": \"user\", \"name\": \"cms\", \"change\": \"ADD\"}], \"version\":"
                + " \"v2\"}";
        answer("PUT /configuration?dryRun=true&remove=false", 200, change);
        answer("PUT /configuration?dryRun=false&remove=false", 200, change);
        assertThat(run("apply", "c.yaml", "--yes")).isEqualTo(CHANGED);
        assertThat(err)
                .contains("since the file was exported: 2026-12-01T08:05:00Z /CN=Bob: set-rc user cms", "--over")
                .doesNotContain("ban-se", "Eve");
        assertThat(requests).noneMatch(request -> request.contains("dryRun=false"));
        assertThat(requests).noneMatch(request -> request.contains("exported"));
        assertThat(run("diff", "c.yaml")).isEqualTo(3);
        assertThat(err).contains("/CN=Bob: set-rc user cms");
        assertThat(run("apply", "c.yaml", "--yes", "--over")).isZero();
    }

    @Test
    void onesOwnChangesSinceTheExportAreKnown() throws IOException {
        Files.writeString(
                folder.resolve("c.yaml"),
                "exported:\n  from: " + variables.get("TCN_URL")
                        + "\n  version: v1\n  lastChange: 2026-12-01T08:00:00Z\nusers: []\n");
        answer("GET /audit", 200, "[{\"at\": \"2026-12-01T08:05:00Z\", \"action\": \"set-rc\", \"own\": true}]");
        answer(
                "PUT /configuration?dryRun=true&remove=false",
                200,
                "{\"changes\": [{\"what\": \"user\"}], \"version\": \"v2\"}");
        answer("PUT /configuration?dryRun=false&remove=false", 200, "{\"changes\": [{}], \"version\": \"v3\"}");
        assertThat(run("apply", "c.yaml", "--yes")).as(() -> err).isZero();
    }
}
