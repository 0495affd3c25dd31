// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.http.AltoRequest;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.http.AltoTransport;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.InProcessTransport;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.core.model.MapVersion;
import io.tcn.core.port.MapFreshness;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.port.PipeMapping;
import io.tcn.core.topology.Topology;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A long time with a server that pushes: capacities, routes and links change at random while its streams are cut at
/// random bytes. What is in force at the end is what a fresh pull says. `-Dtcn.alto.soak=1000` sets the changes.
class SoakTest {
    private static final int SITES = 6;
    private static final int UPDATES = Integer.getInteger("tcn.alto.soak", 150);

    /// A ring of routers with chords, of which some are down.
    private static PublishedNetwork network(Random random) {
        List<Topology.Node> nodes = new ArrayList<>();
        List<Topology.Site> sites = new ArrayList<>();
        List<Topology.Link> links = new ArrayList<>();
        for (int i = 0; i < SITES; i++) {
            nodes.add(new Topology.Node("r" + i, "router", null, null));
            sites.add(new Topology.Site("s" + i, null, List.of("r" + i), 800.0, null, List.of("10.0." + i + ".0/24")));
            for (int k = i + 1; k < SITES; k++) {
                if (random.nextInt(4) != 0) {
                    // Whole Gbit/s: changes are above the one percent that is held back.
                    double gbps = 1 + random.nextInt(50);
                    links.add(new Topology.Link(
                            "l" + i + k, "r" + i, "r" + k, gbps, 1.0, (double) (1 + random.nextInt(20))));
                }
            }
        }
        return TopologyNetwork.of(new Topology("ring", nodes, links, sites));
    }

    /// Cuts streams, one piece of bytes in a hundred, within that piece.
    private record CuttingTransport(AltoTransport next, Random random, List<Integer> cuts) implements AltoTransport {
        @Override
        public AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException {
            return next.exchange(request);
        }

        @Override
        public Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException {
            return next.open(request, new StreamReceiver() {
                private boolean over;

                @Override
                public void bytes(byte[] bytes) {
                    if (over) {
                        return;
                    }
                    over = random.nextInt(100) == 0;
                    int part = over ? random.nextInt(bytes.length) : bytes.length;
                    if (part > 0) {
                        receiver.bytes(Arrays.copyOf(bytes, part));
                    }
                    if (over) {
                        cuts.add(part);
                        receiver.ended("cut");
                    }
                }

                @Override
                public void ended(String why) {
                    if (!over) {
                        over = true;
                        receiver.ended(why);
                    }
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void u14AfterManyChangesAndCutsTheMapIsThatOfAFreshPull(long seed) {
        Random random = new Random(seed);
        AltoServer server = new AltoServer(network(random), AltoServerSettings.DEFAULT, new Random(9));
        List<Integer> cuts = new ArrayList<>();
        Trial trial = new Trial(
                new CuttingTransport(new InProcessTransport(server), random, cuts),
                EditedServer.DIRECTORY,
                Trial.Setup.USUAL.withPush());
        List<String> pipes = new ArrayList<>();
        for (int i = 0; i < SITES; i++) {
            for (int k = 0; k < SITES; k++) {
                if (i != k) {
                    pipes.add("10.0." + i + ".1>10.0." + k + ".1");
                }
            }
        }
        String[] all = pipes.toArray(String[]::new);
        trial.pipes(all);
        int asPushed = 0;
        for (int i = 0; i < UPDATES; i++) {
            PublishedNetwork before = server.network();
            if (random.nextInt(3) == 0) {
                server.update(network(random));
            } else {
                String label = List.copyOf(before.elements().keySet())
                        .get(random.nextInt(before.elements().size()));
                server.update(before.withCapacity(
                        label, random.nextInt(10) == 0 ? null : (Double) (1e9 * (1 + random.nextInt(50)))));
            }
            if (random.nextInt(100) == 0) {
                server.closeStreams("maintenance");
            }
            trial.after(Duration.ofSeconds(1));
            if (trial.status().streaming()) {
                asPushed++;
            }
            trial.after(Duration.ofSeconds(1 + random.nextInt(14)));
            server.keepAlive();
        }
        assertThat(cuts).as("seed " + seed).isNotEmpty();
        assertThat(asPushed).as("changes that came while a stream was up").isGreaterThan(UPDATES / 3);

        // Two checks while all is quiet: what was left out once is left out twice.
        for (int i = 0; i < 120; i++) {
            trial.after(Duration.ofSeconds(11));
            server.keepAlive();
        }
        NetworkMapSnapshot last = trial.now();
        Trial fresh = new Trial(new InProcessTransport(server), EditedServer.DIRECTORY, Trial.Setup.USUAL);
        NetworkMapSnapshot pulled = fresh.pipes(all);
        assertThat(last.pipeResources()).as("seed " + seed).isEqualTo(pulled.pipeResources());
        assertThat(last.mappings()).isEqualTo(pulled.mappings());
        assertThat(last.as(new MapVersion(0), pulled.asOf())
                        .hasSameContent(pulled.as(new MapVersion(0), pulled.asOf())))
                .isTrue();
        assertThat(last.mappings().values()).anyMatch(PipeMapping.MAPPED::equals);
        assertThat(trial.status().freshness()).isEqualTo(MapFreshness.FRESH);
    }
}
