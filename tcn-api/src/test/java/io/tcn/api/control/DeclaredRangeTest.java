// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tcn.api.harness.Answer;
import io.tcn.api.runtime.ControlPlane;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Numbers that make no sense are refused where they are declared, with what is allowed.
class DeclaredRangeTest extends ServerTest {
    private static final String MILLION = "1000000 or less";

    private static void assertRefused(Answer answer, String... words) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(words);
    }

    private static String rc(String what) {
        return "{\"user\": \"demo\", \"resourceSet\": \"all-links\", " + what + "}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"boundBps\": 1e-320 | from 1 to 1e18 bit/s",
                "\"boundBps\": 0.5 | from 1 to 1e18 bit/s",
                "\"boundBps\": 4.9e-324 | from 1 to 1e18 bit/s",
                "\"boundBps\": 1e19 | from 1 to 1e18 bit/s",
                "\"boundBps\": 0 | from 1 to 1e18 bit/s",
                "\"boundBps\": -1 | from 1 to 1e18 bit/s",
                "\"boundBps\": 1e400 | boundBps",
                "\"boundShare\": 1e-320 | from 0.000000001 to 1",
                "\"boundShare\": 1.5 | from 0.000000001 to 1",
                "\"minBps\": 1e-320 | from 1 to 1e18 bit/s",
                "\"minBps\": 1e300 | from 1 to 1e18 bit/s",
                "\"relativeWeight\": 1e-320 | between 0.000001 and 1000000",
            })
    void aControl(String what, String allowed) {
        assertRefused(demo.put("/tcn/v1/rc", rc(what)), allowed);
        assertRefused(demo.put("/tcn/v1/configuration", "{\"resourceControls\": [" + rc(what) + "]}"), allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "\"1\""})
    void whatIsNoNumber(String number) {
        assertRefused(demo.put("/tcn/v1/rc", rc("\"boundBps\": " + number)), "400");
    }

    @Test
    void theConnectionsOfAPipe() {
        String ends = "\"source\": \"https://many.invalid\", \"destination\": \"https://many2.invalid\","
                + " \"user\": \"demo\", \"id\": \"many\"";
        String huge = "\"minConnections\": 2000000000, \"maxConnections\": 2000000000";
        assertRefused(demo.post("/tcn/v1/pipes", "{" + ends + ", " + huge + "}"), MILLION);
        assertRefused(demo.put("/tcn/v1/configuration", "{\"pipes\": [{" + ends + ", " + huge + "}]}"), MILLION);
        assertThat(demo.post("/tcn/v1/pipes", "{" + ends + ", \"maxConnections\": 1000000}")
                        .status())
                .isEqualTo(201);
        Answer changed = demo.send(demo.request("/tcn/v1/pipes/many")
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString("{\"maxConnections\": 1000001}")));
        assertRefused(changed, MILLION);
    }

    @Test
    void whatFtsIsTold() {
        assertRefused(demo.post("/config/links", """
                        {"symbolicname": "huge", "source": "https://h.invalid", "destination": "https://h2.invalid",
                         "min_active": 2, "max_active": 2000000000}"""), "from 1 to 1000000");
        assertRefused(demo.post("/config/links", """
                        {"symbolicname": "huge", "source": "https://h.invalid", "destination": "https://h2.invalid",
                         "min_active": 2, "max_active": 3000000000}"""), "from 1 to 1000000");
        assertRefused(demo.post("/optimizer/current", """
                        {"source_se": "https://h.invalid", "dest_se": "https://h2.invalid", "active": 2000000000}"""), "from 0 to 1000000");
        assertRefused(demo.post("/config/se", """
                        {"https://h.invalid": {"se_info": {"inbound_max_throughput": 1e-320}}}"""), "0.000001 MiB/s or more");
    }

    /// The part of one share in very many others would be a weight that no pipe can have.
    @Test
    void aShareOfNearlyNothingIsTheLeastWeight() {
        assertThat(demo.post("/tcn/v1/pipes", """
                        {"id": "shared", "source": "https://sh.invalid", "destination": "https://sh2.invalid",
                         "user": "demo", "maxConnections": 7}""").status()).isEqualTo(201);
        for (String share : new String[] {"\"demo\", \"share\": 1", "\"other\", \"share\": 2000000000"}) {
            Answer set = demo.post(
                    "/config/shares",
                    "{\"source\": \"https://sh.invalid\", \"destination\": \"https://sh2.invalid\", \"vo\": " + share
                            + "}");
            assertThat(set.status()).as(set.body()).isIn(200, 201);
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(shared().weight()).isEqualTo(1e-6));
        assertThat(shared().limits()).isEqualTo(new PipeLimits(1, 7));
    }

    private static Pipe shared() {
        return Objects.requireNonNull(server.server()
                .bean(ControlPlane.class)
                .state()
                .snapshot()
                .pipes()
                .get(PipeId.of("shared")));
    }
}
