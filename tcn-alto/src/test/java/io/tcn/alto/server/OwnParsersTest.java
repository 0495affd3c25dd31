// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.codec.CostMapParser;
import io.tcn.alto.codec.DirectoryParser;
import io.tcn.alto.codec.EndpointCostParser;
import io.tcn.alto.codec.EventName;
import io.tcn.alto.codec.EventStreamParser;
import io.tcn.alto.codec.PathVectorParser;
import io.tcn.alto.codec.PidMapParser;
import io.tcn.alto.codec.PropertyMapParser;
import io.tcn.alto.codec.StreamEvent;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.DirectoryDocument;
import io.tcn.alto.model.Family;
import io.tcn.alto.model.FaultCounts;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.alto.model.PidMapDocument;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the server writes is read by the client's parsers, and nothing in it needs forgiving.
class OwnParsersTest {
    private static final String QUERY =
            "{" + PathVectorTest.TYPE + ", 'endpoints': {'srcs': ['ipv4:192.0.2.10'], 'dsts':"
                    + " ['ipv4:192.0.2.70']}, 'ane-property-names': ['max-reservable-bandwidth', 'persistent-entity-id']}";

    private final Asking asking = new Asking();

    @Test
    void everyDocumentIsReadWithoutAFault() throws AltoFormatException {
        DirectoryDocument directory = DirectoryParser.parse(asking.get("ird").body());
        assertThat(directory.skipped()).hasSize(0);
        assertThat(directory.entries()).hasSize(11);
        PidMapDocument map = PidMapParser.parse(asking.get("networkmap").body());
        assertThat(map.faults()).isEqualTo(FaultCounts.NONE);
        assertThat(map.isComplete(Family.IPV4) && map.isComplete(Family.IPV6)).isTrue();
        assertThat(CostMapParser.parse(asking.get("costmap/routing").body()).faults())
                .isEqualTo(FaultCounts.NONE);
        assertThat(PropertyMapParser.parse(asking.get("anes").body()).faults()).isEqualTo(FaultCounts.NONE);
        String ends = "'endpoints': {'srcs': ['ipv4:192.0.2.10'], 'dsts': ['ipv4:192.0.2.70']}";
        assertThat(EndpointCostParser.parse(asking.post(
                                        "endpointcost",
                                        "{'cost-type': {'cost-metric': 'delay-rt', 'cost-mode': 'numerical'}," + ends
                                                + "}")
                                .body())
                        .faults())
                .isEqualTo(FaultCounts.NONE);
    }

    @Test
    void pathVectorsAreReadWithoutAFault() throws AltoFormatException {
        AltoResponse endpoints = asking.post("endpointcost/pv", QUERY);
        PathVectorDocument<Address> read =
                PathVectorParser.endpoints(false).parse(Asking.type(endpoints), endpoints.body());
        assertThat(read.faults()).isEqualTo(FaultCounts.NONE);
        assertThat(read.untagged()).isFalse();
        assertThat(read.paths()).hasSize(1);
        AltoResponse pids = asking.post("costmap/pv", "{" + PathVectorTest.TYPE + "}");
        assertThat(PathVectorParser.pids(false)
                        .parse(Asking.type(pids), pids.body())
                        .faults())
                .isEqualTo(FaultCounts.NONE);
    }

    @Test
    void aStreamIsReadEventByEvent() throws AltoFormatException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        asking.server.open(
                Asking.request("updates", "{'add': {'pv1': {'resource-id': 'ecs-pv', 'input': " + QUERY + "}}}"),
                new AltoTransport.StreamReceiver() {
                    @Override
                    public void bytes(byte[] next) {
                        bytes.writeBytes(next);
                    }

                    @Override
                    public void ended(String why) {}
                });
        asking.server.keepAlive();
        asking.server.update(ExampleNetwork.withCapacity("link:an:ams>nyc", 8e10));
        List<String> read = new ArrayList<>();
        for (StreamEvent event : new EventStreamParser().feed(bytes.toByteArray())) {
            if (event instanceof StreamEvent.Message message) {
                EventName name = EventName.parse(message.name());
                read.add(name.type().essence() + " " + name.dataId());
                if (name.type().is("multipart/related")) {
                    assertThat(PathVectorParser.endpoints(false)
                                    .parse(name.type().toString(), message.data())
                                    .faults())
                            .isEqualTo(FaultCounts.NONE);
                }
            } else {
                read.add(event.getClass().getSimpleName());
            }
        }
        assertThat(read)
                .containsExactly(
                        "application/alto-updatestreamcontrol+json null",
                        "multipart/related pv1",
                        "Comment",
                        "application/merge-patch+json pv1.propmap@alto.tcn.internal");
    }
}
