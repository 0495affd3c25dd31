// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// One server for the cases of a section. It is drained, unless a section says otherwise: nothing starts, so that jobs
/// show the state in which they were submitted.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ContractServer {
    static final String DATE = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}";
    static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    static final String PAIR =
            "\"sources\": [\"davs://a.example.org:1094/f\"], \"destinations\": [\"davs://b.example.org/f\"]";
    static final String FILE = "{" + PAIR + "}";
    static final String JOB = "{\"files\": [" + FILE + "]}";

    private RunningServer running;
    private Path folder;

    @BeforeAll
    final void startServer(@TempDir Path temporary) throws IOException {
        folder = temporary;
        running = RunningServer.start(temporary, settings());
        if (isDrained()) {
            String host = demo().get("/config").json().at("/0/hostname").stringValue();
            assertThat(demo().post("/config/drain", "{\"hostname\": \"" + host + "\", \"drain\": true}")
                            .status())
                    .isEqualTo(200);
        }
    }

    @AfterAll
    final void stopServer() {
        running.close();
    }

    /// Settings beside those of all tests.
    Map<String, String> settings() {
        return Map.of();
    }

    /// Whether nothing starts.
    boolean isDrained() {
        return true;
    }

    final RunningServer server() {
        return running;
    }

    final Path folder() {
        return folder;
    }

    final Client demo() {
        return running.demo();
    }

    final Client alice() {
        return running.alice();
    }

    final Client nobody() {
        return running.nobody();
    }

    /// A submission with `FILE` and `PAIR` filled in.
    static String filled(String json) {
        return json.replace("FILE", FILE).replace("PAIR", PAIR);
    }

    /// A job of one plain file with these params.
    static String job(String params) {
        return "{\"files\": [" + FILE + "], \"params\": " + params + "}";
    }

    final JsonNode jobOf(String id) {
        return demo().get("/jobs/" + id).json();
    }

    final JsonNode filesOf(String id) {
        return demo().get("/jobs/" + id + "/files").json();
    }

    static Answer send(Client client, String method, String path, String json) {
        return client.send(client.request(path)
                .header("Content-Type", "application/json")
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json)));
    }

    /// The error shape of 1.5, which tells nothing of the inside.
    static void assertError(Answer answer, int status) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.contentType()).startsWith("application/json");
        assertThat(answer.json().propertyNames()).containsExactlyInAnyOrder("status", "message");
        assertThat(answer.text("status")).startsWith(status + " ");
        assertThat(answer.json().path("message").isString()).isTrue();
        assertThat(answer.text("message")).isNotBlank();
        assertThat(answer.body())
                .doesNotContain("io.tcn", "Exception", "java.", "org.springframework", "<html", "\tat ");
    }

    /// The patterns of the face and their methods, without those of the error page and of the operators' page.
    final Map<String, Set<String>> routes() {
        Map<String, Set<String>> routes = new TreeMap<>();
        running.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(info -> {
                    for (String path : info.getPatternValues()) {
                        if (!path.startsWith("/tcn/") && !path.startsWith("/ui") && !path.equals("/error")) {
                            Set<String> methods = routes.computeIfAbsent(path, first -> new TreeSet<>());
                            info.getMethodsCondition().getMethods().stream()
                                    .map(RequestMethod::name)
                                    .forEach(methods::add);
                        }
                    }
                });
        return routes;
    }

    /// The paths of these routes with an `x` for every variable.
    final List<String> paths(String method) {
        Set<String> paths = new LinkedHashSet<>();
        routes().forEach((pattern, methods) -> {
            if (method.isEmpty() || methods.contains(method)) {
                paths.add(path(pattern));
            }
        });
        return List.copyOf(paths);
    }

    static String path(String pattern) {
        return pattern.replaceAll("\\{[^}]*}", "x");
    }
}
