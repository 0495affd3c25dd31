// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks a server under `/tcn/v1`.
public final class Api implements AutoCloseable {
    private static final long MAX_BYTES = 64L << 20;
    private static final int SUCCESS = 2;
    private static final int CLASS = 100;

    private final Server server;
    private final HttpClient client;

    public Api(Server server) throws Trouble {
        this.server = server;
        client = Clients.of(server);
    }

    /// Whom this asks.
    public Server server() {
        return server;
    }

    public JsonNode get(Route route) throws Trouble {
        return send("GET", route, null);
    }

    public JsonNode post(Route route, JsonNode body) throws Trouble {
        return send("POST", route, body);
    }

    public JsonNode put(Route route, JsonNode body) throws Trouble {
        return send("PUT", route, body);
    }

    public JsonNode patch(Route route, JsonNode body) throws Trouble {
        return send("PATCH", route, body);
    }

    public JsonNode delete(Route route) throws Trouble {
        return send("DELETE", route, null);
    }

    /// @return the answer, an empty object if it has no body
    private JsonNode send(String method, Route route, @Nullable JsonNode body) throws Trouble {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + route.toString()))
                .timeout(server.timeout())
                .header("Accept", "application/json, application/problem+json");
        if (server.credential() instanceof Credential.Token token) {
            request.header("Authorization", "Bearer " + token.value());
        }
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
        }
        HttpResponse<byte[]> response = answer(request.build());
        JsonNode json = response.body().length == 0 ? Json.object() : Json.parse(response.body());
        if (response.statusCode() / CLASS != SUCCESS) {
            throw Refusals.of(response.statusCode(), json, response.headers(), server);
        }
        if (json == null) {
            throw Trouble.failed("what " + server.url() + " answers is no JSON: is a TCN server there?");
        }
        return json;
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
