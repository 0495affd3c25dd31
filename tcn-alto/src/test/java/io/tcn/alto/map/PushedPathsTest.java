// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static io.tcn.alto.map.Trial.capacities;
import static io.tcn.alto.map.Trial.mapping;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What a server pushes and what it answers meanwhile make one map, which never goes back. Sites 1 and 2 read, 3 and 4
/// write; each pair of them has a link of its own of 10 Gbit/s.
class PushedPathsTest {
    private static final String ONE_THREE = "192.0.2.1>192.0.2.129";
    private static final String ONE_FOUR = "192.0.2.1>192.0.2.193";
    private static final String TWO_FOUR = "192.0.2.65>192.0.2.193";

    private final AltoServer server = new AltoServer(network(), AltoServerSettings.DEFAULT, new Random(1));
    private Runnable beforeAnAnswer = () -> {};

    @Test
    void whatIsPushedOfALinkThatOnlyANewPipeUsesIsInForceThoughTheQuestionIsTheSame() {
        Trial trial = trial(Trial.Setup.USUAL.withPush());
        trial.pipes(ONE_THREE, TWO_FOUR);
        // From sites 1 and 2 to sites 3 and 4 it is still.
        trial.pipes(ONE_THREE, ONE_FOUR, TWO_FOUR);
        assertThat(trial.status().streaming()).isTrue();

        publish("link:l14:n1>n4", 1e9);
        trial.time.settle();

        assertThat(capacities(trial.now(), ONE_FOUR)).contains(1e9);
    }

    @Test
    void whereThePairsHaveBecomeTooManyForAStreamTheServerIsAskedAsOftenAsWithout() {
        Trial trial = trial(Trial.Setup.USUAL.withPush().maxPairs(2));
        trial.pipes(ONE_THREE);
        assertThat(trial.status().streaming()).isTrue();
        trial.pipes(ONE_THREE, TWO_FOUR);
        assertThat(trial.status().service()).isEqualTo("pid-paths");
        assertThat(trial.status().streaming()).isFalse();

        publish("link:l13:n1>n3", 1e9);

        assertThat(capacities(trial.after(Duration.ofSeconds(31)), ONE_THREE)).contains(1e9);
    }

    @Test
    void anAnswerThatPushesHaveOutrunDoesNotLeadTheMapBack() {
        Trial trial = trial(Trial.Setup.USUAL.withPush());
        trial.pipes(ONE_THREE);
        List<Double> seen = new ArrayList<>();
        trial.map.listen(() -> seen.add(narrowest(trial.now())));
        beforeAnAnswer = () -> {
            beforeAnAnswer = () -> {};
            publish("link:l13:n1>n3", 5e9);
            publish("link:l13:n1>n3", 4e9);
        };

        trial.after(Duration.ofMinutes(11));

        assertThat(seen).contains(5e9, 4e9).isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void aNewPipeIsAskedForSoonThoughTheStreamIsCutMeanwhile() {
        Trial trial = trial(Trial.Setup.USUAL.withPush());
        trial.pipes(ONE_THREE);
        trial.want(ONE_THREE, TWO_FOUR);
        trial.time.settle();
        trial.want(ONE_THREE, TWO_FOUR, ONE_FOUR);
        trial.time.settle();
        server.closeStreams("test");

        assertThat(mapping(trial.after(Duration.ofSeconds(2)), ONE_FOUR)).isEqualTo(PipeMapping.MAPPED);
    }

    @Test
    void aNewPipeOfWhichTheServerHasNotToldIsAwaitedThoughSomethingIsPushed() {
        Trial trial = trial(Trial.Setup.USUAL.withPush());
        trial.pipes(ONE_THREE);
        beforeAnAnswer = () -> {
            throw new UncheckedIOException(new IOException("the connection broke"));
        };
        trial.pipes(ONE_THREE, TWO_FOUR);

        // The stream begins anew with all paths that it has.
        server.closeStreams("test");
        publish("link:l13:n1>n3", 5e9);

        assertThat(narrowest(trial.after(Duration.ofMinutes(1)))).isEqualTo(5e9);
        assertThat(mapping(trial.now(), TWO_FOUR).isAwaited()).isTrue();
        beforeAnAnswer = () -> {};
        assertThat(mapping(trial.after(Duration.ofMinutes(2)), TWO_FOUR)).isEqualTo(PipeMapping.MAPPED);
    }

    // --- the small world

    private static double narrowest(NetworkMapSnapshot map) {
        return capacities(map, ONE_THREE).stream()
                .mapToDouble(capacity -> capacity == null ? Double.POSITIVE_INFINITY : capacity)
                .min()
                .orElseThrow();
    }

    private void publish(String element, double capacityBps) {
        server.update(server.network().withCapacity(element, capacityBps));
    }

    private Trial trial(Trial.Setup setup) {
        AltoTransport direct = new InProcessTransport(server);
        AltoTransport hurried = new AltoTransport() {
            @Override
            public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
                if (request.method().equals("POST")) {
                    beforeAnAnswer.run();
                }
                return direct.exchange(request);
            }

            @Override
            public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
                return direct.open(request, receiver);
            }
        };
        return new Trial(hurried, EditedServer.DIRECTORY, setup);
    }

    private static PublishedNetwork network() {
        List<Topology.Node> nodes = new ArrayList<>();
        List<Topology.Site> sites = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            nodes.add(new Topology.Node("n" + i, "router", null, null));
            sites.add(new Topology.Site(
                    "s" + i, null, List.of("n" + i), 800.0, null, List.of("192.0.2." + (64 * (i - 1)) + "/26")));
        }
        List<Topology.Link> links = new ArrayList<>();
        for (int from = 1; from <= 2; from++) {
            for (int to = 3; to <= 4; to++) {
                links.add(new Topology.Link("l" + from + to, "n" + from, "n" + to, 10.0, 1.0, null));
            }
        }
        return TopologyNetwork.of(new Topology("pairs", nodes, links, sites));
    }
}
