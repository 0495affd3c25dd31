// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import io.tcn.core.docs.Page;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// Every call that the documents show is sent to a server, and every route that they name is there.
@Tag("it")
class DocumentedCallsTest {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private record Call(String method, String path, String body) {
        Answer send(Client client) {
            return client.send(client.request(path)
                    .header("Content-Type", "application/json")
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
        }
    }

    @Test
    void theExampleOfThePageOfOurOwnInterfaceWorksFromTopToBottom() throws IOException {
        String block = Page.of("docs/native-api.md").shellBlocks().stream()
                .max(Comparator.comparingLong(DocumentedCallsTest::calls))
                .orElseThrow();
        Matcher call = Pattern.compile("\\$C (?:-X (\\w+) )?\\$U(/\\S+)(?: -d '([^']*)')?")
                .matcher(block);
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        while (call.find()) {
            calls++;
            String body = call.group(3) == null ? "" : call.group(3);
            String method = call.group(1) != null ? call.group(1) : body.isEmpty() ? "GET" : "POST";
            Answer answer = new Call(method, "/tcn/v1" + call.group(2), body).send(server.demo());
            if (answer.status() / 100 != 2) {
                wrong.add(call.group() + ": " + answer.status() + " " + answer.body());
            }
        }
        assertThat(calls).isEqualTo((int) calls(block));
        assertThat(calls).isGreaterThanOrEqualTo(5);
        assertThat(wrong).isEmpty();
    }

    private static long calls(String block) {
        return block.lines().filter(line -> line.startsWith("$C ")).count();
    }

    @Test
    void callsWithABodyInTheTextOfThePagesAreTaken() throws IOException {
        String host = server.demo().get("/config").json().at("/0/hostname").asString();
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        for (Page page : Page.all()) {
            Matcher call = Pattern.compile("`(POST|PUT) (/[a-z/0-9-]+)` with `(\\{[^`]*})`")
                    .matcher(page.text());
            while (call.find()) {
                calls++;
                String body = call.group(3).replace("HOST", host);
                Answer answer = new Call(call.group(1), call.group(2), body).send(server.demo());
                if (answer.status() / 100 != 2) {
                    wrong.add(page.file() + ": " + call.group() + ": " + answer.status() + " " + answer.body());
                }
            }
        }
        assertThat(calls).isGreaterThanOrEqualTo(2);
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyRouteThatThePagesNameIsThere() throws IOException {
        Set<String> routes = routes();
        Set<String> missing = new TreeSet<>();
        int named = 0;
        for (Page page : Page.all()) {
            boolean isOwn = page.file().endsWith("native-api.md");
            Matcher route =
                    Pattern.compile("`(GET|POST|PUT|DELETE) (/[^`\\s?\\[]*)").matcher(page.text());
            while (route.find()) {
                String path = route.group(2).replaceAll("/$", "");
                String whole = isOwn ? "/tcn/v1" + path : path;
                if (path.isEmpty()
                        || page.file().toString().contains("alto")
                        || page.file().toString().contains("/adr/")) {
                    continue;
                }
                named++;
                if (routes.stream().noneMatch(known -> matches(known, route.group(1) + " " + whole))) {
                    missing.add(page.file() + ": " + route.group(1) + " " + whole);
                }
            }
        }
        assertThat(named).isGreaterThan(20);
        assertThat(missing).isEmpty();
    }

    @Test
    void everyRouteOfOurOwnInterfaceIsInItsPage() throws IOException {
        String page = Page.of("docs/native-api.md").text()
                + Page.of("docs/messages.md").text();
        assertThat(routes().stream()
                        .filter(route -> route.contains(" /tcn/v1/"))
                        .map(route -> route.replaceFirst(".* /tcn/v1", "").replaceAll("/\\{.*", ""))
                        .filter(path -> !page.contains(path)))
                .isEmpty();
    }

    @Test
    void whatTheFirstPageLinksToIsThere() {
        JsonNode links = server.nobody().get("/").json().path("_links");
        List<String> dead = new ArrayList<>();
        for (JsonNode link : links) {
            for (JsonNode one : link.isArray() ? link : List.of(link)) {
                String href = one.path("href").asString("");
                if (href.startsWith("/") && !one.path("templated").booleanValue(false)) {
                    Answer answer = server.demo().get(href);
                    if (answer.status() == 404) {
                        dead.add(href);
                    }
                }
            }
        }
        assertThat(links.size()).isPositive();
        // FTS's own first page links to it, and answers 404 there; clients compare the page.
        assertThat(dead).containsExactly("/optimizer/");
    }

    private static boolean matches(String known, String named) {
        String pattern = known.replaceAll("\\{[^/]*}", "[^/]+").replaceAll("/\\*\\*$", "/.*");
        return named.replaceAll("\\{[^/]*}", "x").matches(pattern);
    }

    /// As `GET /jobs/{id}`.
    private static Set<String> routes() {
        Set<String> routes = new TreeSet<>();
        server.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(route -> {
                    for (String pattern : route.getPatternValues()) {
                        for (RequestMethod method : route.getMethodsCondition().getMethods()) {
                            routes.add(method + " " + pattern);
                        }
                    }
                });
        return routes;
    }
}
