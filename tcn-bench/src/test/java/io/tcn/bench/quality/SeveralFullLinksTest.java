// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.core.control.ControlSettings;
import io.tcn.core.dispatch.BoundSettings;
import io.tcn.core.model.Bound;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.MapVersion;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.ResourceSet;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Observation;
import io.tcn.core.optimizer.PipeObservation;
import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.catalog.OptimizerCatalog;
import io.tcn.core.optimizer.fts.FtsOptimizerSettings;
import io.tcn.core.port.ControlEvents;
import io.tcn.core.port.NetworkMapSnapshot;
import io.tcn.core.utility.Utilities;
import io.tcn.sim.engine.Engine;
import io.tcn.sim.network.FluidDataPlane;
import io.tcn.sim.network.FluidNetwork;
import io.tcn.sim.network.Physics;
import io.tcn.sim.network.TransferPhysics;
import io.tcn.sim.run.ControlPlane;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Parking lot and star of the testbed, where TCP gives a connection over k full links the k-th part of what it gives
/// one over a single link. The pipes over several links were taken for held back by something of their own, and ended
/// with one connection and half of their share.
class SeveralFullLinksTest {
    private static final double MEGA = 1e6;

    /// What is file of a link's rate.
    private static final double FILE_PART = 0.964;

    /// A mean over seeds.
    ///
    /// @param logarithm the mean logarithm of what pipes move, in Mbit/s
    /// @param core what part of it is moved over the link of which least is used
    /// @param connections how many were open in the mean
    /// @param megabits what each pipe moves, in Mbit/s
    private record Moved(double logarithm, double core, double connections, List<Double> megabits) {}

    /// What part of each link others take in the slow half minute.
    private static final double SLOW_PART = 0.7;

    private static final double SLOW_FROM_SECONDS = 10;
    private static final double SLOW_TO_SECONDS = 40;

    private static final int SEEDS = 6;
    /// Connections that carry the optimum, by themselves and without a pause between two files.
    private static final double NEEDED_IN_PARKING_LOT = 42.4;

    private static final double NEEDED_IN_STAR = 26.7;
    private static final double NEEDED_IN_DUMBBELL = 16;
    private static final double NEEDED_IN_UPLINK = 15;

    /// A connection over so long a round trip has weight 1.
    private static final double USUAL_MILLIS = 20;

    private final TreeMap<ResourceId, Resource> told = new TreeMap<>();
    private final TreeMap<ResourceId, Resource> truth = new TreeMap<>();
    private final List<Pipe> pipes = new ArrayList<>();
    private final TreeMap<PipeId, List<ResourceId>> paths = new TreeMap<>();

    /// Per pipe its round-trip time, where it does not go with the number of links.
    private final Map<PipeId, Double> roundTripMillis = new HashMap<>();

    private double fromSeconds = 110;
    private double toSeconds = 300;
    private boolean slowAtFirst;
    private int fileMebibytes = 5;

    @Test
    void theLongWayOfTheParkingLotGetsItsPart() {
        parkingLot(1, 1, 1);

        // Without knowing of it: 2.51; the most that is possible is about 2.63. 2.57 while the first files to finish
        // spoke for how long files take, and alpha's bound was used with less care.
        Moved moved = moved(3.125, 20);
        assertThat(moved.logarithm()).isGreaterThan(2.54);

        // 0.90 where the short ways make room for all that the long ones could carry, on the hop that is blamed.
        assertThat(moved.core()).isGreaterThan(0.95);
    }

    @Test
    void theWayThroughBothLinksOfTheStarToo() {
        star(1, 1);

        // Without knowing of it: 3.07; the most that is possible is about 3.19.
        assertThat(moved(6.25, 40).logarithm()).isGreaterThan(3.13);
    }

    /// The middle of the parking lot is told with twice its rate, the end with half of it: where pipes that others hold
    /// back use a link whose capacity is told too low, that is found out all the same.
    @Test
    void aLinkThatIsToldWithHalfOfItsRateIsFilled() {
        parkingLot(1, 2, 0.5);

        // 2.43 where what pipes ask for counts, whether it arrives or not; 2.47 where the link that seems the fullest
        // is taken for what holds back pipes over several, and a mean lags behind n.
        assertThat(moved(3.125, 20).logarithm()).isGreaterThan(2.54);
    }

    @Test
    void soItIsInTheStar() {
        star(2, 0.5);

        // 2.87 before.
        assertThat(moved(6.25, 40).logarithm()).isGreaterThan(2.96);
    }

