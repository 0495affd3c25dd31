// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.bench.BenchException;
import io.tcn.core.topology.Topology;
import io.tcn.sim.scenario.InvalidScenarioException;
import io.tcn.sim.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimBenchmarksTest {
    @TempDir
    private Path folder;

    @Test
    void flowsEndWhereTheyEndOnPaperAndInSimGrid() throws IOException {
        // Links of 10 and 20 byte/s. Flow 0 (over both) and flow 1 (over the second) move 10 byte/s each, until flow 2
        // (over both, 10 bytes) comes at 5 s: 0 and 2 then have 5 each, 1 has 10. So 2 ends at 7 s, 1 at 10 s; 0 has
        // 60 of 100 by 7 s and ends at 11 s.
        FlowCase flows = new FlowCase(
                List.of(new FlowCase.Link(10, 0), new FlowCase.Link(20, 0)),
                3,
                List.of(new FlowCase.Route(0, 2, List.of(0, 1)), new FlowCase.Route(1, 2, List.of(1))),
                List.of(
                        new FlowCase.Flow(0, 0, 100),
                        new FlowCase.Flow(0, 1, 100),
                        new FlowCase.Flow(5_000_000_000L, 0, 10)));

        assertThat(endsOf(flows)).containsExactly(11.0, 10.0, 7.0);
    }

    @Test
    void latencyDelaysAFlowAndSharesByItsInverse() throws IOException {
        // 30 byte/s; latencies 0.1 and 0.2 s (a link of 0.1 before a shared one of 0.1): weights 2 and 1, so that 20
        // and
        // 10 byte/s share the link from 0.2 s on. Flow 0 moves 30 byte/s from 0.1 s: 3 bytes by 0.2 s, the other 197 in
        // 9.85 s. Flow 1 has 98.5 of 200 by then, the other 101.5 at 30 byte/s.
        FlowCase flows = new FlowCase(
                List.of(new FlowCase.Link(30, 0.1), new FlowCase.Link(1000, 0.1)),
                3,
                List.of(new FlowCase.Route(0, 1, List.of(0)), new FlowCase.Route(2, 1, List.of(1, 0))),
                List.of(new FlowCase.Flow(0, 0, 200), new FlowCase.Flow(0, 1, 200)));

        List<Double> ends = endsOf(flows);

        assertThat(ends.get(0)).isCloseTo(10.05, within(1e-8));
        assertThat(ends.get(1)).isCloseTo(10.05 + 101.5 / 30, within(1e-8));
    }

    @Test
    void aFileOfFlowsReadsBackAsItWasWritten() throws IOException, InvalidScenarioException {
        Topology topology = new ScenarioReader().readTopology("esnet6-2026");
        FlowCase flows = FlowCases.of(topology, 50, true, 3);
        Path file = folder.resolve("flows.txt");

        flows.write(file);

        assertThat(FlowCase.read(file)).isEqualTo(flows);
        assertThat(FlowCases.of(topology, 50, true, 3)).isEqualTo(flows);
    }

    @Test
    void theLargestRelativeDifferenceCounts() throws BenchException {
        FlowRun one = new FlowRun(1, 0, 0, List.of(10.0, 100.0));
        FlowRun other = new FlowRun(1, 0, 0, List.of(11.0, 101.0));

        assertThat(FlowRun.worstDifference(one, other)).isCloseTo(1.0 / 11, within(1e-12));
    }

    @Test
    void allTransfersOfASmallScaleEnd() throws InvalidScenarioException {
        // Every transfer has an event at least for its arrival.
        String[] words = ScaleRun.measure(300).split(" ", -1);

        assertThat(words).hasSize(8);
        assertThat(Long.parseLong(words[1])).isGreaterThan(300);
    }

    private List<Double> endsOf(FlowCase flows) throws IOException {
        Path in = folder.resolve("in.txt");
        Path out = folder.resolve("out.txt");
        flows.write(in);
        FluidFlows.main(new String[] {in.toString(), out.toString()});
        return Files.readAllLines(out).stream().map(Double::valueOf).toList();
    }
}
