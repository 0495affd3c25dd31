// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// A credential in the query of a URL is used towards the storage and shown to nobody: every route is asked by an
/// administrator, who may see everything else.
@Tag("it")
class SecretsInUrlsTest {
    private static final String SECRET = "hush-0815";
    private static final String AUTHZ = "?authz=Bearer%20" + SECRET;
    private static final String SHOWN = "?authz=***";
    private static final byte[] CONTENT = "the file".getBytes(UTF_8);

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static HttpServer source;
    private static LoggedStorage destination;
    private static String host = "";
    private static final List<String> JOBS = new ArrayList<>();
    private static final List<Long> FILES = new ArrayList<>();

    /// Gives its file to whoever has the secret in the query.
    private static void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean isAllowed =
                    ("authz=Bearer%20" + SECRET).equals(exchange.getRequestURI().getRawQuery());
            boolean isThere = !exchange.getRequestURI().getPath().contains("none");
            boolean isGet = exchange.getRequestMethod().equals("GET");
            if (!isAllowed || !isThere || !(isGet || exchange.getRequestMethod().equals("HEAD"))) {
                exchange.sendResponseHeaders(!isAllowed ? 403 : !isThere ? 404 : 405, -1);
            } else if (isGet) {
                exchange.sendResponseHeaders(200, CONTENT.length);
                exchange.getResponseBody().write(CONTENT);
            } else {
                exchange.getResponseHeaders().set("Content-Length", Integer.toString(CONTENT.length));
                exchange.sendResponseHeaders(200, -1);
            }
        }
    }

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of("tcn.fts.check-duplicates", "*"));
        demo = server.demo();
        destination = LoggedStorage.start(folder.resolve("storage"));
        source = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        source.createContext("/", SecretsInUrlsTest::serve);
        source.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        source.start();
        host = "http://127.0.0.1:" + source.getAddress().getPort();
        String done = demo.submit(job(host + "/f", destination.url("/done").toString()));
        String failed = demo.submit(job(host + "/none", destination.url("/none").toString()));
        String native1 = demo.post(
                        "/tcn/v1/transfers",
                        "{\"transfers\": [{\"name\": \"one\", \"source\": \"" + host + "/none" + AUTHZ
                                + "\", \"destination\": \"" + destination.url("/native") + AUTHZ
                                + "\", \"retries\": 50}]}")
                .text("jobId");
        String waiting = demo.submit(job(host + "/f", "http://b.invalid/later"));
        await().atMost(Duration.ofSeconds(40))
                .until(() -> demo.get("/jobs/" + done).text("job_state").equals("FINISHED")
                        && demo.get("/jobs/" + failed).text("job_state").equals("FAILED"));
        JOBS.addAll(List.of(done, failed, native1, waiting));
        for (String job : JOBS) {
            FILES.add(
                    demo.get("/jobs/" + job + "/files").json().at("/0/file_id").longValue());
        }
    }

    private static String job(String from, String to) {
        return "{\"files\": [{\"sources\": [\"" + from + AUTHZ + "\"], \"destinations\": [\"" + to + AUTHZ + "\"]}],"
                + " \"params\": {\"retry\": 0}}";
    }

    @AfterAll
    static void stop() {
        source.stop(0);
        destination.close();
        server.close();
    }

    private static String filled(String pattern, int which) {
        String job = JOBS.get(which);
        String file = Long.toString(FILES.get(which));
        return pattern.replace("{file}", file)
                .replace("{files}", file)
                .replace("{ids}", job)
                .replace("{field}", "job_metadata")
                .replace("{id}", pattern.startsWith("/tcn/v1/transfers") ? file : job)
                .replaceAll("\\{\\*?[^}]*}", "x");
    }

    @Test
    void noViewShowsIt() {
        List<String> leaks = new ArrayList<>();
        List<String> masked = new ArrayList<>();
        for (String path : views()) {
            String body = demo.get(path).body();
            if (body.contains(SECRET)) {
                leaks.add(path);
            }
            if (body.contains(SHOWN) || body.contains("?authz\\u003d***")) {
                masked.add(path);
            }
        }

        assertThat(leaks).isEmpty();
        assertThat(masked)
                .contains(
                        "/files?time_window=1",
                        "/jobs/" + JOBS.getFirst() + "/files",
                        "/jobs/" + JOBS.getFirst() + "?files=source_surl,dest_surl",
                        "/tcn/v1/transfers",
                        "/tcn/v1/transfers/" + FILES.getFirst(),
                        "/ui/transfer?id=" + FILES.getFirst(),
                        "/ui/job?id=" + JOBS.getFirst(),
                        "/ui/job?as=csv&table=transfers&id=" + JOBS.getFirst(),
                        "/ui/job?as=json&table=transfers&id=" + JOBS.getFirst());
    }

    /// Every GET of the server, those that name a job or transfer for each.
    private static List<String> views() {
        Set<String> views = new LinkedHashSet<>();
        var routes = server.server().bean(RequestMappingHandlerMapping.class).getHandlerMethods();
        routes.keySet().forEach(route -> {
            if (!route.getMethodsCondition().getMethods().contains(RequestMethod.GET)) {
                return;
            }
            for (String pattern : route.getPatternValues()) {
                boolean isPage = pattern.startsWith("/ui");
                for (int which = 0; which < JOBS.size(); which++) {
                    String job = JOBS.get(which);
                    for (String query : isPage
                            ? List.of("", "?id=" + FILES.get(which), "?id=" + job)
                            : pattern.contains("{")
                                    ? List.of("", "?files=source_surl,dest_surl", "?include=why,transfers")
                                    : List.of("", "?time_window=1", "?limit=10")) {
                        views.add(filled(pattern, which) + query);
                    }
                }
            }
        });
        for (String as : List.of("csv", "json")) {
            views.add("/ui/job?as=" + as + "&table=transfers&id=" + JOBS.getFirst());
        }
        return List.copyOf(views);
    }

    @Test
    void noFileOfTheLogsHasIt() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("data/logs"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain(SECRET);
            }
        }
    }

    @Test
    void theStorageIsAskedWithTheWholeUrl() {
        assertThat(destination.has("/done")).isTrue();
    }

    @Test
    void itsSubmitterFindsItByTheWholeUrl() {
        String whole = URLEncoder.encode(destination.url("/done") + AUTHZ, UTF_8);

        assertThat(demo.get("/files?time_window=1&dest_surl=" + whole)
                        .json()
                        .at("/0/dest_surl")
                        .stringValue())
                .isEqualTo(destination.url("/done") + SHOWN);
    }

    @Test
    void theCheckForDuplicatesComparesWholeUrls() {
        String tried = job(host + "/none", "http://d.invalid/dup").replace("\"retry\": 0", "\"retry\": 50");
        // Nothing starts, so that the first is not over before the second comes.
        demo.put("/tcn/v1/drain", "{\"drained\": true}");
        demo.submit(tried);
        Answer refused = demo.post("/jobs", tried);
        Answer other = demo.post("/jobs", tried.replace(SECRET + "\"]}],", "x\"]}],"));
        demo.put("/tcn/v1/drain", "{\"drained\": false}");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body()).doesNotContain(SECRET);
        assertThat(other.status()).isEqualTo(200);
        assertThat(demo.delete("/jobs/" + other.text("job_id")).status()).isEqualTo(200);
    }

    @Test
    void theSameAdditionIsKnownAgainAndAnotherSecretIsAnotherOne() {
        String body = "{\"transfers\": [{\"source\": \"" + host + "/f" + AUTHZ
                + "\", \"destination\": \"http://c.invalid/k" + AUTHZ + "\"}]}";
        Answer first = add(body);
        Answer second = add(body);
        Answer third = add(body.replace(SECRET, "hush-4711"));

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.text("jobId")).isEqualTo(first.text("jobId"));
        assertThat(third.status()).isBetween(409, 422);
        for (Answer answer : List.of(first, second, third)) {
            assertThat(answer.body()).doesNotContain("hush");
        }
        Answer canceled = demo.delete("/tcn/v1/jobs/" + first.text("jobId"));
        assertThat(canceled.body()).doesNotContain("hush");
    }

    private static Answer add(String body) {
        return demo.send(demo.request("/tcn/v1/transfers")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "k1")
                .POST(BodyPublishers.ofString(body)));
    }

    @Test
    void whatWasShownIsNoUrlToSubmit() {
        String shown = job(host + "/f", "http://b.invalid/shown").replace("Bearer%20" + SECRET, "***");

        for (Answer refused : List.of(
                demo.post("/jobs", shown),
                demo.post(
                        "/tcn/v1/transfers",
                        "{\"transfers\": [{\"source\": \"" + host + "/f" + SHOWN
                                + "\", \"destination\": \"http://b.invalid/shown\"}]}"))) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body()).contains("which stands for a secret that is not shown");
        }
    }
}
