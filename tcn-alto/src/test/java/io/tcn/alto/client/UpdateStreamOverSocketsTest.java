// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The stream with real sockets, threads and timers.
class UpdateStreamOverSocketsTest {
    private static final String DIRECTORY = "{\"resources\":{"
            + "\"netmap\":{\"uri\":\"nm\",\"media-type\":\"application/alto-networkmap+json\"},"
            + "\"updates\":{\"uri\":\"updates\",\"media-type\":\"text/event-stream\",\"accepts\":"
            + "\"application/alto-updatestreamparams+json\",\"uses\":[\"netmap\"]}}}";

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);

    private String next() throws InterruptedException {
        String word = told.poll(20, TimeUnit.SECONDS);
        assertThat(word).as("the next thing told").isNotNull();
        return word;
    }

    private void untilTold(String wanted) throws InterruptedException {
        while (!next().equals(wanted)) {
            // something else first
        }
    }

    private void untilAllTold(String... wanted) throws InterruptedException {
        Set<String> missing = new HashSet<>(Set.of(wanted));
        while (!missing.isEmpty()) {
            missing.remove(next());
        }
    }

    @Test
    void u14AStreamThatEndsIsOpenedAgainAndGoesOn() throws Exception {
        int[] opened = {0};
        HostileServer.Script script = (head, out) -> {
            if (head.startsWith("GET /ird")) {
                HostileServer.send(out, HostileServer.response(200, "application/alto-directory+json", DIRECTORY));
            } else if (head.startsWith("POST /updates/c/")) {
                HostileServer.send(out, "HTTP/1.1 204 x\r\nConnection: close\r\n\r\n");
                told.add("control");
            } else {
                opened[0]++;
                HostileServer.send(
                        out,
                        "HTTP/1.1 200 x\r\nContent-Type: text/event-stream\r\n\r\n" + Sse.CONTROL
                                + Sse.networkMap("s1", "t" + opened[0]) + Sse.KEEP_ALIVE);
                if (opened[0] > 1) {
                    over.await(20, TimeUnit.SECONDS);
                }
            }
        };
        try (HostileServer server = HostileServer.start(script);
                JdkAltoTransport transport = new JdkAltoTransport(AltoLimits.DEFAULT, null);
                VirtualTimers timers = new VirtualTimers()) {
            URI root = server.uri("/ird");
            AltoClient client = new AltoClient(
                    AltoClientSettings.of("test", root), transport, InstantSource.system(), new Random(1));
            UpdateStream stream = client.updates("updates", new Telling(), timers);
            stream.follow(Set.of(client.substream("updates", "netmap")));
            untilTold("up true");
            untilTold("changed t1");
            untilTold("confirmed");
            untilTold("up false");
            untilTold("up true");
            untilTold("changed t2");
            stream.close();
            untilAllTold("up false", "control"); // one told here, one by the server: in either order
            over.countDown();
        }
    }

    @Test
    void u14ABrokenOpeningIsTriedAgain() throws Exception {
        try (HostileServer server = HostileServer.start((head, out) -> {
                    if (head.startsWith("GET /ird")) {
                        HostileServer.send(
                                out, HostileServer.response(200, "application/alto-directory+json", DIRECTORY));
                    } else {
                        HostileServer.send(out, "garbage\r\n\r\n");
                    }
                });
                JdkAltoTransport transport = new JdkAltoTransport(AltoLimits.DEFAULT, null);
                VirtualTimers timers = new VirtualTimers()) {
            AltoClient client = new AltoClient(
                    AltoClientSettings.of("test", server.uri("/ird")),
                    transport,
                    InstantSource.system(),
                    new Random(1));
            try (UpdateStream stream = client.updates("updates", new Telling(), timers)) {
                stream.follow(Set.of(client.substream("updates", "netmap")));
                untilTold("fault");
                untilTold("fault");
                assertThat(stream.isUp()).isFalse();
            }
        }
    }

    /// Says what it hears in words.
    private final class Telling implements UpdateListener {
        @Override
        public void changed(List<SubstreamContent> contents, Instant at) {
            told.add(
                    "changed " + VersionTags.own(contents.getFirst()).getFirst().tag());
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
            told.add("fault");
        }
    }
}
