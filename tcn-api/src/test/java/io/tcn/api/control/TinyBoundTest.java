// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.LoggedStorage;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A bound that holds copies for hours is the reason that is told, whatever follows from it.
class TinyBoundTest extends ServerTest {
    private static final int COPIES = 400;

    private static JsonNode why(String what) {
        return demo.get("/tcn/v1/" + what + "/why").json();
    }

    @Test
    void isTheReasonWhileItHoldsCopies() throws IOException {
        try (LoggedStorage from = LoggedStorage.start(folder.resolve("from"));
                LoggedStorage to = LoggedStorage.start(folder.resolve("to"))) {
            assertThat(demo.put(
                                    "/tcn/v1/rc",
                                    "{\"user\": \"demo\", \"resourceSet\": \"all-storages\", \"boundBps\": 1}")
                            .status())
                    .isEqualTo(200);
            // Between two storages copies go one after the other until the bound has seen what they moved.
            List<String> copies = new ArrayList<>();
            for (int i = 0; i < COPIES; i++) {
                copies.add("{\"source\": \"" + from.put("/" + i, 300_000) + "\", \"destination\": \"" + to.url("/" + i)
                        + "\"}");
            }
            List<Long> transfers = new ArrayList<>();
            demo.post("/tcn/v1/transfers", "{\"transfers\": [" + String.join(", ", copies) + "]}")
                    .json()
                    .path("transfers")
                    .forEach(added -> transfers.add(added.path("id").longValue()));
            assertThat(transfers).hasSize(COPIES);
            String pipe = "pipes/"
                    + URLEncoder.encode(
                            demo.get("/tcn/v1/transfers/" + transfers.getFirst())
                                    .json()
                                    .path("pipe")
                                    .asString(""),
                            StandardCharsets.UTF_8);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> why(pipe).path("code").asString("").equals("BOUND"));
            // Over some control intervals, in which the optimizer decides on what follows from the bound.
            await().during(Duration.ofSeconds(25))
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> {
                        JsonNode cause = why(pipe);
                        assertThat(cause.path("code").asString(""))
                                .as(cause.toString())
                                .isEqualTo("BOUND");
                        assertThat(cause.path("text").asString("")).contains("1 bit/s");
                        JsonNode last = why("transfers/" + transfers.getLast());
                        assertThat(last.path("code").asString(""))
                                .as(last.toString())
                                .isEqualTo("BOUND");
                    });
            transfers.forEach(transfer -> demo.delete("/tcn/v1/transfers/" + transfer));
            demo.delete("/tcn/v1/rc?user=demo&resourceSet=all-storages");
        }
    }
}
