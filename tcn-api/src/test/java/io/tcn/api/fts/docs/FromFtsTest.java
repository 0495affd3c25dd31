// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.fts.FtsNames;
import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import io.tcn.core.model.TransferState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// `docs/from-fts.md` says what the server does: each row of its table is compared with the server. With
/// `-Dtcn.docs.write=true` the page is written anew.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FromFtsTest {
    private static final Path PAGE = Path.of("..", "docs", "from-fts.md");
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String PAIR =
            "{\"sources\": [\"davs://a.example.org/f\"], \"destinations\": [\"davs://b.example.org/f\"]}";

    private final FromFtsPage page = FromFtsPage.read();
    private RunningServer server;
    private String host = "";

    /// A row with something to try.
    ///
    /// @param part of the table
    /// @param row of that part
    /// @param probe of that row
    record Probe(String part, JsonNode row, JsonNode probe) {
        int code() {
            return probe.path("code").intValue();
        }

        @Override
        public String toString() {
            return part + " " + row.path("route").asString("") + " " + FromFtsPage.text(row, "key") + " "
                    + (probe.has("body") ? probe.path("body") : probe.path("value")) + ": " + code();
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = RunningServer.start(folder, Map.of());
        host = demo().get("/config").json().at("/0/hostname").stringValue();
        demo().post("/config/drain", "{\"hostname\": \"" + host + "\", \"drain\": true}");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private Client demo() {
        return server.demo();
    }

    private Set<String> names(String part, String key) {
        return page.rows(part).stream()
                .map(row -> FromFtsPage.text(row, key))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    // --- the page

    @Test
    void thePageIsThatOfTheTable() throws IOException {
        if (Boolean.getBoolean("tcn.docs.write")) {
            Files.writeString(PAGE, page.text());
        }
        assertThat(Files.readString(PAGE))
                .as("run FromFtsTest with -Dtcn.docs.write=true")
                .isEqualTo(page.text());
    }

    @ParameterizedTest
    @CsvSource({"routes", "query", "files", "params", "job", "file", "states", "config", "identity", "messages"})
    void everyRowSaysOneOfTheWordsAndWhyItDiffers(String part) {
        assertThat(page.rows(part)).isNotEmpty().allSatisfy(row -> {
            String word = FromFtsPage.text(row, "fts");
            assertThat(word).isIn("same", "different", "refused", "added", "gone");
            if (word.equals("different") || word.equals("refused")) {
                assertThat(FromFtsPage.text(row, "note")).as(row.toString()).isNotBlank();
            }
        });
    }

    // --- routes and query parameters

    private Set<String> tableRoutes(boolean gone) {
        return page.rows("routes").stream()
                .filter(row -> FromFtsPage.text(row, "fts").equals("gone") == gone)
                .map(row -> route(FromFtsPage.text(row, "method"), FromFtsPage.text(row, "path")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String route(String method, String path) {
        return method.toUpperCase(Locale.ROOT) + " " + path.replaceAll("\\{[^}]*}", "{}");
    }

    @Test
    void theRoutesAreThoseOfTheServer() {
        Set<String> served = new TreeSet<>();
        server.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(info -> {
                    for (String path : info.getPatternValues()) {
                        if (!path.startsWith("/tcn/")
                                && !path.startsWith("/ui")
                                && !path.startsWith("/actuator/")
                                && !path.equals("/error")) {
                            for (RequestMethod method :
                                    info.getMethodsCondition().getMethods()) {
                                served.add(route(method.name(), path));
                            }
                        }
                    }
                });
        assertThat(tableRoutes(false)).isEqualTo(served);
        assertThat(page.rows("routes").stream()
                        .map(row -> FromFtsPage.text(row, "method") + FromFtsPage.text(row, "path")))
                .doesNotHaveDuplicates();
    }

    @Test
    void theRoutesAreThoseOfTheDocument() {
        Set<String> documented = new TreeSet<>();
        paths().propertyStream()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method -> documented.add(route(method, path.getKey()))));
        assertThat(tableRoutes(false)).isEqualTo(documented);
    }

    private JsonNode paths() {
        return document().path("paths");
    }

    private JsonNode document() {
        return server.nobody().get("/api-docs/openapi.json").json();
    }

    @Test
    void whatIsGoneIsNotServed() {
        for (String route : tableRoutes(true)) {
            String path = route.substring(4).replace("{}", "x");
            assertThat(demo().get(path).status()).as(path).isEqualTo(404);
        }
    }

    @Test
    void whatIsRefusedSaysItsCode() {
        for (JsonNode row : page.rows("routes")) {
            if (FromFtsPage.text(row, "fts").equals("refused")) {
                String path = FromFtsPage.text(row, "path")
                        .replace("{id}", demo().get("/whoami").text("delegation_id"))
                        .replace("{name}", "x");
                String method = FromFtsPage.text(row, "method");
                Answer answer = demo().send(demo().request(path)
                        .header("Content-Type", "application/json")
                        .method(
                                method,
                                method.equals("GET")
                                        ? java.net.http.HttpRequest.BodyPublishers.noBody()
                                        : java.net.http.HttpRequest.BodyPublishers.ofString("[]")));
                assertThat(FromFtsPage.text(row, "note"))
                        .as(method + " " + path)
                        .startsWith(answer.status() + ": ");
            }
        }
    }

    @Test
    void theQueryParametersAreThoseOfTheDocument() {
        JsonNode document = document();
        Set<String> documented = new TreeSet<>();
        paths().propertyStream()
                .forEach(path -> path.getValue()
                        .propertyStream()
                        .forEach(method -> method.getValue()
                                .path("parameters")
                                .valueStream()
                                .map(given -> given.has("$ref")
                                        ? document.at(
                                                given.path("$ref").stringValue().substring(1))
                                        : given)
                                .filter(given -> given.path("in").stringValue().equals("query"))
                                .forEach(given -> documented.add(route(method.getKey(), path.getKey()) + " "
                                        + given.path("name").stringValue()))));
        Set<String> told = page.rows("query").stream()
                .map(row -> {
                    String[] parts = FromFtsPage.text(row, "route").split(" ", 2);
                    return route(parts[0], parts[1]) + " " + FromFtsPage.text(row, "name");
                })
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(told).isEqualTo(documented);
    }

    // --- submissions

    @Test
    void theKeysOfASubmissionAreThoseOfItsSchema() {
        JsonNode schema = server.nobody().get("/api-docs/schema/submit").json().path("$defs");
        assertThat(names("files", "key"))
                .isEqualTo(new TreeSet<>(schema.at("/SubmittedFile/properties").propertyNames()));
        Set<String> ignored = page.rows("params").stream()
                .filter(row -> FromFtsPage.text(row, "note").equals("Ignored.")
                        || FromFtsPage.text(row, "key").equals("target_qos"))
                .map(row -> FromFtsPage.text(row, "key"))
                .collect(Collectors.toSet());
        Set<String> told = names("params", "key");
        Set<String> documented =
                new TreeSet<>(schema.at("/SubmissionParams/properties").propertyNames());
        assertThat(told).containsAll(documented);
        told.removeAll(documented);
        assertThat(ignored).containsAll(told);
    }

    private Stream<Probe> submissions() {
        return Stream.of("files", "params").flatMap(this::probes);
    }

    private Stream<Probe> probes(String part) {
        return page.rows(part).stream()
                .flatMap(row -> row.path("probes").valueStream().map(probe -> new Probe(part, row, probe)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("submissions")
    void aSubmissionIsTakenOrRefusedAsTheTableSays(Probe probe) {
        ObjectNode file = (ObjectNode) MAPPER.readTree(PAIR);
        ObjectNode params = MAPPER.createObjectNode();
        if (probe.row().path("with") instanceof ObjectNode others) {
            params.setAll(others);
        }
        (probe.part().equals("files") ? file : params)
                .set(FromFtsPage.text(probe.row(), "key"), probe.probe().path("value"));
        ObjectNode submission = MAPPER.createObjectNode();
        submission.putArray("files").add(file);
        submission.set("params", params);
        Answer answer = demo().post("/jobs", submission.toString());
        assertThat(answer.status()).as(submission + "\n" + answer.body()).isEqualTo(probe.code());
    }

    @ParameterizedTest
    @CsvSource({"files", "params"})
    void whatIsRefusedHasAProbeThatIsRefusedAndTheRestOneThatIsTaken(String part) {
        for (JsonNode row : page.rows(part)) {
            List<Integer> codes = row.path("probes")
                    .valueStream()
                    .map(probe -> probe.path("code").intValue())
                    .toList();
            assertThat(codes)
                    .as(row.toString())
                    .contains(FromFtsPage.text(row, "fts").equals("refused") ? 400 : 200);
        }
    }

    // --- answers

    @Test
    void theKeysOfJobsAndFilesAreThoseOfTheAnswers() {
        String id = demo().submit("{\"files\": [" + PAIR + "]}");
        assertThat(names("job", "key"))
                .isEqualTo(new TreeSet<>(demo().get("/jobs/" + id).json().propertyNames()));
        assertThat(names("file", "key"))
                .isEqualTo(new TreeSet<>(
                        demo().get("/jobs/" + id + "/files").json().get(0).propertyNames()));
    }

    @Test
    void theStatesAreThoseThatFilesCanHave() {
        Set<String> possible = new TreeSet<>();
        for (TransferState state : TransferState.values()) {
            for (String type : List.of("N", "Y", "H", "R")) {
                for (boolean unreleased : List.of(true, false)) {
                    possible.add(FtsNames.fileState(state, type, unreleased, true));
                    possible.add(FtsNames.fileState(state, type, unreleased, false));
                }
            }
        }
        Set<String> told = page.rows("states").stream()
                .filter(row -> FromFtsPage.text(row, "fts").equals("same"))
                .map(row -> FromFtsPage.text(row, "key"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(told).isEqualTo(possible);
    }

    // --- configuration

    private Stream<Probe> settings() {
        return probes("config");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void aSettingIsTakenOrRefusedAsTheTableSays(Probe probe) {
        String route = FromFtsPage.text(probe.row(), "route");
        Answer answer = demo().post(route, probe.probe().path("body").toString().replace("HOST", host));
        assertThat(answer.status())
                .as(route + " " + probe.probe() + "\n" + answer.body())
                .isEqualTo(probe.code());
    }

    private Set<String> keysOf(String route) {
        return page.rows("config").stream()
                .filter(row -> FromFtsPage.text(row, "route").equals(route))
                .map(row -> FromFtsPage.text(row, "key"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theKeysOfTheSettingsAreThoseOfTheAnswers() {
        demo().post(
                        "/config/shares",
                        "{\"source\": \"davs://k\", \"destination\": \"*\", \"vo\": \"k\", \"share\": 1}");
        demo().post(
                        "/config/se",
                        "{\"davs://k\": {\"se_info\": {\"site\": \"k\"}, \"operations\": {\"k\": {\"staging\": 1}}}}");
        demo().post("/config/authorize", "{\"dn\": \"/CN=k\", \"operation\": \"config\"}");
        assertThat(keysOf("/config/global"))
                .isEqualTo(new TreeSet<>(
                        demo().get("/config/global").json().at("/*").propertyNames()));
        assertThat(keysOf("/config/links"))
                .isEqualTo(
                        new TreeSet<>(demo().get("/config/links").json().get(0).propertyNames()));
        assertThat(keysOf("/config/shares"))
                .isEqualTo(
                        new TreeSet<>(demo().get("/config/shares").json().get(0).propertyNames()));
        assertThat(keysOf("/config/authorize"))
                .isEqualTo(new TreeSet<>(
                        demo().get("/config/authorize").json().get(0).propertyNames()));
        Set<String> storage = new TreeSet<>(
                demo().get("/config/se").json().at("/davs:~1~1k/se_info").propertyNames());
        storage.add("operations");
        assertThat(keysOf("/config/se")).isEqualTo(storage);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/config/global | {\"nonsense\": 1}",
                "/config/se | {\"davs://k\": {\"se_info\": {\"nonsense\": 1}}}"
            })
    void keysThatAreNotInTheTableAreRefused(String route, String body) {
        assertThat(demo().post(route, body).status()).isEqualTo(400);
    }
}
