// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.model.Address;
import io.tcn.alto.server.AltoHttpServer;
import io.tcn.alto.server.AltoHttpServerSettings;
import io.tcn.alto.server.AltoServer;
import io.tcn.alto.server.AltoServerSettings;
import io.tcn.alto.server.DigestAuthentication;
import io.tcn.alto.server.PublishedNetwork;
import io.tcn.alto.server.TopologyNetwork;
import io.tcn.core.port.TimeSource;
import io.tcn.core.topology.Topology;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The client against our own server over HTTP, with Digest on: two programs that were written apart.
class ClientAndServerOverSocketsTest {
    private static final PublishedNetwork NETWORK = TopologyNetwork.of(new Topology(
            "example",
            List.of(new Topology.Node("a", "router", null, null), new Topology.Node("b", "router", null, null)),
            List.of(new Topology.Link("ab", "a", "b", 100, 5.0, 10.0)),
            List.of(
                    new Topology.Site("a", null, List.of("a"), 800.0, null, List.of("192.0.2.0/25")),
                    new Topology.Site("b", null, List.of("b"), 800.0, null, List.of("192.0.2.128/25")))));

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final AltoServer server = new AltoServer(NETWORK, AltoServerSettings.DEFAULT, new Random(7));
    private final TimeSource time = new TimeSource() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    };

    private AltoHttpServer start() throws Exception {
        DigestAuthentication digest = new DigestAuthentication(
                "alto",
                user -> user.equals("tcn") ? Optional.of("s3cret \"x\"") : Optional.empty(),
                time,
                new Random(3));
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return AltoHttpServer.start(server, new AltoHttpServerSettings(loopback, null, digest), (_, _) -> () -> {});
    }

    private static AltoClient client(AltoHttpServer http, JdkAltoTransport transport, AltoAuth auth) {
        return new AltoClient(
                AltoClientSettings.of("test", http.directory()).with(auth),
                transport,
                InstantSource.system(),
                new Random(1));
    }

    private void untilTold(String wanted) throws InterruptedException {
        String word = "";
        while (!word.equals(wanted)) {
            @Nullable String next = told.poll(20, TimeUnit.SECONDS);
            assertThat(next).as("until " + wanted).isNotNull();
            word = next;
        }
    }

    @Test
    void g02OurServerLetsUsInByDigestAndNobodyElse() throws Exception {
        try (AltoHttpServer http = start();
                JdkAltoTransport transport = new JdkAltoTransport(AltoLimits.DEFAULT, null)) {
            AltoClient ours = client(http, transport, new AltoAuth.Digest("tcn", "s3cret \"x\""));
            for (int i = 0; i < 3; i++) {
                assertThat(ours.networkMap("netmap").document().pids()).isNotEmpty();
            }
            for (AltoAuth wrong : List.of(
                    new AltoAuth.None(),
                    new AltoAuth.Basic("tcn", "s3cret \"x\""),
                    new AltoAuth.Digest("tcn", "guess"))) {
                AltoException failure = catchThrowableOfType(
                        AltoException.class,
                        () -> client(http, transport, wrong).directory());
                assertThat(failure.kind()).as(wrong.toString()).isEqualTo(Kind.AUTH);
            }
        }
    }

    @Test
    void u04PathsAreFollowedOverHttpAndReplacedByOthers() throws Exception {
        try (AltoHttpServer http = start();
                JdkAltoTransport transport = new JdkAltoTransport(AltoLimits.DEFAULT, null);
                VirtualTimers timers = new VirtualTimers()) {
            AltoClient ours = client(http, transport, new AltoAuth.Digest("tcn", "s3cret \"x\""));
            try (UpdateStream stream = ours.updates("updates", new Telling(), timers)) {
                stream.follow(Set.of(paths(ours, "192.0.2.1", "192.0.2.129")));
                untilTold("up true");
                untilTold("192.0.2.129");
                PublishedNetwork slower = NETWORK;
                for (String element : NETWORK.elements().keySet()) {
                    slower = slower.withCapacity(element, 5e9);
                }
                server.update(slower);
                untilTold("192.0.2.129");
                stream.follow(Set.of(paths(ours, "192.0.2.1", "192.0.2.130")));
                untilTold("192.0.2.130");
            }
            untilTold("up false");
        }
    }

    private static SubstreamRequest paths(AltoClient client, String source, String destination) throws Exception {
        EndpointPairs pairs = EndpointPairs.of(List.of(Address.parse(source)), List.of(Address.parse(destination)));
        return client.substream("updates", "ecs-pv", pairs, List.of("max-reservable-bandwidth"));
    }

    /// Tells the destination of what has come.
    private final class Telling implements UpdateListener {
        @Override
        public void changed(List<SubstreamContent> contents, Instant at) {
            String input = String.valueOf(contents.getFirst().request().input());
            told.add(input.replaceFirst("(?s).*\"dsts\":\\[\"ipv4:([0-9.]*)\".*", "$1"));
        }

        @Override
        public void confirmed(Instant at) {
            told.add("confirmed");
        }

        @Override
        public void up(boolean isUp) {
            told.add("up " + isUp);
        }

        @Override
        public void fault(String reason) {
            told.add("fault " + reason);
        }
    }
}
