// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.runtime.Groups;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Walks over all pages of a server that holds scripts, text from right to left and very long texts wherever somebody
/// from outside, an operator or a storage can put one, as a browser without script does: from link to link.
@Tag("it")
class HostilePagesTest {
    private static final String SCRIPT = "</bdi></td><script>alert(1)</script><img src=x onerror=alert(2)>";
    private static final String TURNED = "\u202etxet\u2066\u05d0\u0627";
    private static final String HOSTILE = SCRIPT + TURNED + "\"'&=cmd|' /C calc'!A0";
    private static final String LONG = HOSTILE + "x".repeat(10_000);
    /// Names have letters and a few signs only, but letters of all scripts.
    private static final String NAME = "\u05d0\u05d1\u0627>=+@[*]../" + "x".repeat(200);

    private static final int ENOUGH = 400;
    /// Pages of one kind: with other values of the same keys.
    private static final int OF_ONE_KIND = 4;

    private static final int LONGEST_PAGE = 2_000_000;
    private static final Pattern LINK = Pattern.compile("(?:href|src|data-plot|hx-get)=\"(/ui[^\"]*)\"");
    private static final Pattern VALUES = Pattern.compile("=[^&]*");

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static LoggedStorage storage;
    private static Map<String, Answer> walked = new TreeMap<>();

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of("tcn.control.interval", "200ms"));
        storage = LoggedStorage.start(folder.resolve("storage"));
        Client demo = server.demo();
        JsonMapper json = JsonMapper.shared();
        made(demo.post("/tcn/v1/users", json.writeValueAsString(Map.of("id", NAME, "weight", 2))));
        made(demo.post(
                "/tcn/v1/pipes",
                json.writeValueAsString(Map.of(
                        "id",
                        NAME,
                        "source",
                        "https://xn--4dbrk0ce.example.org",
                        "destination",
                        "https://b.example.org",
                        "user",
                        NAME))));
        made(demo.put(
                "/tcn/v1/rc",
                json.writeValueAsString(Map.of("user", NAME, "resourceSet", "all-storages", "minBps", 1e6))));
        made(demo.put(
                "/tcn/v1/bans/storages",
                json.writeValueAsString(Map.of(
                        "storage", "https://nowhere.invalid",
                        "user", "demo",
                        "status", "WAIT_AS",
                        "message", LONG.substring(0, 1000)))));
        Answer added = made(demo.post(
                "/tcn/v1/transfers",
                json.writeValueAsString(Map.of(
                        "group",
                        Map.of("name", HOSTILE, "deadline", "2030-01-01T00:00:00Z"),
                        "transfers",
                        List.of(
                                transfer(
                                        "one",
                                        storage.put("/f", 1000).toString(),
                                        "/%3Cscript%3Ealert(1)%3C%2Fscript%3E"),
                                transfer("two", storage.url("/none%E2%80%AE").toString(), "/two"),
                                Map.of(
                                        "source",
                                        "https://nowhere.invalid/f",
                                        "destination",
                                        storage.url("/three").toString(),
                                        "metadata",
                                        LONG,
                                        "after",
                                        List.of("one")))))));
        long failing = added.json().at("/transfers/1/id").longValue();
        await().atMost(Duration.ofSeconds(40))
                .until(() ->
                        demo.get("/tcn/v1/transfers/" + failing).text("state").equals("FAILED"));
        JdbcTemplate jdbc = server.server().bean(JdbcTemplate.class);
        jdbc.update("update transfer set reason = ? where id = ?", LONG.substring(0, 2000), failing);
        jdbc.update(
                "insert into transfer_retry (transfer_id, attempt, at, reason) values (?, 7, current_timestamp, ?)",
                failing,
                LONG.substring(0, 2000));
        jdbc.update(
                "insert into config_audit (at, dn, action, config) values (current_timestamp, ?, 'change', ?)",
                HOSTILE,
                LONG.substring(0, 4000));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> jdbc.update("update history_interval set words = ?", LONG.substring(0, 400)) > 0);
        server.server().bean(Groups.class).changed();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !demo.get("/tcn/v1/groups").json().path("groups").isEmpty());
        walked = walk(demo);
    }

    private static Map<String, Object> transfer(String name, String source, String path) {
        return Map.of(
                "name", name,
                "source", source,
                "destination", storage.url(path).toString(),
                "retries", 0,
                "metadata", LONG);
    }

    private static Answer made(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 299);
        return answer;
    }

    @AfterAll
    static void stop() {
        server.close();
        storage.close();
    }

    /// All that is reached from the first page, some of each kind.
    private static Map<String, Answer> walk(Client client) {
        Map<String, Answer> seen = new TreeMap<>();
        Map<String, Integer> kinds = new HashMap<>();
        Deque<String> open = new ArrayDeque<>(List.of(
                "/ui",
                "/ui/jobs?when=week",
                "/ui/transfers?state=FAILED",
                "/ui/transfers?state=WAITING",
                "/ui/transfers?state=FINISHED",
                "/ui/users?controls.q=" + "x".repeat(3000)));
        while (!open.isEmpty() && seen.size() < ENOUGH) {
            String path = open.pop();
            String kind = VALUES.matcher(path).replaceAll("=");
            if (seen.containsKey(path) || kinds.merge(kind, 1, Integer::sum) > OF_ONE_KIND) {
                continue;
            }
            Answer answer = client.get(path);
            seen.put(path, answer);
            if (isPage(answer)) {
                Matcher link = LINK.matcher(answer.body());
                while (link.find()) {
                    open.add(link.group(1).replace("&amp;", "&").replace("&#39;", "'"));
                }
            }
        }
        return seen;
    }

    private static boolean isPage(Answer answer) {
        return answer.contentType().startsWith("text/html");
    }

    @Test
    void theWalkComesToEveryPage() {
        List<String> paths = walked.keySet().stream()
                .map(path -> path.replaceAll("\\?.*", ""))
                .distinct()
                .toList();
        assertThat(paths)
                .contains(
                        "/ui",
                        "/ui/map",
                        "/ui/resource",
                        "/ui/pipes",
                        "/ui/pipe",
                        "/ui/history",
                        "/ui/users",
                        "/ui/user",
                        "/ui/jobs",
                        "/ui/job",
                        "/ui/transfers",
                        "/ui/transfer",
                        "/ui/groups",
                        "/ui/group",
                        "/ui/failures",
                        "/ui/ban",
                        "/ui/unban",
                        "/ui/drain",
                        "/ui/server",
                        "/ui/cluster",
                        "/ui/settings",
                        "/ui/audit");
        assertThat(walked).hasSizeGreaterThan(100);
    }

    @Test
    void whatComesFromElsewhereIsTextOnly() {
        int hostile = 0;
        for (Map.Entry<String, Answer> one : walked.entrySet()) {
            Answer answer = one.getValue();
            assertThat(answer.status()).as(one.getKey()).isIn(200, 303);
            if (!isPage(answer)) {
                continue;
            }
            String body = answer.body();
            hostile += body.contains("&lt;script&gt;alert(1)") ? 1 : 0;
            assertThat(body)
                    .as(one.getKey())
                    .doesNotContain("<script>", "<img")
                    .doesNotContainPattern("(?i)<script(?![^>]* src=\"/ui/assets/)")
                    .doesNotContainPattern("(?i)<[a-z]+[^>\"]*(\"[^\"]*\"[^>\"]*)* (style|on[a-z]+)=")
                    .doesNotContainPattern("(?i)(src|href|action)=\"(?!/ui|#|data:,)");
            assertThat(body.length()).as(one.getKey()).isLessThan(LONGEST_PAGE);
        }
        assertThat(hostile).isGreaterThan(10);
    }

    /// Text from right to left turns nothing around but itself: it stands in elements that isolate it, or in
    /// attributes.
    @Test
    void noTextTurnsThePageAround() {
        for (Map.Entry<String, Answer> one : walked.entrySet()) {
            if (isPage(one.getValue())) {
                String rest = one.getValue()
                        .body()
                        .replaceAll("(?s)<title>.*?</title>", "")
                        .replaceAll("(?s)<bdi[^>]*>.*?</bdi>", "")
                        .replaceAll("=\"[^\"]*\"", "");
                assertThat(rest).as(one.getKey()).doesNotContain("\u202e", "\u2066", "\u05d0", "\u0627");
            }
        }
    }

    @Test
    void filesAreWholeAndHaveNoFormulas() {
        int files = 0;
        for (Map.Entry<String, Answer> one : walked.entrySet()) {
            Answer answer = one.getValue();
            if (answer.contentType().startsWith("text/csv")) {
                files++;
                assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
                        .as(one.getKey())
                        .startsWith("attachment");
                assertThat(answer.body()).as(one.getKey()).doesNotContainPattern("(?m)(^|,|\")[=+@]");
            } else if (one.getKey().contains("as=json")) {
                files++;
                assertThat(answer.json().isArray()).as(one.getKey()).isTrue();
            }
        }
        assertThat(files).isGreaterThan(40);
    }

    @Test
    void withoutARightThePageSaysWhichOne() {
        List<String> refused = new ArrayList<>();
        for (String path : walked.keySet()) {
            if (path.startsWith("/ui/assets/")) {
                continue;
            }
            Answer nobody = server.nobody().get(path);
            assertThat(nobody.status()).as(path).isEqualTo(403);
            assertThat(nobody.contentType()).as(path).startsWith("text/html");
            assertThat(nobody.body()).as(path).contains("certificate");
            Answer alice = server.alice().get(path);
            assertThat(alice.status()).as(path).isIn(200, 303, 403, 404);
            if (alice.status() == 403) {
                refused.add(path);
                assertThat(alice.body()).as(path).contains("right");
            }
            if (alice.status() != 200) {
                assertThat(alice.contentType()).as(path).startsWith("text/html");
            }
            assertThat(alice.body()).as(path).doesNotContain("&lt;script&gt;alert(1)");
        }
        assertThat(refused).isNotEmpty();
    }
}
