// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import io.tcn.api.policy.StorageConfigs;
import io.tcn.api.runtime.HostName;
import io.tcn.api.security.Needs;
import io.tcn.core.model.Endpoint;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import tools.jackson.databind.JsonNode;

/// Sections 7.2 to 7.6 of the contract: shapes, codes and quirks.
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FtsConfigTest {
    private static final String DATE = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}";

    @TempDir
    private static Path folder = Path.of("");

    private @Nullable RunningServer running;

    @BeforeAll
    void startServer() throws IOException {
        running = RunningServer.start(folder, Map.of());
    }

    @AfterAll
    void stopServer() {
        if (running != null) {
            running.close();
        }
    }

    private RunningServer server() {
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running;
    }

    private Client demo() {
        return server().demo();
    }

    private String host() {
        return server().server().bean(HostName.class).value();
    }

    private Answer form(String path, String body) {
        return demo().send(demo().request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Answer expect(int status, Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        if (status == 204) {
            assertThat(answer.body()).isEmpty();
        } else {
            assertThat(answer.contentType()).startsWith("application/json");
        }
        if (status >= 400) {
            assertThat(answer.text("status")).startsWith(status + " ");
            assertThat(answer.json().path("message").isString()).isTrue();
            assertThat(answer.text("message")).isNotBlank();
            assertThat(answer.body())
                    .doesNotContain("Exception")
                    .doesNotContain("io.tcn")
                    .doesNotContain("java.");
        }
        return answer;
    }

    private static JsonNode find(JsonNode array, String key, String value) {
        return StreamSupport.stream(array.spliterator(), false)
                .filter(entry -> entry.path(key).asString().equals(value))
                .findFirst()
                .orElseThrow(() -> new AssertionError(key + "=" + value + " is not in " + array));
    }

    // --- 7.2

    @Test
    @DisplayName("7.2 POST, GET, DELETE /ban/se: a ban by JSON, its entry, the end of it")
    void storageBanByJson() {
        String storage = "https://ban-a.example.org";
        Answer banned = expect(
                200,
                demo().post(
                                "/ban/se",
                                "{\"storage\": \"https://BAN-A.example.org:8443/path\", \"status\": \"CANCEL\","
                                        + " \"timeout\": \"0\", \"message\": \"disks\"}"));
        assertThat(banned.json().isArray()).isTrue();
        assertThat(banned.json()).isEmpty();

        JsonNode entry = find(demo().get("/ban/se").json(), "se", storage);
        assertThat(entry.propertyNames())
                .containsExactlyInAnyOrder("se", "vo", "status", "message", "addition_time", "admin_dn");
        assertThat(entry.path("status").stringValue()).isEqualTo("CANCEL");
        assertThat(entry.path("message").stringValue()).isEqualTo("disks");
        assertThat(entry.path("addition_time").stringValue()).matches(DATE);
        assertThat(entry.path("admin_dn").stringValue())
                .isEqualTo(demo().get("/whoami").text("user_dn"));
        assertThat(entry.path("vo").stringValue())
                .isEqualTo(demo().get("/whoami").json().path("vos").get(0).stringValue());

        expect(204, demo().delete("/ban/se?storage=" + storage));
        assertThat(demo().get("/ban/se").body()).doesNotContain("ban-a");
        expect(204, demo().delete("/ban/se?storage=" + storage));
    }

    @Test
    @DisplayName("7.2 POST /ban/se: a form works too, and allow_submit makes WAIT_AS")
    void storageBanByForm() {
        expect(
                200,
                form("/ban/se", "storage=" + encoded("davs://ban-b.example.org") + "&status=wait&allow_submit=true"));
        JsonNode entry = find(demo().get("/ban/se").json(), "se", "davs://ban-b.example.org");
        assertThat(entry.path("status").stringValue()).isEqualTo("WAIT_AS");
        assertThat(entry.path("message").stringValue()).isEmpty();
        expect(200, form("/ban/se", "storage=" + encoded("davs://ban-b.example.org") + "&status=WAIT"));
        assertThat(find(demo().get("/ban/se").json(), "se", "davs://ban-b.example.org")
                        .path("status")
                        .stringValue())
                .isEqualTo("WAIT");
        expect(204, demo().delete("/ban/se?storage=davs%3A%2F%2Fban-b.example.org"));
    }

    @ParameterizedTest
    @DisplayName("7.2 POST /ban/se: 400")
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "3",
                "{\"storage\": \"\"}",
                "{\"storage\": null}",
                "{\"storage\": 3}",
                "{\"storage\": [\"https://a\"]}",
                "{\"storage\": \"no url\"}",
                "{\"storage\": \"https://a\\u0000b\"}",
                "{\"storage\": \"https://a\", \"status\": \"never\"}",
                "{\"storage\": \"https://a\", \"status\": 1}",
                "{\"storage\": \"https://a\", \"status\": \"cancel\", \"allow_submit\": true}",
                "{\"storage\": \"https://a\", \"allow_submit\": \"maybe\"}",
                "{\"storage\": \"https://a\", \"message\": \"x\\ny\"}",
                "{\"storage\": \"https://a\"",
                ""
            })
    void storageBanRefused(String body) {
        expect(400, demo().post("/ban/se", body));
    }

    @Test
    @DisplayName("7.2 DELETE /ban/se and /ban/dn: 400 without the parameter")
    void unbanWithoutParameter() {
        expect(400, demo().delete("/ban/se"));
        expect(400, demo().delete("/ban/dn"));
    }

    @Test
    @DisplayName("7.2 POST, GET, DELETE /ban/dn: a name")
    void nameBan() {
        String dn = "/DC=org/DC=example/CN=Mallory'); drop table job; --";
        assertThat(expect(200, demo().post("/ban/dn", "{\"user_dn\": \"" + dn + "\", \"message\": \"bad\"}"))
                        .json()
                        .isArray())
                .isTrue();
        JsonNode entry = find(demo().get("/ban/dn").json(), "dn", dn);
        assertThat(entry.propertyNames())
                .containsExactlyInAnyOrder("dn", "message", "addition_time", "admin_dn", "status");
        assertThat(entry.path("status").isNull()).isTrue();
        assertThat(entry.path("addition_time").stringValue()).matches(DATE);
        expect(204, demo().delete("/ban/dn?user_dn=" + encoded(dn)));
        expect(204, demo().delete("/ban/dn?user_dn=" + encoded(dn)));
        assertThat(demo().get("/ban/dn").body()).doesNotContain("Mallory");
        expect(200, form("/ban/dn", "user_dn=" + encoded("/CN=By Form")));
        expect(204, demo().delete("/ban/dn?user_dn=" + encoded("/CN=By Form")));
        expect(400, demo().post("/ban/dn", "{\"message\": \"nobody\"}"));
    }

    @Test
    @DisplayName("7.2 POST /ban/dn: oneself is 409")
    void oneself() {
        String me = demo().get("/whoami").text("user_dn");
        expect(409, demo().post("/ban/dn", "{\"user_dn\": \"" + me + "\"}"));
        expect(200, demo().get("/ban/dn"));
    }

    // --- 7.3

    @Test
    @DisplayName("7.3 GET /status/hosts: no hosts and no counts of zero")
    void hosts() {
        assertThat(expect(200, demo().get("/status/hosts")).body()).isEqualTo("{}");
    }

    // --- 7.4

    @Test
    @DisplayName("7.4 GET /config: the hosts, as JSON whatever is accepted")
    void configHosts() {
        for (String accept : List.of("*/*", "application/json", "text/html")) {
            Answer answer = expect(
                    200,
                    demo().send(demo().request("/config")
                            .header("Accept", accept)
                            .GET()));
            assertThat(answer.json()).hasSize(1);
            JsonNode host = answer.json().get(0);
            assertThat(host.propertyNames()).containsExactlyInAnyOrder("hostname", "service_name", "beat", "drain");
            assertThat(host.path("hostname").stringValue()).isEqualTo(host());
            assertThat(host.path("beat").stringValue()).matches(DATE);
            assertThat(host.path("drain").isBoolean()).isTrue();
        }
    }

    @Test
    @DisplayName("7.4 /config/global: * is always there; POST answers as GET; DELETE")
    void global() {
        JsonNode all = expect(200, demo().get("/config/global")).json().path("*");
        assertThat(all.propertyNames())
                .containsExactlyInAnyOrder(
                        "vo_name",
                        "retry",
                        "max_time_queue",
                        "global_timeout",
                        "sec_per_mb",
                        "no_streaming",
                        "show_user_dn");
        assertThat(all.path("retry").intValue()).isZero();
        assertThat(all.path("max_time_queue").isNull()).isTrue();
        assertThat(all.path("show_user_dn").isBoolean()).isTrue();

        Answer set = expect(
                200,
                demo().post("/config/global", "{\"vo_name\": \"global-vo\", \"retry\": 3, \"max_time_queue\": 22}"));
        assertThat(set.json().path("global-vo").path("retry").intValue()).isEqualTo(3);
        assertThat(set.json().path("global-vo").path("max_time_queue").intValue())
                .isEqualTo(22);
        assertThat(set.json().has("*")).isTrue();
        // What is not given stays, null takes back.
        expect(200, demo().post("/config/global", "{\"vo_name\": \"global-vo\", \"max_time_queue\": null}"));
        JsonNode vo = demo().get("/config/global").json().path("global-vo");
        assertThat(vo.path("retry").intValue()).isEqualTo(3);
        assertThat(vo.path("max_time_queue").isNull()).isTrue();
        expect(200, form("/config/global", "vo_name=global-vo&retry=5&show_user_dn=true"));
        assertThat(demo().get("/config/global")
                        .json()
                        .path("global-vo")
                        .path("retry")
                        .intValue())
                .isEqualTo(5);

        expect(204, demo().delete("/config/global?vo_name=global-vo"));
        assertThat(demo().get("/config/global").json().has("global-vo")).isFalse();
        expect(400, demo().delete("/config/global"));
        expect(400, demo().delete("/config/global?vo_name=*"));
    }

    @ParameterizedTest
    @DisplayName("7.4 POST /config/global: 400")
    @ValueSource(
            strings = {
                "{\"unknown\": 1}",
                "{\"retry\": \"3\"}",
                "{\"retry\": -1}",
                "{\"retry\": 1.5}",
                "{\"retry\": 99999999999}",
                "{\"show_user_dn\": \"yes\"}",
                "{\"no_streaming\": 7}",
                "{\"vo_name\": 3}",
                "{\"vo_name\": \"a\\nb\"}",
                "[1]",
                "null"
            })
    void globalRefused(String body) {
        expect(400, demo().post("/config/global", body));
    }

    @Test
    @DisplayName("7.4 /config/links: the default, 201, by name, 204 always")
    void links() {
        JsonNode byDefault = find(expect(200, demo().get("/config/links")).json(), "symbolicname", "*");
        assertThat(byDefault.propertyNames())
                .containsExactlyInAnyOrder(
                        "symbolicname",
                        "source",
                        "destination",
                        "min_active",
                        "max_active",
                        "optimizer_mode",
                        "tcp_buffer_size",
                        "nostreams",
                        "no_delegation");
        assertThat(byDefault.path("source").stringValue()).isEqualTo("*");
        expect(200, demo().get("/config/links/*"));

        Answer set = expect(
                201,
                demo().post(
                                "/config/links",
                                "{\"symbolicname\": \"T0 -> T1/a\", \"source\": \"https://link-a.example.org:1/x\","
                                        + " \"destination\": \"*\", \"min_active\": 3, \"max_active\": 9, \"more\": 1}"));
        assertThat(set.text("source")).isEqualTo("https://link-a.example.org");
        assertThat(set.json().path("max_active").intValue()).isEqualTo(9);
        assertThat(set.json().path("tcp_buffer_size").isNull()).isTrue();
        // Encoded twice, as clients do.
        String name = encoded(encoded("T0 -> T1/a"));
        assertThat(expect(200, demo().get("/config/links/" + name)).json()).isEqualTo(set.json());
        assertThat(find(demo().get("/config/links").json(), "symbolicname", "T0 -> T1/a"))
                .isEqualTo(set.json());

        expect(
                409,
                demo().post(
                                "/config/links",
                                "{\"symbolicname\": \"again\", \"source\": \"https://link-a.example.org\","
                                        + " \"destination\": \"*\"}"));
        expect(204, demo().delete("/config/links/" + name));
        expect(404, demo().get("/config/links/" + name));
        expect(204, demo().delete("/config/links/" + name));
    }

    @ParameterizedTest
    @DisplayName("7.4 /config/links/{name}: each name is found, encoded once or twice")
    @ValueSource(strings = {"T0+T1", "T0 T1", "100%", "a%20b", "50%+", "%zz", "ü%"})
    void linksByName(String name) {
        expect(
                201,
                demo().post(
                                "/config/links",
                                "{\"symbolicname\": \"" + name + "\", \"source\": \"https://named.example.org\"}"));
        for (String path : List.of(routed(name), routed(routed(name)))) {
            assertThat(expect(200, demo().get("/config/links/" + path)).text("symbolicname"))
                    .as(path)
                    .isEqualTo(name);
        }
        expect(204, demo().delete("/config/links/" + routed(name)));
        expect(404, demo().get("/config/links/" + routed(name)));
    }

    /// As it stands in a path, where a blank is no plus.
    private static String routed(String text) {
        return encoded(text).replace("+", "%20");
    }

    @ParameterizedTest
    @DisplayName("7.4 POST /config/links: 400")
    @ValueSource(
            strings = {
                "{}",
                "{\"symbolicname\": \"x\", \"min_active\": 5, \"max_active\": 4}",
                "{\"symbolicname\": \"x\", \"min_active\": 3}",
                "{\"symbolicname\": \"x\", \"max_active\": 0}",
                "{\"symbolicname\": \"x\", \"min_active\": -1, \"max_active\": 4}",
                "{\"symbolicname\": \"x\", \"max_active\": \"4\"}",
                "{\"symbolicname\": \"x\", \"source\": \"nonsense\"}",
                "{\"symbolicname\": \"x\", \"no_delegation\": \"x\"}",
                "{\"symbolicname\": 4}",
                "{\"symbolicname\": \"*\", \"source\": \"https://a\"}"
            })
    void linksRefused(String body) {
        expect(400, demo().post("/config/links", body));
    }

    @Test
    @DisplayName("7.4 /config/shares: endpoints cut, the bare number, 204")
    void shares() {
        Answer set = expect(
                200,
                demo().post(
                                "/config/shares",
                                "{\"source\": \"https://share-a.example.org:1/x\", \"destination\":"
                                        + " \"https://share-b.example.org\", \"vo\": \"cms\", \"share\": 80}"));
        assertThat(set.body()).isEqualTo("80");
        JsonNode entry = find(demo().get("/config/shares").json(), "source", "https://share-a.example.org");
        assertThat(entry.propertyNames()).containsExactlyInAnyOrder("source", "destination", "vo", "share");
        assertThat(entry.path("share").intValue()).isEqualTo(80);
        String query = "?source=https://share-a.example.org&destination=https://share-b.example.org";
        expect(400, demo().delete("/config/shares" + query));
        expect(204, demo().delete("/config/shares" + query + "&vo=cms"));
        expect(204, demo().delete("/config/shares" + query + "&vo=cms"));
        assertThat(demo().get("/config/shares").json()).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("7.4 POST /config/shares: 400")
    @CsvSource(delimiter = '|', textBlock = """
        {"source": "https://a", "destination": "https://b", "vo": "cms"}
        {"source": "https://a", "destination": "https://b", "vo": "cms", "share": 0}
        {"source": "https://a", "destination": "https://b", "vo": "cms", "share": -1}
        {"source": "https://a", "destination": "https://b", "vo": "cms", "share": "ten"}
        {"source": "https://a", "destination": "https://b", "share": 1}
        {"source": "https://a", "vo": "cms", "share": 1}
        {"source": "a", "destination": "https://b", "vo": "cms", "share": 1}
        """)
    void sharesRefused(String body) {
        expect(400, demo().post("/config/shares", body));
    }

    @Test
    @DisplayName("7.4 /config/se: se_info and operations, exactly 200 with a pair, nulls written")
    void storages() {
        String se = "https://se-a.example.org";
        Answer set = expect(
                200,
                demo().post(
                                "/config/se",
                                "{\"" + se + "\": {\"operations\": {\"cms\": {\"staging\": 32, \"delete\": 4}},"
                                        + " \"se_info\": {\"inbound_max_active\": 10, \"outbound_max_throughput\":"
                                        + " 20.5, \"ipv6\": true, \"tpc_support\": \"PULL\"}}}"));
        assertThat(set.json()).hasSize(2);
        assertThat(set.json().get(0).path("inbound_max_active").intValue()).isEqualTo(10);
        assertThat(set.json().get(0).path("outbound_max_active").isNull()).isTrue();
        assertThat(set.json().get(1).path("cms").path("staging").intValue()).isEqualTo(32);
        JsonNode stored = expect(200, demo().get("/config/se")).json().path(se);
        assertThat(stored.path("se_info").propertyNames())
                .containsExactlyInAnyOrder(
                        "inbound_max_active",
                        "outbound_max_active",
                        "inbound_max_throughput",
                        "outbound_max_throughput",
                        "udt",
                        "ipv6",
                        "se_metadata",
                        "site",
                        "debug_level",
                        "skip_eviction",
                        "tpc_support",
                        "overwrite_disk_enabled");

        // A limit of 0 deletes it; what is not given stays.
        Answer less = expect(
                200,
                demo().post(
                                "/config/se",
                                "{\"" + se
                                        + "\": {\"operations\": {\"cms\": {\"staging\": 0}}, \"se_info\": {\"udt\":"
                                        + " false}}}"));
        assertThat(less.json().get(1).path("cms").has("staging")).isFalse();
        assertThat(less.json().get(0).path("inbound_max_active").intValue()).isEqualTo(10);
        JsonNode only = expect(200, demo().post("/config/se", "{\"*\": {\"se_info\": {\"site\": \"X\"}}}"))
                .json();
        assertThat(only.get(1).isNull()).isTrue();
        assertThat(demo().get("/config/se?se=" + se).json().propertyNames()).containsExactly(se);

        expect(204, demo().delete("/config/se?se=" + se));
        expect(204, demo().delete("/config/se?se=*"));
        expect(400, demo().delete("/config/se"));
        assertThat(demo().get("/config/se").body()).isEqualTo("{}");
    }

    @ParameterizedTest
    @DisplayName("7.4 POST /config/se: 400")
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"https://a\": 3}",
                "{\"https://a\": {\"other\": {}}}",
                "{\"https://a\": {\"se_info\": {\"unknown\": 1}}}",
                "{\"https://a\": {\"se_info\": {\"inbound_max_active\": \"x\"}}}",
                "{\"https://a\": {\"se_info\": {\"inbound_max_active\": 0}}}",
                "{\"https://a\": {\"se_info\": {\"inbound_max_throughput\": -1}}}",
                "{\"https://a\": {\"se_info\": {\"tpc_support\": \"SOME\"}}}",
                "{\"https://a\": {\"se_info\": [1]}}",
                "{\"https://a\": {\"operations\": {\"cms\": 3}}}",
                "{\"https://a\": {\"operations\": {\"cms\": {\"staging\": \"x\"}}}}",
                "{\"nonsense\": {\"se_info\": {}}}"
            })
    void storagesRefused(String body) {
        expect(400, demo().post("/config/se", body));
        assertThat(demo().get("/config/se").body()).doesNotContain("https://a\"");
    }

    @Test
    @DisplayName("7.4 /config/activity_shares: objects and arrays, one VO, 404, 204")
    void activityShares() {
        Answer set = expect(
                200,
                demo().post(
                                "/config/activity_shares",
                                "{\"vo\": \"act-vo\", \"share\": [{\"Prod\": 0.7}, {\"default\": 0.3}], \"active\":"
                                        + " true}"));
        assertThat(set.text("vo")).isEqualTo("act-vo");
        assertThat(set.json().path("active").booleanValue()).isTrue();
        assertThat(set.json().path("activity_share").isArray()).isTrue();
        assertThat(set.json().path("activity_share")).hasSize(2);
        JsonNode one = expect(200, demo().get("/config/activity_shares/act-vo")).json();
        assertThat(one.path("share").path("Prod").doubleValue()).isEqualTo(0.7);
        assertThat(one.path("active").booleanValue()).isTrue();
        assertThat(demo().get("/config/activity_shares").json().path("act-vo")).isEqualTo(one);
        expect(
                200,
                demo().post(
                                "/config/activity_shares",
                                "{\"vo\": \"act-vo\", \"share\": {\"Prod\": 1}, \"active\": false}"));
        assertThat(demo().get("/config/activity_shares/act-vo").json().path("share"))
                .hasSize(1);
        expect(204, demo().delete("/config/activity_shares/act-vo"));
        expect(404, demo().get("/config/activity_shares/act-vo"));
        expect(404, demo().delete("/config/activity_shares/act-vo"));
    }

    @ParameterizedTest
    @DisplayName("7.4 POST /config/activity_shares: 400")
    @ValueSource(
            strings = {
                "{\"vo\": \"x\"}",
                "{\"share\": {\"a\": 1}}",
                "{\"vo\": \"x\", \"share\": {}}",
                "{\"vo\": \"x\", \"share\": {\"a\": \"1\"}}",
                "{\"vo\": \"x\", \"share\": {\"a\": -1}}",
                "{\"vo\": \"x\", \"share\": {\"a\": null}}",
                "{\"vo\": \"x\", \"share\": {\"a\\u0007\": 1}}",
                "{\"vo\": \"x\", \"share\": [3]}",
                "{\"vo\": \"x\", \"share\": {\"a\": 1}, \"active\": \"x\"}"
            })
    void activitySharesRefused(String body) {
        expect(400, demo().post("/config/activity_shares", body));
    }

    @Test
    @DisplayName("7.4 POST /config/activity_shares: 400 for more than FTS's column holds")
    void activitySharesTooLong() {
        String many = IntStream.range(0, 100)
                .mapToObj(i -> "\"activity number " + i + "\": 1")
                .collect(Collectors.joining(",", "{\"vo\": \"long-vo\", \"share\": {", "}}"));
        assertThat(expect(400, demo().post("/config/activity_shares", many)).body())
                .contains("too long");
        expect(404, demo().get("/config/activity_shares/long-vo"));
    }

    @Test
    @DisplayName("7.4 POST /config/se: one entry of the audit per storage and kind, whatever the number of operations")
    void auditOfStorages() {
        String operations = "{\"operations\": {\"cms\": {\"staging\": 3, \"delete\": 4}, \"atlas\": {\"staging\": 5}},"
                + " \"se_info\": {\"site\": \"X\"}}";
        expect(200, demo().post("/config/global", "{\"vo_name\": \"before-se\", \"retry\": 1}"));
        expect(200, demo().post("/config/se", "{\"https://audit-se.example.org\": " + operations + "}"));
        List<String> actions = new ArrayList<>();
        for (JsonNode entry : demo().get("/config/audit").json()) {
            if (entry.path("action").stringValue().equals("set-globals")) {
                break;
            }
            actions.add(entry.path("action").stringValue());
        }
        assertThat(actions).containsExactlyInAnyOrder("set-se-config", "set-se-limits");
        expect(204, demo().delete("/config/se?se=https://audit-se.example.org"));
        expect(204, demo().delete("/config/global?vo_name=before-se"));
    }

    @Test
    @DisplayName(
            "7.4 POST /config/se: two spellings of a storage in one request set what both say, one after the other")
    void storageInTwoSpellings() {
        String body = "{\"https://TWICE.example.org\": {\"se_info\": {\"inbound_max_active\": 11}},"
                + " \"https://twice.example.org\": {\"se_info\": {\"outbound_max_active\": 12}}}";
        expect(200, demo().post("/config/se", body));
        JsonNode set = demo().get("/config/se?se=https://twice.example.org").json();
        assertThat(set.at("/https:~1~1twice.example.org/se_info/inbound_max_active")
                        .intValue())
                .isEqualTo(11);
        assertThat(set.at("/https:~1~1twice.example.org/se_info/outbound_max_active")
                        .intValue())
                .isEqualTo(12);
        JsonNode audit =
                demo().get("/tcn/v1/audit?action=set-se-config&limit=2").json();
        assertThat(audit.get(1).path("before").isMissingNode()
                        || audit.get(1).path("before").isNull())
                .isTrue();
        assertThat(audit.get(0).at("/before/inbound_max_active").intValue()).isEqualTo(11);
        assertThat(audit.get(0).path("before")).isEqualTo(audit.get(1).path("after"));
        expect(204, demo().delete("/config/se?se=https://twice.example.org"));
    }

    @Test
    @DisplayName("7.4 POST /config/se: a throughput beyond 1e18 bit/s limits nothing, and breaks no map")
    void throughputBeyondAllNumbers() {
        String se = "https://fast-se.example.org";
        // 8 * 1024 * 1024 * 1.2e11 = 1.007e18 bit/s
        for (String throughput : List.of("1e305", "1e299", "1.2e11", "1.19e11")) {
            expect(
                    200,
                    demo().post(
                                    "/config/se",
                                    "{\"" + se + "\": {\"se_info\": {\"outbound_max_throughput\": " + throughput
                                            + "}}}"));
            assertThat(server().server()
                            .bean(StorageConfigs.class)
                            .readBps(Endpoint.parse(se))
                            .isPresent())
                    .as(throughput)
                    .isEqualTo(throughput.equals("1.19e11"));
        }
        expect(204, demo().delete("/config/se?se=" + se));
    }

    @Test
    @DisplayName("7.4 /config/authorize: give, filter, take back; admin is 400")
    void authorize() {
        String dn = "/CN=Operator";
        Answer set =
                expect(200, demo().post("/config/authorize", "{\"dn\": \"" + dn + "\", \"operation\": \"config\"}"));
        assertThat(set.json().propertyNames()).containsExactlyInAnyOrder("dn", "operation");
        expect(200, form("/config/authorize", "dn=" + encoded(dn) + "&operation=transfer"));
        assertThat(demo().get("/config/authorize?dn=" + encoded(dn)).json()).hasSize(2);
        assertThat(demo().get("/config/authorize?dn=" + encoded(dn) + "&operation=config")
                        .json())
                .hasSize(1);
        assertThat(demo().get("/config/authorize?operation=deleg").json()).isEmpty();
        expect(204, demo().delete("/config/authorize?dn=" + encoded(dn) + "&operation=config"));
        assertThat(demo().get("/config/authorize").json()).hasSize(1);
        expect(204, demo().delete("/config/authorize?dn=" + encoded(dn)));
        assertThat(demo().get("/config/authorize").json()).isEmpty();
        expect(400, demo().post("/config/authorize", "{\"dn\": \"" + dn + "\", \"operation\": \"admin\"}"));
        expect(400, demo().post("/config/authorize", "{\"dn\": \"" + dn + "\", \"operation\": \"x\"}"));
        expect(400, demo().post("/config/authorize", "{\"dn\": \"" + dn + "\"}"));
        expect(400, demo().post("/config/authorize", "{\"operation\": \"config\"}"));
        expect(400, demo().delete("/config/authorize"));
        expect(400, demo().delete("/config/authorize?dn=" + encoded(dn) + "&operation=admin"));
    }

    @Test
    @DisplayName("7.4 POST /config/drain: 200 null, unknown host 400")
    void drain() {
        Answer drained =
                expect(200, demo().post("/config/drain", "{\"hostname\": \"" + host() + "\", \"drain\": true}"));
        assertThat(drained.body()).isEqualTo("null");
        assertThat(demo().get("/config").json().get(0).path("drain").booleanValue())
                .isTrue();
        expect(200, form("/config/drain", "hostname=" + encoded(host()) + "&drain=false"));
        assertThat(demo().get("/config").json().get(0).path("drain").booleanValue())
                .isFalse();
        expect(400, demo().post("/config/drain", "{\"hostname\": \"elsewhere.example.org\", \"drain\": true}"));
        expect(400, demo().post("/config/drain", "{\"drain\": true}"));
        expect(400, demo().post("/config/drain", "{\"hostname\": \"" + host() + "\", \"drain\": \"x\"}"));
    }

    @Test
    @DisplayName("7.4 GET /config/audit: every change is there, newest first, at most 100, one line each")
    void audit() {
        for (int i = 0; i < 101; i++) {
            expect(200, demo().post("/config/global", "{\"vo_name\": \"audit-vo\", \"retry\": " + i + "}"));
        }
        expect(204, demo().delete("/config/global?vo_name=audit-vo"));
        expect(200, demo().post("/ban/se", "{\"storage\": \"https://audit.example.org\", \"status\": \"wait\"}"));
        expect(204, demo().delete("/ban/se?storage=https://audit.example.org"));
        JsonNode audit = expect(200, demo().get("/config/audit")).json();
        assertThat(audit).hasSize(100);
        assertThat(audit.get(0).propertyNames()).containsExactlyInAnyOrder("datetime", "dn", "action", "config");
        assertThat(audit.get(0).path("action").stringValue()).isEqualTo("unban-se");
        assertThat(audit.get(1).path("action").stringValue()).isEqualTo("ban-se");
        assertThat(audit.get(1).path("config").stringValue()).contains("https://audit.example.org");
        assertThat(audit.get(3).path("action").stringValue()).isEqualTo("set-globals");
        assertThat(audit.get(0).path("datetime").stringValue()).matches(DATE);
        assertThat(audit.get(0).path("dn").stringValue())
                .isEqualTo(demo().get("/whoami").text("user_dn"));
        audit.forEach(entry -> assertThat(entry.path("config").stringValue()).doesNotContainPattern("\\p{Cntrl}"));
    }

    @Test
    @DisplayName("7.4 /config/cloud_storage: 501")
    void cloudStorage() {
        expect(501, demo().get("/config/cloud_storage"));
        expect(501, demo().post("/config/cloud_storage", "{}"));
        expect(501, demo().get("/config/cloud_storage/dropbox"));
        expect(501, demo().delete("/config/cloud_storage/dropbox/cms"));
    }

    @Test
    @DisplayName("7.4 /config/token_providers: a list; changes are 405")
    void tokenProviders() {
        assertThat(expect(200, demo().get("/config/token_providers")).json().isArray())
                .isTrue();
        Answer refused = expect(405, demo().post("/config/token_providers", "{}"));
        assertThat(refused.headers().firstValue("Allow")).contains("GET");
        expect(405, demo().delete("/config/token_providers"));
    }

    // --- 7.5

    @Test
    @DisplayName("7.5 GET /optimizer: true")
    void optimizer() {
        assertThat(expect(200, demo().get("/optimizer")).body()).isEqualTo("true");
    }

    @Test
    @DisplayName("7.5 POST /optimizer/current: the entries, found again in current and evolution")
    void optimizerCurrent() {
        Answer set = expect(
                200,
                demo().post(
                                "/optimizer/current",
                                "{\"source_se\": \"https://opt-a.example.org\", \"dest_se\":"
                                        + " \"https://opt-b.example.org\", \"active\": 5, \"nostreams\": 3, \"ema\":"
                                        + " 12.5}"));
        assertThat(set.json()).hasSize(2);
        assertThat(set.json().get(1).path("nostreams").intValue()).isEqualTo(3);
        assertThat(set.json().get(1).path("ema").doubleValue()).isEqualTo(12.5);
        assertThat(set.json().get(0).propertyNames())
                .containsExactlyInAnyOrder(
                        "datetime",
                        "source_se",
                        "dest_se",
                        "active",
                        "throughput",
                        "success",
                        "rationale",
                        "diff",
                        "actual_active",
                        "queue_size",
                        "ema",
                        "filesize_avg",
                        "filesize_stddev");
        assertThat(set.json().get(1).propertyNames())
                .containsExactlyInAnyOrder("source_se", "dest_se", "active", "nostreams", "ema", "datetime");
        assertThat(set.json().get(1).path("datetime").stringValue()).matches(DATE);
        String query = "?source_se=https://opt-a.example.org&dest_se=https://opt-b.example.org";
        assertThat(demo().get("/optimizer/current" + query).json())
                .containsExactly(set.json().get(1));
        assertThat(demo().get("/optimizer/evolution" + query).json())
                .containsExactly(set.json().get(0));
        assertThat(demo().get("/optimizer/evolution?source_se=https://none.example.org")
                        .json())
                .isEmpty();
        expect(
                200,
                demo().post(
                                "/optimizer/current",
                                "{\"source_se\": \"https://opt-a.example.org\", \"dest_se\":"
                                        + " \"https://opt-b.example.org\", \"active\": 0}"));
        assertThat(demo().get("/config/audit").json().get(0).path("action").stringValue())
                .isEqualTo("set-optimizer");
    }

    @ParameterizedTest
    @DisplayName("7.5 POST /optimizer/current: 400")
    @CsvSource(delimiter = '|', textBlock = """
        {"source_se": "https://a", "active": 1}
        {"dest_se": "https://a", "active": 1}
        {"source_se": "https://a", "dest_se": "https://b"}
        {"source_se": "https://a", "dest_se": "https://b", "active": -1}
        {"source_se": "https://a", "dest_se": "https://b", "active": "x"}
        {"source_se": "https://a", "dest_se": "https://b", "active": 1, "nostreams": -1}
        {"source_se": "https://a", "dest_se": "https://b", "active": 1, "ema": "x"}
        """)
    void optimizerRefused(String body) {
        expect(400, demo().post("/optimizer/current", body));
    }

    // --- 7.6

    @Test
    @DisplayName("7.6 GET /autocomplete: what starts with the term")
    void autocomplete() {
        String vo = demo().get("/whoami").json().path("vos").get(0).stringValue();
        assertThat(expect(200, demo().get("/autocomplete/vo?term=" + encoded(vo.substring(0, 2))))
                        .json()
                        .toString())
                .contains(vo);
        for (String kind : List.of("dn", "source", "destination", "storage", "vo")) {
            assertThat(expect(200, demo().get("/autocomplete/" + kind + "?term=" + encoded("no%such'_thing")))
                            .json())
                    .isEmpty();
            assertThat(expect(200, demo().get("/autocomplete/" + kind)).json().isArray())
                    .isTrue();
        }
        expect(404, demo().get("/autocomplete/other?term=x"));
    }

    @Test
    @DisplayName("7.6 POST /admin/force-start: errors per file")
    void forceStart() {
        Answer answer = expect(200, demo().post("/admin/force-start", "[987654321]"));
        assertThat(answer.json()).hasSize(1);
        assertThat(answer.json().get(0).path("file_id").longValue()).isEqualTo(987654321L);
        assertThat(answer.json().get(0).path("error").stringValue()).isNotBlank();
        JsonNode audited = expect(200, demo().get("/config/audit")).json().get(0);
        assertThat(audited.path("action").stringValue()).isEqualTo("force-start");
        assertThat(audited.path("config").stringValue()).contains("987654321");
        assertThat(expect(200, demo().post("/admin/force-start", "[]")).json()).isEmpty();
        for (String body : List.of("{}", "[\"1\"]", "[0]", "[1.5]", "[99999999999999999999]")) {
            expect(400, demo().post("/admin/force-start", body));
        }
    }

    @Test
    @DisplayName("7.6 /dm/*: 501; /cs/*: 404")
    void dataManagement() {
        expect(501, demo().get("/dm/list?surl=https://a/b"));
        expect(501, demo().get("/dm/stat?surl=https://a/b"));
        for (String act : List.of("mkdir", "unlink", "rmdir", "rename")) {
            expect(501, demo().post("/dm/" + act, "{\"surl\": \"https://a/b\"}"));
        }
        expect(404, demo().get("/cs/registered/dropbox"));
    }

    @Test
    @DisplayName("7.6 GET /snapshot: an array, filtered")
    void snapshot() {
        assertThat(expect(200, demo().get("/snapshot")).json().isArray()).isTrue();
        assertThat(expect(200, demo().get("/snapshot?vo_name=none&source_se=https://a&dest_se=https://b"))
                        .json())
                .isEmpty();
        expect(400, demo().get("/snapshot?source_se=nonsense"));
    }

    // --- hostile

    @ParameterizedTest
    @DisplayName("7 Texts of a megabyte are 400, wherever they stand")
    @CsvSource({
        "/ban/se, storage",
        "/ban/dn, user_dn",
        "/config/global, vo_name",
        "/config/links, symbolicname",
        "/config/shares, source",
        "/config/activity_shares, vo",
        "/config/authorize, dn",
        "/config/drain, hostname",
        "/optimizer/current, source_se"
    })
    void megabytes(String path, String key) {
        expect(400, demo().post(path, "{\"" + key + "\": \"" + "x".repeat(1 << 19) + "\"}"));
        expect(400, demo().post(path, "{\"" + "k".repeat(1 << 19) + "\": \"https://a\"}"));
        expect(413, demo().post(path, "{\"" + key + "\": \"" + "x".repeat(1 << 20) + "\"}"));
    }

    @ParameterizedTest
    @DisplayName("7 Bodies that are no JSON, too deep, or of another type are 400")
    @ValueSource(strings = {"/ban/se", "/ban/dn", "/config/global", "/config/links", "/config/se", "/config/drain"})
    void malformed(String path) {
        expect(400, demo().post(path, "{"));
        expect(400, demo().post(path, "{\"a\": " + "[".repeat(100_000)));
        expect(
                400,
                demo().send(demo().request(path)
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString("{}"))));
    }

    @Test
    @DisplayName("7 SQL and line breaks in values change nothing but the value")
    void injection() {
        String evil = "x'); delete from fts_link; --";
        expect(
                201,
                demo().post(
                                "/config/links",
                                "{\"symbolicname\": \"" + evil + "\", \"source\": \"https://evil.example.org\"}"));
        assertThat(find(demo().get("/config/links").json(), "symbolicname", evil)
                        .path("source")
                        .stringValue())
                .isEqualTo("https://evil.example.org");
        expect(204, demo().delete("/config/links/" + encoded(encoded(evil))));
        expect(400, demo().post("/config/links", "{\"symbolicname\": \"a\\r\\nb\"}"));
        expect(400, demo().get("/config/activity_shares/" + encoded("x'or'1'='1")));
        expect(400, demo().delete("/config/shares?source=*&destination=*&vo=" + encoded("x' or '1'='1")));
        expect(204, demo().delete("/ban/dn?user_dn=" + encoded("x' or '1'='1")));
        expect(204, demo().delete("/config/authorize?dn=" + encoded("x' or '1'='1")));
    }

    @Test
    @DisplayName("2.7 Every route of the configuration says what right it needs")
    void everyRouteNeedsARight() {
        List<String> without = new ArrayList<>();
        for (Class<?> controller : List.of(
                BanController.class,
                GlobalConfigController.class,
                LinkController.class,
                ShareController.class,
                StorageConfigController.class,
                ActivityShareController.class,
                AuthorizeController.class,
                ConfigController.class,
                StatusController.class,
                OptimizerController.class,
                AutocompleteController.class,
                ForceStartController.class)) {
            for (Method method : controller.getDeclaredMethods()) {
                Needs needs = method.getAnnotation(Needs.class);
                if (AnnotatedElementUtils.hasAnnotation(method, RequestMapping.class)
                        && (needs == null || needs.open() || needs.value().length == 0)) {
                    without.add(method.toString());
                }
            }
        }
        assertThat(without).isEmpty();
    }
}
