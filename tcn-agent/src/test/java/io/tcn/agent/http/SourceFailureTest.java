// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tcn.agent.AgentClock;
import io.tcn.agent.Footprint;
import io.tcn.agent.Relay;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A source that goes down in the middle of a copy is no trouble of the destination, which has two addresses here.
class SourceFailureTest {
    private static final InetAddress ANY = new InetSocketAddress(0).getAddress();
    private final HttpServer server = HttpServer.create(new InetSocketAddress(ANY, 0), 0);
    private final LoopbackCalls loopback = new LoopbackCalls(name -> new InetAddress[] {loopback(1), loopback(2)});
    private final AtomicInteger puts = new AtomicInteger();

    SourceFailureTest() throws IOException {}

    @BeforeEach
    void start() {
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        loopback.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("PUT")) {
                puts.incrementAndGet();
            }
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("PUT") ? 201 : 404, -1);
        }
    }

    private static InetAddress loopback(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    /// Gives ten bytes, and then cannot connect any more.
    private static void half(Flow.Subscriber<? super List<ByteBuffer>> reader) {
        reader.onSubscribe(new Flow.Subscription() {
            private int asked;

            @Override
            public void request(long lists) {
                asked++;
                if (asked == 1) {
                    reader.onNext(List.of(ByteBuffer.wrap(new byte[10])));
                } else {
                    reader.onError(new TransferException(
                            ErrorCode.SOURCE_UNAVAILABLE,
                            "cannot connect to the source",
                            TransferException.Outlook.NOT_SENT,
                            new ConnectException("refused")));
                }
            }

            @Override
            public void cancel() {}
        });
    }

    @Test
    void theDestinationIsAskedOnceAndMayHoldAPart() {
        HttpFile file = new HttpFile(
                loopback.calls(),
                Side.DESTINATION,
                URI.create("http://two.example:" + server.getAddress().getPort() + "/d/f"),
                Optional.empty());
        Footprint footprint = new Footprint(false, AgentClock.SYSTEM, () -> {});
        Relay relay = new Relay(SourceFailureTest::half, 100, bytes -> {});

        TransferException failure =
                catchThrowableOfType(TransferException.class, () -> file.write(relay, 100, false, footprint));

        assertThat(failure.code()).isEqualTo(ErrorCode.SOURCE_UNAVAILABLE);
        assertThat(puts).hasValue(1);
        assertThat(footprint.isDirty()).isTrue();
        assertThat(footprint.mayRemoteCopyRun()).isTrue();
    }
}
