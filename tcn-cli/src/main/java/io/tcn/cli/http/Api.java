// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Asks a server under `/tcn/v1`.
public final class Api implements AutoCloseable {
    private static final long MAX_BYTES = 64L << 20;
    private static final int SUCCESS = 2;
    private static final int UNKNOWN = 401;
    private static final int CLASS = 100;

    private final Server server;
    private final HttpClient client;
    private String token;
    private @Nullable String reason;

    public Api(Server server) throws Trouble {
        this.server = server;
        client = Clients.of(server);
        token = server.credential() instanceof Credential.Token given ? given.value() : "";
    }

    /// Whom this asks.
    public Server server() {
        return server;
    }

    /// Says why to whatever is changed from now on.
    ///
    /// @param why null for nothing
    public Api because(@Nullable String why) {
        reason = why;
        return this;
    }

    /// An answer with the version of what it shows; the version is empty if the server tells none.
    public record Versioned(JsonNode json, String version) {}

    /// @param next where the next page of a list is, empty if this is the last
    private record Answer(JsonNode json, String version, Optional<Route> next) {
        private Versioned versioned() {
            return new Versioned(json, version);
        }
    }

    public JsonNode get(Route route) throws Trouble {
        return versioned(route).json();
    }

    public Versioned versioned(Route route) throws Trouble {
        return send("GET", route, null, Condition.NONE).versioned();
    }

    /// A page of a list. It may be short, or empty, and have a next one.
    ///
    /// @param next where the next page is, empty if this is the last
    public record Page(JsonNode rows, Optional<Route> next) {}

    public Page page(Route route) throws Trouble {
        Answer page = send("GET", route, null, Condition.NONE);
        return new Page(page.json(), page.next());
    }

    /// A whole list, page after page.
    public JsonNode all(Route route) throws Trouble {
        Page page = page(route);
        if (page.next().isEmpty() || !page.rows().isArray()) {
            return page.rows();
        }
        ArrayNode rows = Json.object().arrayNode();
        page.rows().forEach(rows::add);
        while (page.next().isPresent()) {
            page = page(page.next().get());
            page.rows().forEach(rows::add);
        }
        return rows;
    }

    /// An answer with lists in it that come in pages: these whole, page after page, the rest as on the first page.
    public JsonNode all(Route route, String... lists) throws Trouble {
        Page page = page(route);
        JsonNode whole = page.rows();
        while (page.next().isPresent()) {
            page = page(page.next().get());
            for (String list : lists) {
                if (whole.path(list) instanceof ArrayNode rows) {
                    page.rows().path(list).forEach(rows::add);
                }
            }
        }
        return whole;
    }

    public JsonNode post(Route route, JsonNode body) throws Trouble {
        return post(route, body, Condition.NONE);
    }

    /// Asks with a body, and changes nothing.
    public JsonNode ask(Route route, JsonNode body) throws Trouble {
        return send("POST", route, body, Condition.NONE).json();
    }

    public JsonNode post(Route route, JsonNode body, Condition condition) throws Trouble {
        return send("POST", route.and("reason", reason), body, condition).json();
    }

    public JsonNode put(Route route, JsonNode body) throws Trouble {
        return put(route, body, Condition.NONE);
    }

    public JsonNode put(Route route, JsonNode body, Condition condition) throws Trouble {
        return send("PUT", route.and("reason", reason), body, condition).json();
    }

    public JsonNode patch(Route route, JsonNode body) throws Trouble {
        return patch(route, body, Condition.NONE);
    }

    public JsonNode patch(Route route, JsonNode body, Condition condition) throws Trouble {
        return send("PATCH", route.and("reason", reason), body, condition).json();
    }

    public JsonNode delete(Route route) throws Trouble {
        return delete(route, Condition.NONE);
    }

    public JsonNode delete(Route route, Condition condition) throws Trouble {
        return send("DELETE", route.and("reason", reason), null, condition).json();
    }

    /// @return the answer, an empty object if it has no body
    private Answer send(String method, Route route, @Nullable JsonNode body, Condition condition) throws Trouble {
        HttpResponse<byte[]> response = answer(request(method, route, body, condition));
        if (response.statusCode() == UNKNOWN && isRenewed()) {
            response = answer(request(method, route, body, condition));
        }
        JsonNode json = response.body().length == 0 ? Json.object() : Json.parse(response.body());
        if (response.statusCode() / CLASS != SUCCESS) {
            throw Refusals.of(response.statusCode(), json, response.headers(), server);
        }
        if (json == null) {
            throw Trouble.failed("what " + server.url() + " answers is no JSON: is a TCN server there?");
        }
        String tag = response.headers().firstValue("ETag").orElse("");
        return new Answer(
                json,
                tag.replaceAll("^\"|\"$", ""),
                Route.next(response.headers().allValues("Link")));
    }

    /// Whether the file of the token has another one by now: who waits or watches for long outlives tokens.
    private boolean isRenewed() {
        if (!(server.credential() instanceof Credential.Token given) || given.file() == null) {
            return false;
        }
        try {
            String now = Files.readString(given.file()).strip();
            boolean renewed = now.matches("[\\x21-\\x7e]+") && !now.equals(token);
            token = renewed ? now : token;
            return renewed;
        } catch (IOException unreadable) {
            return false; // what the server said of the old one is told
        }
    }

    private HttpRequest request(String method, Route route, @Nullable JsonNode body, Condition condition) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + route.toString()))
                .timeout(server.timeout())
                .header("Accept", "application/json, application/problem+json");
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (condition.header() != null) {
            request.header(condition.header(), condition.value());
        }
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
        }
        return request.build();
    }

    private HttpResponse<byte[]> answer(HttpRequest request) throws Trouble {
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(
                request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES));
        try {
            // The time limit of a request ends with the head of its answer; this one counts the body too.
            return answer.get(server.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            throw Outages.of(cause instanceof IOException io ? io : new IOException(String.valueOf(cause)), server);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw Outages.late(server);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw Trouble.of(ExitCode.INTERRUPTED, "stopped");
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