    /// The first hop is told with half of its rate, and alpha's bound lets fewer of its transfers start than were
    /// decided: what is not open needs no room. 0.957 where it was given some, and n of who could use it fell.
    @Test
    void whatABoundHoldsTakesNoRoom() {
        parkingLot(0.5, 1, 1);
        assertThat(moved(3.125, 20).core()).isGreaterThan(0.97);
    }

    /// 0.90 where it was given some.
    @Test
    void norInTheStar() {
        star(0.5, 1);
        assertThat(moved(6.25, 40).core()).isGreaterThan(0.94);
    }

    /// Each pipe sees a little less than its connections carry by themselves, and less than its noise. 1.65 of the
    /// needed where only what is clear for one pipe counts: the more crowded links are, the more seem to fit. 1.57
    /// where nobody tries whether a little less does.
    @Test
    void linksAreNotCrowdedFurtherByWhatNoSinglePipeSees() {
        parkingLot(1, 1, 1);
        assertThat(moved(3.125, 20).connections() / NEEDED_IN_PARKING_LOT).isLessThan(1.52);
    }

    /// 1.68 before, and 1.51.
    @Test
    void norAreThoseOfTheStar() {
        star(1, 1);
        assertThat(moved(6.25, 40).connections() / NEEDED_IN_STAR).isLessThan(1.49);
    }

    /// The one link is told with twice its rate: twice as many connections as it needs are open before that is found
    /// out. 1.55 of the needed where what a connection carries is learnt from then on, and nobody tries fewer.
    @Test
    void aLinkThatIsToldWithTwiceItsRateIsNotCrowdedForGood() {
        dumbbell(2);
        fileMebibytes = 20;
        Moved moved = moved(12.5, 80);
        assertThat(moved.connections() / NEEDED_IN_DUMBBELL).isLessThan(1.46);
        assertThat(moved.core()).isGreaterThan(0.99);
    }

    /// Seven tenths of all links are gone from the 10th to the 40th second. What is learnt then, a steep line far below
    /// the map, is no cliff.
    @Test
    void aSlowHalfMinuteIsForgotten() {
        parkingLot(1, 1, 1);
        slowAtFirst = true;

        // 0.77 where a line is raised by a tenth per interval at most, however far below the map it lies.
        assertThat(moved(3.125, 20).core()).isGreaterThan(0.84);
    }

    /// Alpha's bound of 20 is shared by a pipe over all three hops and two over one each: a third of 20 for the
    /// long one and two thirds for the others are best. What the bound costs the long one was given back as if its
    /// connections carried three times as much, so that it took 12 after five minutes, and the others had 7.
    @Test
    void theLongWayDoesNotCrowdOutTheOthersOfItsBound() {
        parkingLot(1, 1, 1);
        fromSeconds = 300;
        toSeconds = 480;
        List<Double> megabits = moved(3.125, 20).megabits();
        assertThat(megabits.get(0)).isBetween(4.5, 7.5);
        assertThat(megabits.get(1)).isGreaterThan(11);
        assertThat(megabits.get(2)).isGreaterThan(11);
    }

    /// Six pipes from one storage, over 15 to 90 ms, which TCP gives of a full link by one over that: the near
    /// ones reach all that they can carry, so that by max-min fairness nothing says that the link is full. 3.07
    /// where the far one is therefore taken for held back by something of its own; the most that is possible is
    /// 3.10.
    @Test
    void aFarPipeIsHeldBackByWhatItShares() {
        uplink(1);
        fileMebibytes = 15;
        assertThat(moved(10, 45).logarithm()).isGreaterThan(3.077);
    }

    /// Where the map tells twice the rate that is found out all the same: 1.70 of the needed connections before.
    @Test
    void soALinkThatIsToldTooLargeIsFoundFull() {
        uplink(2);
        fileMebibytes = 15;
        assertThat(moved(10, 45).connections() / NEEDED_IN_UPLINK).isLessThan(1.6);
    }

    /// Three of six pipes have a slow link of their own, which is told with twice its rate: what holds them back is
    /// not the link that all share, of which the map tells half. It stayed at that for good where nothing else was
    /// sought.
    @Test
    void pipesThatTheirOwnLinksHoldBackDoNotMakeTheSharedOneFull() {
        link("up", 200, 0.5);
        for (int i = 0; i < 6; i++) {
            link("access" + i, i < 3 ? 12 : 400, i < 3 ? 2 : 1);
            pipe("alpha", "s1", "d" + i, "up", "access" + i);
        }
        pipes.forEach(pipe -> roundTripMillis.put(pipe.id(), USUAL_MILLIS));
        fileMebibytes = 20;
        Moved moved = moved(12.5, 1000);
        assertThat(moved.megabits().stream().mapToDouble(Double::doubleValue).sum())
                .isGreaterThan(0.9 * FILE_PART * 200);
    }

