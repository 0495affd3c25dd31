// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.UserId;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.sim.engine.Engine;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FluidDataPlaneTest {
    private static final PipeId P = PipeId.of("p");
    private static final PipeId Q = PipeId.of("q");
    private static final Physics NO_DETERIORATION = new Physics(Double.POSITIVE_INFINITY, 0, 100);

    private final Engine engine = new Engine();
    private final SortedMap<ResourceId, Resource> resources = new TreeMap<>();
    private final SortedMap<PipeId, List<ResourceId>> paths = new TreeMap<>();
    private final List<Pipe> pipes = new ArrayList<>();

    private void link(String name, double bps) {
        ResourceId id = ResourceId.of("link:" + name);
        resources.put(id, new Resource(id, Resource.Kind.LINK, bps));
    }

    private void pipe(PipeId id, String... links) {
        paths.put(
                id,
                List.of(links).stream()
                        .map(link -> ResourceId.of("link:" + link))
                        .toList());
        pipes.add(new Pipe(
                id,
                Endpoint.parse("sim://" + id + "a"),
                Endpoint.parse("sim://" + id + "b"),
                UserId.of("u"),
                new PipeLimits(1, 100)));
    }

    private FluidDataPlane plane(Physics physics) {
        return new FluidDataPlane(engine, network(physics));
    }

    private FluidNetwork network(Physics physics) {
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), resources, paths);
        return FluidNetwork.of(map, pipes, physics);
    }

    private static Attempt attempt(long id, PipeId pipe, long bytes, int connections) {
        Transfer transfer = new Transfer(
                TransferId.of(id),
                pipe,
                URI.create("sim://a/" + id),
                URI.create("sim://b/" + id),
                bytes,
                3,
                Set.of(),
                TransferOptions.DEFAULT);
        return new Attempt(new AttemptId(transfer.id(), 1), transfer, connections, PipeTuning.of(connections), null);
    }

    private static AttemptId id(long transfer) {
        return new AttemptId(TransferId.of(transfer), 1);
    }

    private void runSeconds(double until) {
        engine.runUntil(Math.round(until * 1e9));
    }

    @Test
    void twoTransfersOfAPipeShareItsRateByTheirConnections() {
        // 80 bit/s = 10 byte/s. Weights 1 and 3: 2.5 and 7.5 byte/s. The second ends at 75 / 7.5 = 10 s; the first has
        // moved 25 of its 100 bytes by then and does the other 75 at 10 byte/s: 17.5 s.
        link("l", 80);
        pipe(P, "l");
        FluidDataPlane plane = plane(NO_DETERIORATION);
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 100, 1), ends);
        plane.start(attempt(2, P, 75, 3), ends);

        runSeconds(5);
        assertThat(plane.rateBps(P)).isEqualTo(80);
        assertThat(plane.movedBytes(P)).isEqualTo(50);

        runSeconds(100);
        assertThat(ends.log).containsExactly("2 finished 75@10.0", "1 finished 100@17.5");
        assertThat(plane.movedBytes(P)).isEqualTo(175);
        assertThat(plane.rateBps(P)).isZero();
    }

    @Test
    void aTransferThatJoinsABusyPipeBeginsFromNothing() {
        // 10 byte/s. The first has moved 40 of 100 bytes when the second joins at 4 s; then 5 byte/s each: the second
        // has its 20 at 8 s, the first 60, and the other 40 at 10 byte/s at 12 s.
        link("l", 80);
        pipe(P, "l");
        FluidDataPlane plane = plane(NO_DETERIORATION);
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 100, 1), ends);
        runSeconds(4);
        plane.start(attempt(2, P, 20, 1), ends);

        runSeconds(100);

        assertThat(ends.log).containsExactly("2 finished 20@8.0", "1 finished 100@12.0");
        assertThat(plane.movedBytes(P)).isEqualTo(120);
    }

    @Test
    void pipesShareALinkByTheirConnectionsAndTakeWhatTheOtherCannotUse() {
        // Link l carries 90, link m 20. p (1 connection) uses l, q (2) uses l and m: by weight on l 30 and 60, but m
        // allows q only 20, so that p gets 70.
        link("l", 90);
        link("m", 20);
        pipe(P, "l");
        pipe(Q, "l", "m");
        FluidDataPlane plane = plane(NO_DETERIORATION);
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 1_000_000, 1), ends);
        plane.start(attempt(2, Q, 1_000_000, 2), ends);

        runSeconds(1);

        assertThat(plane.rateBps(P)).isEqualTo(70);
        assertThat(plane.rateBps(Q)).isEqualTo(20);
    }

    @Test
    void aConnectionCarriesNoMoreThanItsCeiling() {
        // 1000 bit/s are there, 3 connections of at most 80 bit/s take 240 = 30 byte/s: 60 bytes in 2 s.
        link("l", 1000);
        pipe(P, "l");
        FluidDataPlane plane = plane(new Physics(80, 0, 100));
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 60, 3), ends);

        runSeconds(10);

        assertThat(ends.log).containsExactly("1 finished 60@2.0");
    }

    @Test
    void moreConnectionsThanFillALinkCostItCapacity() {
        // C = 800, ceiling 80: n0 = 10. At 20 connections (the reference) half is lost: d = 0.5 * 800 / 10 = 40.
        // At 15 connections: 800 - 5 * 40 = 600.
        link("l", 800);
        pipe(P, "l");
        FluidDataPlane plane = plane(new Physics(80, 0.5, 20));
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 1_000_000, 15), ends);

        runSeconds(1);
        assertThat(plane.rateBps(P)).isEqualTo(600);

        plane.adjust(id(1), 20);
        runSeconds(2);
        assertThat(plane.rateBps(P)).isEqualTo(400);

        plane.adjust(id(1), 10);
        runSeconds(3);
        assertThat(plane.rateBps(P)).isEqualTo(800);
    }

    @Test
    void anAdjustmentInTheMiddleKeepsWhatWasMoved() {
        // 8 bit/s per connection = 1 byte/s. 10 s on one connection: 10 bytes; the other 30 on three: 10 s more.
        link("l", 1000);
        pipe(P, "l");
        FluidDataPlane plane = plane(new Physics(8, 0, 100));
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 40, 1), ends);
        runSeconds(10);

        assertThat(plane.adjust(id(1), 3)).isEqualTo(3);
        runSeconds(100);

        assertThat(ends.log).containsExactly("1 finished 40@20.0");
    }

    @Test
    void aCancelledTransferStopsAndWhatItMovedStaysCounted() {
        // 10 byte/s for two: 5 each. After 4 s the first is cancelled with 20 moved; the second has 30 of 50 left.
        link("l", 80);
        pipe(P, "l");
        FluidDataPlane plane = plane(NO_DETERIORATION);
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 100, 1), ends);
        plane.start(attempt(2, P, 50, 1), ends);
        runSeconds(4);

        plane.cancel(id(1));
        plane.cancel(id(1));
        runSeconds(100);

        assertThat(ends.log).containsExactly("1 canceled@4.0", "2 finished 50@7.0");
        assertThat(plane.movedBytes(P)).isEqualTo(70);
    }

    @Test
    void aCancelBeforeItWasPreparedIsAnsweredOnceAndMovesNothing() {
        link("l", 80);
        pipe(P, "l");
        FluidDataPlane plane = plane(NO_DETERIORATION);
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 100, 1), ends);
        plane.cancel(id(1));

        runSeconds(100);

        assertThat(ends.log).containsExactly("1 canceled@0.0");
        assertThat(plane.movedBytes(P)).isZero();
    }

    @Test
    void aTransferOfUnknownSizeNeverEnds() {
        link("l", 80);
        pipe(P, "l");
        FluidDataPlane plane = plane(NO_DETERIORATION);
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, Transfer.UNKNOWN_SIZE, 4), ends);

        runSeconds(1_000_000);

        assertThat(ends.log).isEmpty();
        assertThat(plane.movedBytes(P)).isEqualTo(10_000_000);
    }

    @Test
    void anEmptyFileEnds() {
        link("l", 80);
        pipe(P, "l");
        FluidDataPlane plane = plane(NO_DETERIORATION);
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 0, 1), ends);

        runSeconds(1);

        assertThat(ends.log).containsExactly("1 finished 0@0.0");
    }

    @Test
    void aPipeThatNothingLimitsIsRefused() {
        pipe(P);

        assertThatThrownBy(() -> plane(NO_DETERIORATION))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing limits pipe p");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void bytesAreConservedWhateverHappens(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        link("l", 1e9);
        link("m", 3e8);
        pipe(P, "l");
        pipe(Q, "l", "m");
        FluidDataPlane plane = plane(new Physics(2e7, 0.02, 100));
        Recording ends = new Recording(engine, plane);
        long expected = 0;
        long lastMoved = 0;
        for (int i = 1; i <= 200; i++) {
            long bytes = random.nextLong(1, 50_000_000);
            expected += bytes;
            plane.start(attempt(i, random.nextBoolean() ? P : Q, bytes, random.nextInt(1, 20)), ends);
            engine.runUntil(engine.nanoTime() + random.nextLong(400_000_000));
            plane.adjust(id(random.nextInt(1, i + 1)), random.nextInt(1, 40));
            long moved = plane.movedBytes(P) + plane.movedBytes(Q);
            assertThat(moved).as("seed %d", seed).isGreaterThanOrEqualTo(lastMoved);
            lastMoved = moved;
        }

        engine.runUntil(engine.nanoTime() + 10_000_000_000_000L);

        assertThat(ends.log).hasSize(200).allMatch(line -> line.contains("finished"));
        assertThat(plane.movedBytes(P) + plane.movedBytes(Q)).isEqualTo(expected);
    }

    @Test
    void aNetworkThatChangesKeepsWhatHasMovedAndChangesTheRatesAtOnce() {
        // 80 bit/s = 10 byte/s for 10 s, then 40 bit/s: of 150 bytes 100 are done, the other 50 take 10 s more.
        link("l", 80);
        pipe(P, "l");
        FluidDataPlane plane = plane(NO_DETERIORATION);
        Recording ends = new Recording(engine, plane);
        plane.start(attempt(1, P, 150, 1), ends);
        runSeconds(10);

        link("l", 40);
        plane.networkChanged(network(NO_DETERIORATION));

        assertThat(plane.movedBytes(P)).isEqualTo(100);
        runSeconds(10.5);
        assertThat(plane.rateBps(P)).isEqualTo(40);
        runSeconds(100);
        assertThat(ends.log).containsExactly("1 finished 150@20.0");
        assertThat(plane.movedBytes(P)).isEqualTo(150);
    }

    @Test
    void pathsDoNotChangeDuringARun() {
        link("l", 80);
        link("m", 80);
        pipe(P, "l");
        FluidDataPlane plane = plane(NO_DETERIORATION);

        paths.put(P, List.of(ResourceId.of("link:l"), ResourceId.of("link:m")));

        assertThatThrownBy(() -> plane.networkChanged(network(NO_DETERIORATION)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("paths");
    }
}
