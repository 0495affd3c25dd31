// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.PipeId;
import io.tcn.core.port.PathCounts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Connections count for the pipes that stream to the other end, and only while they do.
class PathMeterTest {
    private static final PipeId PIPE = PipeId.of("p");
    private static final PipeId OTHER = PipeId.of("other");
    private static final InetSocketAddress FROM = address(1);
    private static final InetSocketAddress TO = address(2);

    private List<TcpSocket> sockets = List.of();
    private int asked;
    private final PathMeter meter = new PathMeter(() -> Optional.of(() -> {
        asked++;
        return sockets;
    }));

    private static InetSocketAddress address(int last) {
        return new InetSocketAddress(InetAddress.ofLiteral("192.0.2." + last), 1094);
    }

    private PathMeter.Copying begins(PipeId pipe, InetSocketAddress from, InetSocketAddress to) {
        return meter.begins(pipe, () -> Optional.of(from), () -> Optional.of(to));
    }

    private void look(TcpSocket... now) {
        sockets = List.of(now);
        meter.look();
    }

    @Test
    void theRoundTripIsThatOfTheSlowerSide() {
        try (PathMeter.Copying _ = begins(PIPE, FROM, TO)) {
            look(
                    new TcpSocket(1, FROM, 0.08, 1, 0),
                    new TcpSocket(2, TO, 0.02, 100, 0),
                    new TcpSocket(3, TO, 0.04, 100, 0),
                    new TcpSocket(4, address(9), 5, 100, 50));
            assertThat(meter.of(PIPE).rttSeconds()).isEqualTo(0.08);
            look(new TcpSocket(2, TO, 0.02, 200, 0), new TcpSocket(3, TO, 0.04, 200, 0));
            assertThat(meter.of(PIPE).rttSeconds()).isEqualTo(0.03, within(1e-12));
        }
        look();
        assertThat(meter.of(PIPE).rttSeconds()).isNaN();
    }

    @Test
    void lossIsCountedFromLookToLookOnTheWayToTheDestination() {
        try (PathMeter.Copying _ = begins(PIPE, FROM, TO);
                PathMeter.Copying _ = begins(OTHER, FROM, address(3))) {
            look(new TcpSocket(1, FROM, 0.1, 10, 10), new TcpSocket(2, TO, 0.1, 100, 50));
            PathCounts first = meter.of(PIPE);
            assertThat(first.lossRatioSince(PathCounts.NONE)).isEqualTo(0.5, within(1e-12));
            // Of connection 2 what came since, of the new connection 3 all.
            look(
                    new TcpSocket(1, FROM, 0.1, 20, 20),
                    new TcpSocket(2, TO, 0.1, 1000, 60),
                    new TcpSocket(3, TO, 0.1, 100, 10));
            assertThat(meter.of(PIPE).lossRatioSince(first)).isEqualTo(0.02, within(1e-12));
            assertThat(meter.of(OTHER).lossRatioSince(PathCounts.NONE)).isNaN();
            // A number that another connection has by now.
            look(new TcpSocket(2, address(3), 0.1, 50, 5));
            assertThat(meter.of(PIPE).sentSegments()).isEqualTo(1100);
            assertThat(meter.of(OTHER).lossRatioSince(PathCounts.NONE)).isEqualTo(0.1, within(1e-12));
        }
        meter.forget(PIPE);
        assertThat(meter.of(PIPE)).isEqualTo(PathCounts.NONE);
    }

    @Test
    void nobodyIsAskedWhileNothingIsStreamed() {
        look();
        assertThat(asked).isZero();
        begins(PIPE, FROM, TO).close();
        look();
        assertThat(asked).isZero();
    }

    @Test
    void whereNobodyTellsNothingIsKnown() {
        PathMeter silent = new PathMeter(Optional::empty);
        try (PathMeter.Copying _ = silent.begins(PIPE, Optional::empty, () -> Optional.of(TO))) {
            silent.look();
            assertThat(silent.of(PIPE)).isEqualTo(PathCounts.NONE);
        }
        PathMeter broken = new PathMeter(() -> Optional.of(() -> {
            throw new IOException("refused");
        }));
        try (PathMeter.Copying _ = broken.begins(PIPE, Optional::empty, () -> Optional.of(TO))) {
            broken.look();
            assertThat(broken.of(PIPE)).isEqualTo(PathCounts.NONE);
        }
    }
}
