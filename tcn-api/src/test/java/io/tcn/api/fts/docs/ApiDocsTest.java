// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// The document says what the server does, and nothing else.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiDocsTest {
    /// Documented, and on their way into the server. Each is taken out with the change that brings it.
    private static final Set<String> NOT_THERE_YET = Set.of();

    @TempDir
    private static Path folder = Path.of("");

    private @Nullable RunningServer server;

    @BeforeAll
    void start() throws IOException {
        server = RunningServer.start(folder, Map.of());
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private RunningServer server() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server;
    }

    private Set<String> documented() {
        Set<String> documented = new TreeSet<>();
        JsonNode paths = server().nobody().get("/api-docs/openapi.json").json().path("paths");
        paths.propertyStream()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method ->
                                documented.add(route(method.toUpperCase(java.util.Locale.ROOT), path.getKey()))));
        return documented;
    }

    /// Without the names of variables, which are nobody's concern.
    private static String route(String method, String path) {
        return method + " " + path.replaceAll("\\{[^}]*}", "{}");
    }

    private Set<String> served() {
        Set<String> served = new TreeSet<>();
        RequestMappingHandlerMapping mapping = server().server().bean(RequestMappingHandlerMapping.class);
        for (RequestMappingInfo info : mapping.getHandlerMethods().keySet()) {
            for (String path : info.getPatternValues()) {
                if (path.startsWith("/tcn/")
                        || path.startsWith("/ui")
                        || path.startsWith("/actuator/")
                        || path.equals("/error")) {
                    continue;
                }
                assertThat(info.getMethodsCondition().getMethods()).as(path).isNotEmpty();
                for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                    served.add(route(method.name(), path));
                }
            }
        }
        return served;
    }

    @Test
    void everyRouteIsDocumentedAndEveryDocumentedRouteIsThere() {
        Set<String> documented = documented();
        Set<String> served = served();
        Set<String> missing = new TreeSet<>(documented);
        missing.removeAll(served);
        Set<String> secret = new TreeSet<>(served);
        secret.removeAll(documented);

        assertThat(secret).as("routes without documentation").isEmpty();
        assertThat(missing).as("documented, not served, not announced").isSubsetOf(NOT_THERE_YET);
        assertThat(NOT_THERE_YET)
                .as("announced, though they are there: take them out")
                .isSubsetOf(missing);
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryOperationHasItsOwnId() {
        JsonNode document = server().nobody().get("/api-docs/openapi.json").json();
        document.findValuesAsString("$ref")
                .forEach(reference -> assertThat(
                                document.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
        assertThat(document.path("paths")
                        .valueStream()
                        .flatMap(JsonNode::valueStream)
                        .map(operation -> operation.path("operationId").asString()))
                .doesNotHaveDuplicates();
    }

    @Test
    void theSchemaOfASubmissionIsThatOfTheDocument() {
        JsonNode schema = server().nobody().get("/api-docs/schema/submit").json();
        JsonNode schemas = server().nobody()
                .get("/api-docs/openapi.json")
                .json()
                .path("components")
                .path("schemas");

        assertThat(schema.path("$ref").stringValue()).isEqualTo("#/$defs/Submission");
        schema.path("$defs")
                .propertyStream()
                .forEach(definition -> assertThat(definition.getValue().toString())
                        .isEqualTo(schemas.path(definition.getKey())
                                .toString()
                                .replace("#/components/schemas/", "#/$defs/")));
    }
}
