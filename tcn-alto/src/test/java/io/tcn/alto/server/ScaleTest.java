// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.core.model.Resource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The largest answer: 250 sources, 200 destinations, 8 elements on each path, 5000 links.
class ScaleTest {
    private static final int SOURCES = 250;
    private static final int DESTINATIONS = 200;
    private static final int LINKS = 5000;

    private final AltoServer server = new AltoServer(network(), AltoServerSettings.DEFAULT, new Random(1));
    private final Asking asking = new Asking(server);

    private static PublishedNetwork network() {
        TreeMap<String, PublishedNetwork.Element> elements = new TreeMap<>();
        for (int i = 0; i < LINKS; i++) {
            put(elements, "link:" + i, Resource.Kind.LINK);
        }
        List<PublishedNetwork.Site> sites = new ArrayList<>();
        for (int i = 0; i < SOURCES + DESTINATIONS; i++) {
            sites.add(new PublishedNetwork.Site("s" + i, List.of("10." + i / 250 + "." + i % 250 + ".0/24")));
            put(elements, "read:s" + i, Resource.Kind.STORAGE_READ);
            put(elements, "write:s" + i, Resource.Kind.STORAGE_WRITE);
        }
        ConcurrentHashMap<String, PublishedNetwork.NetworkPath> paths = new ConcurrentHashMap<>();
        return new PublishedNetwork(
                sites, elements, (from, to) -> Optional.of(paths.computeIfAbsent(from + ">" + to, ScaleTest::path)));
    }

    private static void put(Map<String, PublishedNetwork.Element> elements, String label, Resource.Kind kind) {
        elements.put(label, new PublishedNetwork.Element(label, kind, 1e11, new TreeMap<>()));
    }

    private static PublishedNetwork.NetworkPath path(String ends) {
        Random random = new Random(ends.hashCode());
        List<String> labels = new ArrayList<>();
        labels.add("read:" + ends.substring(0, ends.indexOf('>')));
        for (int i = 0; i < 6; i++) {
            labels.add("link:" + random.nextInt(LINKS));
        }
        labels.add("write:" + ends.substring(ends.indexOf('>') + 1));
        return new PublishedNetwork.NetworkPath(labels, 6, 6, 10);
    }

    private static String query() {
        return "{" + PathVectorTest.TYPE + ", 'endpoints': {'srcs': " + addresses(0, SOURCES) + ", 'dsts': "
                + addresses(SOURCES, SOURCES + DESTINATIONS)
                + "}, 'ane-property-names': ['max-reservable-bandwidth', 'persistent-entity-id']}";
    }

    private static String addresses(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "'ipv4:10." + i / 250 + "." + i % 250 + ".1'")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void fiftyThousandPairsAreAnsweredWhole() {
        AltoResponse answer = asking.post("endpointcost/pv", query());
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().length).isGreaterThan(5_000_000);
        var parts = List.copyOf(Asking.parts(answer).values());
        assertThat(parts.getFirst().get("endpoint-cost-map").size()).isEqualTo(SOURCES);
        // The 5000 links and the storages at the ends, unless chance left one out.
        assertThat(parts.getLast().get("property-map").size())
                .isBetween(LINKS - 20 + SOURCES + DESTINATIONS, LINKS + SOURCES + DESTINATIONS);
    }

    @Test
    void oneChangedLinkIsAFewHundredBytesOnAStreamOfFiftyThousandPairs() {
        List<Integer> lengths = new ArrayList<>();
        StringBuilder last = new StringBuilder();
        server.open(
                Asking.request("updates", "{'add': {'pv': {'resource-id': 'ecs-pv', 'input': " + query() + "}}}"),
                new AltoTransport.StreamReceiver() {
                    @Override
                    public void bytes(byte[] next) {
                        lengths.add(next.length);
                        last.setLength(0);
                        last.append(new String(next, StandardCharsets.UTF_8));
                    }

                    @Override
                    public void ended(String why) {}
                });
        assertThat(lengths).hasSize(2);
        lengths.clear();
        server.update(server.network().withCapacity("link:17", 4e10));
        assertThat(lengths).hasSize(1);
        assertThat(lengths.getFirst()).isLessThan(600);
        assertThat(last.toString()).contains("\"max-reservable-bandwidth\":40000000000");
    }
}