    /// @param toldFactor how many times its rate the link that all share is told with
    private void uplink(double toldFactor) {
        link("up", 150, toldFactor);
        double[] accessMegabits = {15, 25, 40, 60, 100, 400};
        double[] millis = {15, 30, 50, 90, 20, 40};
        for (int i = 0; i < millis.length; i++) {
            link("access" + i, accessMegabits[i], 1);
            pipe(i % 2 == 0 ? "alpha" : "beta", "s1", "d" + i, "up", "access" + i);
            roundTripMillis.put(pipes.get(i).id(), millis[i]);
        }
    }

    /// @param told1 how many times its rate the first hop is told with, and so on
    private void parkingLot(double told1, double told2, double told3) {
        link("hop1", 60, told1);
        link("hop2", 40, told2);
        link("hop3", 60, told3);
        pipe("alpha", "s1", "s4", "hop1", "hop2", "hop3");
        pipe("alpha", "s1", "s2", "hop1");
        pipe("alpha", "s2", "s3", "hop2");
        pipe("beta", "s1", "s4", "hop1", "hop2", "hop3");
        pipe("beta", "s2", "s3", "hop2");
        pipe("beta", "s3", "s4", "hop3");
        pipe("beta", "s1", "s2", "hop1");
    }

    /// @param toldFactor how many times its rate the link is told with
    private void dumbbell(double toldFactor) {
        link("core", 200, toldFactor);
        for (String user : List.of("alpha", "beta")) {
            pipe(user, "s1", "s3", "core");
            pipe(user, "s1", "s4", "core");
            pipe(user, "s2", "s3", "core");
        }
    }

    /// @param toldOut how many times its rate the link out of s1 is told with
    /// @param toldIn the same of the link into s2
    private void star(double toldOut, double toldIn) {
        link("out1", 100, toldOut);
        link("in2", 100, toldIn);
        pipe("alpha", "s1", "s2", "out1", "in2");
        pipe("alpha", "s1", "s3", "out1");
        pipe("alpha", "s3", "s2", "in2");
        pipe("beta", "s1", "s2", "out1", "in2");
        pipe("beta", "s1", "s4", "out1");
        pipe("beta", "s4", "s2", "in2");
    }

    private void link(String name, double megabits, double toldFactor) {
        ResourceId id = ResourceId.of(name);
        told.put(id, new Resource(id, Resource.Kind.LINK, toldFactor * megabits * MEGA));
        truth.put(id, new Resource(id, Resource.Kind.LINK, megabits * MEGA * FILE_PART));
    }

    private void pipe(String user, String from, String to, String... links) {
        Pipe pipe = new Pipe(
                PipeId.of(user + "-" + from + "-" + to),
                Endpoint.parse("sim://" + from),
                Endpoint.parse("sim://" + to),
                UserId.of(user),
                new PipeLimits(1, 24));
        pipes.add(pipe);
        paths.put(pipe.id(), Arrays.stream(links).map(ResourceId::of).toList());
    }

    private Moved moved(double connectionMegabits, double boundMegabits) {
        double logarithm = 0;
        double core = 0;
        double connections = 0;
        double[] megabits = new double[pipes.size()];
        for (long seed = 1; seed <= SEEDS; seed++) {
            Moved moved = run(connectionMegabits, boundMegabits, seed);
            logarithm += moved.logarithm();
            core += moved.core();
            connections += moved.connections();
            for (int i = 0; i < megabits.length; i++) {
                megabits[i] += moved.megabits().get(i) / SEEDS;
            }
        }
        return new Moved(
                logarithm / SEEDS,
                core / SEEDS,
                connections / SEEDS,
                Arrays.stream(megabits).boxed().toList());
    }

