// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.harness.TestPorts;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages of a running server, as a browser without scripts sees them.
@Tag("it")
class PageFaceTest {
    private static final String HOSTILE = "<script>alert(1)</script>\u202e\"'>" + "x".repeat(9_000);

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static LoggedStorage a;
    private static LoggedStorage b;
    private static int ownPort;
    private static long transfer;
    private static String job = "";
    private static String pipe = "";
    private static long group;

    @BeforeAll
    static void start() throws IOException {
        ownPort = TestPorts.one();
        server = RunningServer.start(
                folder,
                Map.of(
                        "tcn.control.interval", "200ms",
                        "tcn.page.port", Integer.toString(ownPort),
                        "tcn.events.kafka.properties[sasl.jaas.config]", "hunter2"));
        demo = server.demo();
        a = LoggedStorage.start(folder.resolve("a"));
        // Slow enough for some control intervals to see it: two seconds for the file.
        b = LoggedStorage.start(folder.resolve("b"), builder -> builder.connectionBps(400_000));
        demo.put("/tcn/v1/rc", "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"boundBps\": 1e12}");
        Answer made = demo.post(
                "/tcn/v1/transfers",
                "{\"group\": {\"name\": \"dataset\"}, \"transfers\": [{\"name\": \"one\", \"source\": \""
                        + a.put("/f", 100_000)
                        + "\", \"destination\": \"" + b.url("/f") + "\", \"metadata\": \""
                        + HOSTILE.replace("\"", "\\\"") + "\"}, {\"source\": \"" + b.url("/f")
                        + "\", \"destination\": \"" + b.url("/%3Cimg%20src=x%20onerror=alert(1)%3E")
                        + "\", \"after\": [\"one\"]}, {\"source\": \"" + a.url("/none")
                        + "\", \"destination\": \"" + b.url("/none") + "\", \"retries\": 0}]}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        transfer = made.json().at("/transfers/0/id").longValue();
        long failing = made.json().at("/transfers/2/id").longValue();
        await().atMost(Duration.ofSeconds(40))
                .until(() ->
                        demo.get("/tcn/v1/transfers/" + transfer).text("state").equals("FINISHED")
                                && demo.get("/tcn/v1/transfers/" + failing)
                                        .text("state")
                                        .equals("FAILED"));
        Answer known = demo.get("/tcn/v1/transfers/" + transfer);
        job = known.text("jobId");
        group = demo.get("/tcn/v1/groups?user=demo&name=dataset")
                .json()
                .at("/groups/0/id")
                .longValue();
        pipe = URLEncoder.encode(known.text("pipe"), StandardCharsets.UTF_8);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !demo.get("/tcn/v1/history?pipe=" + pipe)
                        .json()
                        .path("rows")
                        .isEmpty());
    }

    @AfterAll
    static void stop() {
        server.close();
        a.close();
        b.close();
    }

    private static List<String> pages() {
        return List.of(
                "/ui",
                "/ui/map",
                "/ui/pipes",
                "/ui/pipe?id=" + pipe,
                "/ui/history?pipe=" + pipe,
                "/ui/users",
                "/ui/user?id=demo",
                "/ui/jobs?when=week",
                "/ui/job?id=" + job,
                "/ui/transfers?state=FAILED",
                "/ui/transfer?id=" + transfer,
                "/ui/groups",
                "/ui/group?id=" + group,
                "/ui/failures",
                "/ui/ban?storage=http://localhost",
                "/ui/drain?on=yes",
                "/ui/server",
                "/ui/cluster",
                "/ui/settings",
                "/ui/audit");
    }

