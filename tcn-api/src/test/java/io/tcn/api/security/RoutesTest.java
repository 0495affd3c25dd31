// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.api.harness.Answer;
import io.tcn.api.harness.Client;
import io.tcn.api.harness.RunningServer;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

@Tag("it")
class RoutesTest {
    /// What callers without credentials may ask.
    private static final Set<String> OPEN = Set.of("/", "/whoami", "/tcn/v1/health", "/error");

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

    private static RequestMappingHandlerMapping routes() {
        return server.server().bean(RequestMappingHandlerMapping.class);
    }

    @Test
    @DisplayName("2.7: every route says who may call it")
    void everyRouteSaysWhatItNeeds() {
        assertThat(routes().getHandlerMethods())
                .isNotEmpty()
                .allSatisfy((route, method) -> assertThat(NeedsInterceptor.of(method))
                        .as("%s is refused to everybody: put @Needs on %s", route, method)
                        .isNotNull());
    }

    @Test
    @DisplayName("2.7: every route but four refuses callers without credentials, whatever they send")
    void anonymousCallersAreRefused() {
        List<String> reached = new ArrayList<>();
        routes().getHandlerMethods().forEach((route, handler) -> {
            Set<RequestMethod> methods = route.getMethodsCondition().getMethods();
            for (String pattern : route.getPatternValues()) {
                if (OPEN.contains(pattern)) {
                    continue;
                }
                String path = pattern.replaceAll("\\{\\*?[^}]*}", "x");
                for (RequestMethod method : methods.isEmpty() ? Set.of(RequestMethod.GET) : methods) {
                    Client nobody = server.nobody();
                    Answer answer = nobody.send(nobody.request(path)
                            .header("Content-Type", "application/json")
                            .method(method.name(), BodyPublishers.ofString("{}")));
                    if (answer.status() != 403 && !isOpen(handler)) {
                        reached.add(method + " " + path + ": " + answer.status());
                    }
                }
            }
        });
        assertThat(reached).isEmpty();
    }

    private static boolean isOpen(HandlerMethod handler) {
        Needs needs = NeedsInterceptor.of(handler);
        return needs != null && needs.open();
    }

    @Test
    @DisplayName("2.7: a route that says nothing is refused, even to administrators")
    void denyByDefault() throws NoSuchMethodException {
        NeedsInterceptor interceptor = new NeedsInterceptor();
        HandlerMethod silent = new HandlerMethod(this, RoutesTest.class.getDeclaredMethod("routes"));
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
                RoutesTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getMethod" -> "GET";
                    case "getDispatcherType" -> DispatcherType.REQUEST;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        HttpServletResponse response = (HttpServletResponse) Proxy.newProxyInstance(
                RoutesTest.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });

        for (Object handler : List.of(silent, new Object())) {
            assertThatThrownBy(() -> interceptor.preHandle(request, response, handler))
                    .isInstanceOf(RefusalException.class)
                    .hasMessageContaining("403");
        }
    }

    @Test
    @DisplayName("1.5: a refusal has the shape of the face that was asked")
    void shapes() {
        Answer fts = server.nobody().get("/jobs");
        assertThat(fts.status()).isEqualTo(403);
        assertThat(fts.text("status")).isEqualTo("403 Forbidden");
        assertThat(fts.text("message")).contains("certificate");
        Answer own = server.alice().post("/tcn/v1/users", "{}");
        assertThat(own.status()).isEqualTo(403);
        assertThat(own.contentType()).startsWith("application/problem+json");
        assertThat(own.text("detail")).contains("config");
    }
}
