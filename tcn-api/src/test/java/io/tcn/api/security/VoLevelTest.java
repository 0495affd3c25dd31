// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// What the manager of a VO may do, who has the rights `config` and `admin` at the level of his VO only: nothing that
/// concerns others.
@Tag("it")
class VoLevelTest {
    /// Bans of storages are for the transfers of one user.
    private static final Set<String> CHANGES_OF_ONE_USER = Set.of(
            "POST /ban/se",
            "DELETE /ban/se",
            "PUT /tcn/v1/bans/storages",
            "DELETE /tcn/v1/bans/storages",
            "POST /ui/ban",
            "POST /ui/unban");

    /// What such a manager reads: of bans those of his VO, and which servers there are.
    private static final Set<String> READ = Set.of(
            "GET /ban/se",
            "GET /config",
            "GET /status/hosts",
            "GET /tcn/v1/bans",
            "GET /tcn/v1/drain",
            "GET /ui/ban",
            "GET /ui/unban");

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        server = RunningServer.start(folder, Map.of("tcn.security.roles.public", "vo:config;vo:admin;vo:transfer"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Client manager() {
        return server.alice();
    }

    @Test
    void nothingThatConcernsOthersIsOpen() {
        Set<String> open = new TreeSet<>();
        server.server()
                .bean(RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach((route, handler) -> {
                    Needs needs = NeedsInterceptor.of(handler);
                    if (needs == null || !isOfConfiguration(needs)) {
                        return;
                    }
                    for (RequestMethod method : route.getMethodsCondition().getMethods()) {
                        for (String pattern : route.getPatternValues()) {
                            if (!isRefusedForItsLevel(method, pattern.replaceAll("\\{\\*?[^}]*}", "x"))) {
                                open.add(method + " " + pattern);
                            }
                        }
                    }
                });
        Set<String> allowed = new TreeSet<>(CHANGES_OF_ONE_USER);
        allowed.addAll(READ);
        assertThat(open).isEqualTo(allowed);
    }

    private static boolean isOfConfiguration(Needs needs) {
        return Arrays.stream(needs.value())
                .anyMatch(operation -> operation == Operation.CONFIG || operation == Operation.ADMIN);
    }

    private static boolean isRefusedForItsLevel(RequestMethod method, String path) {
        Answer answer = manager()
                .send(manager()
                        .request(path)
                        .header("Content-Type", "application/json")
                        .method(method.name(), BodyPublishers.ofString("{}")));
        return answer.status() == 403 && answer.body().contains("has not the right");
    }

    @Test
    void nobodyGivesHimselfARight() {
        String dn = manager().get("/whoami").text("user_dn");
        Answer refused = manager().post("/config/authorize", "{\"dn\": \"" + dn + "\", \"operation\": \"config\"}");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(manager().get("/whoami").json().at("/level/config").asString())
                .isEqualTo("vo");
    }

    @Test
    void bansOfOtherUsersAreNotShown() {
        String own = "davs://own.example.org";
        String other = "davs://other.example.org";
        assertThat(manager().post("/ban/se", "{\"storage\": \"" + own + "\"}").status())
                .isEqualTo(200);
        assertThat(server.demo()
                        .post("/ban/se", "{\"storage\": \"" + other + "\"}")
                        .status())
                .isEqualTo(200);

        assertThat(manager().get("/ban/se").json().findValuesAsString("se")).containsExactly(own);
        assertThat(server.demo().get("/ban/se").json().findValuesAsString("se")).contains(own, other);
    }

    @Test
    void pipesOfOtherUsersAreNotShown() {
        assertThat(server.demo()
                        .post(
                                "/tcn/v1/pipes",
                                "{\"source\": \"davs://a.example.org\", \"destination\": \"davs://b.example.org\","
                                        + " \"user\": \"demo\"}")
                        .status())
                .isEqualTo(201);

        assertThat(server.demo().get("/snapshot").json().findValuesAsString("vo_name"))
                .contains("demo");
        assertThat(manager().get("/snapshot").json()).isEmpty();
    }
}
