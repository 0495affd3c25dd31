// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.PipeLimits;
import io.tcn.core.optimizer.OptimizerFactory;
import io.tcn.core.optimizer.job.ClassTuning;
import io.tcn.core.topology.Topology;
import io.tcn.sim.network.CapacityCurve;
import io.tcn.sim.run.IntervalRecord;
import io.tcn.sim.run.OptimizerRegistry;
import io.tcn.sim.run.Simulation;
import io.tcn.sim.run.SimulationResult;
import io.tcn.sim.run.SimulationSettings;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.Scenario;
import io.tcn.sim.scenario.ScenarioDetails.CurvePoint;
import io.tcn.sim.scenario.ScenarioDetails.PhysicsSpec;
import io.tcn.sim.scenario.ScenarioDetails.Storage;
import io.tcn.sim.scenario.ScenarioReader;
import io.tcn.sim.scenario.ShippedScenarios;
import io.tcn.study.tuning.StorageCurve.Throttled;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The testbeds of the papers as scenario files are the worlds of [Testbeds].
class TestbedScenariosTest {
    private static final double FILE_BYTES = 1e9;
    private static final double M = 1e6;

    record Pair(String name, Testbed testbed) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Pair> pairs() {
        return Stream.of(
                new Pair("emulab", Testbeds.EMULAB),
                new Pair("xsede", Testbeds.XSEDE),
                new Pair("hpclab", Testbeds.HPCLAB),
                new Pair("esnet", Testbeds.ESNET),
                new Pair("emulab-three", Testbeds.EMULAB),
                new Pair("xsede-three", Testbeds.XSEDE),
                new Pair("hpclab-three", Testbeds.HPCLAB),
                new Pair("esnet-three", Testbeds.ESNET),
                new Pair("marlin-10-3-3", throttled(30, 100, 100)),
                new Pair("marlin-3-10-3", throttled(100, 30, 100)),
                new Pair("marlin-3-3-10", throttled(100, 100, 30)),
                new Pair("marlin-5-10-1", throttled(60, 30, 300)),
                new Pair("marlin-hpclab", Testbeds.MARLIN_HPCLAB),
                new Pair("bridges2-expanse", Testbeds.BRIDGES2_EXPANSE),
                new Pair("hpclab-expanse", Testbeds.HPCLAB_EXPANSE),
                new Pair("stampede2-expanse", Testbeds.STAMPEDE2_EXPANSE),
                new Pair("osg-stampede2", Testbeds.OSG_STAMPEDE2),
                new Pair("osg-expanse", Testbeds.OSG_EXPANSE),
                new Pair("stampede-gordon", Testbeds.STAMPEDE_GORDON),
                new Pair("didclab", Testbeds.DIDCLAB),
                new Pair("ec2", Testbeds.EC2));
    }

    private static Testbed throttled(double readMbps, double networkMbps, double writeMbps) {
        return Testbeds.MARLIN_EMULAB
                .withStorages(new Throttled(readMbps * M, 1e9), new Throttled(writeMbps * M, 1e9))
                .withStreamBps(networkMbps * M);
    }

    private static Scenario scenario(Pair pair) {
        try {
            return new ScenarioReader().read("testbed-" + pair.name(), null);
        } catch (InvalidScenarioException unsound) {
            throw new AssertionError(unsound);
        }
    }

    @Test
    void everyOneIsChecked() {
        assertThat(ShippedScenarios.names().stream().filter(name -> name.startsWith("testbed-")))
                .containsExactlyInAnyOrderElementsOf(
                        pairs().map(pair -> "testbed-" + pair.name()).toList());
        assertThat(pairs().map(Pair::testbed)).containsAll(Testbeds.ALL);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void linkStoragesAndCostsAreThoseOfTheTestbed(Pair pair) {
        Testbed testbed = pair.testbed();
        Scenario scenario = scenario(pair);

        Topology.Link link = scenario.topology().links().getFirst();
        assertThat(scenario.topology().links()).hasSize(1);
        assertThat(link.capacityGbps() * 1e9)
                .isCloseTo(
                        testbed.path().bandwidthBps(),
                        within(1e-9 * testbed.path().bandwidthBps()));
        assertThat(link.latencyMs()).isCloseTo(500 * testbed.path().rttSeconds(), within(1e-9));
        PhysicsSpec physics = scenario.details().physics();
        double streamBps = Math.min(
                Math.min(
                        testbed.streamBps(),
                        8 * testbed.path().bufferBytes() / testbed.path().rttSeconds()),
                testbed.path().bandwidthBps());
        assertThat(physics.ceilingBps()).isCloseTo(streamBps, within(1e-9 * streamBps));
        assertThat(physics.fileCostSeconds()).isEqualTo(testbed.fileSeconds());
        assertThat(physics.fileCostRtts()).isEqualTo(1);
        assertThat(physics.noise()).isEqualTo(testbed.noise());
        assertThat(physics.deterioration()).isZero();
        same(storageAt(scenario, link.a()), true, testbed.read());
        same(storageAt(scenario, link.b()), false, testbed.write());
    }

    private static @Nullable Storage storageAt(Scenario scenario, String site) {
        return scenario.details().storages().of(site);
    }

    private static void same(@Nullable Storage storage, boolean reads, StorageCurve curve) {
        if (curve.equals(StorageCurve.UNLIMITED)) {
            assertThat(storage).isNull();
            return;
        }
        Objects.requireNonNull(storage);
        List<CurvePoint> points = reads ? storage.readCurve() : storage.writeCurve();
        CapacityCurve told = new CapacityCurve(points.stream()
                .map(point -> new CapacityCurve.Point(point.connections(), point.bps()))
                .toList());
        assertThat(storage.perConnectionBps()).isCloseTo(curve.threadBps(1), within(1e-9 * curve.threadBps(1)));
        for (int n = 1; n <= 100; n++) {
            double bps = curve.totalBps(n);
            // Beyond 64 the curve has fewer points.
            assertThat(told.capacityBps(n)).as("%s threads", n).isCloseTo(bps, within((n > 64 ? 2e-3 : 1e-9) * bps));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 10, 30})
    void soManyConnectionsMoveWhatTheyMoveInTheModelOfJobs(int n) {
        OptimizerFactory optimizer =
                new OptimizerRegistry().find("tcn-zero").orElseThrow().factory();
        pairs().filter(pair -> !pair.name().endsWith("-three")).forEach(pair -> {
            Scenario scenario = scenario(pair);
            SimulationSettings settings = SimulationSettings.of(scenario)
                    .withLimits(new PipeLimits(n, n))
                    .withHorizon(Duration.ofMinutes(15));

            SimulationResult result = new Simulation(scenario, "tcn-zero", optimizer, settings, 1, part -> {}).run();

            // As long as files wait; the first intervals are slow start.
            double seen = result.intervals().stream()
                    .skip(3)
                    .takeWhile(interval -> interval.queuedTransfers() > 0)
                    .mapToDouble(IntervalRecord::totalThroughputBps)
                    .average()
                    .orElseThrow();
            double told = ChannelRate.steadyBps(pair.testbed().steady(), new ClassTuning(n, 1, 0), FILE_BYTES, 0);
            assertThat(seen).as("%s with %s", pair, n).isCloseTo(told, within(0.05 * told));
        });
    }
}
