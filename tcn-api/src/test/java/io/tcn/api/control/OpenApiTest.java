// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The document of our own face says what the server does, and nothing else.
@Tag("it")
class OpenApiTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Client demo;
    private static JsonNode document;
    /// What stands for `{id}` and `{name}`, by path.
    private static Map<String, String> names;

    @BeforeAll
    static void start() throws IOException {
        Path root = Files.createDirectories(folder.resolve("root"));
        Files.writeString(root.resolve("there"), "bytes");
        server = RunningServer.start(folder, Map.of("tcn.agent.file-roots", root.toString()));
        demo = server.demo();
        document = server.nobody().get("/tcn/v1/openapi.json").json();
        names = populate(root);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /// One of everything, so that no list is empty; each answer is held against the document too.
    private static Map<String, String> populate(Path root) {
        checked("POST", "/tcn/v1/users", "", "{\"id\": \"cms\", \"dns\": [\"/DC=org/CN=A\"]}");
        checked("POST", "/tcn/v1/resource-sets", "", "{\"name\": \"few\", \"resources\": [\"nothing:*\", \"link:*\"]}");
        checked(
                "POST",
                "/tcn/v1/pipes",
                "",
                "{\"source\": \"davs://a.invalid\", \"destination\": \"davs://b.invalid\", \"user\": \"demo\"}");
        checked(
                "PUT",
                "/tcn/v1/rc",
                "",
                "{\"user\": \"cms\", \"resourceSet\": \"few\", \"boundBps\": 1e9, \"when\":"
                        + " {\"zone\": \"UTC\", \"weekly\": [{\"from\": \"08:00\", \"until\": \"18:00\"}]}}");
        checked(
                "PUT",
                "/tcn/v1/rc",
                "?dryRun=true&force=true",
                "{\"user\": \"cms\", \"resourceSet\": \"few\", \"minBps\": 1e12, \"relativeWeight\": 2}");
        checked("PUT", "/tcn/v1/endpoint-limits", "", "{\"endpoint\": \"davs://a.invalid\", \"maxInbound\": 7}");
        checked("PUT", "/tcn/v1/bans/storages", "", "{\"storage\": \"davs://c.invalid\", \"status\": \"wait_as\"}");
        checked("PUT", "/tcn/v1/bans/people", "", "{\"dn\": \"/CN=Bad\", \"message\": \"no\"}");
        checked("PUT", "/tcn/v1/drain", "", "{\"drained\": false}");
        checked(
                "PUT",
                "/tcn/v1/configuration",
                "?dryRun=true&remove=true",
                "{\"users\": [{\"id\": \"demo\"}, {\"id\": \"new\"}], \"resourceControls\": [], \"endpointLimits\": [],"
                        + " \"resourceSets\": []}");
        JsonNode added = checked(
                "POST",
                "/tcn/v1/transfers",
                "",
                "{\"group\": {\"name\": \"dataset\"}, \"transfers\": [{\"name\": \"one\", \"source\": \"file://"
                        + root.resolve("there")
                        + "\", \"destination\": \"file://" + root.resolve("copy")
                        + "\"}, {\"source\": \"davs://c.invalid/f\", \"destination\": \"davs://b.invalid/f\"}]}");
        long first = added.at("/transfers/0/id").longValue();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> demo.get("/tcn/v1/transfers/" + first)
                        .json()
                        .path("state")
                        .asString("")
                        .equals("FINISHED"));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> demo.get("/tcn/v1/control").json().has("interval"));
        Map<String, String> known = new TreeMap<>();
        known.put("/tcn/v1/users/", "demo");
        known.put("/tcn/v1/pipes/", added.at("/transfers/1/pipe").asString(""));
        known.put("/tcn/v1/resource-sets/", "few");
        known.put("/tcn/v1/transfers/", added.at("/transfers/1/id").toString());
        known.put("/tcn/v1/jobs/", added.path("jobId").asString(""));
        known.put(
                "/tcn/v1/groups/",
                demo.get("/tcn/v1/groups?user=demo&name=dataset")
                        .json()
                        .at("/groups/0/id")
                        .toString());
        return known;
    }

    private static String filled(String path) {
        int variable = path.indexOf('{');
        if (variable < 0) {
            return path;
        }
        String name = names.get(path.substring(0, variable));
        assertThat(name).as("a name for %s", path).isNotNull();
        return path.substring(0, variable)
                + URLEncoder.encode(name, StandardCharsets.UTF_8)
                + path.substring(path.indexOf('}') + 1);
    }

    /// Sends a request of which a good answer is expected, and holds the answer against the document.
    private static JsonNode checked(String method, String path, String query, String body) {
        Answer answer = send(method, path + query, body);
        assertThat(answer.status() / 100).as(answer.body()).isEqualTo(2);
        assertThat(complaints(answer, method, path)).isEmpty();
        return answer.json();
    }

    private static Answer send(String method, String path, String body) {
        return demo.send(demo.request(path)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }

    /// What is wrong with an answer.
    ///
    /// @param path as the document has it
    private static List<String> complaints(Answer answer, String method, String path) {
        String place = method + " " + path + " " + answer.status() + ": ";
        JsonNode operation = document.path("paths").path(path).path(method.toLowerCase(Locale.ROOT));
        JsonNode said = operation.path("responses").path(Integer.toString(answer.status()));
        String reference = said.path("$ref").asString("");
        if (!reference.isEmpty()) {
            said = document.at(reference.substring(1));
        }
        if (said.isMissingNode()) {
            return List.of(place + "not in the document; " + answer.body());
        }
        String type = answer.contentType().replaceAll(";.*", "");
        JsonNode schema = said.path("content").path(type).path("schema");
        if (type.isEmpty() && !said.has("content")) {
            return List.of();
        }
        if (schema.isMissingNode()) {
            return List.of(place + type + " is not in the document");
        }
        if (!type.contains("json")) {
            return List.of();
        }
        ObjectNode root = MAPPER.createObjectNode();
        root.set("components", closed());
        root.putArray("allOf").add(schema);
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(root.toString(), InputFormat.JSON);
        return compiled
                .validate(
                        answer.body(),
                        InputFormat.JSON,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                .stream()
                .map(error -> place + error.getInstanceLocation() + " " + error.getMessage())
                .toList();
    }

    /// Components that take no key that is not documented.
    private static JsonNode closed() {
        JsonNode components = document.path("components").deepCopy();
        for (JsonNode schema : components.path("schemas")) {
            if (schema instanceof ObjectNode object && object.has("properties")) {
                object.put("additionalProperties", false);
            }
        }
        return components;
    }

    private record Operation(String method, String path, JsonNode said) {
        Set<String> parameters(String in) {
            return said.path("parameters")
                    .valueStream()
                    .filter(parameter -> parameter.path("in").asString("").equals(in))
                    .map(parameter -> parameter.path("name").asString(""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        boolean hasBody() {
            return said.has("requestBody");
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    private static List<Operation> operations() {
        return document.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .map(operation -> new Operation(
                                operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue())))
                .toList();
    }

    @Test
    void everyRouteIsInTheDocumentAndNothingElse() {
        Set<String> served = new TreeSet<>();
        for (RequestMappingInfo info : server.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()) {
            for (String path : info.getPatternValues()) {
                if (path.startsWith("/tcn/")) {
                    assertThat(info.getMethodsCondition().getMethods()).as(path).isNotEmpty();
                    for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                        served.add(method + " " + path);
                    }
                }
            }
        }

        assertThat(operations().stream().map(Operation::toString)).containsExactlyInAnyOrderElementsOf(served);
        assertThat(operations().stream()
                        .map(operation -> operation.said().path("operationId").asString("")))
                .doesNotHaveDuplicates();
    }

    /// The server itself tells which parameters it knows.
    @Test
    void theParametersOfTheDocumentAreThoseThatTheServerKnows() {
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations()) {
            Answer refused = send(operation.method(), filled(operation.path()) + "?no-such-parameter=1", "");
            Set<String> known = operation.parameters("query");
            String told = known.isEmpty() ? "nor any other" : "known are " + known;
            if (refused.status() != 400 || !refused.text("detail").endsWith(told)) {
                wrong.add(operation + " should say " + told + ": " + refused.body());
            }
            wrong.addAll(complaints(refused, operation.method(), operation.path()));
            assertThat(operation.parameters("path")).hasSize((int)
                    operation.path().chars().filter(sign -> sign == '{').count());
        }
        assertThat(wrong).isEmpty();
    }

    /// The server itself tells which keys it knows.
    @Test
    void theBodiesOfTheDocumentAreThoseThatTheServerReads() {
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations()) {
            if (!operation.hasBody()) {
                continue;
            }
            Answer refused = send(operation.method(), filled(operation.path()), "{\"no-such-key\": 1}");
            JsonNode schema = operation.said().at("/requestBody/content/application~1json/schema");
            String keys = String.join(
                    ", ",
                    document.at(schema.path("$ref").asString("").substring(1))
                            .path("properties")
                            .propertyNames());
            if (!refused.text("detail").endsWith("known are [" + keys + "]")) {
                wrong.add(operation + " should know " + keys + ": " + refused.body());
            }
            wrong.addAll(complaints(refused, operation.method(), operation.path()));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void requiredKeysAreThoseWithoutWhichTheServerRefuses() {
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations()) {
            if (operation.hasBody() && !operation.path().endsWith("/configuration")) {
                Answer refused = send(operation.method(), filled(operation.path()), "{}");
                if (refused.status() != 400) {
                    wrong.add(operation + " takes an empty body: " + refused.body());
                }
                wrong.addAll(complaints(refused, operation.method(), operation.path()));
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyAnswerIsAsTheDocumentSays() {
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations()) {
            if (operation.method().equals("GET")) {
                Answer answer = demo.get(filled(operation.path()));
                if (answer.status() != 200) {
                    wrong.add(operation + ": " + answer.status() + " " + answer.body());
                }
                wrong.addAll(complaints(answer, "GET", operation.path()));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(complaints(demo.get("/tcn/v1/bottlenecks?format=dot"), "GET", "/tcn/v1/bottlenecks"))
                .isEmpty();
    }

    @Test
    void whatIsIncludedIsAsTheDocumentSays() {
        Map<String, String> all = Map.of(
                "/tcn/v1/transfers/{id}", "why,pipes",
                "/tcn/v1/jobs/{id}", "why,transfers",
                "/tcn/v1/pipes/{id}", "why,transfers,controls",
                "/tcn/v1/users/{id}", "pipes,controls");
        all.forEach((path, include) -> {
            Answer answer = demo.get(filled(path) + "?include=" + include);
            assertThat(complaints(answer, "GET", path)).isEmpty();
            assertThat(answer.json().path("included").propertyNames())
                    .containsExactlyInAnyOrder(include.split(",", -1));
            assertThat(demo.get(filled(path)).json().has("included")).isFalse();
            for (String unknown : List.of("why,nonsense", "", "endpoints")) {
                Answer refused = demo.get(filled(path) + "?include=" + unknown);
                assertThat(refused.status()).as(path + " " + unknown).isEqualTo(400);
                assertThat(refused.text("field")).isEqualTo("include");
                assertThat(refused.text("detail")).contains(include.split(",", -1));
            }
        });
        assertThat(demo.get(filled("/tcn/v1/jobs/{id}") + "?include=transfers")
                        .json()
                        .at("/included/transfers"))
                .hasSize(2);
    }

    @Test
    void refusalsAreAsTheDocumentSays() {
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations()) {
            String path = operation.path().replaceAll("\\{[^}]*}", "999999999");
            if (!path.equals(operation.path())) {
                wrong.addAll(complaints(
                        send(operation.method(), path, "{\"weight\": 1}"), operation.method(), operation.path()));
            }
            if (!operation.said().has("security")) {
                Answer nobody = server.nobody()
                        .send(server.nobody()
                                .request(path)
                                .header("Content-Type", "application/json")
                                .method(operation.method(), BodyPublishers.ofString("{}")));
                assertThat(nobody.status()).as(operation.toString()).isEqualTo(403);
                wrong.addAll(complaints(nobody, operation.method(), operation.path()));
            }
        }
        assertThat(wrong).isEmpty();
    }

    /// The container refuses it before any route is found.
    @Test
    void aPathThatCannotBeReadIsRefusedInOurShape() {
        Answer refused = demo.get("/tcn/v1/pipes/a%5Cb");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(complaints(refused, "GET", "/tcn/v1/pipes/{id}")).isEmpty();
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryComponentIsUsed() {
        Set<String> used = new TreeSet<>(document.findValuesAsString("$ref"));
        assertThat(used)
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                document.at(reference.substring(1)).isMissingNode())
                        .isFalse());
        assertThat(Stream.of("schemas", "responses")
                        .flatMap(kind -> document.path("components")
                                .path(kind)
                                .propertyStream()
                                .map(component -> "#/components/" + kind + "/" + component.getKey())))
                .containsExactlyInAnyOrderElementsOf(used);
        assertThat(document.path("openapi").asString("")).startsWith("3.1.");
    }
}
