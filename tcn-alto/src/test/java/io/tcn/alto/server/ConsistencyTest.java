// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ConsistencyTest {
    private static final String QUERY =
            "{" + PathVectorTest.TYPE + ", 'ane-property-names': ['max-reservable-bandwidth', 'persistent-entity-id']}";

    /// Two versions differ in prefixes, routes and capacities; each answer is wholly that of one.
    @Test
    void q09NoAnswerMixesTwoVersions() throws InterruptedException {
        PublishedNetwork one = ExampleNetwork.plain();
        List<PublishedNetwork.Site> sites = new ArrayList<>(one.sites());
        sites.set(2, new PublishedNetwork.Site("fnal", List.of("192.0.2.128/27")));
        PublishedNetwork other = new PublishedNetwork(
                sites,
                ExampleNetwork.withCapacity("link:an:ams>nyc", 8e10).elements(),
                ExampleNetwork.withShortcut().paths());
        Asking asking = new Asking(server(one));
        Set<Map<String, JsonNode>> allowed = Set.of(
                Asking.parts(new Asking(server(one)).post("costmap/pv", QUERY)),
                Asking.parts(new Asking(server(other)).post("costmap/pv", QUERY)));
        assertThat(allowed).hasSize(2);
        AtomicBoolean done = new AtomicBoolean();
        Thread publisher = Thread.ofVirtual().start(() -> {
            while (!done.get()) {
                asking.server.update(other);
                asking.server.update(one);
            }
        });
        try {
            for (int i = 0; i < 300; i++) {
                assertThat(Asking.parts(asking.post("costmap/pv", QUERY))).isIn(allowed);
            }
        } finally {
            done.set(true);
            publisher.join();
        }
    }

    private static AltoServer server(PublishedNetwork network) {
        return new AltoServer(network, new AltoServerSettings("a", NameMode.PLAIN, false), new Random(1));
    }
}