    @Test
    void everyPageIsShownWithAStrictPolicyAndNothingInline() {
        for (String page : pages()) {
            Answer answer = demo.get(page);
            assertThat(answer.status()).as(page).isEqualTo(200);
            assertThat(answer.contentType()).as(page).startsWith("text/html");
            assertThat(answer.headers().firstValue("Content-Security-Policy"))
                    .as(page)
                    .contains(PageHeaders.POLICY);
            assertThat(answer.headers().firstValue("Cache-Control")).as(page).contains("no-store");
            assertThat(answer.body())
                    .as(page)
                    .doesNotContainPattern("(?i)<script(?![^>]* src=\"/ui/assets/)")
                    .doesNotContainPattern("(?i)<style")
                    .doesNotContainPattern("(?i)<[^>]* (style|on[a-z]+)=")
                    .doesNotContainPattern("(?i)(src|href|action)=\"(https?:|//|javascript:)");
        }
        assertThat(PageHeaders.POLICY).doesNotContain("unsafe", "*", "http");
    }

    @Test
    void everyLinkOfAPageLeadsToAPage() {
        Pattern link = Pattern.compile("(?:href|src|data-plot)=\"(/ui[^\"]*)\"");
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (String page :
                List.of("/ui", "/ui/", "/ui/pipe?id=" + pipe, "/ui/users", "/ui/job?id=" + job, "/ui/failures")) {
            Matcher found = link.matcher(demo.get(page).body());
            while (found.find()) {
                links++;
                String path = found.group(1).replace("&amp;", "&").replace("&#39;", "'");
                Answer answer = demo.get(path);
                if (answer.status() != 200 && answer.status() != 303) {
                    dead.add(page + ": " + path + ": " + answer.status());
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(links).isGreaterThan(100);
    }

    @Test
    void hostileTextsAreTextsOnly() {
        Answer page = demo.get("/ui/transfer?id=" + transfer);
        assertThat(page.body()).contains("&lt;script&gt;alert(1)").doesNotContain("<script>alert");
        assertThat(demo.get("/ui/job?id=" + job).body()).doesNotContain("<img", "<script>alert");
        for (String path :
                List.of("/ui/pipes?pipes.q=", "/ui/pipe?id=", "/ui/jobs?job=", "/ui/nothing/", "/ui?pipes.sort=")) {
            Answer answer = demo.get(path + URLEncoder.encode("\"><script>alert(1)</script>", StandardCharsets.UTF_8));
            assertThat(answer.body()).as(path).doesNotContain("<script>alert");
            assertThat(answer.status()).as(path).isIn(200, 303, 404);
        }
    }

    @Test
    void tablesAreFilteredSortedAndDownloaded() {
        Answer csv = demo.get("/ui/pipes?as=csv&table=pipes");
        assertThat(csv.contentType()).startsWith("text/csv");
        assertThat(csv.headers().firstValue("Content-Disposition")).contains("attachment; filename=\"pipes.csv\"");
        assertThat(csv.body().lines().findFirst()).contains("pipe,user,n,open,throughput,running,queued,failed,reason");
        int all = demo.get("/ui/pipes?as=json&table=pipes").json().size();
        assertThat(all).isGreaterThan(1);
        assertThat(demo.get("/ui/pipes?as=json&table=pipes&pipes.q=no-such-pipe")
                        .json())
                .isEmpty();
        assertThat(demo.get("/ui/pipes?as=csv&table=other").status()).isEqualTo(404);
        assertThat(demo.get("/ui/pipes?as=xml&table=pipes").status()).isEqualTo(400);
        String sorted = demo.get("/ui/pipes?pipes.sort=-throughput").body();
        assertThat(sorted).contains("aria-sort=\"descending\"");
    }

    @Test
    void transfersAreFoundByErrorMetadataAndTime() {
        String found = "/ui/transfers?as=json&table=transfers&state=";
        assertThat(demo.get(found + "FINISHED&text=ALERT%281%29").json()).hasSize(1);
        assertThat(demo.get(found + "FINISHED&text=no+such+text").json()).isEmpty();
        assertThat(demo.get(found + "FAILED&since=hour&text=source").json()).hasSize(1);
        assertThat(demo.get(found + "FAILED&since=hour").json()).hasSize(1);
        assertThat(demo.get("/ui/transfers?state=FAILED&since=other").body()).contains("the last week");
    }

    @Test
    void plotsHaveTheReasonOfEachDecision() {
        var plot = demo.get("/ui/plot?what=connections&pipe=" + pipe).json();
        assertThat(plot.path("at").size()).isPositive();
        assertThat(plot.path("words").get(0).stringValue()).isNotEmpty();
        assertThat(plot.path("series").get(0).path("label").stringValue()).isEqualTo("n decided");
        assertThat(demo.get("/ui/plot?what=other").status()).isEqualTo(400);
        assertThat(server.alice()
                        .get("/ui/plot?what=connections&pipe=" + pipe)
                        .json()
                        .path("at"))
                .isEmpty();
    }

    @Test
    void aPageThatSomebodyMayNotSeeSaysWhichRightIsMissing() {
        Client alice = server.alice();
        for (String page :
                List.of("/ui/settings", "/ui/audit", "/ui/drain?on=yes", "/ui/ban?storage=http://localhost")) {
            Answer refused = alice.get(page);
            assertThat(refused.status()).as(page).isEqualTo(403);
            assertThat(refused.contentType()).startsWith("text/html");
            assertThat(refused.body()).contains("&quot;config&quot;");
        }
        assertThat(alice.get("/ui/transfer?id=" + transfer).status()).isEqualTo(403);
        assertThat(alice.get("/ui/job?id=" + job).status()).isEqualTo(403);
        assertThat(alice.get("/ui/pipe?id=" + pipe).status()).isEqualTo(404);
        assertThat(alice.get("/ui/user?id=demo").status()).isEqualTo(404);
        assertThat(alice.get("/ui/group?id=" + group).status()).isEqualTo(404);
        for (String page : pages()) {
            assertThat(server.nobody().get(page).status()).as(page).isEqualTo(403);
            // Addresses that name the pipe come back as they were asked for.
            String body = page.contains(pipe) ? "" : alice.get(page).body();
            assertThat(body).as(page).doesNotContain(pipe, "hunter2");
        }
    }

    @Test
    void howeverItsPathIsWrittenAPageHasItsHeaders() {
        for (String path : List.of("/ui/drain?on=yes", "/%75i/drain?on=yes", "/ui;x=y", "/%75%69/pipes")) {
            Answer answer = demo.get(path);
            assertThat(answer.status()).as(path).isIn(200, 400, 404);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .contains("frame-ancestors 'none'");
            assertThat(answer.headers().firstValue("Cache-Control").orElse(""))
                    .as(path)
                    .isEqualTo("no-store");
        }
    }

    @Test
    void aQueryThatCannotBeReadIsRefusedAsAPage() {
        for (String query : List.of("x=%ff", "pipes.sort=%C3%28", "x=%c0%80")) {
            Answer refused = demo.get("/ui?" + query);
            assertThat(refused.status()).as(query).isEqualTo(400);
            assertThat(refused.contentType()).startsWith("text/html");
            Answer unknown = server.nobody().get("/ui?" + query);
            assertThat(unknown.status()).as(query).isEqualTo(403);
            assertThat(unknown.contentType()).startsWith("text/html");
        }
    }

    private static Answer form(Client client, String path, String body) {
        return client.send(client.request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    private static String mark(Client client, String page) {
        Matcher found = Pattern.compile("name=\"mark\" value=\"([^\"]+)\"")
                .matcher(client.get(page).body());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void anActionNeedsTheFormOfThePageAndStandsInTheAudit() {
        assertThat(form(demo, "/ui/drain", "on=yes").status()).isEqualTo(403);
        assertThat(form(demo, "/ui/drain", "on=yes&mark=1.2").status()).isEqualTo(403);
        String mark = mark(demo, "/ui/drain?on=yes");
        assertThat(form(server.alice(), "/ui/drain", "on=yes&mark=" + mark).status())
                .isEqualTo(403);
        assertThat(demo.get("/tcn/v1/drain").json().get(0).path("drained").booleanValue())
                .isFalse();
        Answer other = demo.send(demo.request("/ui/drain")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", "https://elsewhere.example.org")
                .POST(BodyPublishers.ofString("on=yes&mark=" + mark)));
        assertThat(other.status()).isEqualTo(403);

        for (String unclear : List.of("", "on=", "on=YES", "on=x")) {
            assertThat(form(demo, "/ui/drain", unclear + "&mark=" + mark).status())
                    .as(unclear)
                    .isEqualTo(400);
        }
        assertThat(demo.get("/ui/drain").status()).isEqualTo(400);
        assertThat(form(demo, "/ui/drain", "on=yes&mark=" + mark).status()).isEqualTo(303);
        assertThat(demo.get("/tcn/v1/drain").json().get(0).path("drained").booleanValue())
                .isTrue();
        assertThat(demo.get("/ui/failures").body()).contains("This server is drained");
        assertThat(form(demo, "/ui/drain", "on=no&mark=" + mark).status()).isEqualTo(303);

        String ban = "storage=http%3A%2F%2Fbanned.example.org&user=demo&status=WAIT_AS&message=disk&mark=" + mark;
        assertThat(form(demo, "/ui/ban", ban).status()).isEqualTo(303);
        assertThat(demo.get("/ui/failures").body()).contains("http://banned.example.org");
        assertThat(form(demo, "/ui/unban", ban).status()).isEqualTo(303);
        assertThat(form(demo, "/ui/unban", ban).status()).isEqualTo(404);
        assertThat(form(demo, "/ui/ban", ban.replace("WAIT_AS", "SOMETHING")).status())
                .isEqualTo(400);
        assertThat(demo.get("/tcn/v1/audit").json().findValuesAsString("action"))
                .contains("drain");
        assertThat(demo.get("/ui/audit").body()).contains("drain");
    }

    @Test
    void secretsAreHidden() {
        String settings = demo.get("/ui/settings").body()
                + demo.get("/ui/settings?settings.page=2").body();
        assertThat(settings)
                .contains("tcn.control.interval", "PT0.2S", "tcn.events.kafka.properties[sasl.jaas.config]", "(hidden)")
                .doesNotContain("hunter2");
        assertThat(SettingsInForce.setting("spring.datasource.url", "jdbc:postgresql://u:geheim@h/d?password=auch&x=1")
                        .value())
                .isEqualTo("jdbc:postgresql://u:(hidden)@h/d?password=(hidden)&x=1");
        assertThat(SettingsInForce.setting("tcn.alto.servers[0].auth.password", "geheim")
                        .value())
                .isEqualTo("(hidden)");
    }

    @Test
    void assetsAreAFewFilesThatBrowsersKeep() {
        Matcher found = Pattern.compile("(/ui/assets/[0-9a-f]+)/page\\.js")
                .matcher(demo.get("/ui").body());
        assertThat(found.find()).isTrue();
        for (String name : List.of("page.js", "page.css", "htmx.js", "uplot.js", "uplot.css")) {
            Answer asset = server.nobody().get(found.group(1) + "/" + name);
            assertThat(asset.status()).as(name).isEqualTo(200);
            assertThat(asset.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
        }
        for (String name : List.of("page.html", "..%2f..%2fapplication.yaml", "Answers.class")) {
            assertThat(server.nobody().get(found.group(1) + "/" + name).status())
                    .as(name)
                    .isIn(400, 404);
        }
    }

    @Test
    void onItsOwnPortThereIsThePageAndNothingElse() throws IOException {
        try (Client own = Client.demo(ownPort, folder.resolve("data"))) {
            assertThat(own.get("/ui").status()).isEqualTo(200);
            assertThat(own.get("/ui/audit").body()).contains("demo");
            assertThat(own.get("/").status()).isIn(302, 303);
            assertThat(own.get("/tcn/v1/pipes").status()).isEqualTo(404);
            assertThat(own.get("/jobs").status()).isEqualTo(404);
        }
        try (Client nobody = Client.anonymous(ownPort, folder.resolve("data"))) {
            assertThat(nobody.get("/ui").status()).isEqualTo(403);
        }
    }
}
