// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.ResourceId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a connection carries is seen where a resource is full, too, if others carry more over it.
class MeasuredCeilingsTest {
    private static final int SAMPLES = 60;

    private LiveState world;
    private Pipe slow;
    private Pipe fast;
    private ResourceId shared;

    @BeforeEach
    void twoPipesThatShareAResource() {
        world = ReplayWorld.begun(1).state();
        List<Pipe> pipes = world.declared().pipes();
        slow = pipes.getFirst();
        fast = pipes.stream()
                .filter(pipe -> !pipe.equals(slow) && pathOf(pipe).stream().anyMatch(pathOf(slow)::contains))
                .findFirst()
                .orElseThrow();
        shared =
                pathOf(slow).stream().filter(pathOf(fast)::contains).findFirst().orElseThrow();
    }

    private List<ResourceId> pathOf(Pipe pipe) {
        return world.map().pipeResources().getOrDefault(pipe.id(), List.of());
    }

    /// @param each what a connection carries in Gbit/s, the oldest first
    private static PipeState moving(Pipe pipe, int connections, double... each) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < each.length; i++) {
            samples.add(new Sample(
                    10.0 * (each.length - 1 - i), 10, connections, connections, connections * each[i] * 1e9, 50));
        }
        return new PipeState(pipe, connections, List.of(), List.of(), 0, 0, samples);
    }

    private static double[] always(double each) {
        double[] all = new double[SAMPLES];
        Arrays.fill(all, each);
        return all;
    }

    private MeasuredCeilings measured(double capacityGbps, PipeState... pipes) {
        LiveState state = world.withPipes(List.of(pipes));
        return MeasuredCeilings.of(state, new History(state), Map.of(shared, capacityGbps * 1e9));
    }

    /// Ten slow connections and seven fast ones fill a resource: the slow ones are held down by something else.
    @Test
    void aSlowerPipeOfAFullResourceIsAtItsCeiling() {
        MeasuredCeilings ceilings = measured(10, moving(slow, 10, always(0.3)), moving(fast, 7, always(1)));
        assertThat(ceilings.bps(slow.id())).isCloseTo(0.3e9, within(1e3));
        assertThat(ceilings.bps(fast.id())).isGreaterThan(1.1e9);
    }

    /// Both carry as much: nothing is known but that their connections carry no less.
    @Test
    void pipesThatShareAFullResourceEvenlyMayCarryMore() {
        MeasuredCeilings ceilings = measured(10, moving(slow, 10, always(0.5)), moving(fast, 10, always(0.5)));
        assertThat(ceilings.bps(slow.id())).isGreaterThan(0.6e9);
        assertThat(ceilings.bps(fast.id())).isGreaterThan(0.6e9);
    }

    /// The only free intervals are those in which the work began, with too little.
    @Test
    void aCeilingIsNoLessThanWhatWasCarriedWhenSomethingWasFull() {
        double[] rates = always(0.5);
        rates[0] = 0.2;
        MeasuredCeilings ceilings = measured(10, moving(slow, 10, rates), moving(fast, 10, rates));
        assertThat(ceilings.bps(slow.id())).isCloseTo(0.5e9, within(1e6));
    }
}
