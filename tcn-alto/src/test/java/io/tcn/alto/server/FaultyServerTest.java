// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.HttpFields;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class FaultyServerTest {
    private static final String QUERY =
            "{" + PathVectorTest.TYPE + ", 'endpoints': {'srcs': ['ipv4:192.0.2.10'], 'dsts':"
                    + " ['ipv4:192.0.2.70', 'ipv4:192.0.2.130']}, 'ane-property-names': ['max-reservable-bandwidth']}";

    private final FaultyServer server =
            new FaultyServer(ExampleNetwork.plain(), AltoServerSettings.DEFAULT, new Random(7));
    private final Asking asking = new Asking(server);
    private final Faults faults = server.faults();

    @Test
    void eachFaultHoldsForItsResourceUntilAllIsClear() {
        JsonNode good = asking.got("networkmap");
        faults.answer(
                "netmap",
                new AltoResponse(
                        500,
                        HttpFields.of(Map.of("Content-Type", "text/html")),
                        "<html>".getBytes(StandardCharsets.US_ASCII)));
        assertThat(asking.get("networkmap").status()).isEqualTo(500);
        assertThat(asking.get("anes").status()).isEqualTo(200);
        faults.clear();
        faults.retag("netmap");
        assertThat(asking.got("networkmap").get("network-map")).isEqualTo(good.get("network-map"));
        assertThat(asking.got("networkmap").get("meta"))
                .isNotEqualTo(asking.got("networkmap").get("meta"));
        faults.clear();
        assertThat(asking.got("networkmap")).isEqualTo(good);
        faults.dropPair("cm-routing", "pid-cern", "pid-bnl");
        faults.dropProperty("anes", "max-reservable-bandwidth");
        assertThat(asking.got("costmap/routing").get("cost-map").get("pid-cern").propertyNames())
                .containsExactly("pid-cern", "pid-fnal");
        assertThat(asking.got("anes").get("property-map").get(".ane:read:cern"))
                .isEqualTo(Asking.tree("{'priv:tcn-kind': 'storage-read', 'priv:tcn-label': 'read:cern'}"));
    }

    @Test
    void pathVectorsCanBeRenamedAndLosePairsAndProperties() {
        Map<String, JsonNode> good = Asking.parts(asking.post("endpointcost/pv", QUERY));
        faults.rename("ecs-pv");
        assertThat(Asking.parts(asking.post("endpointcost/pv", QUERY))).isNotEqualTo(good);
        faults.clear();
        faults.dropPair("ecs-pv", "ipv4:192.0.2.10", "ipv4:192.0.2.70");
        faults.dropProperty("ecs-pv", "max-reservable-bandwidth");
        Map<String, JsonNode> less = Asking.parts(asking.post("endpointcost/pv", QUERY));
        assertThat(less.values()
                        .iterator()
                        .next()
                        .get("endpoint-cost-map")
                        .get("ipv4:192.0.2.10")
                        .propertyNames())
                .containsExactly("ipv4:192.0.2.130");
        faults.dropPair("ecs-pv", "ipv4:192.0.2.10", "ipv4:192.0.2.130");
        assertThat(Asking.parts(asking.post("endpointcost/pv", QUERY))
                        .values()
                        .iterator()
                        .next()
                        .get("endpoint-cost-map")
                        .propertyNames())
                .isEmpty();
        assertThat(less.toString()).doesNotContain("max-reservable-bandwidth");
    }

    @Test
    void aRequestCanBeHeldAndLetGo() throws Exception {
        CompletableFuture<AltoResponse> answer;
        try (AutoCloseable held = faults.hold("netmap")) {
            assertThat(held).isNotNull();
            answer = CompletableFuture.supplyAsync(() -> asking.get("networkmap"));
            assertThat(asking.get("anes").status()).isEqualTo(200);
            assertThat(answer).isNotDone();
        }
        assertThat(answer.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
    }
}
