// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.history;

import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Client;
import io.tcn.api.harness.LoggedStorage;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A pipe that has had many connections, and may have one from the next start of a server on.
final class PipeWithPast {
    /// Connections that the pipe has before, by its least number.
    static final int BEFORE = 12;

    private PipeWithPast() {}

    /// So many files that some wait to the end.
    ///
    /// @param isLongEnough whether the pipe has done enough
    static void make(Client demo, LoggedStorage a, LoggedStorage b, Duration patience, Callable<Boolean> isLongEnough)
            throws IOException {
        String pipe = demo.post(
                        "/tcn/v1/pipes",
                        "{\"source\": \"http://127.0.0.1:" + a.port() + "\", \"destination\": \"http://127.0.0.1:"
                                + b.port() + "\", \"user\": \"demo\", \"minConnections\": " + BEFORE
                                + ", \"maxConnections\": " + BEFORE + "}")
                .text("id");
        URI source = a.put("/f", 100_000);
        demo.post(
                "/tcn/v1/transfers",
                IntStream.range(0, 200)
                        .mapToObj(k -> "{\"source\": \"" + source + "\", \"destination\": \"" + b.url("/f" + k) + "\"}")
                        .collect(Collectors.joining(",", "{\"transfers\": [", "]}")));
        await().atMost(patience).until(isLongEnough);
        demo.send(demo.request("/tcn/v1/pipes/" + URLEncoder.encode(pipe, StandardCharsets.UTF_8))
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString("{\"minConnections\": 1}")));
    }

    /// The connections of the first pipe.
    static int connections(Client demo) {
        return demo.get("/tcn/v1/pipes").json().at("/0/connections").asInt(0);
    }
}
