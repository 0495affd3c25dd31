// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Bodies that were right once, with bytes changed, repeated, cut and swapped.
class HostileRequestTest {
    private static final int CASES_EACH = 800;
    private static final String COST = "'cost-type': {'cost-metric': 'routingcost', 'cost-mode': 'numerical'}";
    private static final String ENDS =
            "'endpoints': {'srcs': ['ipv4:192.0.2.10', 'ipv6:2001:db8:1::1'], 'dsts': ['ipv4:192.0.2.70']}";
    private static final String PATHS = "{" + PathVectorTest.TYPE + "," + ENDS
            + ", 'ane-property-names': ['max-reservable-bandwidth', 'persistent-entity-id']}";

    private static final List<Map.Entry<String, String>> GOOD = List.of(
            Map.entry("networkmap/filtered", "{'pids': ['pid-cern'], 'address-types': ['ipv4']}"),
            Map.entry(
                    "costmap/filtered",
                    "{'multi-cost-types': [{'cost-metric': 'hopcount', 'cost-mode': 'numerical'}], 'pids': {'srcs': [],"
                            + " 'dsts': ['pid-bnl']}, 'or-constraints': [['[0] le 4', 'gt 1.5e0']],"
                            + " 'testable-cost-types': [{'cost-metric': 'hopcount', 'cost-mode': 'numerical'}]}"),
            Map.entry("endpointcost", "{" + COST + "," + ENDS + ", 'constraints': ['ge 0', 'le 400']}"),
            Map.entry("endpointprop", "{'properties': ['netmap.pid'], 'endpoints': ['ipv4:192.0.2.10']}"),
            Map.entry("anes/filtered", "{'entities': ['.ane:read:cern'], 'properties': ['priv:tcn-kind']}"),
            Map.entry("endpointcost/pv", PATHS),
            Map.entry(
                    "updates",
                    "{'add': {'nm': {'resource-id': 'netmap', 'tag': 'x', 'incremental-changes': true}, 'pv': {'resource-id':"
                            + " 'ecs-pv', 'input': " + PATHS + "}}}"));

    private final Asking asking = new Asking(new AltoServer(
            ExampleNetwork.plain(), new AltoServerSettings("a", NameMode.EPHEMERAL, true), new Random(5)));

    @Test
    void everyRequestGetsAnAnswerAndNeverAnException() {
        Random random = new Random(20261122);
        for (Map.Entry<String, String> good : GOOD) {
            for (int i = 0; i < CASES_EACH; i++) {
                byte[] body = Asking.json(good.getValue());
                for (int change = random.nextInt(4); change >= 0; change--) {
                    body = changed(body, random);
                }
                AltoRequest base = Asking.request(good.getKey(), "");
                AltoRequest request = AltoRequest.post(base.uri(), base.fields(), body);
                assertThat(status(request))
                        .as(new String(body, StandardCharsets.UTF_8))
                        .isIn(Set.of(200, 400, 413));
            }
        }
    }

    private int status(AltoRequest request) {
        return switch (asking.server.open(request, new StreamListener())) {
            case AltoTransport.Opened.Refused(AltoResponse response) -> {
                assertThat(Asking.tree(errorOrNothing(response)).isObject()).isTrue();
                yield response.status();
            }
            case AltoTransport.Opened.Stream _ -> {
                asking.server.closeStreams("next");
                yield 200;
            }
        };
    }

    private static AltoResponse errorOrNothing(AltoResponse response) {
        return response.status() == 200 ? new AltoResponse(200, response.fields(), Asking.json("{}")) : response;
    }

    private static byte[] changed(byte[] body, Random random) {
        if (body.length == 0) {
            return new byte[] {(byte) random.nextInt(256)};
        }
        int at = random.nextInt(body.length);
        int length = 1 + random.nextInt(Math.min(20, body.length - at));
        String before = new String(body, 0, at, StandardCharsets.ISO_8859_1);
        String piece = new String(body, at, length, StandardCharsets.ISO_8859_1);
        String after = new String(body, at + length, body.length - at - length, StandardCharsets.ISO_8859_1);
        List<String> oddities =
                List.of("null", "1e999", "-0", "{}", "[]", "\"\"", "[[", "\\u0000", "::", "999999999999");
        String fresh = switch (random.nextInt(5)) {
            case 0 -> before + after;
            case 1 -> before + piece + piece + after;
            case 2 -> before + (char) random.nextInt(256) + after;
            case 3 -> before;
            default -> before + oddities.get(random.nextInt(oddities.size())) + after;
        };
        return fresh.getBytes(StandardCharsets.ISO_8859_1);
    }
}
