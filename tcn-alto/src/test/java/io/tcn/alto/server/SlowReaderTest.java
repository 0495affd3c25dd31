// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoTransport;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SlowReaderTest {
    private static final String QUERY = "{" + PathVectorTest.TYPE
            + ", 'endpoints': {'srcs': ['ipv4:192.0.2.10', 'ipv4:192.0.2.130'], 'dsts': ['ipv4:192.0.2.70']},"
            + " 'ane-property-names': ['max-reservable-bandwidth', 'persistent-entity-id']}";
    private static final String FOLLOW_ALL = "{'add': {'pv': {'resource-id': 'ecs-pv', 'input': " + QUERY
            + "}, 'nm': {'resource-id': 'netmap'}, 'el': {'resource-id': 'anes'}, 'cm': {'resource-id':"
            + " 'cm-routing'}}}";

    private final Asking asking = new Asking();
    private final StreamListener listener = new StreamListener();

    @Test
    void whoReadsTooSlowlyGetsAWholeCopyInPlaceOfWhatWasLost() throws Exception {
        QueueOutlet outlet = new QueueOutlet();
        AltoTransport.Opened.Stream stream = open(outlet);
        for (int i = 1; i <= 1000; i++) {
            asking.server.update(ExampleNetwork.plain().withCapacity("link:an:ams>nyc", i * 1e6));
        }
        int waiting = drain(outlet);
        assertThat(waiting).isLessThanOrEqualTo(256);
        assertThat(capacity()).isLessThan(1e9);
        listener.heard();
        asking.server.drained(stream);
        assertThat(drain(outlet)).isEqualTo(2);
        assertThat(listener.heard()).noneMatch(event -> event.type().equals(StreamListener.PATCH));
        assertThat(capacity()).isEqualTo(1e9);
        sameAsPulled();
        // From here on there are patches again.
        asking.server.update(ExampleNetwork.plain());
        drain(outlet);
        assertThat(listener.heard()).allMatch(event -> event.type().equals(StreamListener.PATCH));
        sameAsPulled();
    }

    @Test
    void aStreamOfRandomChangesSaysWhatOneCanPull() throws Exception {
        Random random = new Random(42);
        QueueOutlet outlet = new QueueOutlet();
        AltoTransport.Opened.Stream stream = open(outlet);
        List<String> links = List.of("link:ca:cern>ams", "link:an:ams>nyc", "link:nb:nyc>bnl", "link:nf:fnal>nyc");
        PublishedNetwork network = ExampleNetwork.plain();
        for (int step = 0; step < 1000; step++) {
            network = switch (random.nextInt(5)) {
                case 0 -> ExampleNetwork.plain();
                case 1 -> ExampleNetwork.withShortcut();
                case 2 -> network.withCapacity(links.get(random.nextInt(4)), null);
                case 3 -> ExampleNetwork.movedFnal(network, 26 + random.nextInt(3));
                default -> network.withCapacity(links.get(random.nextInt(4)), (double) random.nextInt(1_000_000));
            };
            asking.server.update(network);
            if (random.nextInt(20) == 0) {
                drain(outlet);
                asking.server.drained(stream);
                drain(outlet);
                sameAsPulled();
            }
        }
        drain(outlet);
        asking.server.drained(stream);
        drain(outlet);
        sameAsPulled();
    }

    private AltoTransport.Opened.Stream open(Outlet outlet) {
        AltoTransport.Opened opened = asking.server.open(Asking.request("updates", FOLLOW_ALL), outlet);
        if (opened instanceof AltoTransport.Opened.Stream stream) {
            return stream;
        }
        throw new AssertionError("no stream");
    }

    private int drain(QueueOutlet outlet) throws InterruptedException {
        int events = 0;
        while (!outlet.isEmpty()) {
            listener.bytes(outlet.take().orElseThrow());
            events++;
        }
        return events;
    }

    private double capacity() {
        return state("el")
                .get("property-map")
                .get(".ane:link:an:ams-nyc")
                .get("max-reservable-bandwidth")
                .asDouble();
    }

    private JsonNode state(String id) {
        return Objects.requireNonNull(listener.state.get(id));
    }

    private void sameAsPulled() {
        assertThat(state("nm")).isEqualTo(asking.got("networkmap"));
        assertThat(state("el")).isEqualTo(asking.got("anes"));
        assertThat(state("cm")).isEqualTo(asking.got("costmap/routing"));
        Asking.parts(asking.post("endpointcost/pv", QUERY))
                .forEach((id, part) -> assertThat(state("pv." + id)).isEqualTo(part));
    }
}