    private Moved run(double connectionMegabits, double boundMegabits, long seed) {
        Engine engine = new Engine();
        DoubleSummaryStatistics[] open = {new DoubleSummaryStatistics()};
        NetworkMapSnapshot map = new NetworkMapSnapshot(new MapVersion(1), engine.now(), told, paths);
        FluidDataPlane fluid = new FluidDataPlane(
                engine,
                network(engine, connectionMegabits),
                new TransferPhysics(1, false, new TransferPhysics.FileCost(1, 0, 0.3), 0),
                new SplittableRandom(seed));
        MarkedDataPlane marked = new MarkedDataPlane(fluid, engine);
        SplittableRandom random = new SplittableRandom(1000 + seed);
        pipes.forEach(pipe -> marked.report(pipe.id(), Duration.ofSeconds(5), random));
        ControlPlane plane = new ControlPlane(
                engine,
                marked,
                asked -> map,
                ControlPlane.MAP_PERIOD,
                new OptimizerCatalog(Utilities.byName("proportional"), StartValue.MIN, FtsOptimizerSettings.DEFAULT)
                        .find(OptimizerCatalog.DEFAULT)
                        .orElseThrow()
                        .factory()
                        .create(new SplittableRandom(seed)),
                new ControlSettings(Duration.ofSeconds(10), 5),
                BoundSettings.DEFAULT,
                (observation, decision) -> open[0].accept(openConnections(observation)),
                ControlEvents.NONE);
        plane.start(
                Set.of(UserId.of("alpha"), UserId.of("beta")),
                pipes,
                List.of(new Bound(
                        UserId.of("alpha"), ResourceSet.ALL_LINKS.name(), new Bound.Rate(boundMegabits * MEGA))));
        engine.at(0, () -> plane.submit(files()));
        for (Resource link : slowAtFirst ? truth.values() : List.<Resource>of()) {
            double capacityBps = Objects.requireNonNull(link.capacityBps());
            engine.at(nanos(SLOW_FROM_SECONDS), () -> fluid.setBackgroundBps(link.id(), SLOW_PART * capacityBps));
            engine.at(nanos(SLOW_TO_SECONDS), () -> fluid.setBackgroundBps(link.id(), 0));
        }
        double[] before = movedBits(engine, fluid, fromSeconds);
        open[0] = new DoubleSummaryStatistics();
        double[] after = movedBits(engine, fluid, toSeconds);
        double sum = 0;
        TreeMap<ResourceId, Double> used = new TreeMap<>();
        List<Double> megabits = new ArrayList<>();
        for (int i = 0; i < before.length; i++) {
            double bps = (after[i] - before[i]) / (toSeconds - fromSeconds);
            sum += Math.log(bps / MEGA);
            megabits.add(bps / MEGA);
            for (ResourceId link : Objects.requireNonNull(paths.get(pipes.get(i).id()))) {
                Resource known = Objects.requireNonNull(truth.get(link));
                double capacityBps = Objects.requireNonNull(known.capacityBps());
                used.merge(link, bps / capacityBps, Double::sum);
            }
        }
        return new Moved(sum / before.length, Collections.min(used.values()), open[0].getAverage(), megabits);
    }

    private static double openConnections(Observation observation) {
        return observation.pipes().stream()
                .mapToDouble(PipeObservation::meanActiveConnections)
                .sum();
    }

    /// A connection's weight is one over its round-trip time, or over the number of links on its way.
    private FluidNetwork network(Engine engine, double connectionMegabits) {
        FluidNetwork plain = FluidNetwork.of(
                new NetworkMapSnapshot(new MapVersion(1), engine.now(), truth, paths),
                pipes,
                new Physics(connectionMegabits * MEGA * FILE_PART, 0, 100));
        List<Double> roundTrips = new ArrayList<>();
        for (int i = 0; i < plain.pipes().size(); i++) {
            double millis = roundTripMillis.getOrDefault(
                    plain.pipes().get(i), USUAL_MILLIS * plain.path(i).size());
            roundTrips.add(millis / USUAL_MILLIS * TransferPhysics.REFERENCE_RTT_SECONDS);
        }
        return new FluidNetwork(
                plain.pipes(), plain.resources(), plain.paths(), plain.flows(), roundTrips, plain.curves());
    }

    private List<Transfer> files() {
        List<Transfer> files = new ArrayList<>();
        for (int n = 0; n < 2 * toSeconds; n++) {
            for (Pipe pipe : pipes) {
                long id = files.size() + 1L;
                files.add(new Transfer(
                        TransferId.of(id),
                        pipe.id(),
                        URI.create("sim://a/" + id),
                        URI.create("sim://b/" + id),
                        (long) fileMebibytes << 20,
                        Transfer.DEFAULT_PRIORITY,
                        Set.of(),
                        TransferOptions.DEFAULT));
            }
        }
        return files;
    }

    private double[] movedBits(Engine engine, FluidDataPlane fluid, double seconds) {
        engine.runUntil(nanos(seconds));
        return pipes.stream()
                .mapToDouble(pipe -> 8.0 * fluid.movedBytes(pipe.id()))
                .toArray();
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
