// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tcn.cli.env.Surroundings;
import io.tcn.cli.env.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// A small world for commands: a folder, variables, and a server that answers what a test laid ready.
abstract class CliTest {
    /// What was answered to whom.
    record Answer(int status, String body, Map<String, String> headers) {}

    @TempDir
    protected Path folder = Path.of("");

    protected final Map<String, String> variables = new HashMap<>();
    protected final Map<String, List<Answer>> answers = new HashMap<>();
    protected final List<String> requests = new ArrayList<>();
    /// The conditions of the requests, in their order; empty for none.
    protected final List<String> conditions = new ArrayList<>();
    protected final List<String> authorizations = new ArrayList<>();
    /// What happens in the world while a request is under way.
    private final Map<String, Happening> happenings = new HashMap<>();

    protected Terminal terminal = Terminal.none();
    protected String input = "";
    protected String out = "";
    protected String err = "";

    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
        variables.put("TCN_URL", "http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    /// Something that happens.
    protected interface Happening {
        void happen() throws IOException;
    }

    /// @param request at the first of which it happens, before the answer
    protected void whenAsked(String request, Happening happening) {
        happenings.put(request, happening);
    }

    /// @param request as in `GET /pipes`; several answers to one request are given one after the other
    protected void answer(String request, int status, String body) {
        answer(request, status, body, Map.of());
    }

    protected void answer(String request, int status, String body, Map<String, String> headers) {
        answers.computeIfAbsent(request, _ -> new ArrayList<>()).add(new Answer(status, body, headers));
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String request = exchange.getRequestMethod() + " "
                + exchange.getRequestURI().toString().replaceFirst("^/tcn/v1", "");
        Answer answer;
        synchronized (requests) {
            requests.add(request + (body.isEmpty() ? "" : " " + body));
            conditions.add(condition(exchange.getRequestHeaders()));
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            Happening happening = happenings.remove(request);
            if (happening != null) {
                happening.happen();
            }
            List<Answer> ready = answers.getOrDefault(request, List.of(new Answer(404, "{}", Map.of())));
            answer = ready.size() > 1 ? ready.removeFirst() : ready.getFirst();
        }
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String condition(Headers headers) {
        String match = headers.getFirst("If-Match");
        String noneMatch = headers.getFirst("If-None-Match");
        return match != null ? "=" + match : noneMatch != null ? "!" + noneMatch : "";
    }

    /// @return the exit code
    protected int run(String... args) {
        StringWriter result = new StringWriter();
        StringWriter words = new StringWriter();
        CommandLine line = TcnCli.line(surroundings(), args);
        line.setOut(new PrintWriter(result)).setErr(new PrintWriter(words));
        int code = line.execute(args);
        out = result.toString();
        err = words.toString();
        return code;
    }

    protected Surroundings surroundings() {
        return new Surroundings(
                variables,
                folder,
                folder,
                ZoneId.of("Europe/Zurich"),
                terminal,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    }
}
